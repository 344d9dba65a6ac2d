/**
 * A number as people type it: `100000`, `100,000`, `100 000`, `0.5`, `0,5`. A comma before exactly three digits
 * separates thousands, unless the number starts with 0; any other comma is a decimal one. NaN when it is ambiguous or
 * not a number: in a whole number, a dot before three digits could mean either.
 */
export function readNumber(typed: string, form: 'whole' | 'decimal'): number {
  const text = typed.trim();
  if (/^[1-9]\d{0,2}(,\d{3})+$/.test(text) || /^[1-9]\d{0,2}([ \u00a0\u202f]\d{3})+$/.test(text))
    return Number(text.replaceAll(/[, \u00a0\u202f]/g, ''));
  if (/^\d+$/.test(text)) return Number(text);
  if (form === 'decimal' && /^\d*[.,]\d+$/.test(text)) return Number(text.replace(',', '.'));
  return Number.NaN;
}

const english = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 });

/** A number for a field that `readNumber` reads back. */
export const writeNumber = (value: number): string => english.format(value);
