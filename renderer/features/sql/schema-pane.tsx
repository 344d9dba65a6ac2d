import { useState } from 'react';
import type { SqlTable } from '#shared/model/sql-console.ts';
import { Foreign } from '../../ui/text/foreign.tsx';
import type { FileWords } from './file-words.ts';

interface Props {
  readonly tables: readonly SqlTable[];
  readonly words: FileWords;
  /** Puts a name at the cursor. */
  readonly onPick: (name: string) => void;
}

/** The tables and views of the file with their columns, and what docs/crawl-file.md says of each. */
export function SchemaPane({ tables, words, onPick }: Props) {
  const [find, setFind] = useState('');
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(['urls']));
  const wanted = find.trim().toLowerCase();
  const fits = (text: string): boolean => text.toLowerCase().includes(wanted);
  const shown = tables.flatMap(table => {
    if (wanted === '' || fits(table.name)) return [table];
    const columns = table.columns.filter(({ name }) => fits(name) || fits(words.column(table.name, name)));
    return columns.length > 0 ? [{ ...table, columns }] : [];
  });
  const toggle = (name: string): void =>
    setOpen(old => new Set(old.has(name) ? [...old].filter(each => each !== name) : [...old, name]));
  return (
    <div className="sql-schema" data-testid="sql-schema">
      <input
        className="field small"
        aria-label="Find a table or column"
        placeholder="Find a table, column or meaning"
        spellCheck={false}
        value={find}
        onChange={event => setFind(event.target.value)}
      />
      {shown.length === 0 && <p className="muted">No table, column or meaning contains this.</p>}
      <ul>
        {shown.map(({ name, kind, columns }) => {
          const isOpen = wanted !== '' || open.has(name);
          return (
            <li key={name}>
              <div className="sql-table">
                <button type="button" className="sql-fold" aria-expanded={isOpen} onClick={() => toggle(name)}>
                  <span className="tree-mark" aria-hidden="true">
                    {isOpen ? '▾' : '▸'}
                  </span>
                  <b>
                    <Foreign text={name} />
                  </b>
                  <span className="muted">{kind}</span>
                </button>
                <button type="button" className="btn tiny" aria-label={`Insert ${name}`} onClick={() => onPick(name)}>
                  Insert
                </button>
              </div>
              {isOpen && words.table(name) !== '' && <p className="sql-about">{words.table(name)}</p>}
              {isOpen && (
                <ul className="sql-columns">
                  {columns.map(column => (
                    <li key={column.name}>
                      <button
                        type="button"
                        className="link mono"
                        title={`Insert ${column.name}${column.type === '' ? '' : ` (${column.type.toLowerCase()})`}`}
                        onClick={() => onPick(column.name)}
                      >
                        <Foreign text={column.name} />
                      </button>
                      <span className="muted">{words.column(name, column.name)}</span>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
