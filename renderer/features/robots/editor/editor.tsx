import { autocompletion, type CompletionContext, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyField, historyKeymap, redo, redoDepth, undo, undoDepth } from '@codemirror/commands';
import { type Diagnostic, linter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension, type Text } from '@codemirror/state';
import {
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder as placeholderText,
  tooltips,
} from '@codemirror/view';
import { type Ref, useEffect, useImperativeHandle, useMemo, useRef } from 'react';
import { editorTheme } from '../../../ui/editor/editor-theme.ts';
import { robotsColours } from './highlight.ts';
import { type EditorGutter, type EditorLooks, type LineLook, lineLooks, setLooks } from './line-looks.ts';
import { SharedText } from './shared-text.ts';

/** A squiggle: line and columns from 1, columns in UTF-16 units, `endColumn` the first one after it. */
export interface EditorDiagnostic {
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
  readonly severity: 'error' | 'warning' | 'info';
  readonly id: string;
  readonly message: string;
  readonly why: string;
  /** Offered in the tooltip; `changes` are places in the text, and are made when the editor may be written in. */
  readonly fix?: {
    readonly title: string;
    readonly changes: readonly { readonly from: number; readonly to: number; readonly insert: string }[];
  };
}

export interface EditorCompletion {
  readonly label: string;
  readonly detail?: string;
}

export interface Completions {
  readonly from: number;
  readonly options: readonly EditorCompletion[];
}

/** Keeps what can be undone while the editor is not shown. */
export interface EditorMemory {
  state: unknown;
}

export interface EditorHandle {
  undo(): void;
  redo(): void;
  focus(): void;
}

interface Props {
  readonly label: string;
  readonly value: string;
  /** Called at once for every change; the owner debounces. Without it the text is read-only. */
  readonly onChange?: (value: string) => void;
  readonly diagnostics?: readonly EditorDiagnostic[];
  /** Their number must not change while the editor is shown. */
  readonly gutters?: readonly EditorGutter[];
  readonly lines?: ReadonlyMap<number, LineLook>;
  /** Shows a line in the middle and marks it; again whenever `jump` changes. 0 for none. */
  readonly goTo?: { readonly line: number; readonly jump: number };
  /** Completions at the cursor, and how many units before it they replace. */
  readonly completions?: (line: string, column: number) => Completions | null | Promise<Completions | null>;
  /** Enter on a line of a read-only text: what a click on its gutter does. */
  readonly onEnter?: (line: number) => void;
  /** The cursor came to another line. */
  readonly onLine?: (line: number) => void;
  /** Only LF ends a line here, because lines of the text may contain a CR. */
  readonly onlyLf?: boolean;
  readonly placeholder?: string;
  readonly memory?: EditorMemory;
  readonly handle?: Ref<EditorHandle>;
  /** How many changes can be undone and redone, when that changed. */
  readonly onDepth?: (undo: number, redo: number) => void;
  readonly testId?: string;
  readonly lineTestId?: string;
}

const empty: ReadonlyMap<number, LineLook> = new Map();
const noGutters: readonly EditorGutter[] = [];
const noDiagnostics: readonly EditorDiagnostic[] = [];

