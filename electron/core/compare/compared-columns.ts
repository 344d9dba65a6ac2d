import type { ColumnFlip, CrawlChange } from '#shared/model/comparison.ts';
import { type CellValue, cellOf, type UrlColumn } from '#shared/model/url-column.ts';

/** The verdicts first: files of comparisons have had this order from the beginning. */
const leading: readonly string[] = ['mayFetch', 'mayList', 'linksFollowed', 'status', 'reason'];

/** Columns whose values in both crawls are kept and shown. */
export function comparedColumns(columns: readonly UrlColumn[]): readonly UrlColumn[] {
  const place = ({ key }: UrlColumn): number => (leading.includes(key) ? leading.indexOf(key) : leading.length);
  return columns.filter(column => 'compared' in column && column.compared !== undefined).sort((a, b) => place(a) - place(b));
}

/** Columns of which any other value is a difference. */
export const byValue = (columns: readonly UrlColumn[]): readonly UrlColumn[] =>
  columns.filter(column => 'compared' in column && column.compared === 'by-value');

export const columnFlip = ({ key }: UrlColumn): ColumnFlip => `column:${key}`;

/**
 * The change of a single column. Values of words make separate groups. Numbers and times do not, because otherwise
 * every URL would be a separate group.
 */
export function columnChange(column: UrlColumn, before: object, after: object): CrawlChange {
  const words = (value: CellValue): string => (column.kind === 'word' ? String(value ?? '') : '');
  const [old, now] = [words(cellOf(before, column)), words(cellOf(after, column))];
  return { kind: 'column', origin: '', edit: '', name: column.key, before: old, after: now, oldLine: 0, newLine: 0 };
}
