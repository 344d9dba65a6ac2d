import { useEffect, useState } from 'react';
import type { RepairWork } from '#shared/model/repair.ts';
import { client } from '../../bridge/client.ts';
import { messageOf } from '../../bridge/hooks.ts';
import { useSubmit } from '../../bridge/use-submit.ts';
import { Modal } from '../../ui/modal.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { bytesWords, durationText } from '../../ui/text/format.ts';

const pollMs = 250;

/** Reads the repair while it runs. `attempt` changes when another one begins. */
function useRepair(attempt: number) {
  const [work, setWork] = useState<RepairWork | null>(null);
  const [error, setError] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt reads again
  useEffect(() => {
    let ended = false;
    let timer = 0;
    const read = async (): Promise<void> => {
      try {
        const found = await client.call('repair.read', {});
        if (ended) return;
        setWork(found);
        if (found.state === 'running') timer = window.setTimeout(() => void read(), pollMs);
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
  return { work, error };
}

/** Repairs a damaged crawl file into a new one. A repair that runs goes on when the dialog is closed. */
export function RepairDialog({ onClose }: { readonly onClose: () => void }) {
  const [attempt, setAttempt] = useState(0);
  const { work, error } = useRepair(attempt);
  const { busy, refused, clear, submit } = useSubmit();
  const state = work?.state ?? 'none';
  const isRunning = state === 'running';
  const choose = (): void => {
    clear();
    void submit(async () => {
      if (await client.call('repair.start', {})) setAttempt(n => n + 1);
    });
  };
  const cancel = (): void => void submit(async () => void (await client.call('repair.cancel', {})));
  const open = (): void =>
    void submit(async () => {
      const outcome = await client.call('repair.open', {});
      if (!('cancelled' in outcome)) onClose();
    });
  return (
    <Modal title="Repair a crawl file" onClose={onClose}>
      <div className="repair" data-testid="repair" data-state={state}>
        <p className="muted">
          Reads a damaged crawl file as far as it can be read, and writes a new one with the rest. The damaged file stays as it
          is.
        </p>
        <div aria-live="polite" className="repair-state">
          {(error || refused) && <Problem text={error || refused} />}
          {work && <State work={work} />}
        </div>
      </div>
      <footer className="dialog-foot">
        <span className="spacer" />
        {isRunning ? (
          <button type="button" className="btn" data-testid="repair-cancel" onClick={cancel}>
            Cancel the repair
          </button>
        ) : (
          <>
            <button type="button" className="btn" onClick={onClose}>
              Close
            </button>
            <button
              type="button"
              className={state === 'done' ? 'btn' : 'btn primary'}
              data-first={state === 'done' ? undefined : ''}
              data-testid="repair-choose"
              disabled={busy}
              onClick={choose}
            >
              {state === 'none' ? 'Choose a file…' : 'Choose another file…'}
            </button>
            {state === 'done' && (
              <button
                type="button"
                className="btn primary"
                data-first=""
                data-testid="repair-open"
                disabled={busy}
                onClick={open}
              >
                Open the repaired file
              </button>
            )}
          </>
        )}
      </footer>
    </Modal>
  );
}

function State({ work }: { readonly work: RepairWork }) {
  const { state, source, target, table, share, etaMs, found, problem } = work;
  if (state === 'none') return null;
  if (state === 'failed') return <Problem text={problem} />;
  if (state === 'cancelled') return <p>The repair was cancelled. Nothing was written.</p>;
  if (state === 'running')
    return (
      <>
        <p>
          Reading <Foreign text={source?.name ?? ''} />
          {table !== '' && `: ${table}`}
        </p>
        <progress className="repair-bar" aria-label="Share of the rows that is read" max={1} value={share} />
        <p className="muted num">
          {Math.floor(share * 100)} %{etaMs !== null && `, about ${durationText(etaMs)} left`}
        </p>
      </>
    );
  return (
    <>
      <p>
        <b className={found?.hasLosses ? 'tone-warn' : 'tone-ok'}>
          {found?.hasLosses ? 'Repaired, with losses.' : 'Repaired. Nothing is lost.'}
        </b>{' '}
        The new file is <Foreign text={target?.name ?? ''} /> in <Foreign text={target?.folder ?? ''} />,{' '}
        {bytesWords(found?.bytes ?? 0)}.
      </p>
      <ul className="repair-lines selectable" aria-label="What was found" data-testid="repair-lines">
        {(found?.lines ?? []).map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={at}>
            <Foreign text={line} />
          </li>
        ))}
      </ul>
    </>
  );
}
