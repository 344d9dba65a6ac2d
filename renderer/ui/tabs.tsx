import type { KeyboardEvent } from 'react';

export interface TabItem<T extends string> {
  readonly name: T;
  readonly label: string;
  readonly hint?: string;
}

interface Props<T extends string> {
  readonly label: string;
  readonly items: readonly TabItem<T>[];
  readonly current: T;
  readonly onPick: (name: T) => void;
  /** Test ids are `prefix-name`. */
  readonly prefix: string;
}

/** A tab list: arrows move, one tab stop. */
export function Tabs<T extends string>({ label, items, current, onPick, prefix }: Props<T>) {
  const move = (event: KeyboardEvent<HTMLDivElement>): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const at = items.findIndex(item => item.name === current);
    const next = items[(at + step + items.length) % items.length];
    if (!next) return;
    onPick(next.name);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next.name}"]`)?.focus();
  };
  return (
    <div className="tabs" role="tablist" aria-label={label} onKeyDown={move}>
      {items.map(item => (
        <button
          key={item.name}
          type="button"
          role="tab"
          className="tab"
          data-tab={item.name}
          data-testid={`${prefix}-${item.name}`}
          aria-selected={item.name === current}
          tabIndex={item.name === current ? 0 : -1}
          title={item.hint}
          onClick={() => onPick(item.name)}
        >
          {item.label}
        </button>
      ))}
    </div>
  );
}
