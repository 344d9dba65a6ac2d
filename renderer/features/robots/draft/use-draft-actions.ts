import { useRef } from 'react';
import type { DraftDesk } from '#shared/model/draft.ts';
import { client } from '../../../bridge/client.ts';
import { messageOf } from '../../../bridge/hooks.ts';
import { toast } from '../../../ui/toast.ts';
import { type DraftState, editorText } from './store.ts';

interface DraftInHand {
  readonly origin: string;
  readonly desk: DraftDesk;
  readonly draft: DraftState;
  /** The stored file in the editor's form. */
  readonly live: string;
  readonly onDraft: (draft: DraftState) => void;
  /** The list of drafts changed. */
  readonly onSaved: () => void;
}

export interface DraftActions {
  save(name: string): Promise<void>;
  rename(name: string): Promise<void>;
  remove(): Promise<void>;
  /** Takes up a stored draft; null: the stored file. The text changes inside the editor, so that it can be undone. */
  load(id: number | null): Promise<void>;
  exportFile(): Promise<void>;
  copy(): Promise<void>;
}

/** What can be done with a draft as a whole. One action at a time; what fails is shown as a toast. */
export function useDraftActions({ origin, desk, draft, live, onDraft, onSaved }: DraftInHand): DraftActions {
  const busy = useRef(false);
  const { open, text } = draft;
  const once = async (failed: string, work: () => Promise<void>): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    try {
      await work();
    } catch (error) {
      toast(`${failed}: ${messageOf(error)}`, 'problem');
    } finally {
      busy.current = false;
    }
  };
  const exported = (): string => (desk.crLf ? text.replaceAll('\n', '\r\n') : text);
  return {
    save: name =>
      once('The draft could not be saved', async () => {
        const row = await client.call('drafts.save', { origin, name, text, base: draft.base });
        onDraft({ ...draft, open: { id: row.id, name: row.name, text } });
        onSaved();
        toast(`Saved the draft “${row.name}” in the crawl file`);
      }),
    rename: name =>
      once('The draft could not be renamed', async () => {
        if (!open) return;
        const row = await client.call('drafts.rename', { id: open.id, name });
        onDraft({ ...draft, open: { ...open, name: row.name } });
        onSaved();
      }),
    remove: () =>
      once('The draft could not be deleted', async () => {
        if (!open) return;
        await client.call('drafts.delete', { id: open.id });
        onDraft({ ...draft, open: null });
        onSaved();
        toast(`Deleted the draft “${open.name}”; its text is still in the editor`);
      }),
    load: id =>
      once('The draft could not be read', async () => {
        if (id === null) {
          onDraft({ ...draft, text: live, base: desk.version, open: null });
          return;
        }
        const found = await client.call('drafts.read', { id });
        const kept = editorText(found.text);
        onDraft({ ...draft, text: kept, base: found.baseVersion, open: { id, name: found.name, text: kept } });
      }),
    exportFile: () =>
      once('The draft could not be exported', async () => {
        const file = await client.call('draft.export', { suggestedName: 'robots.txt', text: exported() });
        if (file) toast(`Saved ${file.name} in ${file.folder}`);
      }),
    copy: () =>
      once('The draft could not be copied', async () => {
        await navigator.clipboard.writeText(exported());
        toast('Draft copied');
      }),
  };
}
