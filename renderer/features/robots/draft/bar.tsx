import { type FocusEvent, type KeyboardEvent, type Ref, type RefObject, useImperativeHandle, useRef, useState } from 'react';
import { type DraftDesk, longestDraft } from '#shared/model/draft.ts';
import { useActions } from '../../../bridge/app-context.ts';
import { client } from '../../../bridge/client.ts';
import { messageOf } from '../../../bridge/hooks.ts';
import { countWords, hostOf, plural, timeWords } from '../../../ui/text/format.ts';
import type { EditorHandle } from '../editor/editor.tsx';
import { DraftNameForm } from './name-form.tsx';
import { type DraftState, editorText } from './store.ts';
import { keptWords } from './words.ts';

export interface DraftBarHandle {
  save(): void;
}

interface Props {
  readonly handle: Ref<DraftBarHandle>;
  readonly origin: string;
  readonly desk: DraftDesk;
  readonly draft: DraftState;
  /** The stored file as the editor would have it. */
  readonly live: string;
  readonly depth: { readonly undo: number; readonly redo: number };
  readonly lint: { readonly E: number; readonly W: number; readonly I: number } | null;
  readonly editor: RefObject<EditorHandle | null>;
  readonly onDraft: (draft: DraftState) => void;
  /** The list of drafts changed. */
  readonly onSaved: () => void;
}

