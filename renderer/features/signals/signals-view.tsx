import { useMemo, useState } from 'react';
import type { SignalChoice, SignalCondition, SignalTableView } from '#shared/model/signals.ts';
import { useCall, useStatus } from '../../bridge/hooks.ts';
import { ExportButton } from '../../domain/export-button.tsx';
import { interpreterInput } from '../../domain/interpreter-choice.ts';
import { InterpreterPicker } from '../../domain/interpreter-picker.tsx';
import { workWords } from '../../domain/work-words.ts';
import { VirtualGrid } from '../../ui/grid/virtual-grid.tsx';
import { Problem } from '../../ui/problem.tsx';
import { listSize, type SideSize, SplitPane } from '../../ui/split-pane.tsx';
import { countWords, percent, plural } from '../../ui/text/format.ts';
import { cellColumns } from './cell-columns.tsx';
import { CellDetail } from './cell-detail.tsx';
import { SignalFilters } from './signal-filters.tsx';
import { useSignals } from './use-signals.ts';

const searchEngines = ['googlebot', 'bingbot', 'yandexbot', 'baiduspider'];
const detailSize: SideSize = { usual: '52%', least: 160, most: 80 };

/** Combinations of signals over all internal pages: conflicts first, what each engine makes of them, and their URLs. */
export function SignalsView() {
  const own = useStatus()?.settings.profile ?? '';
  const interpreters = useCall('robots.interpreters', {});
  const [picked, setPicked] = useState<readonly string[] | null>(null);
  const crawlers = picked ?? searchEngines;
  if (own === '') return null;
  if (interpreters.error)
    return <Problem text={`The crawlers could not be listed: ${interpreters.error}`} retry={interpreters.retry} />;
  const names = new Map(interpreters.data?.profiles.map(each => [each.id, each.name]));
  const pick = (choice: string): void => setPicked([interpreterInput(choice).profile ?? own]);
  const add = (choice: string): void => {
    const id = interpreterInput(choice).profile;
    if (id !== undefined) setPicked([...crawlers.filter(each => each !== id), id].slice(-12));
  };
  return (
    <div className="signals">
      <header>
        <div role="group" aria-label="Crawlers">
          <button type="button" className="btn small" aria-pressed={picked === null} onClick={() => setPicked(null)}>
            Search engines
          </button>
          <button
            type="button"
            className="btn small"
            aria-pressed={picked?.length === 1 && picked[0] === own}
            onClick={() => pick('')}
          >
            This crawl’s crawler
          </button>
          {crawlers.map((id, at) => (
            <span key={id} className="chip" title={at === 0 ? 'The table shows its signals' : undefined}>
              {names.get(id) ?? id}
              {crawlers.length > 1 && (
                <button
                  type="button"
                  className="btn small quiet"
                  aria-label={`Remove ${names.get(id) ?? id}`}
                  onClick={() => setPicked(crawlers.filter(each => each !== id))}
                >
                  ×
                </button>
              )}
            </span>
          ))}
          <InterpreterPicker label="" none="Add a crawler…" value="" only="crawlers" testId="add-crawler" onPick={add} />
        </div>
      </header>
      <Table key={crawlers.join(' ')} crawlers={crawlers} />
    </div>
  );
}

const none: readonly SignalCondition[] = [];

function Table({ crawlers }: { readonly crawlers: readonly string[] }) {
  const [where, setWhere] = useState(none);
  const [conflict, setConflict] = useState<string | null>(null);
  const choice = useMemo<SignalChoice>(() => ({ where, conflict }), [where, conflict]);
  const { view, error, again, cancel } = useSignals(crawlers, choice);
  if (error) return <Problem text={`The signals could not be counted: ${error}`} retry={again} />;
  if (!view) return <div className="empty">Counting the signals of all internal pages…</div>;
  return (
    <>
      <Summary view={view} choice={choice} again={again} cancel={cancel} />
      {view.progress.state === 'done' && view.population === 0 ? (
        <div className="empty">This crawl has no internal pages yet.</div>
      ) : (
        view.progress.state === 'done' && (
          <SplitPane
            name="signals"
            label="Width of the list of conflicts"
            at="start"
            size={listSize}
            side={<Conflicts view={view} conflict={conflict} onPick={setConflict} />}
            main={
              <div className="signal-cells">
                <SignalFilters view={view} where={where} onChange={setWhere} />
                {view.cells.length === 0 ? (
                  <div className="empty">
                    No internal page has these signals.{' '}
                    <button
                      type="button"
                      className="btn small"
                      onClick={() => {
                        setWhere(none);
                        setConflict(null);
                      }}
                    >
                      Show all
                    </button>
                  </div>
                ) : (
                  <Cells key={JSON.stringify(choice)} view={view} />
                )}
              </div>
            }
          />
        )
      )}
    </>
  );
}

