import type { DelayReading } from './dialect.ts';

/** Digits with at most one point; no sign, no exponent, no unit. */
const FORMS: Readonly<Record<DelayReading['number'], RegExp>> = {
  decimal: /^(\d{1,15}(?:\.\d{0,15})?|\.\d{1,15})$/,
  integer: /^(\d{1,15})$/,
  'leading-decimal': /^(\d{1,15}(?:\.\d{0,15})?|\.\d{1,15})/,
  'leading-integer': /^(\d{1,15})/,
};

/** A Crawl-delay value in seconds, null where the dialect cannot read it. */
export function delayOf(value: string, reading: DelayReading): number | null {
  const found = FORMS[reading.number].exec(value);
  return found === null ? null : Number(found[1]) * (reading.unit === 'minutes' ? 60 : 1);
}
