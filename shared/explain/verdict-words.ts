/** Parts of the sentences about one URL and one crawler that depend on its engine. */

const knobValue = (value: unknown): string => {
  if (typeof value === 'string') return value.replaceAll('-', ' ');
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
};

/** 'contradictions: restrictive wins (documentation of Google)': the setting of an engine that decided a verdict. */
export const engineRule = (name: string, { value, source }: { readonly value: unknown; readonly source: string }): string =>
  `${name}: ${knobValue(value)} (${source})`;

/** How an engine interprets a word, and where that is documented. */
export const wordRule = (engine: string, word: string, source: string): string =>
  `as ${engine} interprets it: ${word} (${source})`;

/** Why an engine ignores a canonical, as the end of a sentence. */
export const canonicalIgnored = {
  near: 'it is within three edits of the URL of the page',
  long: 'it has 252 characters or more',
  header: 'this engine reads the element, not the header',
  undocumented: 'this engine does not document reading it',
  '': '',
} as const;

/** What a refresh means to an engine, as the end of a sentence. */
export function refreshMeaning(value: string, seconds: number): string {
  if (value === 'undocumented') return 'how this engine treats that is not documented';
  return value === 'permanent' && seconds === 0
    ? 'at once, which counts as a permanent redirect'
    : `after ${seconds} s, which counts as a temporary redirect`;
}
export const refreshTarget = (href: string): string => href || 'itself';

/** Whether a directive that a script adds counts, as the end of a sentence. */
export const scriptCounts = {
  yes: 'it counts once the page is rendered',
  no: 'this engine does not run scripts',
  undocumented: 'whether this engine sees that is not documented',
} as const;

/** Whether links that a script adds are found, as the end of a sentence. */
export const scriptLinksFound = {
  yes: 'this engine finds them once it renders the page',
  no: 'this engine runs no scripts',
  undocumented: 'whether this engine finds them is not documented',
} as const;
