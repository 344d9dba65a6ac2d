import BetterSqlite3 from 'better-sqlite3';
import { RpcError } from '#shared/rpc/errors.ts';
import { refuseOtherFiles, storageError } from './database.ts';

export interface SqlResult {
  readonly columns: readonly string[];
  readonly rows: Iterable<readonly unknown[]>;
}

/**
 * One read-only statement over its own read-only connection. Rows come lazily and end after `timeMs` or `maxRows` with a
 * clear error. A statement that spends long before its first row cannot be interrupted from its own thread: the command
 * line runs this in a process of its own and ends that (`cli/sql-watch.ts`).
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
    db.pragma('query_only = ON');
    refuseOtherFiles(db, path);
    const prepared = db.prepare(statement);
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
