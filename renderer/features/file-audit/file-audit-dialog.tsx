import { useCallback, useEffect, useState } from 'react';
import type { FileAudit, FileCheckCount, FileDifference } from '#shared/model/file-audit.ts';
import { client } from '../../bridge/client.ts';
import { messageOf } from '../../bridge/hooks.ts';
import { workWords } from '../../domain/work-words.ts';
import { Modal } from '../../ui/modal.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { countWords, plural } from '../../ui/text/format.ts';

const pollMs = 300;

/** Starts the audit of the open file when the dialog opens, and reads it while it runs. Closing the dialog ends it. */
function useFileAudit() {
  const [audit, setAudit] = useState<FileAudit | null>(null);
  const [error, setError] = useState('');
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt starts it again
  useEffect(() => {
    let ended = false;
    let timer = 0;
    const read = async (): Promise<void> => {
      try {
        const found = await client.call('fileAudit.read', {});
        if (ended) return;
        setAudit(found);
        if (found?.progress.state === 'running') timer = window.setTimeout(() => void read(), pollMs);
      } catch (reason) {
        if (!ended) setError(messageOf(reason));
      }
    };
    client.call('fileAudit.start', {}).then(read, (reason: unknown) => ended || setError(messageOf(reason)));
    return () => {
      ended = true;
      clearTimeout(timer);
      client.call('fileAudit.cancel', {}).catch(() => undefined);
    };
  }, [attempt]);
  const again = useCallback(() => {
    setError('');
    setAudit(null);
    setAttempt(n => n + 1);
  }, []);
  return { audit, error, again };
}

/** Checks the open file by itself: decisions recomputed from the stored evidence, and the invariants of a crawl. */
export function FileAuditDialog({ onClose }: { readonly onClose: () => void }) {
  const { audit, error, again } = useFileAudit();
  const problem = error || audit?.problem || '';
  const state = audit?.progress.state;
  return (
    <Modal title="Check this file" onClose={onClose}>
      <div className="file-audit" data-testid="file-audit" data-state={state}>
        <div className="file-audit-head num" aria-live="polite">
          {problem !== '' && <Problem text={`The file could not be checked: ${problem}`} retry={again} />}
          {problem === '' && (state === undefined || state === 'running') && (
            <>
              <span>Recomputing every decision from the stored evidence…</span>
              <span className="muted">{audit && audit.progress.total > 0 ? workWords(audit.progress) : ''}</span>
            </>
          )}
          {state === 'done' && audit && (
            <>
              <b className={audit.total === 0 ? 'tone-ok' : 'tone-bad'}>
                {audit.total === 0 ? 'No differences.' : `${plural(audit.total, 'difference')}.`}
              </b>
              <span>{denominators(audit.checks)}</span>
              <button type="button" className="btn small" data-first onClick={again}>
                Check again
              </button>
            </>
          )}
        </div>
        {audit && state !== 'failed' && (
          <div className="file-audit-body selectable">
            {audit.differences.length > 0 && <Differences differences={audit.differences} total={audit.total} />}
            {audit.checks.length > 0 && <Checks checks={audit.checks} />}
          </div>
        )}
      </div>
    </Modal>
  );
}

const unchecked = ({ notRecomputable }: FileCheckCount): number =>
  Object.values(notRecomputable).reduce((sum, count) => sum + count, 0);

/** '12,345 decisions recomputed, 6 not recomputable.' */
function denominators(checks: readonly FileCheckCount[]): string {
  const decisions = checks.filter(({ invariant }) => invariant === 'I15');
  const checked = decisions.reduce((sum, check) => sum + check.checked, 0);
  const not = decisions.reduce((sum, check) => sum + unchecked(check), 0);
  return `${countWords(checked)} decisions and verdicts recomputed, ${countWords(not)} not recomputable.`;
}

function Differences({ differences, total }: { readonly differences: readonly FileDifference[]; readonly total: number }) {
  return (
    <ul className="file-audit-differences" aria-label="Differences">
      {differences.map(({ invariant, check, subject, stored, recomputed }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows
        <li key={at}>
          <span>
            <b>
              {invariant} {check}
            </b>{' '}
            <Foreign text={subject} />
          </span>
          <span>
            Stored: <Foreign text={stored} />
          </span>
          <span>
            Recomputed: <Foreign text={recomputed} />
          </span>
        </li>
      ))}
      {total > differences.length && (
        <li>{plural(total - differences.length, 'more difference')}: “crawlscope audit” on the command line lists all.</li>
      )}
    </ul>
  );
}

function Checks({ checks }: { readonly checks: readonly FileCheckCount[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th>Invariant</th>
          <th>What was checked</th>
          <th className="end">Differ</th>
          <th className="end">Checked</th>
          <th>Not recomputable</th>
        </tr>
      </thead>
      <tbody>
        {checks.map(check => (
          <tr key={check.check}>
            <td>{check.invariant}</td>
            <td>{check.name}</td>
            <td className={`end num ${check.differences > 0 ? 'tone-bad' : ''}`}>{countWords(check.differences)}</td>
            <td className="end num">{countWords(check.checked)}</td>
            <td>
              {Object.entries(check.notRecomputable)
                .map(([why, count]) => `${countWords(count)}: ${why}`)
                .join('; ')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
