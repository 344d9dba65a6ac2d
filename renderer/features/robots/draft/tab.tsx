import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type DraftDesk, longestDraft } from '#shared/model/draft.ts';
import type { ReplaySide } from '#shared/model/replay.ts';
import { useNav } from '../../../bridge/app-context.ts';
import { client } from '../../../bridge/client.ts';
import { useCall, useDebounced, useStatus } from '../../../bridge/hooks.ts';
import { useKeepTyped } from '../../../bridge/keep-typed.ts';
import { type InterpreterChoice, interpreterInput } from '../../../domain/interpreter-choice.ts';
import { InterpreterPicker } from '../../../domain/interpreter-picker.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { type SideSize, SplitPane } from '../../../ui/split-pane.tsx';
import type { EditorDiagnostic, EditorHandle } from '../editor/editor.tsx';
import { DraftAssertions } from './assertions.tsx';
import { DraftBar, type DraftBarHandle } from './bar.tsx';
import { DraftEffect } from './effect.tsx';
import { besideStored, type DraftState, draftAt, draftPlace, editorText, keepDraft, takeProposal } from './store.ts';
import { useReplay } from './use-replay.ts';
import { agentsIn, completeAt, type DraftPick, draftMarks, effectGutter } from './words.ts';

const RobotsEditor = lazyPart(async () => (await import('../editor/editor.tsx')).RobotsEditor, <div className="robots-editor" />);
const RobotsDiff = lazyPart(async () => (await import('../editor/diff.tsx')).RobotsDiff, <div className="robots-editor" />);

interface Props {
  readonly origin: string;
  /** The stored version the draft is laid beside. */
  readonly version: number;
  readonly progress: number;
  readonly interpreter: InterpreterChoice;
  readonly onInterpreter: (interpreter: InterpreterChoice) => void;
  /** Shows the assertions, put to the draft. */
  readonly onAssertions: () => void;
}

/** A draft of robots.txt, and its effect on every stored URL of the origin. */
export function DraftTab(props: Props) {
  const { origin, version } = props;
  const [saves, setSaves] = useState(0);
  const file = useStatus()?.file ?? '';
  const { data, error, retry } = useCall('drafts.open', { origin, version }, saves);
  if (error && data === undefined) return <Problem text={`The draft could not be opened: ${error}`} retry={retry} />;
  if (!data) return <div />;
  const place = draftPlace(file, origin);
  return <Editing key={place} {...props} place={place} desk={data} onSaved={() => setSaves(n => n + 1)} />;
}

interface EditingProps extends Props {
  readonly place: string;
  readonly desk: DraftDesk;
  readonly onSaved: () => void;
}

/** Stillness after a key stroke before the URLs are judged, and before the text is checked. */
const judgeAfterMs = 60;
const lintAfterMs = 350;
/** The effect, beside or under the editor. */
const effectSize: SideSize = { usual: '50%', least: 280, most: 75 };
const noMarks: readonly EditorDiagnostic[] = [];

