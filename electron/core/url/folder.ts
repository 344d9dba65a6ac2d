/**
 * The first folder of an http(s) URL with scheme and host, as in https://example.com/blog/ for https://example.com/blog/a. A URL in no
 * folder has https://example.com/. Null for any other URL. Linear in the length.
 */
export function folderOf(url: string): string | null {
  return /^https?:\/\/[^/?#]+\/(?:[^/?#]+\/)?/i.exec(url)?.[0] ?? null;
}
