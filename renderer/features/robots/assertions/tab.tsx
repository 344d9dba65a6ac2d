import { useEffect, useRef, useState } from 'react';
import type { AssertionReport, AssertionsMade } from '#shared/model/assertions.ts';
import { useActions, useNav } from '../../../bridge/app-context.ts';
import { client } from '../../../bridge/client.ts';
import { messageOf, useCall, useDebounced, useStatus } from '../../../bridge/hooks.ts';
import { useKeepTyped } from '../../../bridge/keep-typed.ts';
import { interpreterInput } from '../../../domain/interpreter-choice.ts';
import { Problem } from '../../../ui/problem.tsx';
import { Foreign } from '../../../ui/text/foreign.tsx';
import { hostOf } from '../../../ui/text/format.ts';
import { draftAt, draftPlace, editorText, isBegun } from '../draft/store.ts';
import { AssertionDetail } from './detail.tsx';
import { AssertionEditor } from './editor.tsx';
import { assertionPlace, isOnDraft, keepUnsaved, putOnDraft, takeMade, unsavedAt } from './store.ts';
import { addedWords, exampleFor, marksOf, openLines, totalWords } from './words.ts';

interface Props {
  readonly origin: string;
  /** The version to check. Default: the one in force. */
  readonly version?: number;
}

/** The assertions of one origin: loaded first, then edited. Mount it with the origin as key. */
export function AssertionsPanel({ origin, version }: Props) {
  const file = useStatus()?.file ?? '';
  const { data, error, retry } = useCall('assertions.get', { origin });
  if (error && !data) return <Problem text={`The assertions could not be read: ${error}`} retry={retry} />;
  if (!data) return <div />;
  const place = assertionPlace(file, origin);
  return (
    <Editing key={place} place={place} file={file} origin={origin} stored={data.text} unsaved={data.unsaved} version={version} />
  );
}

interface EditingProps {
  readonly place: string;
  readonly file: string;
  readonly origin: string;
  readonly stored: string;
  /** The last unsaved text. */
  readonly unsaved: string | null;
  readonly version: number | undefined;
}

const pauseMs = 400;

