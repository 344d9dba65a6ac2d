import { useCallback, useMemo, useRef } from 'react';
import { type SqlFormat, type SqlResult, sqlFormats, sqlLimits } from '#shared/model/sql-console.ts';
import page from '../../../docs/crawl-file.md?raw';
import { useActions } from '../../bridge/app-context.ts';
import { client } from '../../bridge/client.ts';
import { useFocusRequest } from '../../bridge/focus-request.ts';
import { messageOf, useCall } from '../../bridge/hooks.ts';
import { MenuButton } from '../../ui/menu.tsx';
import { Problem } from '../../ui/problem.tsx';
import { type SideSize, SplitPane } from '../../ui/split-pane.tsx';
import { countWords, durationText, plural } from '../../ui/text/format.ts';
import { completionsAt } from './completions.ts';
import { orderedTables, readFileWords } from './file-words.ts';
import { type RunLimits, useDraft, useRunLimits, useStatementHistory } from './kept-queries.ts';
import { HistoryMenu, QueriesMenu } from './queries-menu.tsx';
import { ResultGrid } from './result-grid.tsx';
import { SchemaPane } from './schema-pane.tsx';
import { SqlEditor, type SqlEditorHandle } from './sql-editor.tsx';
import { type StatementState, useElapsed, useStatement } from './use-statement.ts';

const schemaSize: SideSize = { usual: '300px', least: 220, most: 60 };
const words = readFileWords(page);

/** Read-only SQL on the open file: a statement, its rows, and what tables there are. */
export function SqlView() {
  const editor = useRef<SqlEditorHandle>(null);
  const [draft, setDraft] = useDraft();
  const [limits, setLimits] = useRunLimits();
  const { statements, remember, forget } = useStatementHistory();
  const { state, run, stop } = useStatement();
  const schema = useCall('sql.schema', {});
  const tables = useMemo(() => orderedTables(schema.data ?? [], words), [schema.data]);
  useFocusRequest('sql', () => editor.current?.focus());
  const start = useCallback(() => {
    const chosen = editor.current?.chosen();
    if (!chosen || chosen.statement.trim() === '') return;
    remember(chosen.statement.trim());
    run(chosen, limits);
  }, [run, remember, limits]);
  const pick = (sql: string): void => editor.current?.replace(sql);
  const problem = useMemo(
    () => (state.at && state.problem ? { text: state.problem, at: state.at } : null),
    [state.at, state.problem],
  );
  return (
    <SplitPane
      name="sql"
      label="Width of the list of tables"
      size={schemaSize}
      narrow={{ below: 760, use: 'no side' }}
      side={
        schema.error ? (
          <Problem text={`The tables could not be read: ${schema.error}`} retry={schema.retry} />
        ) : (
          <SchemaPane tables={tables} words={words} onPick={name => editor.current?.insert(name)} />
        )
      }
      main={
        <div className="sql-view">
          <div className="toolbar">
            <div className="toolbar-line">
              <button
                type="button"
                className="btn primary small"
                disabled={draft.trim() === ''}
                title="Ctrl Enter"
                onClick={start}
              >
                Run
              </button>
              {state.isRunning && (
                <button type="button" className="btn small" onClick={stop}>
                  Stop
                </button>
              )}
              <Limits limits={limits} onChange={setLimits} />
              <span className="sql-space" />
              <QueriesMenu now={draft} examples={words.examples} onPick={pick} />
              <HistoryMenu statements={statements} onPick={pick} onForget={forget} />
              <SaveResult result={state.result} />
            </div>
          </div>
          <SqlEditor
            value={draft}
            longest={sqlLimits.text}
            onChange={setDraft}
            onRun={start}
            problem={problem}
            complete={(statement, at, asked) => completionsAt(statement, at, { tables, words, asked })}
            handle={editor}
          />
          <StateLine state={state} />
          {state.problem && <Problem text={state.problem} />}
          {state.result && <ResultGrid key={state.result.id} result={state.result} />}
          {!state.result && !state.problem && !state.isRunning && (
            <div className="empty" tabIndex={-1}>
              <p>
                Reads the open crawl with SQL, also while it runs. Nothing can be changed. Ctrl Enter runs the statement, or what
                is selected.
              </p>
              <p>Ctrl Space completes names. Enter on a row inspects its URL.</p>
            </div>
          )}
        </div>
      }
    />
  );
}

function StateLine({ state }: { readonly state: StatementState }) {
  const elapsed = useElapsed(state);
  return (
    <p className="sql-state muted num" aria-live="polite" data-testid="sql-state">
      {state.isRunning ? `Running, ${elapsed}` : state.isStopped ? 'Stopped.' : state.result ? resultWords(state.result) : ''}
    </p>
  );
}

function resultWords({ rows, cut, tookMs }: SqlResult): string {
  const took = `in ${durationText(tookMs)}`;
  if (cut === 'rows') return `The first ${plural(rows, 'row')}, ${took}. There are more: raise the limit of rows.`;
  if (cut === 'size')
    return `The first ${plural(rows, 'row')}, ${took}. The result is larger than ${sqlLimits.resultBytes / 1024 ** 2} MiB: choose fewer columns.`;
  return `${plural(rows, 'row')} ${took}`;
}

interface LimitsProps {
  readonly limits: RunLimits;
  readonly onChange: (limits: RunLimits) => void;
}

const secondChoices: readonly number[] = [5, sqlLimits.seconds, 120, sqlLimits.mostSeconds];
const rowChoices: readonly number[] = [1_000, sqlLimits.rows, 100_000, sqlLimits.mostRows];

/** How long a statement may run, and how many rows it may give. */
function Limits({ limits, onChange }: LimitsProps) {
  return (
    <>
      <label className="sql-limit">
        at most
        <select
          className="field small"
          aria-label="Time limit"
          value={limits.seconds}
          onChange={event => onChange({ ...limits, seconds: Number(event.target.value) })}
        >
          {secondChoices.map(seconds => (
            <option key={seconds} value={seconds}>
              {seconds} s
            </option>
          ))}
        </select>
      </label>
      <label className="sql-limit">
        and
        <select
          className="field small"
          aria-label="Limit of rows"
          value={limits.rows}
          onChange={event => onChange({ ...limits, rows: Number(event.target.value) })}
        >
          {rowChoices.map(rows => (
            <option key={rows} value={rows}>
              {countWords(rows)} rows
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

const formatWords: Readonly<Record<SqlFormat, string>> = { csv: 'CSV…', jsonl: 'JSON Lines…' };

/** Writes the rows to a file. */
function SaveResult({ result }: { readonly result: SqlResult | null }) {
  const { toast } = useActions();
  const save = (format: SqlFormat): void => {
    if (!result) return;
    client.call('sql.save', { id: result.id, format }).then(
      saved => saved && toast(`${plural(saved.rows, 'row')} written to ${saved.file.name}`),
      (error: unknown) => toast(`The rows could not be written: ${messageOf(error)}`, 'problem'),
    );
  };
  const items = sqlFormats.map(format => ({ label: formatWords[format], onPick: () => save(format) }));
  return <MenuButton label="Export" testId="sql-export" disabled={result === null || result.rows === 0} groups={[{ items }]} />;
}
