import type { WorkProgress } from '#shared/model/replay.ts';
import { Problem } from '../../ui/problem.tsx';
import { countWords } from '../../ui/text/format.ts';

interface Props {
  readonly what: string;
  readonly unit: string;
  readonly error: string;
  readonly problem: string;
  readonly progress: WorkProgress | undefined;
  readonly again: () => void;
  readonly cancel: () => void;
}

/** What a part of a comparison says while there is nothing to show: it runs, was stopped, or failed. */
export function WorkState({ what, unit, error, problem, progress, again, cancel }: Props) {
  if (error || problem) return <Problem text={`${what} could not be compared: ${error || problem}`} retry={again} />;
  if (progress?.state === 'cancelled')
    return (
      <div className="empty">
        Stopped before the end.{' '}
        <button type="button" className="btn small" onClick={again}>
          Compare again
        </button>
      </div>
    );
  const { done = 0, total = 0, etaMs = null } = progress ?? {};
  const left = etaMs === null || total === 0 ? '' : `, about ${Math.max(1, Math.round(etaMs / 1_000))} s left`;
  return (
    <div className="empty">
      <p className="num" aria-live="polite">
        {what} are compared: {countWords(done)}
        {total > 0 && ` of ${countWords(total)}`} {unit}
        {left}
      </p>
      <button type="button" className="btn small" onClick={cancel}>
        Cancel
      </button>
    </div>
  );
}
