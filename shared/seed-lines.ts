/** Start URLs that the window takes. The command line takes more, by `--list`. */
export const mostTypedSeeds = 10_000;
const longestSeed = 2_048;

/**
 * 'example.com' → 'https://example.com'; hosts that are certainly not public get http. Null if it is not an HTTP URL. The URL is not
 * normalised.
 */
export function withScheme(text: string): string | null {
  const trimmed = text.trim();
  if (!trimmed || /\s/.test(trimmed)) return null;
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed);
  const host = trimmed.split(/[/?#]/, 1)[0] ?? '';
  const local = /^(localhost|\d+\.\d+\.\d+\.\d+|\[[0-9a-f:.]+\])(:\d+)?$/i.test(host);
  if (!hasScheme && !local && !/^[^/@:]+\.[^/@:]+(:\d+)?$/.test(host)) return null;
  const whole = hasScheme ? trimmed : `${local ? 'http' : 'https'}://${trimmed}`;
  return /^https?:/i.test(whole) && isUrl(whole) ? whole : null;
}

function isUrl(text: string): boolean {
  try {
    return new URL(text).host !== '';
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** A list of start URLs as text: one a line, empty lines and lines that start with `#` aside. */
export interface SeedLines {
  /** As typed, each once. */
  readonly seeds: readonly string[];
  /** Lines that repeat an earlier one. */
  readonly repeated: number;
  /** Lines that are no HTTP URL. `line` counts from 1. */
  readonly bad: readonly { readonly line: number; readonly text: string }[];
}

export function readSeedLines(text: string): SeedLines {
  const seeds = new Set<string>();
  const bad: { line: number; text: string }[] = [];
  let repeated = 0;
  for (const [index, raw] of text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    if (line.length > longestSeed || withScheme(line) === null) bad.push({ line: index + 1, text: line.slice(0, 200) });
    else if (seeds.has(line)) repeated += 1;
    else seeds.add(line);
  }
  return { seeds: [...seeds], repeated, bad };
}

const badShown = 3;

/** What is wrong with a list, '' if nothing is: 'Lines 3 and 17 are not HTTP URLs: “foo bar”, …'. */
export function badLinesWords({ bad }: Pick<SeedLines, 'bad'>): string {
  const [first] = bad;
  if (first === undefined) return '';
  if (bad.length === 1) return `Line ${first.line} is not an HTTP URL: “${first.text}”. Write it like https://example.com/.`;
  const shown = bad.slice(0, badShown).map(({ line, text }) => `line ${line} (“${text}”)`);
  const more = bad.length > badShown ? `, and ${bad.length - badShown} more` : '';
  return `${bad.length} lines are not HTTP URLs: ${shown.join(', ')}${more}.`;
}