function Editing({ place, desk, origin, version, progress, interpreter, onInterpreter, onAssertions, onSaved }: EditingProps) {
  const live = useMemo(() => editorText(desk.text), [desk.text]);
  const [draft, setDraft] = useState<DraftState>(() => draftAt(place) ?? begunWith(desk, live));
  const { text, memory } = draft;
  useKeepTyped('The draft', text === (draft.open?.text ?? live) ? null : text, desk.working !== null, typed =>
    client.call('drafts.keep', { origin, text: typed?.slice(0, longestDraft) ?? null, base: draft.base }),
  );
  const [isDiff, setDiff] = useState(false);
  const [pick, setPick] = useState<DraftPick | null>(null);
  const [depth, setDepth] = useState({ undo: 0, redo: 0 });
  const [marks, setMarks] = useState(noMarks);
  const editor = useRef<EditorHandle>(null);
  const bar = useRef<DraftBarHandle>(null);
  useEffect(() => keepDraft(place, draft), [place, draft]);
  useEffect(() => setDraft(old => besideStored(old, live, desk.version)), [live, desk.version]);
  // A proposed edit goes into the editor as one change, so that it can be undone.
  const proposed = useNav().draft;
  useEffect(() => {
    if (proposed === null || proposed.origin !== origin || !takeProposal(proposed)) return;
    setDraft(old => ({ ...old, text: editorText(proposed.text) }));
  }, [proposed, origin]);

  const sections = useCall('replay.sections', { origin });
  const profile = interpreterInput(interpreter).profile ?? '';
  const settled = useDebounced(text, judgeAfterMs);
  const before = useMemo<ReplaySide>(() => ({ version, text: null, profile }), [version, profile]);
  // A draft equal to the stored file gets the file's byte order mark and line endings.
  const isLive = desk.isRules && !desk.cut && settled === live;
  const after = useMemo<ReplaySide>(
    () => (isLive ? before : { version: null, text: settled, profile }),
    [isLive, before, settled, profile],
  );
  const compared = useReplay(origin, before, after, progress);
  const checked = useDebounced(text, lintAfterMs);
  const lint = useCall('robots.lint', { text: checked });
  const current = useRef(text);
  current.current = text;
  useEffect(() => {
    if (lint.data && checked === current.current) setMarks(draftMarks(checked, lint.data.findings));
  }, [lint.data, checked]);

  const { found } = compared;
  const gutters = useMemo(() => effectGutter(found, setPick), [found]);
  const own = useMemo(() => agentsIn(live), [live]);
  const source = useMemo(
    () => ({ agents: desk.agents, own, sections: sections.data ?? [], origin }),
    [desk.agents, own, sections.data, origin],
  );
  const complete = useCompletions(source, sections.data !== undefined || sections.error !== '');
  const change = useCallback((next: string) => setDraft(old => ({ ...old, text: next })), []);
  return (
    <section
      className="draft"
      aria-label="Draft"
      data-testid="draft"
      onKeyDown={event => {
        if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 's') return;
        event.preventDefault();
        event.stopPropagation();
        bar.current?.save();
      }}
    >
      <DraftBar
        handle={bar}
        origin={origin}
        desk={desk}
        draft={draft}
        live={live}
        depth={depth}
        lint={lint.data?.counts ?? null}
        editor={editor}
        onDraft={setDraft}
        onSaved={onSaved}
      />
      <div className="draft-view">
        <InterpreterPicker
          label="Judged as"
          value={interpreter}
          only="crawlers"
          testId="draft-reader"
          onPick={choice => {
            setPick(null);
            onInterpreter(choice);
          }}
        />
        <DraftAssertions origin={origin} draft={checked} onOpen={onAssertions} />
        <span className="chips">
          <button
            type="button"
            className="chip"
            aria-pressed={!isDiff}
            data-testid="draft-effect-tab"
            onClick={() => setDiff(false)}
          >
            Effect
          </button>
          <button type="button" className="chip" aria-pressed={isDiff} data-testid="draft-diff-tab" onClick={() => setDiff(true)}>
            Differences to the stored file
          </button>
        </span>
      </div>
      {isDiff ? (
        <RobotsDiff before={live} after={text} labels={['The stored robots.txt', 'The draft']} testId="draft-diff" />
      ) : (
        <SplitPane
          name="draft"
          label="Size of the effect"
          size={effectSize}
          narrow={{ below: 620, use: 'rows' }}
          main={
            <RobotsEditor
              label={`Draft of robots.txt of ${origin}`}
              testId="draft-editor"
              lineTestId="draft-line"
              value={text}
              onChange={change}
              onlyLf
              diagnostics={marks}
              gutters={gutters}
              completions={complete}
              placeholder={'User-agent: *\nDisallow:'}
              memory={memory}
              handle={editor}
              onDepth={(undo, redo) => setDepth({ undo, redo })}
            />
          }
          side={<DraftEffect compared={compared} origin={origin} pick={pick} onPick={setPick} replaces={!desk.isRules} />}
        />
      )}
    </section>
  );
}

/** The last unsaved text, otherwise the stored text. */
function begunWith({ working, version }: DraftDesk, live: string): DraftState {
  const { text, base } = working ?? { text: live, base: version };
  return { text: editorText(text), base, beside: live, open: null, memory: { state: null } };
}

type Source = Parameters<typeof completeAt>[0];

/** Completions that wait until the sections of the site are known, so that what is typed before gets them too. */
function useCompletions(source: Source, isReady: boolean) {
  const latest = useRef(source);
  latest.current = source;
  const ready = useRef<{ readonly promise: Promise<void>; readonly done: () => void } | null>(null);
  if (ready.current === null) {
    let done = (): void => undefined;
    const promise = new Promise<void>(resolve => {
      done = resolve;
    });
    ready.current = { promise, done };
  }
  useEffect(() => {
    if (isReady) ready.current?.done();
  }, [isReady]);
  return useCallback(async (line: string, column: number) => {
    await ready.current?.promise;
    return completeAt(latest.current, line, column);
  }, []);
}
