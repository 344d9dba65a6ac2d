import { useEffect, useState } from 'react';
import {
  type CrawlTrend,
  type TrendCrawl,
  type TrendLeftOut,
  type TrendView,
  type trendNumbers,
  trendWords,
} from '#shared/model/crawl-trend.ts';
import { client } from '../../bridge/client.ts';
import { messageOf } from '../../bridge/hooks.ts';
import { LineChart } from '../../ui/chart/line-chart.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { countWords, timeWords } from '../../ui/text/format.ts';

const pollMs = 250;

/** Several crawls of the site by date: pictures, each with its numbers, and how the hits of each check moved. */
export function TrendTab() {
  const [view, setView] = useState<TrendView | null | undefined>(undefined);
  const [error, setError] = useState('');
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: attempt only reads again
  useEffect(() => {
    let timer = 0;
    let ended = false;
    const read = async (): Promise<void> => {
      try {
        const next = await client.call('trend.read', {});
        if (ended) return;
        setView(next);
        setError('');
        if (next?.progress.state === 'running') timer = window.setTimeout(() => void read(), pollMs);
      } catch (reason) {
        if (!ended) setError(messageOf(reason));
      }
    };
    void read();
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [attempt]);
  const again = (): void => setAttempt(n => n + 1);
  const choose = (from: 'files' | 'folder'): void => {
    client.call('trend.choose', { from }).then(again, (reason: unknown) => setError(messageOf(reason)));
  };
  const cancel = (): void => void client.call('trend.cancel', {}).then(again, again);
  const buttons = (
    <>
      <button type="button" className="btn small" data-testid="trend-choose" onClick={() => choose('files')}>
        Choose crawl files…
      </button>{' '}
      <button type="button" className="btn small" data-testid="trend-folder" onClick={() => choose('folder')}>
        Choose a folder…
      </button>
    </>
  );
  if (error) return <Problem text={`The trend could not be read: ${error}`} retry={again} />;
  if (view === undefined) return <div className="empty">Looking for a trend…</div>;
  if (view?.found)
    return (
      <div className="trend" data-testid="trend">
        <div className="compare-actions">
          {buttons}
          <span className="muted">All crawls are judged with the thresholds of the newest one, without ignore rules.</span>
        </div>
        <LeftOut files={view.found.leftOut ?? []} />
        <Found trend={view.found} />
      </div>
    );
  if (view?.progress.state === 'running') {
    const { done, total, etaMs } = view.progress;
    const left = etaMs === null || total === 0 ? '' : `, about ${Math.max(1, Math.round(etaMs / 1_000))} s left`;
    return (
      <div className="empty" data-testid="trend-progress">
        <p className="num" aria-live="polite">
          {total === 0
            ? 'Counting the crawls…'
            : `Crawl ${Math.min(Math.floor(done / 1_000) + 1, total / 1_000)} of ${total / 1_000}${left}`}
        </p>
        <button type="button" className="btn small" onClick={cancel}>
          Cancel
        </button>
      </div>
    );
  }
  return (
    <div className="empty">
      {view?.problem && <Problem text={`The trend failed: ${view.problem}`} />}
      {view?.progress.state === 'cancelled' && <p>Stopped before the end.</p>}
      <p>
        The trend shows the open crawl and others of the same site by date: statuses, indexable pages, words, score, hits by
        check.
      </p>
      {buttons}
    </div>
  );
}

/** The crawls of the chosen folder that are not in the trend. */
function LeftOut({ files }: { readonly files: readonly TrendLeftOut[] }) {
  if (files.length === 0) return null;
  const named = (why: TrendLeftOut['why']): string =>
    files
      .filter(each => each.why === why)
      .map(({ file }) => file)
      .join(', ');
  const [others, broken] = [named('other-site'), named('unreadable')];
  return (
    <p className="muted selectable" data-testid="trend-left-out">
      {others !== '' && (
        <>
          Left out, because they crawl another site: <Foreign text={others} />.{' '}
        </>
      )}
      {broken !== '' && (
        <>
          Left out, because they cannot be read: <Foreign text={broken} />.
        </>
      )}
    </p>
  );
}

interface Picture {
  readonly title: string;
  readonly lines: readonly { readonly label: string; readonly read: (crawl: TrendCrawl) => number | null }[];
  readonly words?: (value: number) => string;
}

const number = (name: (typeof trendNumbers)[number]) => ({
  label: trendWords[name],
  read: (crawl: TrendCrawl): number | null => crawl.numbers[name],
});
const oneDigit = (value: number): string => countWords(Math.round(value * 10) / 10);

const pictures: readonly Picture[] = [
  { title: 'Health score', lines: [{ label: 'Health score', read: ({ score }) => score }], words: oneDigit },
  { title: 'Hits of issues and warnings', lines: [{ label: 'Hits', read: ({ hits }) => hits }] },
  { title: 'URLs and pages', lines: [number('urls'), number('pages'), number('indexable'), number('inSitemaps')] },
  {
    title: 'Statuses',
    lines: [number('ok'), number('redirects'), number('clientErrors'), number('serverErrors'), number('noResponse')],
  },
  { title: 'Words of a page, mean', lines: [{ label: 'Words', read: ({ words }) => words }], words: oneDigit },
  {
    title: 'Time of a response, mean in ms',
    lines: [{ label: 'Milliseconds', read: ({ totalMs }) => totalMs }],
    words: oneDigit,
  },
];

function Found({ trend: { crawls, checks } }: { readonly trend: CrawlTrend }) {
  const places = crawls.map(({ file, startedAt }) => ({
    label: timeWords(startedAt).split(',')[0] ?? '',
    full: `${file}, ${timeWords(startedAt)}`,
  }));
  return (
    <>
      <div className="trend-pictures">
        {pictures.map(({ title, lines, words = countWords }) => (
          <section key={title}>
            <h3>{title}</h3>
            <LineChart
              label={`${title} over ${crawls.length} crawls`}
              places={places}
              words={words}
              lines={lines.map(({ label, read }, at) => ({ label, tone: `line-${at}`, values: crawls.map(read) }))}
            />
            <Numbers crawls={crawls} lines={lines} words={words} />
          </section>
        ))}
      </div>
      <section>
        <h3>Hits by check</h3>
        {checks.length === 0 ? (
          <p className="muted">No check hit anything in any of these crawls.</p>
        ) : (
          <table className="plain num trend-checks" data-testid="trend-checks">
            <thead>
              <tr>
                <th>Check</th>
                {crawls.map(({ file, startedAt }) => (
                  <th key={`${file} ${startedAt}`} title={timeWords(startedAt)}>
                    <Foreign text={file} />
                  </th>
                ))}
                <th>Since the crawl before</th>
              </tr>
            </thead>
            <tbody>
              {checks.map(({ id, name, points }) => {
                const last = points.at(-1);
                return (
                  <tr key={id}>
                    <th scope="row" title={id}>
                      {name}
                    </th>
                    {points.map(({ hits, checked }, at) => (
                      <td
                        key={`${crawls[at]?.file} ${crawls[at]?.startedAt}`}
                        className={hits === 0 ? 'muted' : ''}
                        title={`${countWords(hits)} of ${countWords(checked)} checked`}
                      >
                        {countWords(hits)}
                      </td>
                    ))}
                    <td>
                      {last?.new ? <span className="tone-bad">{countWords(last.new)} new </span> : null}
                      {last?.persisting ? <span className="muted">{countWords(last.persisting)} persisting </span> : null}
                      {last?.fixed ? <span className="tone-ok">{countWords(last.fixed)} fixed </span> : null}
                      {last?.gone ? <span className="muted">{countWords(last.gone)} gone</span> : null}
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        )}
      </section>
    </>
  );
}

interface NumbersProps {
  readonly crawls: readonly TrendCrawl[];
  readonly lines: Picture['lines'];
  readonly words: (value: number) => string;
}

/** The numbers of a picture: a row a line, which is its legend, too. */
function Numbers({ crawls, lines, words }: NumbersProps) {
  return (
    <div className="trend-numbers">
      <table className="plain num">
        <tbody>
          {lines.map(({ label, read }, at) => (
            <tr key={label}>
              <th scope="row">
                <i className={`trend-key line-${at}`} aria-hidden="true" /> {label}
              </th>
              {crawls.map(crawl => {
                const value = read(crawl);
                return (
                  <td key={`${crawl.file} ${crawl.startedAt}`} title={crawl.file}>
                    {value === null ? '–' : words(value)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
