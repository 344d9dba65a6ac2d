import type { TextRange } from './json-ld.ts';
import type { JsonText } from './json-text.ts';

/**
 * Encodings in which the second byte of a character can look like a backslash, a brace or a bracket. For each: how to
 * recognise the first byte of a two-byte character in a page's text.
 */
const BEGINS: Readonly<Record<string, (c: number) => boolean>> = {
  // Bytes from A1 to DF are single-byte characters: half-width katakana.
  shift_jis: c => c > 127 && !(c >= 0xa1 && c <= 0xdf),
  gbk: c => c > 127,
  gb18030: c => c > 127,
  big5: c => c > 127,
  'euc-kr': c => c > 127,
};

/**
 * A part of a page in which no second byte can be mistaken for JSON's syntax: second bytes become a character beyond
 * ASCII, as first bytes are already. Null for encodings without such bytes.
 */
export function withoutDoubleBytes(page: JsonText, range: TextRange, charset: string): JsonText | null {
  const begins = BEGINS[charset];
  if (!begins) return null;
  const { start, end } = range;
  const pieces: string[] = [];
  let kept = start;
  for (let i = start; i + 1 < end; i++) {
    if (!begins(page.text.charCodeAt(i))) continue;
    i++;
    const c = page.text.charCodeAt(i);
    if (c < 0x40 || c > 0x7e) continue;
    pieces.push(page.text.slice(kept, i), '\ufffd');
    kept = i + 1;
  }
  pieces.push(page.text.slice(kept, end));
  return {
    text: pieces.join(''),
    slice: (from, to) => page.slice(start + from, start + to),
    byteAt: index => page.byteAt(start + index),
  };
}
