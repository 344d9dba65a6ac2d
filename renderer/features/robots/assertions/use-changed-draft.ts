import { useCall } from '../../../bridge/hooks.ts';
import { draftAt, draftPlace, editorText, isBegun } from '../draft/store.ts';

/** The draft of an origin, null where there is none that differs from the stored file. */
export function useChangedDraft(file: string, origin: string, version: number | undefined): string | null {
  const kept = draftAt(draftPlace(file, origin));
  const draft = kept && isBegun(kept) ? kept.text : null;
  const desk = useCall('drafts.open', draft === null ? null : { origin, ...(version === undefined ? {} : { version }) });
  return draft !== null && desk.data && editorText(desk.data.text) !== draft ? draft : null;
}
