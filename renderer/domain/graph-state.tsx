import { countWords, plural } from '../ui/text/format.ts';
import type { Graph } from './use-graph.ts';

const partsOfWork = 1_000;

/** What was read of the links, or how far the reading is. */
export function GraphState({ graph: { state, again, cancel } }: { readonly graph: Graph }) {
  if (!state) return <p className="work-line" />;
  const { facts, done, etaMs } = state;
  const isRunning = state.state === 'running';
  const left = etaMs === null ? '' : `, about ${Math.max(1, Math.round(etaMs / 1_000))} s left`;
  return (
    <div className="work-line num" aria-live="polite" data-testid="graph-line" data-state={state.state} data-run={state.run}>
      {facts && (
        <span>
          <b>{countWords(facts.links)}</b> different links between {plural(facts.urls, 'URL')}. {countWords(facts.scored)} of them
          have a link score.
        </span>
      )}
      {isRunning && (
        <>
          <span className="muted">
            {state.run > 0 ? 'Reading again: ' : 'Reading the links: '}
            {Math.floor((100 * done) / partsOfWork)} %{left}
          </span>
          <button type="button" className="btn small" onClick={cancel}>
            Stop
          </button>
        </>
      )}
      {!isRunning && facts && !state.isCurrent && (
        <>
          <span className="tone-warn">The crawl has changed since.</span>
          <button type="button" className="btn small" onClick={again}>
            Read again
          </button>
        </>
      )}
    </div>
  );
}

/** In place of results: why there are none, and what to do. */
export function NoGraph({ graph: { state, again } }: { readonly graph: Graph }) {
  if (state?.state === 'failed')
    return (
      <div className="empty">
        The links could not be read: {state.problem}
        <button type="button" className="btn small" onClick={again}>
          Try again
        </button>
      </div>
    );
  if (state?.state === 'cancelled')
    return (
      <div className="empty">
        Reading was stopped.
        <button type="button" className="btn small" onClick={again}>
          Read the links
        </button>
      </div>
    );
  return <div className="empty">Reading the links of this crawl…</div>;
}
