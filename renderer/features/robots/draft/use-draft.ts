import { useEffect, useMemo, useRef, useState } from 'react';
import { type DraftDesk, longestDraft } from '#shared/model/draft.ts';
import type { ReplaySide } from '#shared/model/replay.ts';
import { useNav } from '../../../bridge/app-context.ts';
import { client } from '../../../bridge/client.ts';
import { useCall, useDebounced } from '../../../bridge/hooks.ts';
import { useKeepTyped } from '../../../bridge/keep-typed.ts';
import type { EditorDiagnostic } from '../editor/editor.tsx';
import { besideStored, type DraftState, draftAt, editorText, keepDraft, takeProposal } from './store.ts';
import { useReplay } from './use-replay.ts';
import { draftMarks } from './words.ts';

/** Pauses in typing, in milliseconds: before the URLs are checked, and before the text is. */
const replayAfterMs = 60;
const lintAfterMs = 350;
const noMarks: readonly EditorDiagnostic[] = [];

/** The last unsaved text, otherwise the stored text. */
function begunWith({ working, version }: DraftDesk, live: string): DraftState {
  const { text, base } = working ?? { text: live, base: version };
  return { text: editorText(text), base, beside: live, open: null, memory: { state: null } };
}

/** The draft of an origin: it comes from the file or from this session, and what is typed is kept in both. */
export function useDraft(place: string, desk: DraftDesk, origin: string) {
  const live = useMemo(() => editorText(desk.text), [desk.text]);
  const [draft, setDraft] = useState<DraftState>(() => draftAt(place) ?? begunWith(desk, live));
  const { text } = draft;
  useKeepTyped('The draft', text === (draft.open?.text ?? live) ? null : text, desk.working !== null, typed =>
    client.call('drafts.keep', { origin, text: typed?.slice(0, longestDraft) ?? null, base: draft.base }),
  );
  useEffect(() => keepDraft(place, draft), [place, draft]);
  useEffect(() => setDraft(old => besideStored(old, live, desk.version)), [live, desk.version]);
  // A proposed edit goes into the editor as one change, so that it can be undone.
  const proposed = useNav().draft;
  useEffect(() => {
    if (proposed === null || proposed.origin !== origin || !takeProposal(proposed)) return;
    setDraft(old => ({ ...old, text: editorText(proposed.text) }));
  }, [proposed, origin]);
  return { live, draft, setDraft };
}

interface Replayed {
  readonly desk: DraftDesk;
  readonly origin: string;
  /** Id of the stored version to compare with. */
  readonly version: number;
  readonly profile: string;
  /** The stored file in the editor's form. */
  readonly live: string;
  readonly text: string;
  readonly progress: number;
}

/** What the draft changes for the stored URLs, compared with the stored version. */
export function useDraftEffect({ desk, origin, version, profile, live, text, progress }: Replayed) {
  const settled = useDebounced(text, replayAfterMs);
  const before = useMemo<ReplaySide>(() => ({ version, text: null, profile }), [version, profile]);
  // A draft equal to the stored file gets the file's byte order mark and line endings.
  const isLive = desk.isRules && !desk.cut && settled === live;
  const after = useMemo<ReplaySide>(
    () => (isLive ? before : { version: null, text: settled, profile }),
    [isLive, before, settled, profile],
  );
  return useReplay(origin, before, after, progress);
}

/** The findings of the last text that was checked; their marks move with the text until the next check. */
export function useDraftLint(text: string) {
  const [marks, setMarks] = useState(noMarks);
  const checked = useDebounced(text, lintAfterMs);
  const lint = useCall('robots.lint', { text: checked });
  const current = useRef(text);
  current.current = text;
  useEffect(() => {
    if (lint.data && checked === current.current) setMarks(draftMarks(checked, lint.data.findings));
  }, [lint.data, checked]);
  return { checked, marks, counts: lint.data?.counts ?? null };
}
