import { didYouMean } from '#core/query/near.ts';
import type { Session } from '#engine/session/session.ts';
import type { ExportColumn } from '#shared/model/export.ts';
import type { UrlColumn } from '#shared/model/url-column.ts';
import { urlColumns } from '#shared/model/url-columns.ts';
import { groupKeys, mostGroups, type UrlGroup, usualNumbers } from '#shared/model/url-groups.ts';
import type { Cell } from '../export/cell.ts';
import { usage } from './exit.ts';
import type { PrintedList } from './lists.ts';

/** Names of columns by their keys. */
export const numberNames = (keys: readonly string[]): readonly string[] =>
  keys.map(key => urlColumns.find(column => column.key === key)?.name ?? key);

interface Wish {
  readonly filter: string;
  /** As typed. */
  readonly by: string;
  readonly numbers: string | undefined;
  readonly limit: number | undefined;
}

const listed = (columns: readonly UrlColumn[], name: string): UrlColumn | undefined =>
  columns.find(column => column.name === name);

const isWhole = (column: UrlColumn | undefined): boolean => column?.kind !== 'number' || column.format !== 'score';

/** Rounded to a thousandth, as a person reads it. */
const mean = (value: number | null): Cell => (value === null ? null : Math.round(value * 1_000) / 1_000);

/** `urls --group-by`: a row for each value, with its number of URLs, and of each number how many have it, its sum and its mean. */
export async function groupList(session: Session, columns: readonly UrlColumn[], wish: Wish): Promise<PrintedList> {
  const names = [...Object.keys(groupKeys), ...columns.map(({ name }) => name)];
  if (!names.includes(wish.by))
    usage(`--group-by: there is no column “${wish.by}”.${didYouMean(wish.by, names)} Columns: ${names.join(', ')}.`);
  const countable = columns.filter(({ kind }) => kind === 'number').map(({ name }) => name);
  const wanted = wish.numbers === undefined ? numberNames(usualNumbers) : wish.numbers.split(',').map(name => name.trim());
  const wrong = wanted.find(name => !countable.includes(name));
  if (wrong !== undefined)
    usage(`--numbers: “${wrong}” is no column of numbers.${didYouMean(wrong, countable)} Columns: ${countable.join(', ')}.`);
  if (wanted.length > mostNumbers) usage(`--numbers takes at most ${mostNumbers} columns.`);
  const { groups } = await session.handlers['urls.groups']({
    filter: wish.filter,
    by: listed(columns, wish.by)?.key ?? wish.by,
    numbers: wanted.map(name => listed(columns, name)?.key ?? name),
    limit: Math.max(1, Math.min(wish.limit ?? mostGroups, mostGroups)),
  });
  const by = listed(columns, wish.by);
  return {
    columns: [
      { name: wish.by, type: by?.kind !== 'number' ? 'text' : isWhole(by) ? 'integer' : 'number' },
      { name: 'urls', type: 'integer' },
      ...wanted.flatMap((name): ExportColumn[] => [
        { name: `${name}_urls`, type: 'integer' },
        { name: `${name}_sum`, type: isWhole(listed(columns, name)) ? 'integer' : 'number' },
        { name: `${name}_mean`, type: 'number' },
      ]),
      { name: 'filter', type: 'text' },
    ],
    rows: rowsOf(wish.limit === 0 ? [] : groups),
    sheet: 'Groups',
  };
}

const mostNumbers = 8;

function* rowsOf(groups: readonly UrlGroup[]): Generator<readonly Cell[]> {
  for (const { value, urls, numbers, filter } of groups)
    yield [value, urls, ...numbers.flatMap(number => [number.urls, mean(number.sum), mean(number.mean)]), filter];
}
