/** What can be typed into the omnibox, with an example and its meaning. */
export interface Operator {
  readonly insert: string;
  readonly meaning: string;
}

export const operators: readonly Operator[] = [
  { insert: 'info:', meaning: 'Explain one URL, also one never seen' },
  { insert: 'site:', meaning: 'On this host, or below this path' },
  { insert: 'status:', meaning: 'HTTP status: 404, 4xx, >=400, none' },
  { insert: 'state:', meaning: 'queued, leased, done, failed, disregarded' },
  { insert: 'reason:', meaning: 'Current decision: robots-disallow, robots-*' },
  { insert: 'robots:', meaning: 'blocked, allowed, unknown, or a line number' },
  { insert: 'line:', meaning: 'Decided by this robots.txt line' },
  { insert: 'noindex:', meaning: 'yes, no, meta or header' },
  { insert: 'canonical:', meaning: 'self, other, none or a URL' },
  { insert: 'inurl:', meaning: 'Text in the URL' },
  { insert: 'intitle:', meaning: 'Text in the title' },
  { insert: 'description:', meaning: 'Text in the meta description' },
  { insert: 'heading:', meaning: 'Text in the first h1' },
  { insert: 'link:', meaning: 'Pages that link to this URL' },
  { insert: 'type:', meaning: 'html, pdf, image, css, or a media type' },
  { insert: 'depth:', meaning: 'Clicks from a seed: 0, 2..4, >3' },
  { insert: 'lang:', meaning: 'Language the page declares' },
];

export interface Suggestion {
  /** The whole omnibox text after picking it. */
  readonly text: string;
  readonly label: string;
  readonly meaning: string;
}

/** Operators that fit the last word of the text. None once its value is being typed. */
export function suggest(text: string): readonly Suggestion[] {
  const at = text.search(/\S*$/);
  const word = text.slice(at);
  const minus = word.startsWith('-') ? '-' : '';
  const start = word.slice(minus.length).toLowerCase();
  if (start.includes(':') || start.includes('/')) return [];
  return operators
    .filter(({ insert }) => insert.startsWith(start) && (at === 0 || insert !== 'info:'))
    .map(({ insert, meaning }) => ({ text: text.slice(0, at) + minus + insert, label: minus + insert, meaning }));
}
