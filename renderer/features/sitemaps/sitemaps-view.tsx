import { useMemo, useState } from 'react';
import { useActions, useNav } from '../../bridge/app-context.ts';
import { useCall, useProgress, useStatus } from '../../bridge/hooks.ts';
import type { InterpreterChoice } from '../../domain/interpreter-choice.ts';
import { Problem } from '../../ui/problem.tsx';
import { listSize, SplitPane } from '../../ui/split-pane.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { countWords, percent, plural } from '../../ui/text/format.ts';
import { Coverage } from './coverage.tsx';
import { SitemapFile } from './sitemap-file.tsx';
import { treeOf } from './tree.ts';
import { sitemapState } from './words.ts';

/** The sitemap files of the crawl, their entries, and how much of them the crawl covered. */
export function SitemapsView() {
  const nav = useNav();
  const { go } = useActions();
  const status = useStatus();
  const { data, error, retry } = useCall('sitemaps.tree', {}, useProgress(3_000));
  const [crawler, setCrawler] = useState<InterpreterChoice>('');
  const tree = useMemo(() => treeOf(data ?? []), [data]);
  if (error && data === undefined) return <Problem text={`The sitemaps could not be read: ${error}`} retry={retry} />;
  if (!data) return <div className="empty">Reading the sitemaps, and what became of their entries…</div>;
  if (data.length === 0) {
    const off = status?.settings.sitemaps === false;
    return (
      <div className="empty">
        <p>
          {off
            ? 'Reading sitemaps is off in the settings of this crawl.'
            : 'No sitemap was found. Crawlscope looks for them in robots.txt and at /sitemap.xml.'}
        </p>
        <MakeButton />
      </div>
    );
  }
  const current = data.find(row => row.id === nav.sitemap?.id) ?? tree[0]?.row;
  return (
    <div className="sitemaps-view">
      <Coverage />
      <SplitPane
        name="sitemaps"
        label="Width of the list of sitemaps"
        at="start"
        size={listSize}
        side={
          <nav className="list" aria-label="Sitemaps">
            <div className="list-head">
              <h2>{plural(data.length, 'sitemap')}</h2>
              <MakeButton />
            </div>
            <ul data-testid="sitemap-tree">
              {tree.map(({ row, level }) => (
                <li key={row.id}>
                  <button
                    type="button"
                    className="list-row"
                    style={{ paddingInlineStart: 10 + level * 16 }}
                    aria-current={row.id === current?.id}
                    onClick={() => go({ do: 'open', target: { view: 'sitemap', sitemap: row.id, seq: -1 } })}
                  >
                    <Foreign className="clip" title={row.url} text={row.url} />
                    <span className="muted num">
                      {sitemapState(row)}
                      {row.state === 'done' &&
                        ` · ${row.kind === 'index' ? plural(row.entries, 'sitemap') : plural(row.entries, 'entry', 'entries')}`}
                      {row.entries > 0 &&
                        row.kind !== 'index' &&
                        ` · ${countWords(row.fetched)} with a response (${percent(row.fetched, row.urls)})`}
                      {row.problems.length > 0 && <span className="tone-warn"> · {plural(row.problems.length, 'problem')}</span>}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </nav>
        }
        main={
          current && (
            <SitemapFile
              key={current.id}
              sitemap={current}
              crawler={crawler}
              onCrawler={setCrawler}
              seq={nav.sitemap?.id === current.id ? nav.sitemap.seq : -1}
            />
          )
        }
      />
    </div>
  );
}

function MakeButton() {
  const { command } = useActions();
  return (
    <button type="button" className="btn small" data-testid="make-sitemap" onClick={() => command('make-sitemap')}>
      Make a sitemap…
    </button>
  );
}
