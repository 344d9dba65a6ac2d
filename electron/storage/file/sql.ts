import BetterSqlite3 from 'better-sqlite3';
import type { SqlPlace } from '#shared/model/sql-console.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import { addPageFacts } from '../facts/sql-page-facts.ts';
import { refuseOtherFiles, storageError } from './database.ts';
import { addOwnViews } from './own-views.ts';
import { errorPlace } from './sql-place.ts';

export interface SqlResult {
  readonly columns: readonly string[];
  readonly rows: Iterable<readonly unknown[]>;
}

/** An error in a statement. `at`: where in its text; null where SQLite does not say. */
export class StatementError extends RpcError {
  readonly at: SqlPlace | null;
  constructor(message: string, at: SqlPlace | null) {
    super('bad_request', message);
    this.at = at;
  }
}

/** What SQLite says about a text, '' if it can be prepared. */
function messageOf(db: BetterSqlite3.Database, text: string): string {
  try {
    db.prepare(text);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** An error in the statement is the user's. The file has all its tables and columns by then (`refuseOtherFiles`). */
function prepare(db: BetterSqlite3.Database, statement: string): BetterSqlite3.Statement {
  try {
    return db.prepare(statement);
  } catch (error) {
    if (error instanceof BetterSqlite3.SqliteError && error.code === 'SQLITE_ERROR')
      throw new StatementError(
        `SQLite says: ${error.message}`,
        errorPlace(statement, error.message, text => messageOf(db, text)),
      );
    throw error;
  }
}

/**
 * Runs one read-only statement on its own read-only connection. Returns rows lazily and throws a clear error after
 * `timeMs` or `maxRows`. The same thread cannot interrupt a statement that is slow to return its first row. So the
 * command line runs this in a separate process and kills that process (`cli/sql-watch.ts`).
 */
export function runSql(
  path: string,
  statement: string,
  limits: { readonly timeMs: number; readonly maxRows: number },
): SqlResult & { close(): void } {
  const db = new BetterSqlite3(path, { readonly: true });
  try {
    db.pragma('trusted_schema = OFF');
    db.pragma('cell_size_check = ON');
    addOwnViews(db, refuseOtherFiles(db, path));
    db.pragma('query_only = ON');
    addPageFacts(db);
    const prepared = prepare(db, statement);
    if (!prepared.reader || !prepared.readonly)
      throw new RpcError('bad_request', 'Only statements that read are allowed: select, with, values, explain.');
    const columns = prepared.columns().map(column => column.name);
    function* rows(): Generator<readonly unknown[]> {
      const start = performance.now();
      let count = 0;
      for (const row of prepared.raw().iterate() as IterableIterator<unknown[]>) {
        if (performance.now() - start > limits.timeMs)
          throw new RpcError(
            'unavailable',
            `The statement ran longer than ${limits.timeMs / 1000} s. Narrow it, or raise --timeout.`,
          );
        if (++count > limits.maxRows)
          throw new RpcError('unavailable', `The statement has more than ${limits.maxRows} rows. Add a LIMIT.`);
        yield row;
      }
    }
    return { columns, rows: rows(), close: () => db.close() };
  } catch (error) {
    db.close();
    const known = storageError(error, path);
    if (known instanceof RpcError) throw known;
    throw new RpcError('bad_request', `SQLite says: ${error instanceof Error ? error.message : String(error)}`);
  }
}