function Editing({ place, file, origin, stored, unsaved, version }: EditingProps) {
  const { go, toast } = useActions();
  const [text, setText] = useState(() => unsavedAt(place) ?? unsaved ?? stored);
  const [saved, setSaved] = useState(stored);
  const [saving, setSaving] = useState(false);
  const [caret, setCaret] = useState({ line: 1, until: 1, jump: 0 });
  const [onDraft, setOnDraft] = useState(() => isOnDraft(place));
  const [came, setCame] = useState<Came | null>(null);
  const draft = useChangedDraft(file, origin, version);
  const isDraft = onDraft && draft !== null;
  const settled = useDebounced(text, pauseMs);
  const isEmpty = text.trim() === '';
  const run = useCall(
    'assertions.run',
    isEmpty ? null : { origin, text: settled, ...(isDraft ? { draft } : version === undefined ? {} : { version }) },
  );
  const [shown, setShown] = useState<{ readonly text: string; readonly report: AssertionReport } | null>(null);
  const { data } = run;
  useEffect(() => {
    if (data) setShown({ text: settled, report: data });
  }, [data, settled]);
  const isDirty = text !== saved;
  useEffect(() => {
    keepUnsaved(place, isDirty ? text : null);
  }, [isDirty, place, text]);
  useKeepTyped('The assertions', isDirty ? text : null, unsaved !== null, typed =>
    client.call('assertions.keep', { origin, text: typed }),
  );
  const stale = shown === null || shown.text !== text;
  const report = isEmpty ? null : (shown?.report ?? null);
  const marks = report ? marksOf(report) : new Map();

  const save = async (wanted: string): Promise<void> => {
    if (saving) return;
    setSaving(true);
    try {
      const found = await client.call('assertions.save', { origin, text: wanted });
      setSaved(wanted);
      toast(wanted.trim() === '' ? 'The assertions were removed' : `Saved. Stored file: ${totalWords(found)}`);
    } catch (error) {
      toast(`The assertions could not be saved: ${messageOf(error)}`, 'problem');
    } finally {
      setSaving(false);
    }
  };
  /** Appends assertions. Saves them at once if there were no other unsaved changes. */
  const add = async (made: AssertionsMade): Promise<void> => {
    try {
      const before = now.current;
      const merged = await client.call('assertions.merge', { origin, text: before.text, more: made.text });
      const isSaved = before.text === before.saved && merged.added > 0;
      setText(merged.text);
      setCame({ before: before.text, text: merged.text, words: addedWords(made, merged), added: merged.added > 0, isSaved });
      if (merged.added > 0) setCaret(old => ({ line: merged.first, until: merged.last, jump: old.jump + 1 }));
      if (isSaved) await now.current.save(merged.text);
    } catch (error) {
      toast(`The assertions could not be added: ${messageOf(error)}`, 'problem');
    }
  };
  const now = useRef({ text, saved, save, add });
  now.current = { text, saved, save, add };
  const handed = useNav().assertions;
  useEffect(() => {
    if (handed !== null && handed.origin === origin && takeMade(handed)) void now.current.add(handed);
  }, [handed, origin]);
  const undo = (): void => {
    if (!came) return;
    setText(came.before);
    setCame(null);
    if (came.isSaved) void save(came.before);
  };
  const canUndo = came?.added === true && came.text === text;
  const toLine = (line: number): void => setCaret(old => ({ line, until: line, jump: old.jump + 1 }));
  const next = (back: boolean): void => {
    const lines = openLines(marks);
    const found = back ? lines.filter(line => line < caret.line).at(-1) : lines.find(line => line > caret.line);
    const line = found ?? (back ? lines.at(-1) : lines[0]);
    if (line !== undefined) toLine(line);
  };
  const showLine = async (about: string, line: number): Promise<void> => {
    try {
      const view =
        about === origin && version !== undefined
          ? { version: { id: version } }
          : await client.call('robots.file', { origin: about });
      if (view?.version) go({ do: 'open', target: { view: 'robots', origin: about, version: view.version.id, line } });
    } catch (error) {
      toast(`The line could not be shown: ${messageOf(error)}`, 'problem');
    }
  };
  return (
    <section
      className="assertions"
      aria-label="Assertions"
      data-testid="assertions"
      onKeyDown={event => {
        const control = event.ctrlKey || event.metaKey;
        if (control && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 's') {
          event.preventDefault();
          event.stopPropagation();
          void save(text);
        } else if (control && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'z' && canUndo) {
          event.preventDefault();
          undo();
        } else if (event.key === 'F8') {
          event.preventDefault();
          next(event.shiftKey);
        }
      }}
    >
      <header className="assertion-head">
        <p id="assertion-totals" className="num" data-testid="assertion-totals" aria-live="polite">
          {isEmpty ? <Nothing /> : report ? <Totals report={report} stale={stale} /> : 'Checking…'}
        </p>
        {draft !== null && (
          <span className="chips" role="group" aria-label="Which robots.txt the assertions check">
            {[false, true].map(wanted => (
              <button
                key={String(wanted)}
                type="button"
                className="chip"
                aria-pressed={isDraft === wanted}
                data-testid={wanted ? 'assertions-on-draft' : 'assertions-on-stored'}
                onClick={() => {
                  putOnDraft(place, wanted);
                  setOnDraft(wanted);
                }}
              >
                {wanted ? 'On the draft' : 'On the stored file'}
              </button>
            ))}
          </span>
        )}
        <div className="row">
          {isDirty && <span className="chip warn">not saved</span>}
          {report && openLines(marks).length > 0 && (
            <button type="button" className="btn small" title="F8, Shift+F8 backwards" onClick={() => next(false)}>
              Next problem
            </button>
          )}
          <button type="button" className="btn small primary" disabled={!isDirty || saving} onClick={() => void save(text)}>
            Save <kbd>Ctrl S</kbd>
          </button>
        </div>
      </header>
      {run.error && !isEmpty && <Problem text={`The assertions could not be checked: ${run.error}`} retry={run.retry} />}
      <Freeze origin={origin} onMade={add} />
      {came && (
        <p className="assertion-came" data-testid="assertion-came" role="status">
          <Foreign className="selectable" text={came.words} />
          {canUndo && (
            <button type="button" className="btn small" title="Ctrl Z" data-testid="assertion-undo" onClick={undo}>
              Undo
            </button>
          )}
          <button type="button" className="btn quiet small" aria-label="Dismiss" onClick={() => setCame(null)}>
            ✕
          </button>
        </p>
      )}
      {isEmpty && (
        <div className="assertion-empty">
          <p>
            Say what this robots.txt must do, one assertion per line. Crawlscope checks them as you type and on every new version.
          </p>
          <pre className="selectable">{exampleFor(origin)}</pre>
          <button type="button" className="btn" onClick={() => setText(exampleFor(origin))}>
            Start with this example
          </button>
        </div>
      )}
      <AssertionEditor
        text={text}
        marks={marks}
        stale={stale}
        line={caret.line}
        until={caret.until}
        jump={caret.jump}
        onText={setText}
        onLine={line => setCaret(old => (old.line === line ? old : { ...old, line, until: line }))}
      />
      {report && !stale && (
        <AssertionDetail report={report} line={caret.line} onRobotsLine={(about, line) => void showLine(about, line)} />
      )}
    </section>
  );
}

