import { type KeyboardEvent, useRef, useState } from 'react';
import { toggleHidden, togglePinned } from '../../ui/grid/column-layout.ts';
import { builtIn, type Columns } from './use-columns.ts';

const close = (event: KeyboardEvent<HTMLDetailsElement>): void => {
  if (event.key !== 'Escape') return;
  event.stopPropagation();
  event.currentTarget.open = false;
  event.currentTarget.querySelector('summary')?.focus();
};

/** Which columns are shown, in which order, which stay in place, and sets of them under a name. */
export function ColumnsMenu({ columns }: { readonly columns: Columns }) {
  const { all, layout, setLayout, presets, savePreset, removePreset, onMove } = columns;
  const [name, setName] = useState('');
  const root = useRef<HTMLDetailsElement>(null);
  const save = (): void => {
    if (name.trim() === '') return;
    savePreset(name.trim());
    setName('');
  };
  return (
    <details
      ref={root}
      className="menu columns-menu"
      onKeyDown={close}
      onBlur={event => {
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) event.currentTarget.open = false;
      }}
    >
      <summary className="btn small">Columns</summary>
      <div data-testid="columns-menu">
        <h3>Sets</h3>
        <ul className="preset-list">
          {builtIn.map(preset => (
            <li key={preset.name}>
              <button type="button" className="link clip" onClick={() => setLayout(() => preset.layout)}>
                {preset.name}
              </button>
            </li>
          ))}
          {presets.map(preset => (
            <li key={`own ${preset.name}`}>
              <button type="button" className="link clip" onClick={() => setLayout(() => preset.layout)}>
                {preset.name}
              </button>
              <button
                type="button"
                className="btn tiny"
                aria-label={`Remove the set ${preset.name}`}
                onClick={() => removePreset(preset.name)}
              >
                ✕
              </button>
            </li>
          ))}
        </ul>
        <form
          className="preset-form"
          onSubmit={event => {
            event.preventDefault();
            save();
          }}
        >
          <input
            className="field"
            aria-label="Name for these columns"
            placeholder="Save these columns as …"
            maxLength={60}
            value={name}
            onChange={event => setName(event.target.value)}
          />
          <button type="submit" className="btn small" disabled={name.trim() === ''}>
            Save
          </button>
        </form>
        <h3>Columns</h3>
        {all.map(({ key, label }) => (
          <div key={key} className="column-line">
            <label>
              <input
                type="checkbox"
                disabled={key === 'url'}
                checked={!layout.hidden.includes(key)}
                onChange={() => setLayout(old => toggleHidden(old, key))}
              />
              {label}
            </label>
            <button type="button" className="btn tiny" aria-label={`Move ${label} to the left`} onClick={() => onMove(key, -1)}>
              ↑
            </button>
            <button type="button" className="btn tiny" aria-label={`Move ${label} to the right`} onClick={() => onMove(key, 1)}>
              ↓
            </button>
            <button
              type="button"
              className="btn tiny"
              aria-pressed={layout.pinned.includes(key)}
              aria-label={`Keep ${label} in place`}
              title="Keeps the column in place while the table is scrolled sideways"
              onClick={() => setLayout(old => togglePinned(old, key))}
            >
              Pin
            </button>
          </div>
        ))}
      </div>
    </details>
  );
}
