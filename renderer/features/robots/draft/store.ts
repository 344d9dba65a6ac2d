import type { EditorMemory } from '../editor/editor.tsx';

/** The saved draft that is being edited. */
export interface OpenDraft {
  readonly id: number;
  readonly name: string;
  /** As it is in the crawl file. */
  readonly text: string;
}

export interface DraftState {
  readonly text: string;
  /** The version that the text was copied from. */
  readonly base: number | null;
  /** The stored text of the last comparison. */
  readonly beside: string;
  readonly open: OpenDraft | null;
  /** What can be undone; filled while the editor is not shown. */
  readonly memory: EditorMemory;
}

/** Unsaved drafts by file and origin, so that leaving the tab loses nothing. Drops the oldest of many. */
const drafts = new Map<string, DraftState>();
const most = 50;

export const draftPlace = (file: string, origin: string): string => `${file}|${origin}`;
export const draftAt = (place: string): DraftState | undefined => drafts.get(place);

export function keepDraft(place: string, state: DraftState): void {
  drafts.delete(place);
  drafts.set(place, state);
  const oldest = drafts.keys().next();
  if (drafts.size > most && oldest.done !== true) drafts.delete(oldest.value);
}

/** Whether the user changed the text. An unchanged text follows the shown version. */
export const isBegun = ({ open, text, beside }: DraftState): boolean => open !== null || text !== beside;

/** The draft for another stored text: an unchanged draft becomes that text, any other stays. */
export function besideStored(draft: DraftState, live: string, version: number | null): DraftState {
  if (draft.beside === live) return draft;
  return isBegun(draft) ? { ...draft, beside: live } : { ...draft, text: live, base: version, beside: live };
}

let taken: object | null = null;

/** Whether a proposal is new; each goes into the editor once. */
export function takeProposal(proposal: object): boolean {
  const isNew = proposal !== taken;
  taken = proposal;
  return isNew;
}

/** The text of a stored file as the editor has it: LF ends a line. */
export const editorText = (text: string): string => text.replace(/\r\n?/g, '\n');
