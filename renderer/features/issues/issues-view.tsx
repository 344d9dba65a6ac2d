import { useId, useState } from 'react';
import { useActions, useNav } from '../../bridge/app-context.ts';
import { useStatus } from '../../bridge/hooks.ts';
import { ExportButton } from '../../domain/export-button.tsx';
import { IgnoreDialog } from '../../domain/ignore-dialog.tsx';
import { type Issues, useIssues } from '../../domain/use-issues.ts';
import { useRules } from '../../domain/use-rules.ts';
import { workWords } from '../../domain/work-words.ts';
import { Problem } from '../../ui/problem.tsx';
import { type SideSize, SplitPane } from '../../ui/split-pane.tsx';
import { countWords, plural } from '../../ui/text/format.ts';
import { CheckDetail } from './check-detail.tsx';
import { CheckFilterBar } from './check-filter.tsx';
import { CheckList } from './check-list.tsx';
import { ComparedWith } from './compared-with.tsx';
import { IgnoreRulesDialog } from './ignore-rules.tsx';
import { IgnoreRulesButton } from './ignore-rules-button.tsx';
import type { Ignoring } from './ignoring.ts';
import { shownGroups, startFilter } from './shown-checks.ts';

const listSize: SideSize = { usual: '380px', least: 240, most: 60 };

/** What is wrong with the site: the checks, what each of them hit, and the evidence. */
export function IssuesView() {
  const nav = useNav();
  // A view that is not on screen shows existing results, and starts nothing.
  const issues = useIssues(nav.view === 'issues' ? 'start' : 'look');
  const status = useStatus();
  const { state, checks, error, retry, run } = issues;
  if (error && state === null) return <Problem text={`The audit could not be read: ${error}`} retry={retry} />;
  if (status?.urls === 0)
    return <div className="empty">There is nothing to check yet. Start the crawl; its pages are checked while it runs.</div>;
  return (
    <div className="issues">
      <AuditLine issues={issues} />
      <SegmentLine issues={issues} />
      {error && <Problem text={`The audit could not be read: ${error}`} retry={retry} />}
      {state?.state === 'failed' && <Problem text={`The audit could not be finished: ${state.problem}`} retry={() => run()} />}
      {checks.length > 0 && state ? <Results issues={issues} /> : <NoResults issues={issues} />}
    </div>
  );
}

/** Counts of one part of the site alone; only where the file has segments. */
function SegmentLine({ issues: { state, setSegment } }: { readonly issues: Issues }) {
  const id = useId();
  const { view } = useRules();
  const names = view?.rules.flatMap(({ rule, isAllowed }) => (rule.kind === 'segment' && isAllowed ? [rule.name] : [])) ?? [];
  if (names.length === 0 && !state?.segment) return null;
  return (
    <div className="work-line">
      <label htmlFor={id}>Count</label>
      <select id={id} className="field" value={state?.segment ?? ''} onChange={event => setSegment(event.target.value || null)}>
        <option value="">all URLs</option>
        {names.map(name => (
          <option key={name} value={name}>
            segment {name}
          </option>
        ))}
        <option value="none">URLs in no segment</option>
      </select>
      {state?.segment && <span className="muted">Hits, checked and not checkable are those of this segment’s URLs.</span>}
    </div>
  );
}

function NoResults({ issues: { state, run } }: { readonly issues: Issues }) {
  if (state?.state === 'cancelled')
    return (
      <div className="empty">
        The audit was stopped before it had results.
        <button type="button" className="btn small" onClick={() => run()}>
          Run the audit
        </button>
      </div>
    );
  if (state?.state === 'failed') return <div className="empty">There are no results.</div>;
  return <div className="empty">Checking the pages of this crawl…</div>;
}

const nameIn = (checks: Issues['checks'], check: string): string => checks.find(({ id }) => id === check)?.name ?? check;