/** Assertions added by another view, with the text to restore on Undo. */
interface Came {
  readonly before: string;
  readonly text: string;
  readonly words: string;
  readonly added: boolean;
  readonly isSaved: boolean;
}

/** The draft of an origin, null where there is none that differs from the stored file. */
function useChangedDraft(file: string, origin: string, version: number | undefined): string | null {
  const kept = draftAt(draftPlace(file, origin));
  const draft = kept && isBegun(kept) ? kept.text : null;
  const desk = useCall('drafts.open', draft === null ? null : { origin, ...(version === undefined ? {} : { version }) });
  return draft !== null && desk.data && editorText(desk.data.text) !== draft ? draft : null;
}

const Nothing = () => <span className="muted">No assertions about this robots.txt yet</span>;

function Totals({ report, stale }: { readonly report: AssertionReport; readonly stale: boolean }) {
  const isBad = report.unmet > 0 || report.problems.length > 0;
  const tone = isBad ? 'tone-bad' : report.unchecked > 0 ? 'tone-warn' : 'tone-ok';
  return <span className={stale ? 'muted' : tone}>{totalWords(report)}</span>;
}

/** Turns today's verdicts into assertions. */
function Freeze({ origin, onMade }: { readonly origin: string; readonly onMade: (made: AssertionsMade) => Promise<void> }) {
  const own = useStatus()?.settings.profile ?? '*';
  const [crawler, setCrawler] = useState(interpreterInput(useNav().crawler).profile ?? own);
  const [filter, setFilter] = useState(`site:${hostOf(origin)} depth:0..2`);
  const [problem, setProblem] = useState('');
  const asking = useRef(false);
  const add = async (): Promise<void> => {
    if (asking.current) return;
    asking.current = true;
    try {
      const made = await client.call('assertions.create', { crawler: crawler.trim(), filter });
      setProblem('');
      if (made.urls === 0) setProblem('No URL matches this filter.');
      else await onMade(made);
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      asking.current = false;
    }
  };
  return (
    <form
      className="assertion-freeze"
      onSubmit={event => {
        event.preventDefault();
        void add();
      }}
    >
      <span className="muted">Add today’s verdicts for</span>
      <input
        className="field agent"
        aria-label="Crawler"
        title="A crawler’s name or profile. * means a crawler that no group names"
        spellCheck={false}
        value={crawler}
        onChange={event => setCrawler(event.target.value)}
      />
      <span className="muted">on URLs matching</span>
      <input
        className="field"
        aria-label="Filter of URLs"
        spellCheck={false}
        value={filter}
        onChange={event => setFilter(event.target.value)}
      />
      <button type="submit" className="btn small" data-testid="assertion-freeze">
        Add
      </button>
      {problem !== '' && (
        <p className="tone-bad" role="alert">
          <Foreign text={problem} />
        </p>
      )}
    </form>
  );
}
