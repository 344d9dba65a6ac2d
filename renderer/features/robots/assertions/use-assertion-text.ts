import { useEffect, useRef, useState } from 'react';
import type { AssertionsMade } from '#shared/model/assertions.ts';
import { useActions, useNav } from '../../../bridge/app-context.ts';
import { client } from '../../../bridge/client.ts';
import { messageOf } from '../../../bridge/hooks.ts';
import { useKeepTyped } from '../../../bridge/keep-typed.ts';
import { keepUnsaved, takeMade, unsavedAt } from './store.ts';
import { addedWords, totalWords } from './words.ts';

export interface StoredAssertions {
  /** The key of these assertions in the session's memory. */
  readonly place: string;
  readonly origin: string;
  readonly stored: string;
  /** The last unsaved text. */
  readonly unsaved: string | null;
}

/** Assertions added by another view, with the text to restore on Undo. */
export interface Came {
  readonly before: string;
  readonly text: string;
  readonly words: string;
  readonly added: boolean;
  readonly isSaved: boolean;
}

/** Calls back with the lines, counted from 1, that added assertions got. */
type OnAdded = (first: number, last: number) => void;

/** The text of the assertions: typed, saved, and added to by other views. Unsaved text is kept in the file and the session. */
export function useAssertionText({ place, origin, stored, unsaved }: StoredAssertions, onAdded: OnAdded) {
  const { toast } = useActions();
  const [text, setText] = useState(() => unsavedAt(place) ?? unsaved ?? stored);
  const [saved, setSaved] = useState(stored);
  const [saving, setSaving] = useState(false);
  const [came, setCame] = useState<Came | null>(null);
  const isDirty = text !== saved;
  useEffect(() => {
    keepUnsaved(place, isDirty ? text : null);
  }, [isDirty, place, text]);
  useKeepTyped('The assertions', isDirty ? text : null, unsaved !== null, typed =>
    client.call('assertions.keep', { origin, text: typed }),
  );
  const save = async (wanted: string): Promise<void> => {
    if (saving) return;
    setSaving(true);
    try {
      const found = await client.call('assertions.save', { origin, text: wanted });
      setSaved(wanted);
      toast(wanted.trim() === '' ? 'The assertions were removed' : `Saved. Stored file: ${totalWords(found)}`);
    } catch (error) {
      toast(`The assertions could not be saved: ${messageOf(error)}`, 'problem');
    } finally {
      setSaving(false);
    }
  };
  /** Appends assertions. Saves them at once if there were no other unsaved changes. */
  const add = async (made: AssertionsMade): Promise<void> => {
    try {
      const before = now.current;
      const merged = await client.call('assertions.merge', { origin, text: before.text, more: made.text });
      const isSaved = before.text === before.saved && merged.added > 0;
      setText(merged.text);
      setCame({ before: before.text, text: merged.text, words: addedWords(made, merged), added: merged.added > 0, isSaved });
      if (merged.added > 0) onAdded(merged.first, merged.last);
      if (isSaved) await now.current.save(merged.text);
    } catch (error) {
      toast(`The assertions could not be added: ${messageOf(error)}`, 'problem');
    }
  };
  const now = useRef({ text, saved, save, add });
  now.current = { text, saved, save, add };
  const handed = useNav().assertions;
  useEffect(() => {
    if (handed !== null && handed.origin === origin && takeMade(handed)) void now.current.add(handed);
  }, [handed, origin]);
  const undo = (): void => {
    if (!came) return;
    setText(came.before);
    setCame(null);
    if (came.isSaved) void save(came.before);
  };
  const canUndo = came?.added === true && came.text === text;
  return { text, setText, isDirty, saving, save, add, came, dismiss: () => setCame(null), canUndo, undo };
}
