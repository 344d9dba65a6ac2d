import type { UrlColumn } from '#shared/model/url-column.ts';
import { suggestedOperators } from '#shared/model/url-operators.ts';

/** What can be typed into the omnibox, with its meaning. */
const operators = [{ name: 'info', help: 'Explain one URL, even one not in this crawl' }, ...suggestedOperators()];

export interface Suggestion {
  /** The whole omnibox text after picking it. */
  readonly text: string;
  readonly label: string;
  readonly meaning: string;
}

/** Operators that fit the last word of the text. None once its value is being typed. `columns`: those of custom rules. */
export function suggest(text: string, columns: readonly UrlColumn[] = []): readonly Suggestion[] {
  const at = text.search(/\S*$/);
  const word = text.slice(at);
  const minus = word.startsWith('-') ? '-' : '';
  const start = word.slice(minus.length).toLowerCase();
  if (start.includes(':') || start.includes('/')) return [];
  const own = columns.flatMap(({ name, operator }) => (operator ? [{ name, help: operator.help }] : []));
  return [...operators, ...own]
    .filter(({ name }) => `${name}:`.startsWith(start) && (at === 0 || name !== 'info'))
    .map(({ name, help }) => ({ text: `${text.slice(0, at)}${minus}${name}:`, label: `${minus}${name}:`, meaning: help }));
}