/** Everything that is done with a draft as a whole. */
export function DraftBar({ handle, origin, desk, draft, live, depth, lint, editor, onDraft, onSaved }: Props) {
  const { toast } = useActions();
  const { open, text } = draft;
  const [asking, setAsking] = useState<'save' | 'rename' | 'delete' | 'load' | null>(null);
  const [wanted, setWanted] = useState<number | null>(null);
  const busy = useRef(false);
  const isDirty = open ? text !== open.text : text !== live;
  const isTooLong = text.length > longestDraft;

  const once = async (work: () => Promise<void>, failed: string): Promise<void> => {
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
  const save = (name: string): Promise<void> =>
    once(async () => {
      const row = await client.call('drafts.save', { origin, name, text, base: draft.base });
      onDraft({ ...draft, open: { id: row.id, name: row.name, text } });
      onSaved();
      toast(`Draft “${row.name}” is in the crawl file`);
    }, 'The draft could not be saved');
  const rename = (name: string): Promise<void> =>
    once(async () => {
      if (!open) return;
      const row = await client.call('drafts.rename', { id: open.id, name });
      onDraft({ ...draft, open: { ...open, name: row.name } });
      onSaved();
    }, 'The draft could not be renamed');
  const remove = (): Promise<void> =>
    once(async () => {
      if (!open) return;
      await client.call('drafts.delete', { id: open.id });
      onDraft({ ...draft, open: null });
      onSaved();
      toast(`Draft “${open.name}” was deleted; its text is still in the editor`);
    }, 'The draft could not be deleted');
  /** The text changes inside the editor, so that it can be undone. */
  const load = (id: number | null): Promise<void> =>
    once(async () => {
      if (id === null) {
        onDraft({ ...draft, text: live, base: desk.version, open: null });
        return;
      }
      const found = await client.call('drafts.read', { id });
      const kept = editorText(found.text);
      onDraft({ ...draft, text: kept, base: found.baseVersion, open: { id, name: found.name, text: kept } });
    }, 'The draft could not be read');
  const choose = (id: number | null): void => {
    if (!isDirty) void load(id);
    else {
      setWanted(id);
      setAsking('load');
    }
  };
  const exported = (): string => (desk.crLf ? text.replaceAll('\n', '\r\n') : text);
  const exportFile = (): Promise<void> =>
    once(async () => {
      const file = await client.call('draft.export', { suggestedName: 'robots.txt', text: exported() });
      if (file) toast(`Written to ${file.name} in ${file.folder}`);
    }, 'The draft could not be exported');
  const copy = (): void =>
    void navigator.clipboard.writeText(exported()).then(
      () => toast('The draft was copied'),
      () => toast('The clipboard refused', 'problem'),
    );
  const saveNow = (): void => {
    if (!isDirty || isTooLong) return;
    if (open) void save(open.name);
    else setAsking('save');
  };
  useImperativeHandle(handle, () => ({ save: saveNow }));
  return (
    <header className="draft-bar">
      <label className="interpreter-picker">
        <span className="muted">Draft</span>
        <select
          className="field"
          data-testid="draft-choice"
          value={open?.id ?? ''}
          onChange={event => choose(event.target.value === '' ? null : Number(event.target.value))}
        >
          <option value="">{open ? 'The stored file' : 'Not named yet'}</option>
          {desk.drafts.map(({ id, name, updatedAt }) => (
            <option key={id} value={id}>
              {name} · {timeWords(updatedAt)}
            </option>
          ))}
        </select>
      </label>
      <span className={isDirty ? 'chip warn' : 'chip'} data-testid="draft-dirty">
        {keptWords(isDirty, open !== null, desk.isRules)}
      </span>
      <button
        type="button"
        className="btn small"
        disabled={depth.undo === 0}
        title="Undo (Ctrl Z)"
        data-testid="draft-undo"
        onClick={() => editor.current?.undo()}
      >
        Undo
      </button>
      <button
        type="button"
        className="btn small"
        disabled={depth.redo === 0}
        title="Redo (Ctrl Y)"
        data-testid="draft-redo"
        onClick={() => editor.current?.redo()}
      >
        Redo
      </button>
      <button
        type="button"
        className="btn small primary"
        disabled={!isDirty || isTooLong}
        data-testid="draft-save"
        onClick={saveNow}
      >
        {open ? 'Save' : 'Save…'}
      </button>
      <details className="menu" onBlur={closeOutside} onKeyDown={closeOnEscape}>
        <summary className="btn small" data-testid="draft-more">
          More
        </summary>
        <div className="menu-items" onClickCapture={closeMenu}>
          <button type="button" onClick={() => setAsking('save')} disabled={isTooLong}>
            Save under another name…
          </button>
          <button type="button" disabled={!open} onClick={() => setAsking('rename')}>
            Rename…
          </button>
          <button type="button" disabled={!open} onClick={() => setAsking('delete')}>
            Delete…
          </button>
          <button type="button" data-testid="draft-export" onClick={() => void exportFile()}>
            Export…
          </button>
          <button type="button" onClick={copy}>
            Copy the text
          </button>
          <button type="button" disabled={text === live} onClick={() => onDraft({ ...draft, text: live })}>
            Back to the stored text
          </button>
        </div>
      </details>
      <span className="spacer" />
      {isTooLong && (
        <span className="tone-bad num">
          {plural(text.length, 'character')}; a draft may have {countWords(longestDraft)}
        </span>
      )}
      {desk.cut && <span className="tone-warn">The stored file is longer than a draft may be and was cut.</span>}
      {lint && (
        <span className="num" data-testid="draft-lint">
          {lint.E > 0 && <span className="tone-bad">{plural(lint.E, 'error')}</span>}
          {lint.E > 0 && lint.W > 0 && ' · '}
          {lint.W > 0 && <span className="tone-warn">{plural(lint.W, 'warning')}</span>}
          {lint.E + lint.W === 0 && <span className="muted">no errors or warnings</span>}
        </span>
      )}
      {asking && (
        <DraftNameForm
          kind={asking}
          host={hostOf(origin)}
          name={open?.name ?? ''}
          taken={desk.drafts.map(({ name }) => name)}
          onClose={() => setAsking(null)}
          onDone={name => {
            setAsking(null);
            if (asking === 'save') void save(name);
            else if (asking === 'rename') void rename(name);
            else if (asking === 'delete') void remove();
            else void load(wanted);
          }}
        />
      )}
    </header>
  );
}

function closeOutside(event: FocusEvent<HTMLDetailsElement>): void {
  if (!event.currentTarget.contains(event.relatedTarget)) event.currentTarget.open = false;
}

function closeOnEscape(event: KeyboardEvent<HTMLDetailsElement>): void {
  if (event.key === 'Escape') event.currentTarget.open = false;
}

function closeMenu(event: { readonly currentTarget: HTMLElement }): void {
  event.currentTarget.closest('details')?.removeAttribute('open');
}
