import type { SqlCell, SqlFormat, SqlOutcome } from '#shared/model/sql-console.ts';
import { sqlLimits } from '#shared/model/sql-console.ts';
import { fail, RpcError } from '#shared/rpc/errors.ts';
import { runSql, StatementError } from '#storage/file/sql.ts';
import { type Cell, cellText } from '../../export/cell.ts';
import { distinctNames } from '../../export/distinct-names.ts';
import { exportFile } from '../../export/export-file.ts';

export interface ConsoleRun {
  readonly path: string;
  readonly statement: string;
  readonly maxRows: number;
  readonly timeMs: number;
}

const rowsOfBlock = 500;

/** `PRAGMA` returns rows too, and some change the state of the connection. The functions `pragma_…` stay. */
const isPragma = (statement: string): boolean => /^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*pragma\b/i.test(statement);

const toCell = (value: unknown): Cell =>
  value === null || value === undefined
    ? null
    : typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' || value instanceof Uint8Array
      ? value
      : String(value);

const sizeOf = (cell: Cell): number =>
  typeof cell === 'string' ? 2 * cell.length + 16 : cell instanceof Uint8Array ? cell.byteLength + 64 : 8;

/** As the window shows it. */
function shown(cell: Cell): SqlCell {
  if (typeof cell === 'string') return cell.length > sqlLimits.shownCell ? `${cell.slice(0, sqlLimits.shownCell)}…` : cell;
  if (cell instanceof Uint8Array) {
    const bytes = cell.subarray(0, sqlLimits.shownCell / 2);
    return `x'${cellText(bytes)}${bytes.length < cell.length ? '…' : ''}'`;
  }
  return typeof cell === 'bigint' || typeof cell === 'boolean' ? String(cell) : cell;
}

/** Runs statements on crawl files, one after another, and keeps the rows of the last one. */
export class SqlConsole {
  #columns: readonly string[] = [];
  #rows: (readonly Cell[])[] = [];

  /** `id`: the number that the result gets. Blocks the thread: SQLite cannot be interrupted from its own thread. */
  run(id: number, { path, statement, maxRows, timeMs }: ConsoleRun): SqlOutcome {
    const begun = performance.now();
    this.#columns = [];
    this.#rows = [];
    if (isPragma(statement))
      return {
        kind: 'problem',
        problem: "PRAGMA is not allowed. Its functions are, as in: select * from pragma_table_info('url')",
        at: null,
      };
    try {
      const { columns, rows, close } = runSql(path, statement, { timeMs, maxRows: Number.POSITIVE_INFINITY });
      let [bytes, cut]: [number, 'rows' | 'size' | null] = [0, null];
      try {
        for (const row of rows) {
          cut = this.#rows.length >= maxRows ? 'rows' : bytes >= sqlLimits.resultBytes ? 'size' : null;
          if (cut !== null) break;
          const cells = row.map(toCell);
          for (const cell of cells) bytes += sizeOf(cell);
          this.#rows.push(cells);
        }
      } finally {
        close();
      }
      this.#columns = distinctNames(columns);
      const result = { id, columns: this.#columns, rows: this.#rows.length, cut, tookMs: performance.now() - begun };
      return { kind: 'done', result };
    } catch (error) {
      this.#rows = [];
      if (error instanceof RpcError && error.code === 'unavailable' && /ran longer/.test(error.message))
        return { kind: 'too-slow', seconds: timeMs / 1_000 };
      const at = error instanceof StatementError ? error.at : null;
      const message = error instanceof Error ? error.message : String(error);
      return { kind: 'problem', problem: error instanceof RpcError ? message : `SQLite says: ${message}`, at };
    }
  }

  rows(from: number, limit: number): SqlCell[][] {
    return this.#rows.slice(from, from + limit).map(row => row.map(shown));
  }

  /** Writes the kept rows as a file, completely or not at all. Fails with a sentence. */
  async save(path: string, format: SqlFormat): Promise<number> {
    const rows = this.#rows;
    function* blocks() {
      for (let at = 0; at < rows.length; at += rowsOfBlock) yield rows.slice(at, at + rowsOfBlock);
    }
    const columns = this.#columns.map(name => ({ name, type: 'any' as const }));
    try {
      return (await exportFile(path, { columns, blocks: blocks() }, { format, sheetName: 'Result' })).rows;
    } catch (error) {
      if (error instanceof RpcError) throw error;
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
      return fail('refused', `The file could not be written (${code}). Choose another place.`);
    }
  }
}
