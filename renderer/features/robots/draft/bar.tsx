import { type Ref, type RefObject, useImperativeHandle, useState } from 'react';
import { type DraftDesk, longestDraft } from '#shared/model/draft.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { Hint } from '../../../ui/hint.tsx';
import { MenuButton, type MenuGroup } from '../../../ui/menu.tsx';
import { countWords, hostOf, plural, timeWords } from '../../../ui/text/format.ts';
import type { EditorHandle } from '../editor/editor.tsx';
import { DraftNameForm } from './name-form.tsx';
import type { DraftState } from './store.ts';
import { type DraftActions, useDraftActions } from './use-draft-actions.ts';
import { keptWords } from './words.ts';

export interface DraftBarHandle {
  save(): void;
}

interface Props {
  readonly handle: Ref<DraftBarHandle>;
  readonly origin: string;
  readonly desk: DraftDesk;
  readonly draft: DraftState;
  /** The stored file in the editor's form. */
  readonly live: string;
  readonly depth: { readonly undo: number; readonly redo: number };
  readonly lint: LintCounts | null;
  readonly editor: RefObject<EditorHandle | null>;
  readonly onDraft: (draft: DraftState) => void;
  /** The list of drafts changed. */
  readonly onSaved: () => void;
}

interface LintCounts {
  readonly E: number;
  readonly W: number;
  readonly I: number;
}

/** An open dialog: for a name, or to confirm a loss. */
type Question = { readonly ask: 'save' | 'rename' | 'delete' } | { readonly ask: 'load'; readonly id: number | null };

/** Everything that is done with a draft as a whole. */
export function DraftBar(props: Props) {
  const { handle, desk, draft, live, depth, lint, editor, onDraft } = props;
  const { open, text } = draft;
  const actions = useDraftActions(props);
  const [question, setQuestion] = useState<Question | null>(null);
  const isDirty = open ? text !== open.text : text !== live;
  const isTooLong = text.length > longestDraft;
  const choose = (id: number | null): void => {
    if (isDirty) setQuestion({ ask: 'load', id });
    else void actions.load(id);
  };
  const saveNow = (): void => {
    if (!isDirty || isTooLong) return;
    if (open) void actions.save(open.name);
    else setQuestion({ ask: 'save' });
  };
  useImperativeHandle(handle, () => ({ save: saveNow }));
  const more: readonly MenuGroup[] = [
    {
      items: [
        { label: 'Save under another name…', disabled: isTooLong, onPick: () => setQuestion({ ask: 'save' }) },
        { label: 'Rename…', disabled: !open, onPick: () => setQuestion({ ask: 'rename' }) },
        { label: 'Delete…', disabled: !open, onPick: () => setQuestion({ ask: 'delete' }) },
      ],
    },
    {
      items: [
        { label: 'Export…', testId: 'draft-export', onPick: () => void actions.exportFile() },
        { label: 'Copy the text', onPick: () => void actions.copy() },
        {
          label: 'Back to the stored text',
          disabled: text === live,
          onPick: () => onDraft({ ...draft, text: live }),
        },
      ],
    },
  ];
  return (
    <header className="draft-bar">
      <DraftChoice desk={desk} open={open?.id ?? null} onChoose={choose} />
      <span className={isDirty ? 'chip warn' : 'chip'} data-testid="draft-dirty">
        {keptWords(isDirty, open !== null, desk.isRules)}
      </span>
      <UndoButtons depth={depth} editor={editor} />
      <button
        type="button"
        className="btn small primary"
        disabled={!isDirty || isTooLong}
        data-testid="draft-save"
        onClick={saveNow}
      >
        {open ? 'Save' : 'Save…'}
      </button>
      <MenuButton label="More" testId="draft-more" align="start" groups={more} />
      <span className="spacer" />
      <DraftNotes length={text.length} isCut={desk.cut} lint={lint} />
      {question && (
        <DraftQuestion
          question={question}
          host={hostOf(props.origin)}
          name={open?.name ?? ''}
          taken={desk.drafts.map(({ name }) => name)}
          actions={actions}
          onClose={() => setQuestion(null)}
        />
      )}
    </header>
  );
}

