import { type FormEvent, useState } from 'react';
import { toggleHidden, togglePinned } from '../../ui/grid/column-layout.ts';
import { Hint } from '../../ui/hint.tsx';
import { PanelButton } from '../../ui/panel-button.tsx';
import { builtIn, type Columns } from './use-columns.ts';

interface Props {
  readonly columns: Columns;
}

/** Which columns are shown, in which order, which stay in place, and sets of them under a name. */
export function ColumnsMenu({ columns }: Props) {
  return (
    <PanelButton label="Columns" testId="columns-menu">
      <div className="columns-panel">
        <h2>Sets</h2>
        <Sets columns={columns} />
        <SaveSet columns={columns} />
        <h2>Columns</h2>
        {columns.all.map(({ key, label }) => (
          <ColumnLine key={key} name={key} label={label} columns={columns} />
        ))}
      </div>
    </PanelButton>
  );
}

function Sets({ columns: { presets, setLayout, removePreset } }: Props) {
  return (
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
  );
}

function SaveSet({ columns: { savePreset } }: Props) {
  const [name, setName] = useState('');
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() === '') return;
    savePreset(name.trim());
    setName('');
  };
  return (
    <form className="preset-form" onSubmit={save}>
      <input
        className="field"
        aria-label="Name for these columns"
        placeholder="Save these columns as…"
        maxLength={60}
        value={name}
        onChange={event => setName(event.target.value)}
      />
      <button type="submit" className="btn small" disabled={name.trim() === ''}>
        Save
      </button>
    </form>
  );
}

function ColumnLine({ name, label, columns }: Props & { readonly name: string; readonly label: string }) {
  const { layout, setLayout, onMove } = columns;
  return (
    <div className="column-line">
      <label>
        <input
          type="checkbox"
          disabled={name === 'url'}
          checked={!layout.hidden.includes(name)}
          onChange={() => setLayout(old => toggleHidden(old, name))}
        />
        {label}
      </label>
      <button type="button" className="btn tiny" aria-label={`Move ${label} to the left`} onClick={() => onMove(name, -1)}>
        ↑
      </button>
      <button type="button" className="btn tiny" aria-label={`Move ${label} to the right`} onClick={() => onMove(name, 1)}>
        ↓
      </button>
      <Hint text="Keeps the column in place while the table is scrolled sideways">
        <button
          type="button"
          className="btn tiny"
          aria-pressed={layout.pinned.includes(name)}
          aria-label={`Pin ${label}`}
          onClick={() => setLayout(old => togglePinned(old, name))}
        >
          Pin
        </button>
      </Hint>
    </div>
  );
}
