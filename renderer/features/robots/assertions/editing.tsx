import { type KeyboardEvent, useState } from 'react';
import { useActions } from '../../../bridge/app-context.ts';
import { client } from '../../../bridge/client.ts';
import { messageOf } from '../../../bridge/hooks.ts';
import { Hint } from '../../../ui/hint.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { Foreign } from '../../../ui/text/foreign.tsx';
import { AssertionDetail } from './detail.tsx';
import { AssertionEditor } from './editor.tsx';
import { Freeze } from './freeze.tsx';
import { AssertionHead } from './head.tsx';
import { isOnDraft, putOnDraft } from './store.ts';
import { type Came, type StoredAssertions, useAssertionText } from './use-assertion-text.ts';
import { useChangedDraft } from './use-changed-draft.ts';
import { useAssertionCheck } from './use-check.ts';
import { exampleFor, marksOf, openLines } from './words.ts';

interface Props extends StoredAssertions {
  readonly file: string;
  readonly version: number | undefined;
}

/** The assertions of one origin, checked while they are typed. */
export function AssertionEditing(props: Props) {
  const { place, file, origin, version } = props;
  const [caret, setCaret] = useState({ line: 1, until: 1, jump: 0 });
  const toLines = (line: number, until: number): void => setCaret(old => ({ line, until, jump: old.jump + 1 }));
  const typed = useAssertionText(props, toLines);
  const { text, setText, isDirty, saving, save, canUndo, undo } = typed;
  const [onDraft, setOnDraft] = useState(() => isOnDraft(place));
  const draft = useChangedDraft(file, origin, version);
  const isDraft = onDraft && draft !== null;
  const { report, stale, isEmpty, error, retry } = useAssertionCheck({ origin, text, draft: isDraft ? draft : null, version });
  const marks = report ? marksOf(report) : new Map();
  const showLine = useShowLine(origin, version);
  const next = (direction: 'forward' | 'back'): void => {
    const lines = openLines(marks);
    const isBack = direction === 'back';
    const found = isBack ? lines.filter(line => line < caret.line).at(-1) : lines.find(line => line > caret.line);
    const line = found ?? (isBack ? lines.at(-1) : lines[0]);
    if (line !== undefined) toLines(line, line);
  };
  const onKey = (event: KeyboardEvent): void => {
    const control = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
    const key = event.key.toLowerCase();
    if (control && key === 's') {
      event.stopPropagation();
      void save(text);
    } else if (control && key === 'z' && canUndo) undo();
    else if (event.key === 'F8') next(event.shiftKey ? 'back' : 'forward');
    else return;
    event.preventDefault();
  };
  return (
    <section className="assertions" aria-label="Assertions" data-testid="assertions" onKeyDown={onKey}>
      <AssertionHead
        report={report}
        stale={stale}
        isEmpty={isEmpty}
        isOnDraft={draft === null ? null : isDraft}
        onDraft={wanted => {
          putOnDraft(place, wanted);
          setOnDraft(wanted);
        }}
        isDirty={isDirty}
        saving={saving}
        onSave={() => void save(text)}
        onNext={report && openLines(marks).length > 0 ? () => next('forward') : null}
      />
      {error && <Problem text={`The assertions could not be checked: ${error}`} retry={retry} />}
      <Freeze origin={origin} onMade={typed.add} />
      {typed.came && <CameNote came={typed.came} onUndo={canUndo ? undo : null} onDismiss={typed.dismiss} />}
      {isEmpty && <Example text={exampleFor(origin)} onUse={setText} />}
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

/** Opens a line of the robots.txt of an origin: of this version where the assertions are about it, otherwise of the one in force. */
function useShowLine(origin: string, version: number | undefined) {
  const { go, toast } = useActions();
  return async (about: string, line: number): Promise<void> => {
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
}

interface CameProps {
  readonly came: Came;
  /** Null: the text changed since, so it cannot be undone here. */
  readonly onUndo: (() => void) | null;
  readonly onDismiss: () => void;
}

function CameNote({ came, onUndo, onDismiss }: CameProps) {
  return (
    <p className="assertion-came" data-testid="assertion-came" role="status">
      <Foreign className="selectable" text={came.words} />
      {onUndo && (
        <Hint text="Ctrl Z">
          <button type="button" className="btn small" data-testid="assertion-undo" onClick={onUndo}>
            Undo
          </button>
        </Hint>
      )}
      <button type="button" className="btn quiet small" aria-label="Dismiss" onClick={onDismiss}>
        ✕
      </button>
    </p>
  );
}

function Example({ text, onUse }: { readonly text: string; readonly onUse: (text: string) => void }) {
  return (
    <div className="assertion-empty">
      <p>
        Say what this robots.txt must do, one assertion per line. Crawlscope checks them as you type and on every new version.
      </p>
      <pre className="selectable">{text}</pre>
      <button type="button" className="btn" onClick={() => onUse(text)}>
        Start with this example
      </button>
    </div>
  );
}
