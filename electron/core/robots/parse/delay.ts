import type { DelaySyntax } from '../dialect.ts';

/** Digits with at most one point; no sign, no exponent, no unit. */
const FORMS: Readonly<Record<DelaySyntax['number'], RegExp>> = {
  decimal: /^(\d+(?:\.\d*)?|\.\d+)$/,
  integer: /^(\d+)$/,
  'leading-decimal': /^(\d+(?:\.\d*)?|\.\d+)/,
  'leading-integer': /^(\d+)/,
};

/** No crawler waits longer. A number with more digits counts as this one. About 31,000 years in seconds. */
const LONGEST_DELAY = 1e12;

/** A Crawl-delay value in seconds; null if the dialect cannot read it. */
export function delayOf(value: string, reading: DelaySyntax): number | null {
  const found = FORMS[reading.number].exec(value);
  return found === null ? null : Math.min(Number(found[1]), LONGEST_DELAY);
}
