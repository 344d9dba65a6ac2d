import { type FormEvent, type ReactNode, useState } from 'react';

interface NameFormProps {
  readonly label: string;
  readonly button: string;
  readonly start?: string;
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly focused?: boolean;
  readonly maxLength: number;
  /** Called with a name that is not empty. */
  readonly onName: (name: string) => void;
  /** Called after each submit, also without a name. */
  readonly onDone?: () => void;
}

function NameForm(props: NameFormProps) {
  const { label, button, start = '', placeholder, disabled = false, focused = false, maxLength, onName, onDone } = props;
  const [name, setName] = useState(start);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() !== '' && !disabled) {
      onName(name.trim());
      setName(start);
    }
    onDone?.();
  };
  return (
    <form className="preset-form" onSubmit={submit}>
      <input
        className="field"
        aria-label={label}
        placeholder={placeholder}
        maxLength={maxLength}
        value={name}
        ref={element => {
          if (focused) element?.focus();
        }}
        onChange={event => setName(event.target.value)}
      />
      <button type="submit" className="btn small" disabled={disabled || name.trim() === ''}>
        {button}
      </button>
    </form>
  );
}

interface SaveAsProps {
  /** What is saved: 'this view'. */
  readonly what: string;
  readonly disabled?: boolean;
  readonly maxLength?: number;
  readonly onSave: (name: string) => void;
}

/** Saves what is on screen under a name. */
export const SaveAs = ({ what, disabled = false, maxLength = 60, onSave }: SaveAsProps) => (
  <NameForm
    label={`Name for ${what}`}
    placeholder={`Save ${what} as…`}
    button="Save"
    disabled={disabled}
    maxLength={maxLength}
    onName={onSave}
  />
);

interface LineProps {
  readonly name: string;
  readonly title?: string;
  readonly maxLength?: number;
  /** Behind the name. */
  readonly children?: ReactNode;
  readonly onPick: () => void;
  readonly onRename: (name: string) => void;
  readonly onRemove: () => void;
}

/** One saved thing: picked by its name, renamed, deleted. */
export function NamedLine({ name, title, maxLength = 60, children, onPick, onRename, onRemove }: LineProps) {
  const [renaming, setRenaming] = useState(false);
  if (renaming)
    return (
      <li>
        <NameForm
          label={`New name for ${name}`}
          button="Rename"
          start={name}
          maxLength={maxLength}
          focused
          onName={onRename}
          onDone={() => setRenaming(false)}
        />
      </li>
    );
  return (
    <li>
      <button type="button" className="link clip" title={title} onClick={onPick}>
        {name}
      </button>
      {children}
      <button type="button" className="btn tiny" aria-label={`Rename ${name}`} onClick={() => setRenaming(true)}>
        Rename
      </button>
      <button type="button" className="btn tiny" aria-label={`Delete ${name}`} onClick={onRemove}>
        ✕
      </button>
    </li>
  );
}

interface ShareProps {
  /** There is nothing to export. */
  readonly isEmpty: boolean;
  readonly onExport: () => void;
  readonly onImport: () => void;
}

/** Exports saved things to a file, and imports them from one. */
export const ShareButtons = ({ isEmpty, onExport, onImport }: ShareProps) => (
  <div className="preset-form">
    <button type="button" className="btn small" disabled={isEmpty} onClick={onExport}>
      Export…
    </button>
    <button type="button" className="btn small" onClick={onImport}>
      Import…
    </button>
  </div>
);
