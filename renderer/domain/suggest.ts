import { listedColumns } from '#shared/model/link-score-column.ts';
import type { UrlColumn } from '#shared/model/url-column.ts';
import { type SuggestedOperator, suggestedOperators, suggestedValues } from '#shared/model/url-operators.ts';

const filters = suggestedOperators(listedColumns);
/** What can be typed into the omnibox, with its meaning. */
const all: readonly SuggestedOperator[] = [{ name: 'info', help: 'Explain one URL, even one not in this crawl' }, ...filters];

/** Words between conditions. */
const joins = [
  { name: 'OR', help: 'Either the conditions before it or those after it; (…) groups' },
  { name: 'NOT', help: 'The next condition or group does not match; also written -' },
];

export interface Suggestion {
  /** The whole text after picking it. */
  readonly text: string;
  readonly label: string;
  readonly meaning: string;
}

/** The name that begins as typed: the usual one, or another one. */
const nameFor = ({ name, also = [] }: SuggestedOperator, start: string): string | undefined =>
  [name, ...(start === '' ? [] : also)].find(each => `${each}:`.startsWith(start));

/** Operators that fit the last word of the text; after their colon, the values there are to choose from. `ofRules`: columns of custom rules. */
export function suggest(
  text: string,
  what: 'lookups' | 'filters' = 'lookups',
  ofRules: readonly UrlColumn[] = [],
): readonly Suggestion[] {
  const at = text.search(/\S*$/);
  const word = text.slice(at);
  const minus = /^[-(]*/.exec(word)?.[0] ?? '';
  const start = word.slice(minus.length).toLowerCase();
  const before = `${text.slice(0, at)}${minus}`;
  if (start.includes('/')) return [];
  const colon = start.indexOf(':');
  if (colon >= 0) {
    const [name, value] = [start.slice(0, colon), start.slice(colon + 1)];
    return suggestedValues(name)
      .filter(each => each.name.startsWith(value) && each.name !== value)
      .map(each => ({ text: `${before}${name}:${each.name}`, label: `${minus}${name}:${each.name}`, meaning: each.help }));
  }
  const own = ofRules.flatMap(({ name, operator }) => (operator ? [{ name, help: operator.help }] : []));
  const isFirst = before.trim() === '';
  return [
    ...joins
      .filter(({ name }) => !isFirst && start !== '' && minus === '' && name.toLowerCase().startsWith(start) && word !== name)
      .map(({ name, help }) => ({ text: `${before}${name} `, label: name, meaning: help })),
    ...[...(what === 'filters' ? filters : all), ...own]
      .filter(({ name }) => at === 0 || name !== 'info')
      .flatMap(operator => {
        const name = nameFor(operator, start);
        return name === undefined ? [] : [{ text: `${before}${name}:`, label: `${minus}${name}:`, meaning: operator.help }];
      }),
  ];
}
