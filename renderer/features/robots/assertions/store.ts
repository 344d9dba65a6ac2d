/** State of the hidden Assertions tab, by file and origin, so that leaving the tab loses nothing. */
const unsaved = new Map<string, string>();
const onDraft = new Set<string>();

export const assertionPlace = (file: string, origin: string): string => `${file}|${origin}`;

/** The text that was typed and not saved, undefined where there is none. */
export const unsavedAt = (place: string): string | undefined => unsaved.get(place);

export function keepUnsaved(place: string, text: string | null): void {
  if (text === null) unsaved.delete(place);
  else unsaved.set(place, text);
}

/** Whether the assertions of an origin are put to its draft instead of the stored file. */
export const isOnDraft = (place: string): boolean => onDraft.has(place);

export function putOnDraft(place: string, wanted: boolean): void {
  if (wanted) onDraft.add(place);
  else onDraft.delete(place);
}

let taken: object | null = null;

/** Whether these assertions are new. Each set is added once. */
export function takeMade(made: object): boolean {
  const isNew = made !== taken;
  taken = made;
  return isNew;
}
