import type { CsvSeparator } from '#shared/model/export.ts';

/**
 * Spreadsheets evaluate text that starts with = + - or @ (or their full-width forms). Some strip leading spaces,
 * control characters and byte-order marks first. In many countries they also split lines at semicolons or tabs.
 * Quotes do not help there, because they are then in the middle of a field. So an apostrophe goes before such text,
 * at the start and after each place of a split.
 *
 * An apostrophe counts as stripped too. This makes the rule reversible: adding or removing one never changes whether it applies.
 */

const formulaStart = '=+-@\uff1d\uff0b\uff0d\uff20';
/** Characters that may be before the first character of a formula. */
const isSkipped = (code: number): boolean =>
  code <= 0x20 ||
  code === 0x27 ||
  code === 0xa0 ||
  code === 0xfeff ||
  code === 0xfffd ||
  (code > 0x167f && /\s/.test(String.fromCharCode(code)));
const startsField = /^'*[\t\r]/;
const mayNeed = new RegExp(`[${formulaStart.replace('-', '\\-')}\\t\\r]`);
const splits = { ',': /[;\t\r\n]/, ';': /[,;\t\r\n]/, '\t': /[,;\t\r\n]/ } as const satisfies Record<CsvSeparator, RegExp>;

/** Whether only skipped characters are between `from` and a formula. */
function leadsToFormula(text: string, from: number): boolean {
  let at = from;
  while (at < text.length && isSkipped(text.charCodeAt(at))) at++;
  return at < text.length && formulaStart.includes(text[at] as string);
}

/** Positions after a split from which text leads to a formula, from the last to the first. Linear in the length of the text. */
function dangerousSplits(text: string, separator: CsvSeparator): number[] {
  const split = splits[separator];
  const found: number[] = [];
  if (!split.test(text)) return found;
  let leads = false;
  for (let at = text.length - 1; at >= 0; at--) {
    const char = text[at] as string;
    if (leads && split.test(char)) found.push(at + 1);
    leads = formulaStart.includes(char) || (leads && isSkipped(text.charCodeAt(at)));
  }
  return found;
}

/**
 * Text that no spreadsheet evaluates: with apostrophes where `undoNeutralised` removes them. A NUL becomes U+FFFD, because some
 * programs end a text there. `separator`: that of the CSV file.
 */
export function neutralised(text: string, separator: CsvSeparator = ','): string {
  const whole = text.includes('\u0000') ? text.replaceAll('\u0000', '\ufffd') : text;
  if (!mayNeed.test(whole)) return whole;
  let safe = '';
  let from = 0;
  for (const at of dangerousSplits(whole, separator).reverse()) {
    safe += `${whole.slice(from, at)}'`;
    from = at;
  }
  safe += whole.slice(from);
  return startsField.test(whole) || leadsToFormula(whole, 0) ? `'${safe}` : safe;
}

/** Reverses `neutralised`: `undoNeutralised(neutralised(text)) === text` for all text without NUL. */
export function undoNeutralised(text: string, separator: CsvSeparator = ','): string {
  if (!text.includes("'")) return text;
  let plain = '';
  let from = 0;
  for (const at of dangerousSplits(text, separator).reverse()) {
    if (text[at] !== "'") continue;
    plain += text.slice(from, at);
    from = at + 1;
  }
  plain += text.slice(from);
  return plain.startsWith("'") && (startsField.test(plain) || leadsToFormula(plain, 0)) ? plain.slice(1) : plain;
}
