import { useCallback, useEffect, useRef, useState } from 'react';
import { titleOf } from '#shared/explain/describe.ts';
import type { SitemapEntryRow, SitemapRow } from '#shared/model/explanation.ts';
import { useActions, useNav } from '../../bridge/app-context.ts';
import { client } from '../../bridge/client.ts';
import { useBlocks } from '../../ui/grid/use-blocks.ts';
import { type GridColumn, type GridHandle, VirtualGrid } from '../../ui/grid/virtual-grid.tsx';
import { keyed } from '../../ui/keyed.ts';
import { Problem } from '../../ui/problem.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { countWords, percent, plural, statusTone } from '../../ui/text/format.ts';
import { sitemapWords } from './words.ts';

const columns: readonly GridColumn<SitemapEntryRow>[] = [
  { key: 'seq', label: 'Entry', width: 60, end: true, cell: row => countWords(row.seq + 1) },
  { key: 'url', label: 'URL', width: 260, grow: true, cell: row => <Foreign title={row.url} text={row.url} /> },
  {
    key: 'status',
    label: 'Status',
    width: 64,
    end: true,
    cell: row => <span className={`tone-${statusTone(row.status)}`}>{row.status ?? '–'}</span>,
  },
  { key: 'reason', label: 'Decision', width: 190, cell: row => titleOf(row.reason) },
  { key: 'inlinks', label: 'Links in', width: 74, end: true, cell: row => countWords(row.inlinks) },
  { key: 'lastmod', label: 'Last modified', width: 170, cell: row => <Foreign text={row.lastmod} /> },
];

interface Props {
  readonly sitemap: SitemapRow;
  /** Entry to point at, -1 for none. */
  readonly seq: number;
}

/** One sitemap file: how it was read, its coverage with denominators, its problems, its entries. */
export function SitemapFile({ sitemap, seq }: Props) {
  const { go } = useActions();
  const { jump } = useNav();
  const grid = useRef<GridHandle>(null);
  const [selected, setSelected] = useState(seq);
  const { id, entries } = sitemap;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a growing sitemap is read anew
  const load = useCallback(
    (from: number, limit: number) => client.call('sitemaps.entries', { sitemap: id, from, limit }),
    [id, entries],
  );
  const { total, rowAt, onRange, error, retry } = useBlocks<SitemapEntryRow>(load);
  const there = total !== undefined && total > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new jump to the same entry scrolls again
  useEffect(() => {
    if (seq < 0 || !there) return;
    setSelected(seq);
    grid.current?.scrollTo(seq);
  }, [seq, jump, there]);
  const open = (index: number): void => {
    const row = rowAt(index);
    if (row) go({ do: 'open', target: { view: 'url', url: row.url } });
  };
  return (
    <section className="sitemap">
      <header className="robots-head">
        <h2 className="selectable">
          <Foreign text={sitemap.url} />
        </h2>
        <p className="muted">
          <Foreign text={sitemapWords(sitemap)} />
        </p>
        {entries > 0 && sitemap.kind !== 'index' && (
          <ul className="coverage num">
            <Share label="with a response" part={sitemap.fetched} all={entries} />
            <Share label="blocked by robots.txt" part={sitemap.blocked} all={entries} />
            <Share label="linked from no page" part={sitemap.notLinked} all={entries} />
          </ul>
        )}
        {sitemap.problems.length > 0 && (
          <details open={sitemap.problems.length <= 5}>
            <summary className="tone-warn">{plural(sitemap.problems.length, 'problem')}</summary>
            <ul className="problems selectable">
              {keyed(sitemap.problems.slice(0, 200), each => `${each.code} ${each.line}`).map(({ key, item: problem }) => (
                <li key={key}>
                  {problem.line > 0 && <span className="muted num">line {problem.line}</span>} <code>{problem.code}</code>{' '}
                  <Foreign text={problem.detail} />
                </li>
              ))}
            </ul>
          </details>
        )}
      </header>
      {error && <Problem text={`The entries could not be read: ${error}`} retry={retry} />}
      {total === 0 && !error ? (
        <div className="empty">
          {sitemap.kind === 'index' ? 'A sitemap index: its sitemaps are in the list on the left.' : 'No entry was read.'}
        </div>
      ) : (
        <VirtualGrid
          label="Entries"
          testId="sitemap-grid"
          columns={columns}
          count={total ?? 0}
          rowAt={rowAt}
          onRange={onRange}
          selected={selected}
          onSelect={setSelected}
          onOpen={open}
          handle={grid}
        />
      )}
    </section>
  );
}

function Share({ label, part, all }: { readonly label: string; readonly part: number; readonly all: number }) {
  return (
    <li>
      <b>
        {countWords(part)} of {countWords(all)}
      </b>{' '}
      {label} <span className="muted">({percent(part, all)})</span>
    </li>
  );
}
