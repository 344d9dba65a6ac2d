import {
  acceptCompletion,
  autocompletion,
  type CompletionContext,
  completionKeymap,
  startCompletion,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { linter, setDiagnostics } from '@codemirror/lint';
import { search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension, Prec, RangeSetBuilder } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  placeholder,
  tooltips,
  ViewPlugin,
} from '@codemirror/view';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import type { SqlPlace } from '#shared/model/sql-console.ts';
import { editorTheme } from '../../ui/editor/editor-theme.ts';
import type { SqlCompletions } from './completions.ts';
import { partsOfStatement, type StatementPart } from './statement-parts.ts';

export interface SqlEditorHandle {
  focus(): void;
  /** Puts a text at the cursor, in place of what is selected. */
  insert(text: string): void;
  /** Replaces the whole statement; it can be undone. */
  replace(text: string): void;
  /** The selected part; the whole statement where nothing is selected. `from`: where it begins. */
  chosen(): { readonly text: string; readonly statement: string; readonly from: number };
}

interface Props {
  readonly value: string;
  readonly longest: number;
  readonly onChange: (value: string) => void;
  readonly onRun: () => void;
  readonly problem: { readonly text: string; readonly at: SqlPlace } | null;
  readonly complete: (statement: string, at: number, asked: boolean) => SqlCompletions | null;
  readonly handle: Ref<SqlEditorHandle>;
}

/** A text box for a statement, in a shadow root: there the editor's style sheets are constructed, which our CSP lets through. */
export function SqlEditor(props: Props) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const { problem } = props;

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    const state = EditorState.create({ doc: latest.current.value, extensions: extensionsOf(latest) });
    const editor = new EditorView({ state, parent: root, root });
    view.current = editor;
    // The window's keys ignore typed text and keys that the editor used.
    const keep = (event: KeyboardEvent): void => {
      const types = !event.ctrlKey && !event.metaKey && !event.altKey && event.key.length === 1;
      if (types || event.defaultPrevented) event.stopPropagation();
    };
    element.addEventListener('keydown', keep);
    return () => {
      element.removeEventListener('keydown', keep);
      editor.destroy();
      view.current = null;
    };
  }, []);
  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    const end = editor.state.doc.length;
    const marks = problem
      ? [
          {
            from: Math.min(problem.at.from, end),
            to: Math.min(problem.at.to, end),
            severity: 'error' as const,
            message: problem.text,
          },
        ]
      : [];
    editor.dispatch(setDiagnostics(editor.state, marks));
    const [mark] = marks;
    if (!mark) return;
    editor.dispatch({ selection: { anchor: mark.from }, effects: EditorView.scrollIntoView(mark.from) });
    editor.focus();
  }, [problem]);
  useImperativeHandle(
    props.handle,
    () => ({
      focus: () => view.current?.focus(),
      insert(text) {
        const editor = view.current;
        if (!editor) return;
        editor.dispatch(editor.state.replaceSelection(text));
        editor.focus();
      },
      replace(text) {
        const editor = view.current;
        if (!editor) return;
        editor.dispatch({
          changes: { from: 0, to: editor.state.doc.length, insert: text },
          selection: { anchor: text.length },
        });
        editor.focus();
      },
      chosen() {
        const state = view.current?.state;
        if (!state) return { text: '', statement: '', from: 0 };
        const text = state.doc.toString();
        const { from, to, empty } = state.selection.main;
        return empty ? { text, statement: text, from: 0 } : { text, statement: state.sliceDoc(from, to), from };
      },
    }),
    [],
  );
  return <div ref={host} className="sql-editor" data-testid="sql-editor" />;
}

function extensionsOf(latest: { readonly current: Props }): Extension[] {
  const complete = (context: CompletionContext) => {
    const found = latest.current.complete(context.state.doc.toString(), context.pos, context.explicit);
    if (found === null) return null;
    const typed = context.state.sliceDoc(found.from, context.pos).toLowerCase();
    // Enter should end the line where the word is whole.
    const fitting = found.options.filter(({ label }) => label.toLowerCase().startsWith(typed));
    if (!context.explicit && fitting.length === 1 && fitting[0]?.label.toLowerCase() === typed) return null;
    return { from: found.from, options: found.options.map(option => ({ ...option })), validFor: /^[\w$]*$/ };
  };
  return [
    history(),
    lineNumbers(),
    highlightActiveLine(),
    search({ top: true }),
    linter(null),
    tooltips({ position: 'absolute', tooltipSpace: ({ dom }) => dom.getBoundingClientRect() }),
    colours(),
    highlightSpecialChars(),
    autocompletion({ override: [complete], icons: false }),
    placeholder('select url, status from urls where status >= 400'),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': 'SQL statement', tabindex: '0', dir: 'ltr', spellcheck: 'false' }),
    EditorState.changeFilter.of(change => change.newDoc.length <= latest.current.longest),
    Prec.highest(
      keymap.of([
        {
          key: 'Mod-Enter',
          run: () => {
            latest.current.onRun();
            return true;
          },
        },
      ]),
    ),
    keymap.of([
      { key: 'Tab', run: acceptCompletion },
      { key: 'Mod-Space', run: startCompletion },
    ]),
    keymap.of([...completionKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap]),
    EditorView.updateListener.of(({ docChanged, state }) => docChanged && latest.current.onChange(state.doc.toString())),
    editorTheme,
  ];
}

/** The colours of robots.txt for what plays the same part. */
const looks: Readonly<Record<StatementPart['kind'], string | null>> = {
  comment: 'comment',
  text: 'allow',
  name: 'value',
  number: 'sign',
  keyword: 'agent',
  word: null,
  sign: null,
};

function decorated(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to, kind } of partsOfStatement(view.state.doc.toString())) {
    const look = looks[kind];
    if (look !== null) builder.add(from, to, Decoration.mark({ class: `cm-part-${look}` }));
  }
  return builder.finish();
}

const colours = (): Extension =>
  ViewPlugin.define(
    view => ({
      parts: decorated(view),
      update(update) {
        if (update.docChanged) this.parts = decorated(update.view);
      },
    }),
    { decorations: plugin => plugin.parts },
  );
