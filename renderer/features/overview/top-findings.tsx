import type { HealthScore } from '#shared/model/issues.ts';
import { useActions } from '../../bridge/app-context.ts';
import { useStatus } from '../../bridge/hooks.ts';
import { priorityTone, priorityWords } from '../../domain/check-words.ts';
import { CountOf } from '../../domain/counted.tsx';
import { type CheckFound, useIssues } from '../../domain/use-issues.ts';
import { workWords } from '../../domain/work-words.ts';
import { Hint } from '../../ui/hint.tsx';
import { countWords, plural } from '../../ui/text/format.ts';

const shown = 8;
/** Larger crawls are audited when the user opens the issues: that takes longer than a look at the overview. */
const mostAtOnce = 100_000;

/** URLs that an audit does in a second, on the careful side: it is built to do a million in a minute. */
const urlsOfSecond = 10_000;

/** How long the audit of so many URLs may take, in words. */
function estimate(urls: number): string {
  const seconds = Math.max(1, Math.ceil(urls / urlsOfSecond));
  return seconds < 90 ? plural(seconds, 'second') : plural(Math.ceil(seconds / 60), 'minute');
}

const ranks = { H: 0, M: 1, L: 2 } as const;
const types = { issue: 0, warning: 1, opportunity: 2 } as const;

/** The gravest findings, those that concern the largest share first. */
const topOf = (checks: readonly CheckFound[]): readonly CheckFound[] =>
  checks
    .filter(({ counted }) => counted.isHit)
    .sort((a, b) => ranks[a.priority] - ranks[b.priority] || types[a.type] - types[b.type] || b.counted.share - a.counted.share)
    .slice(0, shown);

/** What is most wrong with the site, and its health score. A crawl that is over is audited when it is opened. */
export function TopFindings() {
  const status = useStatus();
  const { go } = useActions();
  const isAtRest = status !== null && status.state !== 'running' && status.urls > 0 && status.urls <= mostAtOnce;
  const { state, checks, run } = useIssues(isAtRest ? 'start' : 'look');
  if (!state || !status || status.fetched === 0) return null;
  const top = topOf(checks);
  return (
    <section className="card" data-testid="top-findings">
      <header>
        <h2>Top findings</h2>
        <button type="button" className="link" onClick={() => go({ do: 'view', view: 'issues' })}>
          All issues
        </button>
      </header>
      {checks.length === 0 && (
        <p className="muted num">
          {state.state === 'running'
            ? `Checking: ${state.total === 0 ? 'reading the file' : workWords(state)}`
            : 'The checks have not run yet.'}
          {state.state !== 'running' && status.state !== 'running' && (
            <>
              {' '}
              <button type="button" className="btn small" data-testid="run-audit" onClick={() => run()}>
                Run the audit (about {estimate(status.urls)})
              </button>
            </>
          )}
        </p>
      )}
      {checks.length > 0 && (
        <div className="findings">
          {state.score && <Score score={state.score} checks={checks} />}
          <ul className="findings-list">
            {top.length === 0 && <li className="muted">No check found anything wrong.</li>}
            {top.map(({ id, name, priority, counted }) => (
              <li key={id}>
                <button
                  type="button"
                  className="finding-row"
                  data-testid="top-finding"
                  onClick={() => go({ do: 'check', check: id })}
                >
                  <span className={`chip ${priorityTone[priority]}`}>{priorityWords[priority]}</span>
                  <span className="clip">{name}</span>
                  <CountOf of={counted} reasons="line" />
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

function Score({ score, checks }: { readonly score: HealthScore; readonly checks: readonly CheckFound[] }) {
  const nameOf = (id: string): string => checks.find(check => check.id === id)?.name ?? id;
  const formula = (
    <>
      <p>
        100 × the product of (1 − weight × hits ÷ checked) over all checks that checked something. Weights of issues: high 0.10,
        medium 0.04, low 0.01. Warnings: half of that. Opportunities, ignored hits and own checks do not count.
      </p>
      {score.lost.length > 0 && <p>What takes most points:</p>}
      <ul className="num">
        {score.lost.slice(0, 5).map(({ id, points }) => (
          <li key={id}>
            −{points.toFixed(1)} {nameOf(id)}
          </li>
        ))}
      </ul>
    </>
  );
  return (
    <Hint text={formula}>
      <button type="button" className="tile num score" data-testid="health-score">
        <span className="muted">Health score</span>
        <b>{Math.floor(score.value * 10) / 10}</b>
        <span className="muted">
          of 100 · from {countWords(score.checks)} of {plural(score.allChecks, 'check')}
        </span>
      </button>
    </Hint>
  );
}
