import type { Operators } from '#core/query/operators.ts';
import { parseQuery } from '#core/query/query.ts';
import { filterText } from '#shared/model/filter-tree.ts';
import type { UrlColumn } from '#shared/model/url-column.ts';
import { operatorName } from '#shared/model/url-operators.ts';
import type { CountedGroup, GroupValue } from '#storage/lists/url-groups.ts';

/** Columns whose operator finds more than one value: a language finds its regions. */
const tags: readonly string[] = ['lang', 'detectedLang'];
const mostRegions = 20;

const conditionText = (field: string, value: string, quoted: boolean, negated = false): string =>
  filterText({
    ...{ kind: 'group', join: 'all', negated: false },
    parts: [{ kind: 'condition', field, sign: ':', value, quoted, negated }],
  });

/** Whether the operator of a column finds exactly the URLs with one value, or without any. */
const isExact = ({ key, kind }: UrlColumn, value: GroupValue): boolean => {
  if (kind === 'number') return true;
  if (kind !== 'word') return false;
  if (tags.includes(key)) return value !== null;
  if (key === 'reason' || key === 'checkResult') return value !== null;
  return key !== 'contentType' || value === null || String(value).includes('/');
};

/** The condition that finds the URLs of a group, '' where the language has none. */
export function groupFilter(
  by: string,
  column: UrlColumn | undefined,
  { value }: CountedGroup,
  groups: readonly CountedGroup[],
  operators: Operators,
): string {
  const text = textOf(by, column, value, groups);
  return text !== '' && parseQuery(text, operators).problem === '' ? text : '';
}

function textOf(by: string, column: UrlColumn | undefined, value: GroupValue, groups: readonly CountedGroup[]): string {
  if (!column) return value === null ? '' : conditionText(by, String(value), String(value).includes(','));
  const field = operatorName(column);
  if (field === '' || !isExact(column, value)) return '';
  if (value === null) return `${field}:none`;
  const word = String(value);
  const isPlain = typeof value === 'number' || !(word.includes(',') || word === 'none' || word.endsWith('*'));
  const own = conditionText(field, word, !isPlain);
  if (!tags.includes(column.key)) return own;
  const regions = groups.filter(group => String(group.value).startsWith(`${word}-`));
  if (regions.length > mostRegions) return '';
  return [own, ...regions.map(group => conditionText(field, String(group.value), false, true))].join(' ');
}
