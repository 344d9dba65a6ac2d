import { useCallback, useMemo } from 'react';
import { titleOf } from '#shared/explain/describe.ts';
import { sitemapCountKeys, sitemapCounts } from '#shared/explain/sitemap-counts.ts';
import type { SitemapEntryRow, SitemapRow } from '#shared/model/explanation.ts';
import { useActions, useNav } from '../../bridge/app-context.ts';
import { client } from '../../bridge/client.ts';
import { ExportButton } from '../../domain/export-button.tsx';
import { type InterpreterChoice, interpreterInput } from '../../domain/interpreter-choice.ts';
import { InterpreterPicker } from '../../domain/interpreter-picker.tsx';
import { urlColumn } from '../../domain/url-column.tsx';
import { BlockList } from '../../ui/grid/block-list.tsx';
import { useBlocks } from '../../ui/grid/use-blocks.ts';
import type { GridColumn } from '../../ui/grid/virtual-grid.tsx';
import { keyed } from '../../ui/keyed.ts';
import { Foreign } from '../../ui/text/foreign.tsx';
import { countWords, plural, statusTone } from '../../ui/text/format.ts';
import { Dates } from './dates.tsx';
import { Share } from './share.tsx';
import { sitemapWords, verdictWords } from './words.ts';

const columns: readonly GridColumn<SitemapEntryRow>[] = [
  { key: 'seq', label: 'Entry', width: 60, end: true, cell: row => countWords(row.seq + 1) },
  urlColumn({ urlOf: ({ url }) => url, width: 260, base: '' }),
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

const verdictColumn: GridColumn<SitemapEntryRow> = {
  key: 'robots',
  label: 'robots.txt',
  width: 150,
  cell: ({ robots }) => (
    <span className={robots?.allowed === false ? 'tone-bad' : ''} title={robots?.rule ?? ''}>
      {verdictWords(robots)}
    </span>
  ),
};
const judgedColumns = [...columns.slice(0, 2), verdictColumn, ...columns.slice(2)];

interface Props {
  readonly sitemap: SitemapRow;
  /** Whose verdict the entries have; '' for nobody's. */
  readonly crawler: InterpreterChoice;
  readonly onCrawler: (crawler: InterpreterChoice) => void;
  /** Entry to point at, -1 for none. */
  readonly seq: number;
}

/** One sitemap file: how it was read, its coverage with denominators, its problems, its entries. */
export function SitemapFile({ sitemap, crawler, onCrawler, seq }: Props) {
  const { go } = useActions();
  const { profile } = interpreterInput(crawler);
  const { jump } = useNav();
  const { id, entries } = sitemap;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a growing sitemap is read again
  const load = useCallback(
    (from: number, limit: number) =>
      client.call('sitemaps.entries', { sitemap: id, from, limit, ...(profile === undefined ? {} : { profile }) }),
    [id, entries, profile],
  );
  const list = useBlocks<SitemapEntryRow>(load);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new jump to the same entry shows it again
  const at = useMemo(() => ({ row: seq }), [seq, jump]);
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
          <ul className="coverage num" data-testid="sitemap-counts">
            {sitemapCountKeys.map(key => (
              <Share
                key={key}
                label={sitemapCounts[key].label}
                part={sitemap[key]}
                all={sitemap.urls}
                filter={`in:${sitemap.url} ${sitemapCounts[key].filter}`}
              />
            ))}
          </ul>
        )}
        {entries > 0 && sitemap.kind !== 'index' && <Dates sitemap={id} />}
        {sitemap.kind !== 'index' && (
          <div className="sitemap-tools">
            <InterpreterPicker
              label="robots.txt verdict for"
              none="No crawler"
              value={crawler}
              testId="sitemap-crawler"
              only="crawlers"
              onPick={onCrawler}
            />
            <ExportButton
              offer={{
                label: `Entries of ${sitemap.url}`,
                list: { kind: 'sitemap-entries', sitemap: id },
                count: entries,
                shown: null,
              }}
            />
          </div>
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
      <BlockList
        label="Entries"
        testId="sitemap-grid"
        list={list}
        columns={profile === undefined ? columns : judgedColumns}
        what="The entries"
        empty={
          sitemap.kind === 'index' ? 'This is a sitemap index. Its sitemaps are in the list on the left.' : 'No entry was read.'
        }
        onOpen={({ url }) => go({ do: 'open', target: { view: 'url', url } })}
        at={at}
      />
    </section>
  );
}
