import { useState } from 'react';
import { notCheckableReasons } from '#shared/model/audit.ts';
import type { ShownFinding, UrlIssues } from '#shared/model/issues.ts';
import { useActions, useNav } from '../../bridge/app-context.ts';
import { useCall } from '../../bridge/hooks.ts';
import { priorityTone, priorityWords, typeWords } from '../../domain/check-words.ts';
import { FindingItems } from '../../domain/finding-items.tsx';
import { IgnoreDialog } from '../../domain/ignore-dialog.tsx';
import { untilWords } from '../../domain/ignore-words.ts';
import { sinceTone, sinceWords } from '../../domain/trend.tsx';
import { type CheckFound, useIssues } from '../../domain/use-issues.ts';
import { Problem } from '../../ui/problem.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { countWords, plural } from '../../ui/text/format.ts';

/** What every check says of one URL: the hits with their evidence, what it passed, and what could not be checked. */
export function Issues({ url }: { readonly url: string }) {
  const { state, checks, error, retry, run } = useIssues('look');
  const found = useCall('issues.ofUrl', state && state.run > 0 ? { url } : null, state?.run);
  if (error || found.error)
    return (
      <Problem text={`The checks of this URL could not be read: ${error || found.error}`} retry={error ? retry : found.retry} />
    );
  if (!state) return null;
  if (state.run === 0)
    return (
      <div className="empty">
        {state.state === 'running' ? 'Checking the pages of this crawl…' : 'The checks have not run on this crawl yet.'}
        {state.state !== 'running' && (
          <button type="button" className="btn small" onClick={() => run()}>
            Run the audit
          </button>
        )}
      </div>
    );
  if (!found.data) return null;
  return <Found issues={found.data} checks={checks} />;
}

function Found({ issues, checks }: { readonly issues: UrlIssues; readonly checks: readonly CheckFound[] }) {
  const { check } = useNav();
  const byId = new Map(checks.map(each => [each.id, each]));
  const { hits, passed, notCheckable } = issues;
  const missed = notCheckable.reduce((sum, each) => sum + each.checks.length, 0);
  const ignored = hits.filter(hit => hit.ignored).length;
  // The one that led here comes first, ignored ones last.
  const sorted = [...hits].sort(
    (a, b) =>
      Number(b.check === check) - Number(a.check === check) || Number(a.ignored !== undefined) - Number(b.ignored !== undefined),
  );
  const names = (ids: readonly string[]) => (
    <ul className="check-names">
      {ids.map(id => (
        <li key={id}>{byId.get(id)?.name ?? id}</li>
      ))}
    </ul>
  );
  if (hits.length + passed.length + missed === 0)
    return (
      <div className="empty">No check looks at this URL: it is not a page of this crawl, or it was found after the audit.</div>
    );
  return (
    <div className="pad selectable" data-testid="url-issues">
      <p className="num">
        <b>{countWords(hits.length)}</b> of {plural(hits.length + passed.length, 'check')} found something on this URL
        {ignored > 0 && `, ${countWords(ignored)} of them ignored`}
        {missed > 0 ? `; ${countWords(missed)} more could not check it.` : '.'}
      </p>
      <div className="answers">
        {sorted.map(hit => (
          <Hit key={hit.check} finding={hit} check={byId.get(hit.check)} />
        ))}
      </div>
      {notCheckable.map(({ reason, checks: ids }) => (
        <details key={reason}>
          <summary className="num">
            {plural(ids.length, 'check')} could not check it: {notCheckableReasons[reason] ?? reason}
          </summary>
          {names(ids)}
        </details>
      ))}
      {passed.length > 0 && (
        <details>
          <summary className="num">{plural(passed.length, 'check')} passed</summary>
          {names(passed)}
        </details>
      )}
    </div>
  );
}

function Hit({ finding, check }: { readonly finding: ShownFinding; readonly check: CheckFound | undefined }) {
  const { go } = useActions();
  const [isIgnoring, setIsIgnoring] = useState(false);
  if (!check) return null;
  const { id, name, priority, type, trigger, fix } = check;
  const { ignored, since } = finding;
  return (
    <section className={`answer ${ignored ? '' : priorityTone[priority]}`} data-testid="url-issue" data-check={id}>
      <header>
        <h3>{name}</h3>
        <b className="muted">
          {priorityWords[priority]} {typeWords[type].toLowerCase()}
        </b>
      </header>
      {since && <p className={sinceTone[since]}>{sinceWords[since]} since the earlier crawl</p>}
      {ignored && (
        <p className="tone-warn" data-testid="url-issue-ignored">
          Ignored ({untilWords(ignored.until)}){ignored.note === '' ? '.' : ': '}
          <Foreign text={ignored.note} />
        </p>
      )}
      <p>{trigger}</p>
      <FindingItems finding={finding} />
      <p className="advice">{fix}</p>
      <p>
        <button type="button" className="link" onClick={() => go({ do: 'check', check: id })}>
          All URLs with this issue
        </button>
        {!ignored && (
          <>
            {' · '}
            <button type="button" className="link" data-testid="url-issue-ignore" onClick={() => setIsIgnoring(true)}>
              Ignore on this URL…
            </button>
          </>
        )}
      </p>
      {isIgnoring && (
        <IgnoreDialog
          start={{ check: id, where: { kind: 'urls', urls: [finding.url] }, note: '', until: '', addedBy: '' }}
          id={null}
          nameOf={() => name}
          onClose={() => setIsIgnoring(false)}
        />
      )}
    </section>
  );
}
