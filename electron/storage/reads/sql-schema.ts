import type { SqlTable } from '#shared/model/sql-console.ts';
import { runSql } from '../file/sql.ts';

const limits = { timeMs: 5_000, maxRows: 100_000 };

/** The tables and views that a statement on this file can name, with their columns. */
export function sqlSchema(path: string): readonly SqlTable[] {
  const { rows, close } = runSql(
    path,
    `SELECT m.name, m.type, c.name, c.type
     FROM (SELECT name, type FROM sqlite_schema WHERE name NOT IN (SELECT name FROM sqlite_temp_schema)
       UNION ALL SELECT name, type FROM sqlite_temp_schema) m, pragma_table_info(m.name) c
     WHERE m.type IN ('table', 'view') AND m.name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY m.name, c.cid`,
    limits,
  );
  const tables = new Map<string, { name: string; kind: 'table' | 'view'; columns: { name: string; type: string }[] }>();
  try {
    for (const row of rows) {
      const [name = '', kind = '', column = '', type = ''] = row.map(String);
      const table = tables.get(name) ?? { name, kind: kind === 'view' ? 'view' : 'table', columns: [] };
      table.columns.push({ name: column, type });
      tables.set(name, table);
    }
  } finally {
    close();
  }
  return [...tables.values()];
}
