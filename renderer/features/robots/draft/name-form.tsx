import { useState } from 'react';
import { Modal } from '../../../ui/modal.tsx';

interface Props {
  readonly kind: 'save' | 'rename';
  readonly host: string;
  /** Name of the open draft, '' for none. */
  readonly name: string;
  readonly taken: readonly string[];
  readonly onClose: () => void;
  readonly onDone: (name: string) => void;
}

const titles = { save: 'Save the draft', rename: 'Rename the draft' } as const;
const verbs = { save: 'Save', rename: 'Rename' } as const;

/** What the form says about the name that was typed. */
function noteOn(kind: Props['kind'], exists: boolean): string {
  if (!exists) return 'The draft is stored in the crawl file. Nothing is sent to the server.';
  return kind === 'save' ? 'This replaces the draft that has this name.' : 'Another draft has this name.';
}

/** The form for a draft's name. */
export function DraftNameForm({ kind, host, name: own, taken, onClose, onDone }: Props) {
  const [name, setName] = useState(kind === 'rename' ? own : own === '' ? '' : `${own} 2`);
  const wanted = name.trim();
  const exists = wanted !== own && taken.includes(wanted);
  return (
    <Modal title={titles[kind]} onClose={onClose}>
      <form
        className="draft-form"
        data-testid="draft-form"
        onSubmit={event => {
          event.preventDefault();
          if (wanted !== '') onDone(wanted);
        }}
      >
        <label className="draft-form-body">
          <span>Name for this draft of {host}’s robots.txt</span>
          <input
            className="field"
            data-first
            data-testid="draft-name"
            maxLength={200}
            spellCheck={false}
            value={name}
            onChange={event => setName(event.target.value)}
          />
          <span className={exists ? 'tone-warn' : 'muted'}>{noteOn(kind, exists)}</span>
        </label>
        <footer className="dialog-foot">
          <span className="spacer" />
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <button
            type="submit"
            className="btn primary"
            data-testid="draft-form-done"
            disabled={wanted === '' || (kind === 'rename' && exists)}
          >
            {verbs[kind]}
          </button>
        </footer>
      </form>
    </Modal>
  );
}