interface ChoiceProps {
  readonly desk: DraftDesk;
  readonly open: number | null;
  readonly onChoose: (id: number | null) => void;
}

function DraftChoice({ desk, open, onChoose }: ChoiceProps) {
  return (
    <label className="interpreter-picker">
      <span className="muted">Draft</span>
      <select
        className="field"
        data-testid="draft-choice"
        value={open ?? ''}
        onChange={event => onChoose(event.target.value === '' ? null : Number(event.target.value))}
      >
        <option value="">{open === null ? 'Not named yet' : 'The stored file'}</option>
        {desk.drafts.map(({ id, name, updatedAt }) => (
          <option key={id} value={id}>
            {name} · {timeWords(updatedAt)}
          </option>
        ))}
      </select>
    </label>
  );
}

function UndoButtons({ depth, editor }: Pick<Props, 'depth' | 'editor'>) {
  return (
    <>
      <Hint text="Undo (Ctrl Z)">
        <button
          type="button"
          className="btn small"
          disabled={depth.undo === 0}
          data-testid="draft-undo"
          onClick={() => editor.current?.undo()}
        >
          Undo
        </button>
      </Hint>
      <Hint text="Redo (Ctrl Y)">
        <button
          type="button"
          className="btn small"
          disabled={depth.redo === 0}
          data-testid="draft-redo"
          onClick={() => editor.current?.redo()}
        >
          Redo
        </button>
      </Hint>
    </>
  );
}

interface NotesProps {
  /** Characters of the draft. */
  readonly length: number;
  /** The stored file is longer than a draft may be. */
  readonly isCut: boolean;
  readonly lint: LintCounts | null;
}

function DraftNotes({ length, isCut, lint }: NotesProps) {
  return (
    <>
      {length > longestDraft && (
        <span className="tone-bad num">
          {plural(length, 'character')}; the limit is {countWords(longestDraft)}
        </span>
      )}
      {isCut && <span className="tone-warn">The stored file is longer than a draft may be, so the end is missing here.</span>}
      {lint && (
        <span className="num draft-lint" data-testid="draft-lint">
          {lint.E > 0 && <span className="tone-bad">{plural(lint.E, 'error')}</span>}
          {lint.E > 0 && lint.W > 0 && ' · '}
          {lint.W > 0 && <span className="tone-warn">{plural(lint.W, 'warning')}</span>}
          {lint.E + lint.W === 0 && <span className="muted">no errors or warnings</span>}
        </span>
      )}
    </>
  );
}

interface QuestionProps {
  readonly question: Question;
  readonly host: string;
  /** Name of the open draft, '' for none. */
  readonly name: string;
  readonly taken: readonly string[];
  readonly actions: DraftActions;
  readonly onClose: () => void;
}

function DraftQuestion({ question, host, name, taken, actions, onClose }: QuestionProps) {
  const done = (work: () => Promise<void>) => (): void => {
    onClose();
    void work();
  };
  if (question.ask === 'delete')
    return (
      <Confirm
        title="Delete the draft?"
        verb="Delete"
        testId="draft-form"
        onCancel={onClose}
        onConfirm={done(() => actions.remove())}
      >
        “{name}” is removed from the crawl file. Its text stays in the editor until you leave it.
      </Confirm>
    );
  if (question.ask === 'load')
    return (
      <Confirm
        title="Leave the draft?"
        verb="Leave without saving"
        testId="draft-form"
        onCancel={onClose}
        onConfirm={done(() => actions.load(question.id))}
      >
        Your changes are not saved. You can undo this in the editor, or cancel and save first.
      </Confirm>
    );
  const { ask } = question;
  return (
    <DraftNameForm
      kind={ask}
      host={host}
      name={name}
      taken={taken}
      onClose={onClose}
      onDone={given => {
        onClose();
        void (ask === 'save' ? actions.save(given) : actions.rename(given));
      }}
    />
  );
}
