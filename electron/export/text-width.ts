/**
 * Text for a terminal. Crawled text is hostile: an escape sequence in a title could rewrite the screen. So control and
 * direction-changing characters are replaced before anything is printed.
 */
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** Line breaks and tabs become a space, every other control character becomes U+FFFD. */
export const printable = (text: string): string => text.replace(controls, c => (/[\t\n\r\u2028\u2029]/.test(c) ? ' ' : '\ufffd'));

const zeroWide = /^(\p{Mn}|\p{Me}|\u200b|\u200c|\u200d)$/u;
const doubleWide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1faff}\u{20000}-\u{3fffd}]$/u;
const narrow = /^[\x20-\x7e]*$/;

const widthOf = (c: string): number => (zeroWide.test(c) ? 0 : doubleWide.test(c) ? 2 : 1);

/** Terminal columns the text takes, after the Unicode East Asian Width classes (UAX #11), approximately. */
export function textWidth(text: string): number {
  if (narrow.test(text)) return text.length;
  let width = 0;
  for (const c of text) width += widthOf(c);
  return width;
}

/** Cuts to `width` columns. Cut text ends with an ellipsis. */
export function truncate(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  if (width < 1) return '';
  let kept = '';
  let used = 0;
  for (const c of text) {
    const w = widthOf(c);
    if (used + w > width - 1) break;
    kept += c;
    used += w;
  }
  return `${kept}…`;
}

/** Fills up with spaces on the right (or left) to `width` columns. */
export const pad = (text: string, width: number, right = false): string => {
  const fill = ' '.repeat(Math.max(0, width - textWidth(text)));
  return right ? fill + text : text + fill;
};
