import { useRef } from 'react';
import { type CopyFormat, copyFormats } from '../../ui/grid/copy-rows.ts';

interface Props {
  readonly what: string;
  readonly disabled: boolean;
  readonly onCopy: (format: CopyFormat) => void;
  readonly onAssertions: () => void;
  /** Adds them to the assertions of the file. */
  readonly onAssert: () => void;
}

/** Copies the selected rows, or the whole list, in one of several forms. */
export function CopyMenu({ what, disabled, onCopy, onAssertions, onAssert }: Props) {
  const root = useRef<HTMLDetailsElement>(null);
  const pick = (work: () => void): void => {
    if (root.current) root.current.open = false;
    work();
  };
  return (
    <details
      ref={root}
      className="menu copy-menu"
      onBlur={event => {
        if (!event.currentTarget.contains(event.relatedTarget)) event.currentTarget.open = false;
      }}
      onKeyDown={event => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        event.currentTarget.open = false;
        event.currentTarget.querySelector('summary')?.focus();
      }}
    >
      <summary className="btn small">Copy</summary>
      <div data-testid="copy-menu">
        <span className="muted">{what}</span>
        {copyFormats.map(([format, label]) => (
          <button key={format} type="button" className="link" disabled={disabled} onClick={() => pick(() => onCopy(format))}>
            {label}
          </button>
        ))}
        <button
          type="button"
          className="link"
          disabled={disabled}
          title="What robots.txt says of each URL as assertions, for Robots › Assertions or for CI"
          onClick={() => pick(onAssertions)}
        >
          Copy as assertions
        </button>
        <button type="button" className="link" disabled={disabled} onClick={() => pick(onAssert)}>
          Add to the assertions
        </button>
      </div>
    </details>
  );
}
