import { titleOf } from '#shared/explain/describe.ts';
import { listedColumns } from '#shared/model/link-score-column.ts';
import { type CellValue, cellOf, columnHint, type UrlColumn } from '#shared/model/url-column.ts';
import type { UrlCells, UrlColumnKey } from '#shared/model/url-columns.ts';
import { readableUrl } from '#shared/readable-url.ts';
import type { GridColumn } from '../../ui/grid/virtual-grid.tsx';
import { foreignText } from '../../ui/text/foreign.tsx';
import { bytesWords, countWords, durationText, statusTone, timeWords, verdictTone, verdictWords } from '../../ui/text/format.ts';
import { visibleText } from '../../ui/text/visible-text.ts';

type UrlGridColumn = GridColumn<UrlCells> & { readonly key: UrlColumnKey };
type Look = Pick<GridColumn<UrlCells>, 'cell' | 'tone' | 'hint' | 'end' | 'short'>;

/** How the values of a column are drawn. */
function lookOf(column: UrlColumn): Look {
  const value = (row: UrlCells): CellValue => cellOf(row, column);
  const text = (row: UrlCells): string => String(value(row) ?? '');
  const shown = { cell: (row: UrlCells) => foreignText(text(row)), hint: (row: UrlCells) => visibleText(text(row)) };
  switch (column.kind) {
    case 'text':
    case 'target':
      if (column.key !== 'url' && column.kind === 'text') return shown;
      // A URL is shown as it is requested; the tooltip shows it as people read it.
      return { ...shown, hint: row => visibleText(readableUrl(text(row))) };
    case 'time':
      return { short: true, cell: given(value, timeWords) };
    case 'word':
      if (column.format === 'text') return shown;
      if (column.format === 'reason') return { ...shown, short: true, cell: row => foreignText(titleOf(text(row))) };
      return {
        short: true,
        cell: row => verdictWords[text(row)] ?? foreignText(text(row)),
        tone: row => `tone-${verdictTone(text(row))}`,
      };
    case 'number':
      if (column.format === 'status')
        return {
          end: true,
          short: true,
          cell: row => String(value(row) ?? '–'),
          tone: row => `tone-${statusTone(value(row) as number | null)}`,
        };
      return { end: true, short: true, cell: given(value, numberWords[column.format]) };
    default: {
      const never: never = column;
      return never;
    }
  }
}

const numberWords = {
  count: countWords,
  bytes: bytesWords,
  duration: durationText,
  score: (value: number) => value.toFixed(1),
} as const;

/** Nothing for a missing number. */
const given =
  (value: (row: UrlCells) => CellValue, words: (value: number) => string) =>
  (row: UrlCells): string => {
    const number = value(row);
    return typeof number === 'number' ? words(number) : '';
  };

/** The first columns of the grid; all others follow in the order of the table. */
const leading: readonly string[] = [
  'url',
  'status',
  'reason',
  'indexability',
  'mayFetch',
  'mayList',
  'linksFollowed',
  'depth',
  'inlinks',
  'outlinks',
  'title',
  'description',
  'h1',
  'words',
  'contentType',
  'bytes',
  'totalMs',
];

/** Every column there is, in the order of the grid. */
export function gridColumns(columns: readonly UrlColumn[]): readonly UrlGridColumn[] {
  const place = ({ key }: UrlColumn): number => (leading.includes(key) ? leading.indexOf(key) : leading.length);
  return [...columns]
    .sort((a, b) => place(a) - place(b))
    .map(column => ({
      key: column.key as UrlColumnKey,
      label: column.label,
      about: columnHint(column),
      width: column.width,
      ...lookOf(column),
    }));
}

/** Columns that are hidden until the user shows them. */
export const hiddenAtFirst = (columns: readonly UrlColumn[]): readonly string[] =>
  columns.filter(({ shown }) => shown === 'list' || shown === 'on-request').map(({ key }) => key);

export const allColumns = gridColumns(listedColumns);
