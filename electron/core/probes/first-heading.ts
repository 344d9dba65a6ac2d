const mostBytes = 65_536;

/** The text of the first line of a Markdown file that is a first-level heading (`# Name`), null for none. */
export function firstHeading(bytes: Uint8Array): string | null {
  const lines = new TextDecoder().decode(bytes.subarray(0, mostBytes)).split(/\r\n|\r|\n/);
  for (const line of lines) {
    if (!line.startsWith('# ')) continue;
    const text = line.slice(2).trim();
    if (text !== '') return text.slice(0, 200);
  }
  return null;
}
