import { aspectWords } from '#shared/explain/script-words.ts';
import { useActions } from '../../bridge/app-context.ts';
import { useCall, useProgress, useStatus } from '../../bridge/hooks.ts';
import { BlockedCostPanel } from '../../domain/blocked-cost.tsx';
import { countWords, durationText, plural } from '../../ui/text/format.ts';

/** How many rendered pages scripts change, in what, and what blocked resources cost. Nothing for a crawl that renders none. */
export function RenderedPages() {
  const { go } = useActions();
  const progress = useProgress(3_000);
  const isRunning = useStatus()?.state === 'running';
  const { data } = useCall('rendering.counts', {}, progress);
  if (!data || data.rendered + data.failed + data.waiting === 0) return null;
  const { rendered, different, muchDifferent, changes, failed, waiting, etaMs } = data;
  const eta =
    isRunning && etaMs !== null ? `, about ${durationText(Math.max(1_000, Math.round(etaMs / 1_000) * 1_000))} left` : '';
  const list = (filter: string) => () => go({ do: 'filter', filter });
  return (
    <section className="card rendered-pages" data-testid="rendered-pages">
      <header>
        <h2>Rendered pages</h2>
      </header>
      <p className="num">
        Scripts change{' '}
        <button type="button" className="link" data-testid="script-pages" onClick={list('rendered:different')}>
          {countWords(different)} of {plural(rendered, 'rendered page')}
        </button>
        {different === 0 ? '.' : ':'}
      </p>
      {different > 0 && (
        <>
          <ul className="changed-aspects num" data-testid="changed-aspects">
            {changes.map(({ aspect, pages }) => (
              <li key={aspect}>
                <button type="button" className="link" onClick={list(`rendered:${aspect}`)}>
                  {aspectWords[aspect]} on {countWords(pages)}
                </button>
              </li>
            ))}
          </ul>
          <p className="muted num">
            {muchDifferent === 0
              ? 'On none of them do they change links, robots directives or much of the text.'
              : `On ${countWords(muchDifferent)} of them they change links, robots directives or much of the text.`}
          </p>
        </>
      )}
      {failed + waiting > 0 && (
        <p className="muted num">
          {failed > 0 && (
            <button type="button" className="link" onClick={list('rendered:failed')}>
              {plural(failed, 'page')} could not be rendered
            </button>
          )}
          {failed > 0 && waiting > 0 && ' · '}
          {waiting > 0 && `${plural(waiting, 'page')} ${waiting === 1 ? 'waits' : 'wait'}${eta}`}
        </p>
      )}
      {rendered > 0 && <BlockedCostPanel />}
    </section>
  );
}
