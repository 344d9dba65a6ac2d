import type { ClassTab } from '../../bridge/nav-state.ts';

/** The words of a filter expression, as the chips show them. Reading them is the engine's work; this only splits. */

/** Words at white space outside double quotes. */
const wordsOf = (text: string): readonly string[] => text.match(/(?:"[^"]*"?|[^\s"])+/g) ?? [];

/** The same without the parentheses and minus signs around them. */
const conditionsOf = (text: string): readonly string[] => wordsOf(text).map(word => word.replace(/^[-(]*(?=[^-(])/, ''));

const isOr = (word: string): boolean => word === 'OR' || word === '|';
const beginsGroup = (word: string): boolean => /^[-(]*\([-(]*(?:NOT$|[a-z_][\w.-]*[:<>=])/i.test(word);

/** How many more parentheses a word opens than it closes. */
const opened = (word: string): number =>
  [...word.replace(/"[^"]*"?/g, '')].reduce((sum, c) => sum + (c === '(' ? 1 : c === ')' ? -1 : 0), 0);

/**
 * The conditions of a filter that all must match: words and groups. A filter with alternatives, as in `a OR b`, becomes one group.
 */
export function splitFilter(text: string): readonly string[] {
  const words = wordsOf(text);
  if (!words.some(word => isOr(word) || word === 'NOT' || beginsGroup(word))) return words;
  const found: string[] = [];
  let depth = 0;
  for (const [at, word] of words.entries()) {
    if (depth === 0 && isOr(word)) return [`(${text.trim()})`];
    if (depth > 0 || words[at - 1] === 'NOT') found.push(`${found.pop() ?? ''} ${word}`.trim());
    else if (word !== 'AND') found.push(word);
    depth = Math.max(0, depth + opened(word));
  }
  return found;
}

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
  conditionsOf(filter).flatMap(word => /^((?:search|extract)\.[a-z][a-z0-9_-]*|segment):/i.exec(word)?.[1]?.toLowerCase() ?? []);

/** Whether the filter has a condition on link scores. */
export const asksForScore = (filter: string): boolean => conditionsOf(filter).some(word => /^score[:<>=]/i.test(word));

/** Whether a condition of a filter, or one in a group, names a class of URLs. */
const isClass = (condition: string): boolean => conditionsOf(condition).some(word => /^class:/i.test(word));
export const asksForClass = isClass;
export const withoutClass = (filter: string): string =>
  splitFilter(filter)
    .filter(word => !isClass(word))
    .join(' ');

/** The filter within a tab. A filter that names classes itself stays unchanged. The filter must be one without a problem. */
export const inTab = (filter: string, tab: ClassTab): string =>
  tab === '' || asksForClass(filter) ? filter : [`class:${tab}`, ...splitFilter(filter)].join(' ');
