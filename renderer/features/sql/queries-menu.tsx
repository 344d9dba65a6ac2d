import type { SavedQuery } from '#shared/queries-file.ts';
import { useActions } from '../../bridge/app-context.ts';
import { client } from '../../bridge/client.ts';
import { messageOf } from '../../bridge/hooks.ts';
import { NamedLine, SaveAs, ShareButtons } from '../../domain/named-list.tsx';
import { PanelButton } from '../../ui/panel-button.tsx';
import { plural } from '../../ui/text/format.ts';
import { useSavedQueries } from './kept-queries.ts';

interface Props {
  /** What is in the editor. */
  readonly now: string;
  readonly examples: readonly SavedQuery[];
  readonly onPick: (sql: string) => void;
}

/** Queries under a name, files of them to share, and examples. */
export function QueriesMenu({ now, examples, onPick }: Props) {
  const { items: queries, add, remove, rename } = useSavedQueries();
  return (
    <PanelButton label="Queries" testId="sql-queries">
      <div className="columns-panel sql-menu">
        <h2>Saved queries</h2>
        {queries.length === 0 && <p className="muted">None yet. They are kept for all crawls.</p>}
        <ul className="preset-list">
          {queries.map(({ name, sql }) => (
            <NamedLine
              key={name}
              name={name}
              title={sql}
              maxLength={80}
              onPick={() => onPick(sql)}
              onRename={to => rename(name, to)}
              onRemove={() => remove(name)}
            />
          ))}
        </ul>
        <SaveAs what="this query" maxLength={80} disabled={now.trim() === ''} onSave={name => add([{ name, sql: now }])} />
        <Sharing queries={queries} onQueries={add} />
        <h2>Examples</h2>
        <ul className="preset-list">
          {examples.map(({ name, sql }) => (
            <li key={name}>
              <button type="button" className="link clip" title={sql} onClick={() => onPick(sql)}>
                {name}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </PanelButton>
  );
}

interface SharingProps {
  readonly queries: readonly SavedQuery[];
  readonly onQueries: (queries: readonly SavedQuery[]) => void;
}

/** Saved queries in one JSON file. */
function Sharing({ queries, onQueries }: SharingProps) {
  const { toast } = useActions();
  const save = (): void => {
    client.call('queries.save', { crawlscope: 'queries', version: 1, queries: [...queries] }).then(
      file => file && toast(`Saved as ${file.name}`),
      (error: unknown) => toast(`The queries could not be saved: ${messageOf(error)}`, 'problem'),
    );
  };
  const open = (): void => {
    client.call('queries.open', {}).then(
      file => {
        if (!file) return;
        onQueries(file.queries);
        toast(`${plural(file.queries.length, 'query', 'queries')} imported`);
      },
      (error: unknown) => toast(`The queries could not be imported: ${messageOf(error)}`, 'problem'),
    );
  };
  return <ShareButtons isEmpty={queries.length === 0} onExport={save} onImport={open} />;
}

interface HistoryProps {
  readonly statements: readonly string[];
  readonly onPick: (sql: string) => void;
  readonly onForget: () => void;
}

/** The statements that were run last, on any file. */
export function HistoryMenu({ statements, onPick, onForget }: HistoryProps) {
  return (
    <PanelButton label="History" testId="sql-history">
      <div className="columns-panel sql-menu">
        <h2>Statements you ran</h2>
        {statements.length === 0 && <p className="muted">None yet.</p>}
        <ul className="preset-list sql-history">
          {statements.map(sql => (
            <li key={sql}>
              <button type="button" className="link clip mono" title={sql} onClick={() => onPick(sql)}>
                {sql.replaceAll(/\s+/g, ' ').slice(0, 200)}
              </button>
            </li>
          ))}
        </ul>
        {statements.length > 0 && (
          <button type="button" className="btn small" onClick={onForget}>
            Forget all
          </button>
        )}
      </div>
    </PanelButton>
  );
}
