import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type SearchHit, type SearchPlace, type SearchState, searchLimits } from '#shared/model/text-search.ts';
import { useActions } from '../../bridge/app-context.ts';
import { client } from '../../bridge/client.ts';
import { useFocusRequest } from '../../bridge/focus-request.ts';
import { messageOf } from '../../bridge/hooks.ts';
import { type GridColumn, VirtualGrid } from '../../ui/grid/virtual-grid.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Foreign, foreignText } from '../../ui/text/foreign.tsx';
import { countWords, plural } from '../../ui/text/format.ts';
import { useHits } from './use-hits.ts';

const pollMs = 250;

const places: Readonly<Record<SearchPlace, string>> = {
  text: 'What readers see',
  source: 'Source',
  title: 'Titles',
};

/** What was searched, with its whole. */
function stateWords({ state, searched, total, notSearchable, pages, matches, hasMore }: SearchState): string {
  if (state === 'none') return '';
  const found = `${plural(matches, 'match', 'matches')} on ${plural(pages, 'page')}`;
  const looked =
    total === null
      ? `${plural(searched, 'stored page')} searched`
      : `${countWords(searched)} of ${plural(total, 'stored page')} searched`;
  const missing = notSearchable > 0 ? `, ${plural(notSearchable, 'page')} without a stored body` : '';
  const how = hasMore ? ' · ended at the limit' : state === 'running' ? ' · searching…' : state === 'stopped' ? ' · stopped' : '';
  return `${found} · ${looked}${missing}${how}`;
}

/** The running or last search of the file, asked for again while it runs. */
function useSearch() {
  const [state, setState] = useState<SearchState | null>(null);
  const [error, setError] = useState('');
  const isRunning = state?.state === 'running';
  useEffect(() => {
    client.call('search.state', {}).then(setState, () => undefined);
  }, []);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => {
      client.call('search.state', {}).then(setState, (reason: unknown) => setError(messageOf(reason)));
    }, pollMs);
    return () => clearInterval(timer);
  }, [isRunning]);
  const start = (wish: { text: string; place: SearchPlace; isPattern: boolean; matchCase: boolean }): void => {
    setError('');
    client.call('search.start', wish).then(setState, (reason: unknown) => setError(messageOf(reason)));
  };
  const stop = (): void => {
    client
      .call('search.stop', {})
      .then(() => client.call('search.state', {}))
      .then(setState, (reason: unknown) => setError(messageOf(reason)));
  };
  return { state, error: error || (state?.state === 'failed' ? state.problem : ''), isRunning, start, stop };
}

const first = ({ snippets }: SearchHit) => snippets[0];

const columns: readonly GridColumn<SearchHit>[] = [
  {
    key: 'snippet',
    label: 'Match',
    width: 420,
    grow: true,
    cell: hit => {
      const snippet = first(hit);
      return snippet ? (
        <bdi>
          <Foreign text={snippet.before} />
          <mark>
            <Foreign text={snippet.match} />
          </mark>
          <Foreign text={snippet.after} />
        </bdi>
      ) : null;
    },
  },
  { key: 'count', label: 'On the page', width: 90, end: true, cell: hit => countWords(hit.count) },
  { key: 'line', label: 'Line', width: 70, end: true, cell: hit => (first(hit)?.line ? countWords(first(hit)?.line ?? 0) : '') },
  { key: 'url', label: 'URL', width: 340, cell: hit => foreignText(hit.url) },
  { key: 'title', label: 'Title', width: 220, cell: hit => foreignText(hit.title ?? '') },
];

/** Full text of the stored pages: a text or a pattern, its matches with what is around them. */
export function SearchView() {
  const { go } = useActions();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [place, setPlace] = useState<SearchPlace>('text');
  const [isPattern, setPattern] = useState(false);
  const [matchCase, setMatchCase] = useState(false);
  const [selected, setSelected] = useState(-1);
  const { state, error, isRunning, start, stop } = useSearch();
  useFocusRequest('search', () => field.current?.focus());
  const id = state?.id ?? 0;
  const count = state?.pages ?? 0;
  const { row, want } = useHits(id, count);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setSelected(-1);
    if (text !== '') start({ text, place, isPattern, matchCase });
  };
  const open = (index: number): void => {
    const hit = row(index);
    if (!hit) return;
    const [from, to] = first(hit)?.bytes ?? [0, 0];
    if (to > 0) go({ do: 'open', target: { view: 'source', url: hit.url, start: from, end: to } });
    else go({ do: 'inspect', url: hit.url });
  };
  return (
    <div className="search-view">
      <form className="toolbar" onSubmit={submit}>
        <div className="toolbar-line">
          <input
            ref={field}
            className="field filter"
            aria-label="Text to search for"
            aria-invalid={error !== ''}
            placeholder={isPattern ? 'Pattern in RE2 syntax' : 'Text in stored pages'}
            spellCheck={false}
            maxLength={searchLimits.text}
            value={text}
            onChange={event => setText(event.target.value)}
          />
          <select
            className="field"
            aria-label="Where to search"
            value={place}
            onChange={event => setPlace(event.target.value as SearchPlace)}
          >
            {Object.entries(places).map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
          <label>
            <input type="checkbox" checked={isPattern} onChange={event => setPattern(event.target.checked)} /> Pattern (RE2)
          </label>
          <label>
            <input type="checkbox" checked={matchCase} onChange={event => setMatchCase(event.target.checked)} /> Match case
          </label>
          <button type="submit" className="btn primary small" disabled={text === ''}>
            Search
          </button>
          {isRunning && (
            <button type="button" className="btn small" onClick={stop}>
              Stop
            </button>
          )}
        </div>
        <div className="toolbar-line">
          <span className="muted num" aria-live="polite" data-testid="search-state">
            {state ? stateWords(state) : ''}
          </span>
        </div>
      </form>
      {error && <Problem text={`The search ended: ${error}`} />}
      {count > 0 ? (
        <VirtualGrid
          label="Matches"
          testId="search-grid"
          columns={columns}
          count={count}
          rowAt={row}
          onRange={want}
          selected={selected}
          onSelect={setSelected}
          onOpen={open}
        />
      ) : (
        <div className="empty" tabIndex={-1}>
          {state?.state === 'done' || state?.state === 'stopped' ? (
            <p>No match in {plural(state.searched, 'stored page')}.</p>
          ) : (
            <p>Searches the stored bodies of HTML pages and JSON responses. It sends no request.</p>
          )}
        </div>
      )}
    </div>
  );
}
