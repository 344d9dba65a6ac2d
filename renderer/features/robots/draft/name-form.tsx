import { useState } from 'react';
import { Modal } from '../../../ui/modal.tsx';

interface Props {
  readonly kind: 'save' | 'rename' | 'delete' | 'load';
  readonly host: string;
  /** Of the draft that is open, '' for none. */
  readonly name: string;
  readonly taken: readonly string[];
  readonly onClose: () => void;
  readonly onDone: (name: string) => void;
}

const titles = {
  save: 'Save the draft',
  rename: 'Rename the draft',
  delete: 'Delete the draft',
  load: 'Leave the draft',
} as const;
const verbs = { save: 'Save', rename: 'Rename', delete: 'Delete', load: 'Leave it' } as const;

/** Asks for a name, or whether something shall really go. */
export function DraftNameForm({ kind, host, name: own, taken, onClose, onDone }: Props) {
  const [name, setName] = useState(kind === 'rename' ? own : kind === 'save' && own !== '' ? `${own} 2` : '');
  const asks = kind === 'save' || kind === 'rename';
  const wanted = name.trim();
  const exists = wanted !== own && taken.includes(wanted);
  return (
    <Modal title={titles[kind]} onClose={onClose}>
      <form
        className="draft-form"
        data-testid="draft-form"
        onSubmit={event => {
          event.preventDefault();
          if (!asks || wanted !== '') onDone(wanted);
        }}
      >
        {asks && (
          <label className="draft-form-body">
            <span>A name for this draft of {host}’s robots.txt</span>
            <input
              className="field"
              data-first
              data-testid="draft-name"
              maxLength={200}
              spellCheck={false}
              value={name}
              onChange={event => setName(event.target.value)}
            />
            <span className={exists ? 'tone-warn' : 'muted'}>
              {exists
                ? kind === 'save'
                  ? 'A draft of this name is there already; it is replaced.'
                  : 'Another draft has this name.'
                : 'It is kept in the crawl file. Nothing is sent to the server.'}
            </span>
          </label>
        )}
        {kind === 'delete' && (
          <p className="draft-form-body">
            “{own}” is taken out of the crawl file. The text stays in the editor until you leave it.
          </p>
        )}
        {kind === 'load' && (
          <p className="draft-form-body">
            What was changed is not saved. You can undo it in the editor afterwards, or go back and save it first.
          </p>
        )}
        <footer className="dialog-foot">
          <span className="spacer" />
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <button
            type="submit"
            className="btn primary"
            data-testid="draft-form-done"
            disabled={(asks && wanted === '') || (kind === 'rename' && exists)}
            {...(asks ? {} : { 'data-first': true })}
          >
            {verbs[kind]}
          </button>
        </footer>
      </form>
    </Modal>
  );
}
