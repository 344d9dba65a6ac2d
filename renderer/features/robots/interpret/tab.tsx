import { useMemo, useState } from 'react';
import { countsSentence, factSentence } from '#shared/explain/interpretation.ts';
import type { InterpretedFile, RobotsInterpretation } from '#shared/model/interpretation.ts';
import { useCall } from '../../../bridge/hooks.ts';
import { type InterpreterChoice, interpreterInput } from '../../../domain/interpreter-choice.ts';
import { InterpreterPicker } from '../../../domain/interpreter-picker.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { type SideSize, SplitPane } from '../../../ui/split-pane.tsx';
import { Foreign } from '../../../ui/text/foreign.tsx';
import { countWords, plural } from '../../../ui/text/format.ts';
import { LongSentence } from '../../../ui/text/long-words.tsx';
import { InterpretedGroups } from './groups.tsx';
import { InterpretedLines } from './lines.tsx';
import { interpretedRows, type LineFilter, lineFilters, nextDifference } from './rows.ts';

/** The groups beside the lines. */
const groupsSize: SideSize = { usual: '28%', least: 200, most: 60 };

export interface InterpretationChoice {
  readonly interpreter: InterpreterChoice;
  readonly against: InterpreterChoice;
}

interface Props {
  readonly origin: string;
  readonly version: number;
  readonly choice: InterpretationChoice;
  readonly onChoice: (choice: InterpretationChoice) => void;
}

/** The file the way one crawler interprets it, and where a second one differs. */
export function RobotsReading({ origin, version, choice, onChoice }: Props) {
  const { data, error, loading, retry } = useCall('robots.interpretation', {
    origin,
    version,
    interpreter: interpreterInput(choice.interpreter),
    ...(choice.against === '' ? {} : { against: interpreterInput(choice.against) }),
  });
  return (
    <div className="reading" data-testid="robots-reading">
      <div className="reading-bar">
        <InterpreterPicker
          label="Interpreted as"
          value={choice.interpreter}
          testId="reading-reader"
          onPick={interpreter => onChoice({ ...choice, interpreter })}
        />
        <InterpreterPicker
          label="Compare with"
          none="no other"
          value={choice.against}
          testId="reading-against"
          onPick={against => onChoice({ ...choice, against })}
        />
      </div>
      {error && data === undefined && <Problem text={`The file could not be read: ${error}`} retry={retry} />}
      {loading && <div className="empty">Interpreting the file…</div>}
      {data === null && <div className="empty">This version is not stored any more.</div>}
      {data?.file && <Drawn key={`${choice.interpreter} ${choice.against}`} view={data} file={data.file} />}
      {data && !data.file && (
        <div className="empty">
          <p>
            <LongSentence text={data.sentence} />
          </p>
          {data.against && data.against.sentence !== '' && (
            <p>
              <LongSentence text={data.against.sentence} />
            </p>
          )}
        </div>
      )}
    </div>
  );
}

const filterWords: Readonly<Record<LineFilter, string>> = {
  all: 'All lines',
  dropped: 'Ignored',
  changed: 'Not as written',
  differs: 'Interpreted differently',
};

function Drawn({ view, file }: { readonly view: RobotsInterpretation; readonly file: InterpretedFile }) {
  const [filter, setFilter] = useState<LineFilter>('all');
  const [at, setAt] = useState({ row: -1, jump: 0 });
  const { against } = view;
  const differences = against?.differences ?? [];
  const rows = useMemo(() => interpretedRows(file, against?.differences ?? [], filter), [file, against, filter]);
  const counts: Readonly<Record<LineFilter, number>> = {
    all: file.source.length + file.moreLines,
    dropped: file.counts.dropped,
    changed: file.counts.changed,
    differs: differences.length,
  };
  const show = (row: number): void => setAt(old => ({ row, jump: old.jump + 1 }));
  const toLine = (line: number): void => {
    setFilter('all');
    show(line - 1);
  };
  const step = (by: 1 | -1): void => {
    const next = nextDifference(rows, at.row, by);
    if (next >= 0) show(next);
  };
  return (
    <>
      <div className="reading-facts">
        <p data-testid="reading-counts">
          {countsSentence(file)}. {file.facts.map(factSentence).join(' ')}
        </p>
        <div className="reading-filters">
          {lineFilters
            .filter(name => name !== 'differs' || against !== null)
            .map(name => (
              <button
                key={name}
                type="button"
                className="chip"
                aria-pressed={filter === name}
                data-testid={`reading-filter-${name}`}
                onClick={() => {
                  setFilter(name);
                  setAt({ row: -1, jump: 0 });
                }}
              >
                {filterWords[name]} · {countWords(counts[name])}
              </button>
            ))}
          {against && against.sentence !== '' && (
            <span className="muted">
              <Foreign text={against.sentence} />
            </span>
          )}
          {against && against.sentence === '' && (
            <>
              <span data-testid="reading-differences">
                <Foreign text={against.interpreter.name} /> interprets {plural(differences.length, 'line')} differently
              </span>
              {differences.length > 0 && (
                <>
                  <button type="button" className="btn small" onClick={() => step(-1)}>
                    Previous
                  </button>
                  <button type="button" className="btn small" onClick={() => step(1)}>
                    Next
                  </button>
                </>
              )}
            </>
          )}
        </div>
      </div>
      <SplitPane
        name="interpretation"
        label="Size of the list of groups"
        size={groupsSize}
        narrow={{ below: 580, use: 'rows' }}
        main={
          rows.length === 0 ? (
            <div className="empty">{file.bytes === 0 ? 'The file is empty.' : 'No such line.'}</div>
          ) : (
            <InterpretedLines
              rows={rows}
              interpreter={view.interpreter.name}
              other={against?.interpreter.name ?? ''}
              at={at.row}
              jump={at.jump}
            />
          )
        }
        side={<InterpretedGroups file={file} interpreter={view.interpreter.name} onLine={toLine} />}
      />
      {file.moreLines > 0 && <p className="muted note">{plural(file.moreLines, 'further line')} are not listed.</p>}
    </>
  );
}
