/**
 * A page in which JSON can be read: ASCII characters of `text` represent themselves, others may be placeholders that
 * only `slice` decodes. `PageText` of core/html is one for UTF-8 and every single-byte encoding.
 */
export interface JsonText {
  readonly text: string;
  /** The decoded characters of text[start, end). */
  slice(start: number, end: number): string;
  /** The byte of text[index] in the page. */
  byteAt(index: number): number;
}
