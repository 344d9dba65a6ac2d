import { type KeyboardEvent, useCallback, useState } from 'react';
import {
  type CompareField,
  compareFields,
  type FieldCounts,
  fieldOf,
  headerField,
  mostHeaderFields,
} from '#shared/model/compare-fields.ts';
import { client } from '../../bridge/client.ts';
import { listSize, SplitPane } from '../../ui/split-pane.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { countWords, percent } from '../../ui/text/format.ts';
import { FieldDetail } from './field-detail.tsx';
import { shareWords } from './field-words.ts';
import { useWork } from './use-work.ts';
import { WorkState } from './work-state.tsx';

const slow: readonly CompareField[] = (compareFields as readonly CompareField[]).filter(({ isSlow }) => isSlow);

/** Every field with the URLs that differ in it, of those that both crawls have. */
export function FieldsTab({ run }: { readonly run: number }) {
  const [more, setMore] = useState<readonly string[]>([]);
  const read = useCallback(() => client.call('comparison.fields', { run, more }), [run, more]);
  const { view, error, again } = useWork(read);
  const [picked, setPicked] = useState<string | null>(null);
  const cancel = (): void => void client.call('comparison.cancelFields', { run }).then(again, again);
  const state = (
    <WorkState
      what="The fields"
      unit="URLs"
      {...{ error, again, cancel }}
      problem={view?.problem ?? ''}
      progress={view?.progress}
    />
  );
  const isRunning = view?.progress.state === 'running';
  if (!view?.counts || (!view.isWhole && !isRunning)) return state;
  // While they grow, fields keep their place.
  const counts = view.isWhole ? [...view.counts].sort((a, b) => Number(b.differ > 0) - Number(a.differ > 0)) : view.counts;
  const current = counts.find(({ id }) => id === picked) ?? counts[0];
  if (!current) return null;
  return (
    <>
      <MoreFields more={more} onChange={setMore} />
      <SplitPane
        name="compare-fields"
        label="Width of the list of fields"
        at="start"
        size={listSize}
        side={<FieldList counts={counts} current={current} onPick={setPicked} />}
        main={view.isWhole ? <FieldDetail key={`${current.id} ${more.join()}`} run={run} counts={current} /> : state}
      />
    </>
  );
}

interface MoreProps {
  readonly more: readonly string[];
  readonly onChange: (more: readonly string[]) => void;
}

/** Fields that are compared on request: those that take longer, and response headers. */
function MoreFields({ more, onChange }: MoreProps) {
  const [header, setHeader] = useState('');
  const field = headerField(header);
  const headers = more.filter(id => id.startsWith('header:'));
  const toggle = (id: string): void => onChange(more.includes(id) ? more.filter(each => each !== id) : [...more, id]);
  return (
    <form
      className="compare-filter compare-more"
      onSubmit={event => {
        event.preventDefault();
        if (!field || more.includes(field.id)) return;
        onChange([...more, field.id]);
        setHeader('');
      }}
    >
      <span className="muted">Also compare</span>
      {slow.map(({ id, label, help }) => (
        <label key={id} title={help}>
          <input type="checkbox" checked={more.includes(id)} onChange={() => toggle(id)} data-testid={`more-${id}`} /> {label}
        </label>
      ))}
      <label>
        Response header{' '}
        <input
          className="field"
          value={header}
          placeholder="cache-control"
          spellCheck={false}
          data-testid="compare-header"
          onChange={event => setHeader(event.target.value)}
        />
      </label>
      <button type="submit" className="btn small" disabled={!field || headers.length >= mostHeaderFields}>
        Add
      </button>
      {headers.map(id => (
        <span key={id} className="chip">
          <Foreign text={id.slice('header:'.length)} />
          <button type="button" className="btn small quiet" aria-label={`Remove ${id}`} onClick={() => toggle(id)}>
            ×
          </button>
        </span>
      ))}
    </form>
  );
}

interface ListProps {
  readonly counts: readonly FieldCounts[];
  readonly current: FieldCounts;
  readonly onPick: (id: string) => void;
}

function keys(event: KeyboardEvent<HTMLElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('.list-row')];
  const at = rows.findIndex(row => row.matches(':focus'));
  const places: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 };
  const wanted = places[event.key];
  if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === 'Enter' || event.key === 'ArrowRight')
    event.currentTarget.closest('.split')?.querySelector<HTMLElement>('.grid')?.focus();
  else if (wanted !== undefined) {
    const next = rows[Math.max(0, Math.min(rows.length - 1, wanted))];
    next?.focus();
    next?.click();
  } else return;
  event.preventDefault();
}

/** Fields that differ first. Arrow keys move, Enter goes to the URLs. */
function FieldList({ counts, current, onPick }: ListProps) {
  return (
    <nav className="list" aria-label="Fields" onKeyDown={keys}>
      <ul data-testid="compare-fields">
        {counts.map(each => {
          const { id, differ, both, notRecorded } = each;
          return (
            <li key={id}>
              <button
                type="button"
                className="list-row compare-field"
                aria-current={id === current.id}
                tabIndex={id === current.id ? 0 : -1}
                data-testid={`compare-field-${id}`}
                title={fieldOf(id)?.help}
                onClick={() => onPick(id)}
              >
                <span className={differ > 0 ? '' : 'muted'}>
                  <Foreign text={fieldOf(id)?.label ?? id} />
                </span>
                <span className={differ > 0 ? 'num' : 'num muted'}>
                  {countWords(differ)} <span className="muted">({percent(differ, both - notRecorded)})</span>
                </span>
                <span className="muted num compare-share">{shareWords(each)}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
