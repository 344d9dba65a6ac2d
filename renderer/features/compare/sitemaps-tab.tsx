import { useCallback, useMemo, useState } from 'react';
import type { ComparedSitemapsView } from '#shared/model/comparison-details.ts';
import { type SitemapChange, type SitemapChangeKind, sitemapChangeKinds } from '#shared/model/sitemap-diff.ts';
import { useActions } from '../../bridge/app-context.ts';
import { client } from '../../bridge/client.ts';
import { useDebounced, useStatus } from '../../bridge/hooks.ts';
import { ExportButton } from '../../domain/export-button.tsx';
import { urlColumn } from '../../domain/url-column.tsx';
import { BlockList } from '../../ui/grid/block-list.tsx';
import { useBlocks } from '../../ui/grid/use-blocks.ts';
import type { GridColumn } from '../../ui/grid/virtual-grid.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { countWords, percent, plural, shortUrl } from '../../ui/text/format.ts';
import { useWork } from './use-work.ts';
import { WorkState } from './work-state.tsx';

type Found = NonNullable<ComparedSitemapsView['found']>;

const none = '–';

/** What was added to the sitemaps, removed, moved and changed, and whether lastmod goes with the text. */
export function SitemapsTab({ run }: { readonly run: number }) {
  const read = useCallback(() => client.call('comparison.sitemaps', { run }), [run]);
  const { view, error, again } = useWork(read);
  const cancel = (): void => void client.call('comparison.cancelSitemaps', { run }).then(again, again);
  if (!view?.found)
    return (
      <WorkState
        what="The sitemaps"
        unit="entries"
        {...{ error, again, cancel }}
        problem={view?.problem ?? ''}
        progress={view?.progress}
      />
    );
  const { totals, files } = view.found;
  const all = totals.added + totals.removed + totals.moved + totals.changed + totals.same;
  if (all === 0 && files.length === 0)
    return <div className="empty">Neither crawl read a sitemap. Crawl with sitemaps to compare them.</div>;
  return <Found run={run} found={view.found} all={all} />;
}

function Found({ run, found, all }: { readonly run: number; readonly found: Found; readonly all: number }) {
  const { go } = useActions();
  const { totals, isWhole } = found;
  const [kind, setKind] = useState<SitemapChangeKind | null>(null);
  const [text, setText] = useState('');
  const contains = useDebounced(text.trim(), 250);
  const load = useCallback(
    (from: number, limit: number) => client.call('comparison.sitemapChanges', { run, kind, contains, from, limit }),
    [run, kind, contains],
  );
  const list = useBlocks<SitemapChange>(load);
  const base = useStatus()?.seeds[0] ?? '';
  const columns = useMemo(() => columnsOf(base), [base]);
  return (
    <section className="sitemap">
      <header className="robots-head selectable" data-testid="compare-sitemaps">
        <h2 className="num">
          {countWords(all - totals.same)} of {plural(all, 'URL')} of the sitemaps differ ({percent(all - totals.same, all)})
        </h2>
        <div className="chips num" role="group" aria-label="Only URLs that were">
          {sitemapChangeKinds.map(each => (
            <button
              key={each}
              type="button"
              className="chip"
              disabled={totals[each] === 0}
              aria-pressed={kind === each}
              onClick={() => setKind(kind === each ? null : each)}
            >
              {countWords(totals[each])} {each}
            </button>
          ))}
        </div>
        <Files found={found} base={base} />
        {!isWhole && <p className="tone-warn">The first 500,000 changes are listed; the counts are of all.</p>}
      </header>
      <div className="toolbar toolbar-line">
        <input
          className="field"
          type="text"
          aria-label="Only URLs that contain"
          placeholder="URL contains…"
          value={text}
          onChange={event => setText(event.target.value)}
        />
        <ExportButton
          label="Export these URLs…"
          disabled={all === totals.same}
          offer={{
            label: 'Changes of the sitemaps',
            list: { kind: 'compared-sitemaps', run, change: kind, contains },
            count: list.total ?? null,
            shown: null,
          }}
        />
      </div>
      <BlockList
        key={`${kind} ${contains}`}
        label="URLs whose entries differ"
        testId="sitemap-changes"
        list={list}
        columns={columns}
        what="The entries"
        empty={all === totals.same ? 'All entries are the same.' : 'No URL contains this.'}
        onOpen={({ url }) => go({ do: 'inspect-compared', url })}
      />
    </section>
  );
}

/** Counts of each file, and whether its dates are true. */
function Files({ found, base }: { readonly found: Found; readonly base: string }) {
  const dates = new Map(found.dates.map(each => [each.url, each]));
  return (
    <div className="compare-sitemap-files">
      <table className="plain num">
        <thead>
          <tr>
            {['Sitemap', 'Before', 'After', 'Added', 'Removed', 'Changed', 'Moved in', 'Moved out'].map(head => (
              <th key={head}>{head}</th>
            ))}
            <th title="lastmod changed, and the text of the page did not">Only lastmod changed</th>
            <th title="The text of the page changed, and lastmod did not">Only the text changed</th>
          </tr>
        </thead>
        <tbody>
          {found.files.map(({ file, before, after, added, removed, changed, movedIn, movedOut }) => {
            const date = dates.get(file);
            const of = (count: number): string =>
              date && date.changed > 0 ? `${countWords(count)} of ${countWords(date.changed)}` : none;
            return (
              <tr key={file}>
                <td>
                  <Foreign text={shortUrl(file, base)} title={file} />
                </td>
                {[before, after, added, removed, changed, movedIn, movedOut].map((count, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns do not move
                  <td key={at} className={count === 0 ? 'muted' : ''}>
                    {countWords(count)}
                  </td>
                ))}
                <td>{date ? of(date.onlyDate) : none}</td>
                <td>{date ? of(date.onlyText) : none}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

const columnsOf = (base: string): readonly GridColumn<SitemapChange>[] => [
  urlColumn<SitemapChange>({ urlOf: row => row.url, width: 200, base }),
  { key: 'kind', label: 'Change', width: 84, cell: row => row.kind },
  { key: 'fields', label: 'Values', width: 120, cell: row => row.fields.join(', ') || none },
  { key: 'before', label: 'lastmod before', width: 150, cell: row => <Foreign text={row.lastmodBefore || none} /> },
  { key: 'after', label: 'lastmod after', width: 150, cell: row => <Foreign text={row.lastmodAfter || none} /> },
  {
    key: 'files',
    label: 'Files',
    width: 200,
    cell: row => {
      const [from, to] = [row.from, row.to].map(files => files.map(file => shortUrl(file, base)).join(', ') || none);
      return <Foreign text={from === to ? (to ?? '') : `${from} → ${to}`} />;
    },
  },
];