/** A text box for robots.txt, in a shadow root: there the editor's style sheets are constructed, which our CSP lets through. */
export function RobotsEditor(props: Props) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const shared = useRef(new SharedText(props.value));
  const placedMarks = useRef<readonly EditorDiagnostic[] | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const { value, label, diagnostics = noDiagnostics, gutters = noGutters, lines = empty, goTo, lineTestId = '' } = props;
  const isReadOnly = props.onChange === undefined;
  const line = goTo?.line ?? 0;
  const looks = useMemo<EditorLooks>(() => {
    const shown = new Map(lines);
    if (line > 0) {
      const own = shown.get(line);
      shown.set(line, { ...own, data: { ...own?.data, highlighted: 'true' } });
    }
    return { gutters, lines: shown, testId: lineTestId };
  }, [gutters, lines, line, lineTestId]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is made once; changes are passed to it below
  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    const { memory } = latest.current;
    const state = startState(value, extensionsOf(latest, shared.current, gutters.length), memory);
    shared.current.set(value);
    const editor = new EditorView({ state, parent: root, root });
    view.current = editor;
    latest.current.onDepth?.(undoDepth(state), redoDepth(state));
    // The window's keys ignore keys that the editor used, and typed text.
    const keep = (event: KeyboardEvent): void => {
      const types = !event.ctrlKey && !event.metaKey && !event.altKey && event.key.length === 1;
      const inField = event.composedPath()[0] instanceof HTMLInputElement;
      if (event.defaultPrevented || (types && (inField || latest.current.onChange !== undefined))) event.stopPropagation();
    };
    element.addEventListener('keydown', keep);
    return () => {
      element.removeEventListener('keydown', keep);
      if (memory) memory.state = editor.state.toJSON(withHistory);
      editor.destroy();
      view.current = null;
    };
  }, [isReadOnly, gutters.length]);

  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    if (!shared.current.isNews(value)) return;
    const old = editor.state.doc.toString();
    if (old !== value) editor.dispatch({ changes: changeBetween(old, value) });
  }, [value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new editor needs them too
  useEffect(() => view.current?.dispatch({ effects: setLooks.of(looks) }), [looks, isReadOnly, gutters.length]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a change of the text the positions are computed again
  useEffect(() => {
    const editor = view.current;
    // In an edited text the marks move along. Marks for an earlier text must not be placed again.
    if (!editor || (!isReadOnly && placedMarks.current === diagnostics)) return;
    placedMarks.current = diagnostics;
    const all = diagnostics.flatMap(each => placed(editor.state.doc, each, isReadOnly));
    editor.dispatch(setDiagnostics(editor.state, all));
  }, [diagnostics, isReadOnly, value, gutters.length]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: jumping again to the same line scrolls again
  useEffect(() => {
    const editor = view.current;
    if (!editor || line < 1 || line > editor.state.doc.lines) return;
    const { from } = editor.state.doc.line(line);
    editor.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
  }, [line, goTo?.jump]);

  useImperativeHandle(
    props.handle,
    () => ({
      undo: () => void (view.current && undo(view.current)),
      redo: () => void (view.current && redo(view.current)),
      focus: () => view.current?.focus(),
    }),
    [],
  );

  return <div ref={host} className="robots-editor" data-testid={props.testId} data-label={label} />;
}

const withHistory = { history: historyField };

/** What was left the last time, with its undo history, unless the text is another one by now. */
function startState(doc: string, extensions: Extension[], memory: EditorMemory | undefined): EditorState {
  const kept = memory?.state as { readonly doc?: unknown } | null | undefined;
  if (kept?.doc === doc) return EditorState.fromJSON(kept, { extensions }, withHistory);
  return EditorState.create({ doc, extensions });
}

function extensionsOf(latest: { readonly current: Props }, shared: SharedText, slots: number): Extension[] {
  const { onChange, label, completions, onlyLf, placeholder } = latest.current;
  const isReadOnly = onChange === undefined;
  const complete = async (context: CompletionContext) => {
    const line = context.state.doc.lineAt(context.pos);
    const found = (await latest.current.completions?.(line.text, context.pos - line.from)) ?? null;
    if (found === null || (found.from === context.pos - line.from && !context.explicit)) return null;
    // Do not offer a completion that is already typed: Enter should end the line.
    const typed = line.text.slice(found.from, context.pos - line.from);
    const options = found.options.filter(({ label }) => label.startsWith(typed));
    if (!context.explicit && options.length === 1 && options[0]?.label === typed) return null;
    return { from: line.from + found.from, options: found.options.map(option => ({ ...option })) };
  };
  return [
    onlyLf ? EditorState.lineSeparator.of('\n') : [],
    isReadOnly ? EditorState.readOnly.of(true) : history(),
    lineLooks(slots),
    lineNumbers(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    search({ top: true }),
    linter(null),
    // Not `fixed`: the pane is a size container, and what is fixed in one is placed from the pane's corner instead of the window's.
    tooltips({ position: 'absolute', tooltipSpace: ({ dom }) => dom.getBoundingClientRect() }),
    robotsColours(),
    completions ? autocompletion({ override: [complete], icons: false }) : [],
    placeholder === undefined ? [] : placeholderText(placeholder),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({
      'aria-label': label,
      'aria-readonly': String(isReadOnly),
      tabindex: '0',
      dir: 'ltr',
      spellcheck: 'false',
    }),
    // Tab is not bound: it leaves the editor.
    keymap.of([
      {
        key: 'Enter',
        run: editor => {
          const { onEnter } = latest.current;
          if (!isReadOnly || onEnter === undefined) return false;
          onEnter(editor.state.doc.lineAt(editor.state.selection.main.head).number);
          return true;
        },
      },
      ...completionKeymap,
      ...searchKeymap,
      ...lintKeymap,
      ...historyKeymap,
      ...defaultKeymap,
    ]),
    EditorView.updateListener.of(update => {
      if (update.selectionSet) latest.current.onLine?.(update.state.doc.lineAt(update.state.selection.main.head).number);
      const depths = [undoDepth(update.state), redoDepth(update.state)] as const;
      if (depths[0] !== undoDepth(update.startState) || depths[1] !== redoDepth(update.startState))
        latest.current.onDepth?.(...depths);
      if (!update.docChanged) return;
      const text = update.state.doc.toString();
      if (shared.tell(text)) latest.current.onChange?.(text);
    }),
    editorTheme,
  ];
}

/** The part in which two texts differ. Only this part is replaced, so that cursor and scroll position stay. */
export function changeBetween(
  old: string,
  next: string,
): { readonly from: number; readonly to: number; readonly insert: string } {
  const most = Math.min(old.length, next.length);
  let from = 0;
  while (from < most && old.charCodeAt(from) === next.charCodeAt(from)) from += 1;
  let tail = 0;
  while (tail < most - from && old.charCodeAt(old.length - 1 - tail) === next.charCodeAt(next.length - 1 - tail)) tail += 1;
  return { from, to: old.length - tail, insert: next.slice(from, next.length - tail) };
}

function placed(doc: Text, found: EditorDiagnostic, isReadOnly: boolean): Diagnostic[] {
  if (found.line < 1 || found.line > doc.lines) return [];
  const line = doc.line(found.line);
  const from = Math.min(line.from + Math.max(0, found.column - 1), line.to);
  const to = Math.max(from, Math.min(line.from + Math.max(0, found.endColumn - 1), line.to));
  const { fix } = found;
  return [
    {
      from,
      to,
      severity: found.severity,
      message: found.message,
      renderMessage: () => messageOf(found),
      ...(fix === undefined || isReadOnly || fix.changes.length === 0
        ? {}
        : { actions: [{ name: 'Fix', apply: view => applyFix(view, doc, fix.changes) }] }),
    },
  ];
}

/**
 * Applies the changes of a fix, which are positions in `doc`. Does nothing if the text was edited since, because the
 * next lint run returns new positions.
 */
function applyFix(view: EditorView, doc: Text, changes: NonNullable<EditorDiagnostic['fix']>['changes']): void {
  if (view.state.doc.eq(doc)) view.dispatch({ changes: [...changes], userEvent: 'input.fix' });
}

function messageOf({ id, message, why, fix }: EditorDiagnostic): HTMLElement {
  const all = document.createElement('div');
  const say = (text: string, kind: string): void => {
    if (text === '') return;
    const part = document.createElement('p');
    part.className = kind;
    part.textContent = text;
    all.append(part);
  };
  say(`${message} (${id})`, 'cm-what');
  say(why, 'cm-why');
  say(fix === undefined ? '' : `Fix: ${fix.title}`, 'cm-why');
  return all;
}
