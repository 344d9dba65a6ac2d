import type { ClassTab } from '../../bridge/nav-state.ts';

/** The words of a filter expression, as the chips show them. Reading them is the engine's work; this only splits. */

/** Words at white space outside double quotes. */
export const splitFilter = (text: string): readonly string[] => text.match(/(?:"[^"]*"?|[^\s"])+/g) ?? [];

/** Whether the filter has all words of another. */
export function hasWords(text: string, words: string): boolean {
  const own = splitFilter(text);
  return splitFilter(words).every(word => own.includes(word));
}

/** The filter with the words added, or without them when all were there. */
export function toggleWords(text: string, words: string): string {
  const [own, wanted] = [splitFilter(text), splitFilter(words)];
  const left = own.filter(word => !wanted.includes(word));
  return (hasWords(text, words) ? left : [...left, ...wanted]).join(' ');
}

/** Keys of the columns of custom rules that the filter names. */
export const ruleColumnsIn = (filter: string): readonly string[] =>
  splitFilter(filter).flatMap(word => /^-?((?:search|extract)\.[a-z][a-z0-9_-]*|segment):/i.exec(word)?.[1]?.toLowerCase() ?? []);

/** Whether a word of a filter names a class of URLs. */
const isClass = (word: string): boolean => /^-?class:/i.test(word);
export const asksForClass = (filter: string): boolean => splitFilter(filter).some(isClass);
export const withoutClass = (filter: string): string =>
  splitFilter(filter)
    .filter(word => !isClass(word))
    .join(' ');

/** The filter within a tab. A filter that names classes itself stays unchanged. */
export const inTab = (filter: string, tab: ClassTab): string =>
  tab === '' || asksForClass(filter) ? filter : `class:${tab} ${filter}`.trim();
