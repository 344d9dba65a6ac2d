import { type KeyboardEvent, type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import type { DraftDesk } from '#shared/model/draft.ts';
import { useCall } from '../../../bridge/hooks.ts';
import { type InterpreterChoice, interpreterInput } from '../../../domain/interpreter-choice.ts';
import { InterpreterPicker } from '../../../domain/interpreter-picker.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { type SideSize, SplitPane } from '../../../ui/split-pane.tsx';
import type { EditorHandle } from '../editor/editor.tsx';
import { DraftAssertions } from './assertions.tsx';
import { DraftBar, type DraftBarHandle } from './bar.tsx';
import { DraftEffect } from './effect.tsx';
import { useCompletions } from './use-completions.ts';
import { useDraft, useDraftEffect, useDraftLint } from './use-draft.ts';
import { agentsIn, type DraftPick, effectGutter } from './words.ts';

const RobotsEditor = lazyPart(async () => (await import('../editor/editor.tsx')).RobotsEditor, <div className="robots-editor" />);
const RobotsDiff = lazyPart(async () => (await import('../editor/diff.tsx')).RobotsDiff, <div className="robots-diff" />);

/** The effect, beside or under the editor. */
const effectSize: SideSize = { usual: '50%', least: 280, most: 75 };

export interface DraftProps {
  readonly origin: string;
  /** The stored version the draft is laid beside. */
  readonly version: number;
  readonly progress: number;
  readonly interpreter: InterpreterChoice;
  readonly onInterpreter: (interpreter: InterpreterChoice) => void;
  /** Shows the assertions, put to the draft. */
  readonly onAssertions: () => void;
}

interface Props extends DraftProps {
  /** The key of this draft in the session's memory. */
  readonly place: string;
  readonly desk: DraftDesk;
  readonly onSaved: () => void;
}

/** The editor of a draft, with its bar above and its effect or its differences beside. */
export function DraftEditing(props: Props) {
  const { place, desk, origin, version, progress, interpreter, onInterpreter, onAssertions, onSaved } = props;
  const { live, draft, setDraft } = useDraft(place, desk, origin);
  const { text, memory } = draft;
  const profile = interpreterInput(interpreter).profile ?? '';
  const compared = useDraftEffect({ desk, origin, version, profile, live, text, progress });
  const { checked, marks, counts } = useDraftLint(text);
  const complete = useDraftCompletions(desk, origin, live);
  const [isDiff, setDiff] = useState(false);
  const [pick, setPick] = useState<DraftPick | null>(null);
  const [depth, setDepth] = useState({ undo: 0, redo: 0 });
  const editor = useRef<EditorHandle>(null);
  const bar = useRef<DraftBarHandle>(null);
  const { found } = compared;
  const gutters = useMemo(() => effectGutter(found, setPick), [found]);
  const change = useCallback((next: string) => setDraft(old => ({ ...old, text: next })), [setDraft]);
  return (
    <section className="draft" aria-label="Draft" data-testid="draft" onKeyDown={event => saveOnKey(event, bar)}>
      <DraftBar
        handle={bar}
        origin={origin}
        desk={desk}
        draft={draft}
        live={live}
        depth={depth}
        lint={counts}
        editor={editor}
        onDraft={setDraft}
        onSaved={onSaved}
      />
      <div className="draft-view">
        <InterpreterPicker
          label="Checked as"
          value={interpreter}
          only="crawlers"
          testId="draft-reader"
          onPick={choice => {
            setPick(null);
            onInterpreter(choice);
          }}
        />
        <DraftAssertions origin={origin} draft={checked} onOpen={onAssertions} />
        <ViewChips isDiff={isDiff} onDiff={setDiff} />
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

/** Ctrl S saves the draft. */
function saveOnKey(event: KeyboardEvent, bar: RefObject<DraftBarHandle | null>): void {
  if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 's') return;
  event.preventDefault();
  event.stopPropagation();
  bar.current?.save();
}

/** Completions from the site's sections, the crawlers known and the crawlers that the stored file names. */
function useDraftCompletions({ agents }: DraftDesk, origin: string, live: string) {
  const { data, error } = useCall('replay.sections', { origin });
  const own = useMemo(() => agentsIn(live), [live]);
  const source = useMemo(() => ({ agents, own, sections: data ?? [], origin }), [agents, own, data, origin]);
  return useCompletions(source, data !== undefined || error !== '');
}

function ViewChips({ isDiff, onDiff }: { readonly isDiff: boolean; readonly onDiff: (isDiff: boolean) => void }) {
  return (
    <span className="chips">
      <button type="button" className="chip" aria-pressed={!isDiff} data-testid="draft-effect-tab" onClick={() => onDiff(false)}>
        Effect
      </button>
      <button type="button" className="chip" aria-pressed={isDiff} data-testid="draft-diff-tab" onClick={() => onDiff(true)}>
        Differences to the stored file
      </button>
    </span>
  );
}
