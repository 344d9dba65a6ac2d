import { titleOf } from '#shared/explain/describe.ts';
import type { UrlColumn, UrlRow } from '#shared/model/explanation.ts';
import type { GridColumn } from '../../ui/grid/virtual-grid.tsx';
import { foreignText } from '../../ui/text/foreign.tsx';
import { bytesWords, countWords, durationText, statusTone, timeWords, verdictTone, verdictWords } from '../../ui/text/format.ts';
import { visibleText } from '../../ui/text/visible-text.ts';

type UrlGridColumn = GridColumn<UrlRow> & { readonly key: UrlColumn };

const verdict = (of: (row: UrlRow) => string) => ({
  cell: (row: UrlRow) => verdictWords[of(row)] ?? foreignText(of(row)),
  tone: (row: UrlRow) => `tone-${verdictTone(of(row))}`,
});
const number = (value: number | null) => (value === null ? '' : countWords(value));
const words = (of: (row: UrlRow) => string | null) => ({
  cell: (row: UrlRow) => foreignText(of(row) ?? ''),
  hint: (row: UrlRow) => visibleText(of(row) ?? ''),
});

/** Every column there is, in the order of the grid. */
export const allColumns: readonly UrlGridColumn[] = [
  { key: 'url', label: 'URL', width: 360, ...words(row => row.url) },
  {
    key: 'status',
    label: 'Status',
    width: 72,
    end: true,
    cell: row => String(row.status ?? '–'),
    tone: row => `tone-${statusTone(row.status)}`,
  },
  {
    key: 'reason',
    label: 'Decision',
    width: 180,
    cell: row => foreignText(titleOf(row.reason)),
    hint: row => visibleText(row.reason),
  },
  { key: 'mayFetch', label: 'May fetch', width: 84, ...verdict(row => row.mayFetch) },
  { key: 'mayList', label: 'May list', width: 112, ...verdict(row => row.mayList) },
  { key: 'linksFollowed', label: 'Links followed', width: 110, ...verdict(row => row.linksFollowed) },
  { key: 'depth', label: 'Depth', width: 76, end: true, cell: row => number(row.depth) },
  { key: 'inlinks', label: 'Links in', width: 72, end: true, cell: row => number(row.inlinks) },
  { key: 'outlinks', label: 'Links out', width: 80, end: true, cell: row => number(row.outlinks) },
  { key: 'title', label: 'Title', width: 220, ...words(row => row.title) },
  { key: 'contentType', label: 'Type', width: 130, ...words(row => row.contentType) },
  { key: 'bytes', label: 'Size', width: 80, end: true, cell: row => (row.bytes === null ? '' : bytesWords(row.bytes)) },
  { key: 'totalMs', label: 'Time', width: 76, end: true, cell: row => (row.totalMs === null ? '' : durationText(row.totalMs)) },
  { key: 'state', label: 'State', width: 96, cell: row => foreignText(row.state) },
  { key: 'canonical', label: 'Canonical', width: 220, ...words(row => row.canonical) },
  { key: 'redirectTo', label: 'Redirects to', width: 220, ...words(row => row.redirectTo) },
  { key: 'inSitemaps', label: 'In sitemaps', width: 92, end: true, cell: row => number(row.inSitemaps) },
  { key: 'fetchedAt', label: 'Fetched at', width: 170, cell: row => (row.fetchedAt === null ? '' : timeWords(row.fetchedAt)) },
];

export const hiddenAtFirst: readonly UrlColumn[] = ['state', 'canonical', 'redirectTo', 'inSitemaps', 'fetchedAt'];
