/** The URL of a text, null where it is none. `base` for relative ones. */
export function urlOf(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
