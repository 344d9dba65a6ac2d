import type { Cell } from '../../export/cell.ts';
import { distinctNames } from '../../export/distinct-names.ts';
import { seconds } from '../arguments.ts';
import type { Command } from '../command.ts';
import { exit, usage } from '../exit.ts';
import { columnsOf, listOptions, readListOptions, take, writeList } from '../lists.ts';
import { withSession } from '../with-session.ts';

const defaultTimeoutMs = 30_000;
const mostRows = 100_000_000;

const toCell = (value: unknown): Cell => {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return value;
  return value instanceof Uint8Array ? value : String(value);
};

function* toRows(rows: Iterable<readonly unknown[]>): Generator<readonly Cell[]> {
  for (const row of rows) yield row.map(toCell);
}

export const sql: Command = {
  name: 'sql',
  summary: 'run one read-only SQL query on a crawl file',
  takes: 'F.crawl "select …"',
  positionals: { min: 2, max: 2 },
  options: { ...listOptions, timeout: { value: 'S', help: 'stop the query after S seconds (default: 30)' } },
  notes: [
    'Any other SQLite client can read the file as well, also during a crawl, except for links and page facts (see crawlscope unpack).',
    'Bytes are printed in hexadecimal.',
  ],
  examples: [
    `crawlscope sql site.crawl "select name from sqlite_schema where type = 'view'"`,
    'crawlscope sql site.crawl "select * from urls" --format csv --out all.csv',
  ],
  async run(args, io) {
    const [path = '', statement = ''] = args.positionals;
    const list = readListOptions(args, io, path);
    const timeMs = seconds(args, 'timeout') ?? defaultTimeoutMs;
    if (timeMs <= 0) return usage('--timeout must be more than 0 seconds.');
    if (statement.trim() === '') return usage('the SQL statement is empty.');
    return await withSession(io, path, async session => {
      const { columns, rows } = session.sql(statement, { timeMs, maxRows: list.limit === undefined ? mostRows : list.limit + 1 });
      const named = columnsOf(distinctNames(columns), 'any');
      await writeList(io, list, { columns: named, rows: take(toRows(rows), list.limit), sheet: 'Result' });
      return exit.done;
    });
  },
};
