import { type UrlCount, urlCounts } from '#shared/explain/url-counts.ts';

/** The words of a filter expression, as the chips show them. Reading them is the engine's work; this only splits. */

/** Words at white space outside double quotes. */
export const splitFilter = (text: string): readonly string[] => text.match(/(?:"[^"]*"?|[^\s"])+/g) ?? [];

export const hasWord = (text: string, word: string): boolean => splitFilter(text).includes(word);

/** The filter with the word added, or without it when it was there. */
export const toggleWord = (text: string, word: string): string => {
  const words = splitFilter(text);
  return (words.includes(word) ? words.filter(w => w !== word) : [...words, word]).join(' ');
};

/** Whether a word of a filter asks for a class of URLs. */
export const isClass = (word: string): boolean => /^class:/i.test(word);

/** The filter with this class instead of the one it has; '' for none. */
export const withClass = (filter: string, name: string): string =>
  [...(name === '' ? [] : [`class:${name}`]), ...splitFilter(filter).filter(word => !isClass(word))].join(' ');

const chip = ({ filter, label }: UrlCount) => ({ word: filter, label });

/** One-click filters of the URLs view. */
export const quickFilters: readonly { readonly word: string; readonly label: string }[] = [
  { word: 'status:>=400', label: 'Errors' },
  { word: 'status:3xx', label: 'Redirects' },
  chip(urlCounts.blocked),
  { word: 'noindex:yes', label: 'Noindex' },
  { word: 'canonical:other', label: 'Canonical elsewhere' },
  chip(urlCounts.failed),
  chip(urlCounts.notCrawled),
  chip(urlCounts.waiting),
];