interface SummaryProps {
  readonly view: SignalTableView;
  readonly choice: SignalChoice;
  readonly again: () => void;
  readonly cancel: () => void;
}

function Summary({ view, choice, again, cancel }: SummaryProps) {
  const { progress, population, urls, cellCount, cells, isCurrent, list } = view;
  return (
    <p className="work-line num" aria-live="polite" data-testid="signal-summary" data-state={progress.state}>
      {progress.state === 'done' && (
        <span>
          <b>{countWords(urls)}</b> of {plural(population, 'internal page')} ({percent(urls, population)}) in{' '}
          {plural(cellCount, 'combination')} of signals.
          {cells.length < cellCount && ` The first ${countWords(cells.length)} are shown; the export has all.`}
        </span>
      )}
      {progress.state === 'running' && (
        <>
          <span className="muted">Counting: {workWords(progress)}</span>
          <button type="button" className="btn small" onClick={cancel}>
            Stop
          </button>
        </>
      )}
      {progress.state === 'cancelled' && <span className="tone-warn">Stopped before the end.</span>}
      {progress.state === 'failed' && <span className="tone-bad">The signals could not be counted.</span>}
      {progress.state === 'done' && !isCurrent && <span className="tone-warn">The crawl has stored more since.</span>}
      {(progress.state === 'cancelled' || progress.state === 'failed' || !isCurrent) && progress.state !== 'running' && (
        <button type="button" className="btn small" onClick={again}>
          Count again
        </button>
      )}
      <ExportButton
        label="Export combinations…"
        disabled={progress.state !== 'done'}
        offer={{ label: 'Combinations of signals', list: { kind: 'signals', list, choice }, count: cellCount, shown: null }}
      />
    </p>
  );
}

interface ConflictsProps {
  readonly view: SignalTableView;
  readonly conflict: string | null;
  readonly onPick: (conflict: string | null) => void;
}

function Conflicts({ view: { conflicts }, conflict, onPick }: ConflictsProps) {
  const row = (id: string | null, name: string, about: string) => (
    <li key={id ?? 'all'}>
      <button type="button" className="list-row" aria-current={id === conflict} onClick={() => onPick(id)}>
        <span>{name}</span>
        <span className="muted num">{about}</span>
      </button>
    </li>
  );
  return (
    <nav className="list" aria-label="Conflicts">
      <ul data-testid="signal-conflicts">
        {row(null, 'All combinations', 'conflicts first')}
        {conflicts.length > 0 && row('', 'Any conflict', plural(conflicts.length, 'kind'))}
        {conflicts.map(({ id, name, urls, rank }) => row(id, name, `${plural(urls, 'URL')} · rank ${rank}`))}
      </ul>
      {conflicts.length === 0 && <p className="muted note">No signals contradict each other.</p>}
    </nav>
  );
}

function Cells({ view }: { readonly view: SignalTableView }) {
  const { cells, crawlers, conflicts } = view;
  const [selected, setSelected] = useState(0);
  const columns = useMemo(() => {
    const names = new Map(conflicts.map(({ id, name }) => [id, name]));
    return cellColumns(crawlers, id => names.get(id) ?? id);
  }, [crawlers, conflicts]);
  const cell = cells[selected] ?? cells[0];
  return (
    <SplitPane
      name="signal-detail"
      label="Size of the chosen combination"
      size={detailSize}
      narrow={{ below: Number.POSITIVE_INFINITY, use: 'rows' }}
      main={
        <VirtualGrid
          label="Combinations of signals"
          testId="signal-cells"
          columns={columns}
          count={cells.length}
          rowAt={index => cells[index]}
          onRange={() => undefined}
          selected={selected}
          onSelect={setSelected}
          onOpen={setSelected}
        />
      }
      side={cell ? <CellDetail key={cell.id} view={view} cell={cell} /> : null}
    />
  );
}
