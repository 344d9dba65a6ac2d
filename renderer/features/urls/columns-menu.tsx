import { NamedLine, SaveAs, ShareButtons } from '../../domain/named-list.tsx';
import { toggleHidden, togglePinned } from '../../ui/grid/column-layout.ts';
import { Hint } from '../../ui/hint.tsx';
import { PanelButton } from '../../ui/panel-button.tsx';
import type { SavedViews } from './saved-views.ts';
import { useViewFiles } from './share-views.ts';
import { builtIn, type Columns } from './use-columns.ts';

interface Props {
  readonly columns: Columns;
}

interface MenuProps extends Props {
  readonly saved: SavedViews;
}

/** Which columns are shown, in which order, which stay in place, and sets of them under a name. */
export function ColumnsMenu({ columns, saved }: MenuProps) {
  const { presets, setLayout, savePreset, removePreset, reset } = columns;
  const files = useViewFiles(saved.add, columns);
  const renameSet = (from: string, to: string): void => {
    columns.renamePreset(from, to);
    saved.renameSet(from, to);
  };
  return (
    <PanelButton label="Columns" testId="columns-menu">
      <div className="columns-panel">
        <h2>Sets</h2>
        <ul className="preset-list">
          {builtIn.map(preset => (
            <li key={preset.name}>
              <button type="button" className="link clip" onClick={() => setLayout(() => preset.layout)}>
                {preset.name}
              </button>
            </li>
          ))}
        </ul>
        <ul className="preset-list">
          {presets.map(preset => (
            <NamedLine
              key={preset.name}
              name={preset.name}
              onPick={() => setLayout(() => preset.layout)}
              onRename={name => renameSet(preset.name, name)}
              onRemove={() => removePreset(preset.name)}
            />
          ))}
        </ul>
        <SaveAs what="these columns" onSave={savePreset} />
        <ShareButtons isEmpty={presets.length === 0} onExport={() => files.save([])} onImport={files.open} />
        <h2>Columns</h2>
        <div className="preset-form">
          <button type="button" className="btn small" onClick={reset}>
            Reset columns
          </button>
        </div>
        {columns.all.map(({ key, label }) => (
          <ColumnLine key={key} name={key} label={label} columns={columns} />
        ))}
      </div>
    </PanelButton>
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
