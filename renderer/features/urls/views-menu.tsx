import { type FormEvent, useState } from 'react';
import type { SavedView } from '#shared/views-file.ts';
import { useActions } from '../../bridge/app-context.ts';
import { client } from '../../bridge/client.ts';
import { messageOf, useProgress } from '../../bridge/hooks.ts';
import { PanelButton } from '../../ui/panel-button.tsx';
import { countWords, plural } from '../../ui/text/format.ts';
import { useSavedViews } from './saved-views.ts';
import { useClassCounts } from './use-class-counts.ts';
import type { Columns } from './use-columns.ts';

const countEveryMs = 3_000;

interface Props {
  /** What is on screen, without a name. */
  readonly now: Omit<SavedView, 'name'>;
  readonly columns: Columns;
  readonly onView: (view: SavedView) => void;
}

/** Saved views: a filter with its tab, columns and order, how many URLs it has now, and files of them to share. */
export function ViewsMenu({ now, columns, onView }: Props) {
  const { views, add, remove, rename } = useSavedViews();
  return (
    <PanelButton label="Views" testId="views-menu">
      <div className="columns-panel">
        <h2>Saved views</h2>
        {views.length === 0 && <p className="muted">None yet. Filter and arrange the list, then save it under a name.</p>}
        <ul className="preset-list">
          {views.map(view => (
            <ViewLine
              key={view.name}
              view={view}
              onView={onView}
              onRename={name => rename(view.name, name)}
              onRemove={() => remove(view.name)}
            />
          ))}
        </ul>
        <SaveView onSave={name => add([{ ...now, name }])} />
        <h2>Share</h2>
        <Sharing views={views} columns={columns} onViews={add} />
      </div>
    </PanelButton>
  );
}

interface LineProps {
  readonly view: SavedView;
  readonly onView: (view: SavedView) => void;
  readonly onRename: (name: string) => void;
  readonly onRemove: () => void;
}

function ViewLine({ view, onView, onRename, onRemove }: LineProps) {
  const [name, setName] = useState<string | null>(null);
  const counts = useClassCounts(view.filter, useProgress(countEveryMs));
  const done = (event: FormEvent): void => {
    event.preventDefault();
    if (name?.trim()) onRename(name.trim());
    setName(null);
  };
  if (name !== null)
    return (
      <li>
        <form className="preset-form" onSubmit={done}>
          <input
            className="field"
            aria-label={`New name for ${view.name}`}
            maxLength={60}
            value={name}
            ref={element => element?.focus()}
            onChange={event => setName(event.target.value)}
          />
          <button type="submit" className="btn small">
            Rename
          </button>
        </form>
      </li>
    );
  return (
    <li>
      <button type="button" className="link clip" title={view.filter || 'All URLs of the tab'} onClick={() => onView(view)}>
        {view.name}
      </button>
      <span className="muted num" data-testid="view-count">
        {counts ? countWords(counts[view.tab]) : ''}
      </span>
      <button type="button" className="btn tiny" aria-label={`Rename ${view.name}`} onClick={() => setName(view.name)}>
        Rename
      </button>
      <button type="button" className="btn tiny" aria-label={`Delete ${view.name}`} onClick={onRemove}>
        ✕
      </button>
    </li>
  );
}

function SaveView({ onSave }: { readonly onSave: (name: string) => void }) {
  const [name, setName] = useState('');
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() === '') return;
    onSave(name.trim());
    setName('');
  };
  return (
    <form className="preset-form" onSubmit={save}>
      <input
        className="field"
        aria-label="Name for this view"
        placeholder="Save this view as…"
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

interface SharingProps {
  readonly views: readonly SavedView[];
  readonly columns: Columns;
  readonly onViews: (views: readonly SavedView[]) => void;
}

/** Views and sets of columns in one JSON file. */
function Sharing({ views, columns, onViews }: SharingProps) {
  const { toast } = useActions();
  const { presets, addPresets } = columns;
  const save = (): void => {
    const columnSets = presets.map(({ name, layout }) => ({ name, columns: layout }));
    client.call('views.save', { crawlscope: 'views', version: 1, views: [...views], columnSets }).then(
      file => file && toast(`Saved as ${file.name}`),
      (error: unknown) => toast(`The views could not be saved: ${messageOf(error)}`, 'problem'),
    );
  };
  const open = (): void => {
    client.call('views.open', {}).then(
      file => {
        if (!file) return;
        onViews(file.views);
        addPresets(file.columnSets.map(({ name, columns: layout }) => ({ name, layout })));
        toast(
          `${plural(file.views.length, 'view')} and ${plural(file.columnSets.length, 'set of columns', 'sets of columns')} imported`,
        );
      },
      (error: unknown) => toast(`The views could not be imported: ${messageOf(error)}`, 'problem'),
    );
  };
  return (
    <div className="preset-form">
      <button type="button" className="btn small" disabled={views.length + presets.length === 0} onClick={save}>
        Export…
      </button>
      <button type="button" className="btn small" onClick={open}>
        Import…
      </button>
    </div>
  );
}
