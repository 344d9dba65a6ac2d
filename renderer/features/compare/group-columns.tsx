import type { ComparedState, ComparedUrl, Flip } from '#shared/model/comparison.ts';
import { cellOf, type UrlColumn } from '#shared/model/url-column.ts';
import { urlColumns } from '#shared/model/url-columns.ts';
import { urlColumn } from '../../domain/url-column.tsx';
import type { GridColumn } from '../../ui/grid/virtual-grid.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { countWords, shortUrl, timeWords, verdictTone, verdictWords } from '../../ui/text/format.ts';
import { visibleText } from '../../ui/text/visible-text.ts';
import type { ShownGroup } from './compare-words.ts';

const word = (value: string): string => verdictWords[value] ?? value;
const turn = (old: string, now: string, tone: string) =>
  old === now ? (
    <span className="muted">{old}</span>
  ) : (
    <span>
      <span className="muted">{old} →</span> <span className={`tone-${tone}`}>{now}</span>
    </span>
  );

const verdict =
  (read: (state: ComparedState) => string) =>
  ({ before, after }: ComparedUrl) =>
    before && after ? turn(word(read(before)), word(read(after)), verdictTone(read(after))) : null;

/** The value of any other column. */
function valueWords(state: ComparedState, column: UrlColumn): string {
  const value = cellOf(state, column);
  return typeof value === 'number' && column.kind === 'time' ? timeWords(value) : String(value ?? 'none');
}

const status = ({ status: code }: ComparedState): string => (code === null ? 'none' : String(code));

/** Columns of what differs in a group; URLs of one crawl show what became of them there. */
export function columnsOf(
  { part, change }: ShownGroup,
  base: string,
  columns: readonly UrlColumn[] = urlColumns,
): readonly GridColumn<ComparedUrl>[] {
  const url = urlColumn<ComparedUrl>({ urlOf: row => row.url, width: 160, base });
  const inlinks: GridColumn<ComparedUrl> = {
    key: 'inlinks',
    label: 'Inlinks',
    width: 64,
    end: true,
    cell: row => countWords(row.inlinks),
  };
  const has = (...flips: readonly Flip[]): boolean => change !== null && flips.some(name => (change.flips[name] ?? 0) > 0);
  const only = (row: ComparedUrl): ComparedState | null => row.before ?? row.after;
  const all: readonly (GridColumn<ComparedUrl> & { readonly shown: boolean })[] = [
    {
      key: 'target',
      label: 'Target before → after',
      width: 260,
      grow: true,
      shown: change?.kind === 'redirect-target' || change?.kind === 'canonical-target',
      cell: row => (
        <span title={visibleText(`${row.oldTarget || 'none'} → ${row.newTarget || 'none'}`)}>
          <Foreign className="muted" text={shortUrl(row.oldTarget, base) || 'none'} /> →{' '}
          <Foreign text={shortUrl(row.newTarget, base) || 'none'} />
        </span>
      ),
    },
    {
      key: 'fetch',
      label: 'May fetch',
      width: 86,
      shown: has('blocked', 'allowed', 'fetchUnknown'),
      cell: verdict(state => state.mayFetch),
    },
    {
      key: 'list',
      label: 'May list',
      width: 150,
      shown: has('delisted', 'addressOnly', 'listable', 'listUnknown'),
      cell: verdict(state => state.mayList),
    },
    {
      key: 'links',
      label: 'Links followed',
      width: 130,
      shown: has('linksDropped', 'linksFollowed', 'linksNotRead'),
      cell: verdict(state => state.linksFollowed),
    },
    {
      key: 'status',
      label: 'Status',
      width: 104,
      shown: has('status'),
      cell: ({ before, after }) => (before && after ? turn(status(before), status(after), 'warn') : null),
    },
    ...columns.map(column => ({
      key: column.key,
      label: column.label,
      width: 130,
      shown: has(`column:${column.key}`),
      cell: ({ before, after }: ComparedUrl) =>
        before && after ? turn(valueWords(before, column), valueWords(after, column), 'warn') : null,
    })),
    {
      key: 'one-status',
      label: 'Status',
      width: 70,
      shown: part !== 'changed',
      cell: row => <span>{only(row)?.status ?? '–'}</span>,
    },
    {
      key: 'one-fetch',
      label: 'May fetch',
      width: 84,
      shown: part !== 'changed',
      cell: row => word(only(row)?.mayFetch ?? ''),
    },
    {
      key: 'one-list',
      label: 'May list',
      width: 100,
      shown: part !== 'changed',
      cell: row => word(only(row)?.mayList ?? ''),
    },
  ];
  return [url, ...all.filter(({ shown }) => shown), inlinks];
}
