import { type ReactNode, useId } from 'react';
import { Foreign } from './text/foreign.tsx';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly problem: string | undefined;
  readonly hint?: ReactNode;
  readonly unit?: string;
  readonly rows?: number;
  readonly testId?: string;
  readonly placeholder?: string;
  readonly focus?: boolean;
}

/** One function for all renders: a new one would take the focus again with every keystroke elsewhere. */
const takeFocus = (element: HTMLElement | null): void => element?.focus();

/** A labelled field with its unit, and what is wrong with it underneath. */
export function Field({ label, value, onChange, problem, hint, unit, rows, testId, placeholder, focus }: Props) {
  const id = useId();
  const shared = {
    id,
    className: 'field',
    'data-testid': testId,
    'aria-invalid': Boolean(problem),
    'aria-describedby': `${id}-note`,
    placeholder,
    spellCheck: false,
    value,
    'data-first': focus ? true : undefined,
    ref: focus ? takeFocus : undefined,
  };
  return (
    <div className="stacked">
      <label htmlFor={id}>{label}</label>
      <div className="with-unit">
        {rows ? (
          <textarea {...shared} rows={rows} onChange={event => onChange(event.target.value)} />
        ) : (
          <input {...shared} inputMode={unit ? 'decimal' : 'text'} onChange={event => onChange(event.target.value)} />
        )}
        {unit && <span className="muted">{unit}</span>}
      </div>
      <FieldNote id={id} problem={problem}>
        {hint}
      </FieldNote>
    </div>
  );
}

interface NoteProps {
  /** Id of the field; the note is `id-note`. */
  readonly id: string;
  readonly problem: string | undefined;
  /** The hint while there is no problem. */
  readonly children: ReactNode;
}

/** The note under a field: its problem, otherwise its hint. */
export function FieldNote({ id, problem, children }: NoteProps) {
  return (
    <div id={`${id}-note`}>
      {problem ? (
        <span className="field-problem" role="alert">
          <Foreign text={problem} />
        </span>
      ) : (
        <span className="hint">{children}</span>
      )}
    </div>
  );
}
