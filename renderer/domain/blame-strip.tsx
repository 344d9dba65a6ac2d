import { blameBecause, blameVerdict, dayWords } from '#shared/explain/blame.ts';
import type { BlameRun, RobotsBlame } from '#shared/model/history.ts';
import { visibleText } from '../ui/text/visible-text.ts';

interface Props {
  readonly blame: RobotsBlame;
  /** A version was picked, by its id. */
  readonly onVersion: (id: number) => void;
}

const tone = (allowed: boolean | null): 'ok' | 'bad' | 'warn' => (allowed === null ? 'warn' : allowed ? 'ok' : 'bad');

export const runVersions = ({ from, to }: BlameRun): string => (from === to ? `v${from}` : `v${from}–v${to}`);

/** The verdicts of one URL over all versions, as a strip: a piece for each run, as wide as it has versions. */
export function BlameStrip({ blame, onVersion }: Props) {
  const { runs, ids, asOf } = blame;
  return (
    <div className="blame-strip" role="group" aria-label="Verdicts over the versions" data-testid="blame-strip">
      {runs.map(run => (
        <button
          key={run.from}
          type="button"
          className={`blame-run ${tone(run.allowed)}`}
          style={{ flexGrow: run.to - run.from + 1 }}
          aria-current={run.from <= asOf && asOf <= run.to}
          title={visibleText(
            `${runVersions(run)}, from ${dayWords(run.at)}: ${blameVerdict(run.allowed)} ${run.line > 0 ? '' : '– '}${blameBecause(run, run.line)}`,
          )}
          onClick={() => onVersion(ids[run.from - 1] ?? 0)}
        >
          {runVersions(run)}
        </button>
      ))}
    </div>
  );
}
