import { useState } from 'react';
import type { SavedView } from '#shared/views-file.ts';
import { useProgress } from '../../bridge/hooks.ts';
import { NamedLine, SaveAs, ShareButtons } from '../../domain/named-list.tsx';
import { PanelButton } from '../../ui/panel-button.tsx';
import { countWords } from '../../ui/text/format.ts';
import type { SavedViews } from './saved-views.ts';
import { useViewFiles } from './share-views.ts';
import { useClassCounts } from './use-class-counts.ts';
import { builtIn, type Columns } from './use-columns.ts';

const countEveryMs = 3_000;

interface Props {
  /** What is on screen, without a name. */
  readonly now: Omit<SavedView, 'name'>;
  readonly saved: SavedViews;
  readonly columns: Columns;
  readonly onView: (view: SavedView) => void;
}

/** Saved views: a filter with its tab, columns and order, how many URLs it has now, and files of them to share. */
export function ViewsMenu({ now, saved: { views, add, remove, rename }, columns, onView }: Props) {
  const [columnSet, setColumnSet] = useState('');
  const files = useViewFiles(add, columns);
  const names = [...builtIn, ...columns.presets].map(({ name }) => name);
  const chosen = names.includes(columnSet) ? columnSet : '';
  return (
    <PanelButton label="Views" testId="views-menu">
      <div className="columns-panel">
        <h2>Saved views</h2>
        {views.length === 0 && <p className="muted">None yet. Filter and arrange the list, then save it under a name.</p>}
        <ul className="preset-list">
          {views.map(view => (
            <NamedLine
              key={view.name}
              name={view.name}
              title={view.filter || 'All URLs of the tab'}
              onPick={() => onView(view)}
              onRename={name => rename(view.name, name)}
              onRemove={() => remove(view.name)}
            >
              <ViewCount view={view} />
            </NamedLine>
          ))}
        </ul>
        <SaveAs what="this view" onSave={name => add([{ ...now, name, ...(chosen === '' ? {} : { columnSet: chosen }) }])} />
        <label className="view-columns">
          With
          <select className="field" value={chosen} onChange={event => setColumnSet(event.target.value)}>
            <option value="">the columns on screen</option>
            {[...new Set(names)].map(name => (
              <option key={name} value={name}>
                the set {name}, also when it changes
              </option>
            ))}
          </select>
        </label>
        <h2>Share views and sets of columns</h2>
        <ShareButtons
          isEmpty={views.length + columns.presets.length === 0}
          onExport={() => files.save(views)}
          onImport={files.open}
        />
      </div>
    </PanelButton>
  );
}

function ViewCount({ view: { filter, tab, columnSet } }: { readonly view: SavedView }) {
  const counts = useClassCounts(filter, useProgress(countEveryMs));
  return (
    <>
      {columnSet !== undefined && <span className="muted clip">{columnSet}</span>}
      <span className="muted num" data-testid="view-count">
        {counts ? countWords(counts[tab]) : ''}
      </span>
    </>
  );
}
