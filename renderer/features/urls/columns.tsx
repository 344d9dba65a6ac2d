import { titleOf } from '#shared/explain/describe.ts';
import type { UrlColumn, UrlRow } from '#shared/model/explanation.ts';
import { Foreign } from '../../ui/foreign.tsx';
import { bytesWords, countWords, durationText, statusTone, timeWords, verdictTone, verdictWords } from '../../ui/format.ts';
import type { GridColumn } from '../../ui/virtual-grid.tsx';

type UrlGridColumn = GridColumn<UrlRow> & { readonly key: UrlColumn };

const verdict = (value: string) => <span className={`tone-${verdictTone(value)}`}>{verdictWords[value] ?? value}</span>;
const number = (value: number | null) => (value === null ? '' : countWords(value));
const words = (value: string | null) => (value === null ? '' : <Foreign title={value} text={value} />);

/** Every column there is, in the order of the grid. */
export const allColumns: readonly UrlGridColumn[] = [
  { key: 'url', label: 'URL', width: 360, cell: row => words(row.url) },
  {
    key: 'status',
    label: 'Status',
    width: 72,
    end: true,
    cell: row => <span className={`tone-${statusTone(row.status)}`}>{row.status ?? '–'}</span>,
  },
  { key: 'reason', label: 'Decision', width: 180, cell: row => <span title={row.reason}>{titleOf(row.reason)}</span> },
  { key: 'mayFetch', label: 'May fetch', width: 84, cell: row => verdict(row.mayFetch) },
  { key: 'mayList', label: 'May list', width: 112, cell: row => verdict(row.mayList) },
  { key: 'linksFollowed', label: 'Links followed', width: 110, cell: row => verdict(row.linksFollowed) },
  { key: 'depth', label: 'Depth', width: 76, end: true, cell: row => number(row.depth) },
  { key: 'inlinks', label: 'Links in', width: 72, end: true, cell: row => number(row.inlinks) },
  { key: 'outlinks', label: 'Links out', width: 80, end: true, cell: row => number(row.outlinks) },
  { key: 'title', label: 'Title', width: 220, cell: row => words(row.title) },
  { key: 'contentType', label: 'Type', width: 130, cell: row => words(row.contentType) },
  { key: 'bytes', label: 'Size', width: 80, end: true, cell: row => (row.bytes === null ? '' : bytesWords(row.bytes)) },
  { key: 'totalMs', label: 'Time', width: 76, end: true, cell: row => (row.totalMs === null ? '' : durationText(row.totalMs)) },
  { key: 'state', label: 'State', width: 96, cell: row => row.state },
  { key: 'canonical', label: 'Canonical', width: 220, cell: row => words(row.canonical) },
  { key: 'redirectTo', label: 'Redirects to', width: 220, cell: row => words(row.redirectTo) },
  { key: 'inSitemaps', label: 'In sitemaps', width: 92, end: true, cell: row => number(row.inSitemaps) },
  { key: 'fetchedAt', label: 'Fetched at', width: 170, cell: row => (row.fetchedAt === null ? '' : timeWords(row.fetchedAt)) },
];

export const hiddenAtFirst: readonly UrlColumn[] = ['state', 'canonical', 'redirectTo', 'inSitemaps', 'fetchedAt'];
