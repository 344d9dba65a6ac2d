import { useMemo, useState } from 'react';
import { answerDecides } from '#shared/explain/coverage.ts';
import type { RobotsFileView } from '#shared/model/explanation.ts';
import type { LintFinding } from '#shared/model/lint.ts';
import type { RobotsCoverage as Coverage, ReplaySide } from '#shared/model/replay.ts';
import { useCall } from '../../../bridge/hooks.ts';
import { ExportButton } from '../../../domain/export-button.tsx';
import { type InterpreterChoice, interpreterInput } from '../../../domain/interpreter-choice.ts';
import { InterpreterPicker } from '../../../domain/interpreter-picker.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { SplitPane } from '../../../ui/split-pane.tsx';
import { countWords, plural } from '../../../ui/text/format.ts';
import { RobotsSource } from '../source/source.tsx';
import { urlSideSize } from '../url-side.tsx';
import { WorkNote } from '../work-note.tsx';
import { CoveredList } from './covered-list.tsx';
import { type CoveredPick, coverageGutters, coverageSums, pickOfLine } from './marks.ts';

interface Props {
  readonly data: RobotsFileView;
  readonly version: number;
  readonly findings: readonly LintFinding[];
  readonly line: number;
  readonly jump: number;
  readonly progress: number;
  readonly interpreter: InterpreterChoice;
  readonly onInterpreter: (interpreter: InterpreterChoice) => void;
  /** The cursor came to another line. */
  readonly onLine: (line: number) => void;
}

/** The stored file with what each line does to all stored URLs of the origin, for a crawler of choice. */
export function RobotsCoverage({ data, version, findings, line, jump, progress, interpreter, onInterpreter, onLine }: Props) {
  const { origin, lines } = data;
  const profile = interpreterInput(interpreter).profile ?? '';
  const side = useMemo<ReplaySide>(() => ({ version, text: null, profile }), [version, profile]);
  const { data: coverage, error, loading, retry } = useCall('replay.coverage', { origin, side }, progress);
  const [pick, setPick] = useState<CoveredPick | null>(null);
  const gutters = useMemo(() => coverageGutters(coverage, lines, setPick), [coverage, lines]);
  return (
    <>
      <div className="reading-bar coverage-bar">
        <InterpreterPicker
          label="Coverage for"
          value={interpreter}
          only="crawlers"
          testId="coverage-reader"
          onPick={choice => {
            setPick(null);
            onInterpreter(choice);
          }}
        />
        {coverage && <Sums coverage={coverage} onNoRule={() => setPick({ line: 0, matches: false })} />}
        <ExportButton
          disabled={!coverage}
          offer={{
            label: `Coverage of ${origin}`,
            list: { kind: 'coverage', origin, side },
            count: coverage ? coverage.lines.length + 1 : null,
            shown: null,
          }}
        />
        {loading && <WorkNote text="Checking the stored URLs" />}
      </div>
      {error && coverage === undefined && <Problem text={`The URLs could not be checked: ${error}`} retry={retry} />}
      <SplitPane
        name="coverage"
        label="Size of the list of URLs"
        size={urlSideSize}
        narrow={{ below: 620, use: 'rows' }}
        main={
          lines.length === 0 ? (
            <div className="empty">This response has no robots.txt lines.</div>
          ) : (
            <RobotsSource
              onLine={onLine}
              data={data}
              findings={findings}
              line={line}
              jump={jump}
              gutters={gutters}
              onEnter={number => setPick(pickOfLine(coverage, lines, number))}
            />
          )
        }
        side={
          pick && (
            <CoveredList
              key={`${profile} ${pick.line} ${pick.matches}`}
              origin={origin}
              side={side}
              pick={pick}
              progress={progress}
              onClose={() => setPick(null)}
            />
          )
        }
      />
    </>
  );
}

function Sums({ coverage, onNoRule }: { readonly coverage: Coverage; readonly onNoRule: () => void }) {
  const { total, noRule } = coverage;
  const { decided, deciding, losing, idle } = coverageSums(coverage);
  if (!coverage.isFile)
    return (
      <p className="num" data-testid="coverage-sums">
        <button type="button" className="link" disabled={noRule === 0} onClick={onNoRule} data-testid="coverage-no-rule">
          <span className={coverage.noRuleBlocked > 0 ? 'tone-bad' : 'tone-ok'}>{answerDecides(coverage)}</span>
        </button>
      </p>
    );
  return (
    <p className="num" data-testid="coverage-sums">
      {countWords(decided)} decided by {plural(deciding, 'line')} +{' '}
      <button type="button" className="link" disabled={noRule === 0} onClick={onNoRule} data-testid="coverage-no-rule">
        {countWords(noRule)} decided by no rule
      </button>{' '}
      = {plural(total, 'stored URL')} of this origin
      {losing + idle > 0 && (
        <span className="muted">
          {' '}
          · {losing > 0 && `${plural(losing, 'line matches', 'lines match')} without deciding`}
          {losing > 0 && idle > 0 && ', '}
          {idle > 0 && `${plural(idle, 'line matches', 'lines match')} nothing`}
        </span>
      )}
    </p>
  );
}