/** The state of the audit: its results, or its progress. */
function AuditLine({ issues: { state, checks, run, setLimits, cancel } }: { readonly issues: Issues }) {
  if (!state) return <p className="work-line" />;
  const hit = checks.filter(({ counted }) => counted.isHit).length;
  const able = checks.filter(({ counted }) => counted.isChecked).length;
  const isRunning = state.state === 'running';
  const changed = Object.keys(state.limits).length;
  return (
    <div className="work-line num" aria-live="polite" data-testid="audit-line" data-state={state.state} data-run={state.run}>
      {checks.length > 0 && (
        <span>
          <b>{countWords(hit)}</b> of {plural(able, 'check')} found something.
          {able < checks.length && ` ${countWords(checks.length - able)} more had nothing to check.`}
        </span>
      )}
      {checks.length > 0 && (
        <ExportButton
          label="Export checks…"
          offer={{ label: 'All checks with their counts', list: { kind: 'issues' }, count: checks.length, shown: null }}
        />
      )}
      {checks.length > 0 && <ComparedWith state={state} />}
      {checks.length > 0 && <IgnoreRulesButton nameOf={check => nameIn(checks, check)} />}
      {changed > 0 && (
        <span className="chips">
          <span className="tone-warn">{plural(changed, 'check')} with changed thresholds</span>
          <button
            type="button"
            className="btn small"
            data-testid="reset-thresholds"
            onClick={() => setLimits({}, 'All thresholds have their defaults again.')}
          >
            Reset all
          </button>
        </span>
      )}
      {isRunning && (
        <>
          <span className="muted">
            {state.run > 0 ? 'Checking again: ' : 'Checking: '}
            {state.total === 0 ? 'reading the file' : workWords(state)}
          </span>
          <button type="button" className="btn small" onClick={cancel}>
            Stop
          </button>
        </>
      )}
      {state.state === 'done' && !state.isCurrent && <span className="muted">Newer results follow.</span>}
      {state.state === 'cancelled' && checks.length > 0 && (
        <>
          <span className="tone-warn">Stopped. These are the results before.</span>
          <button type="button" className="btn small" onClick={() => run()}>
            Run the audit
          </button>
        </>
      )}
    </div>
  );
}

function Results({ issues: { state, checks, setLimits } }: { readonly issues: Issues }) {
  const nav = useNav();
  const { go } = useActions();
  const [filter, setFilter] = useState(startFilter);
  const [ignoring, setIgnoring] = useState<Ignoring>(null);
  const nameOf = (check: string): string => nameIn(checks, check);
  const groups = shownGroups(checks, filter);
  const listed = groups.flatMap(group => group.checks);
  const current = checks.find(({ id }) => id === nav.check) ?? listed[0];
  if (!state) return null;
  const isFiltered = filter.text !== '' || filter.type !== null || filter.priority !== null || filter.only !== 'hits';
  return (
    <>
      <CheckFilterBar
        filter={filter}
        onFilter={setFilter}
        can={{ new: state.baseline !== '', ignored: checks.some(({ counted }) => counted.hasIgnored) }}
      />
      {ignoring?.open === 'rules' && <IgnoreRulesDialog nameOf={nameOf} onClose={() => setIgnoring(null)} />}
      {ignoring?.open === 'rule' && (
        <IgnoreDialog start={ignoring.start} id={ignoring.id} nameOf={nameOf} onClose={() => setIgnoring(null)} />
      )}
      <SplitPane
        name="issues"
        label="Width of the list of checks"
        at="start"
        size={listSize}
        side={
          listed.length === 0 ? (
            <div className="empty list">
              {isFiltered ? 'No check matches this filter.' : 'No check found anything wrong.'}
              <button type="button" className="btn small" onClick={() => setFilter({ ...startFilter, only: 'all' })}>
                Show all checks
              </button>
            </div>
          ) : (
            <CheckList
              groups={groups}
              current={current ?? null}
              onPick={check => go({ do: 'check', check })}
              onIgnoring={setIgnoring}
            />
          )
        }
        main={
          current ? (
            <CheckDetail check={current} state={state} onLimits={setLimits} onIgnoring={setIgnoring} />
          ) : (
            <div className="empty">Select a check to see what it looked at.</div>
          )
        }
      />
    </>
  );
}
