import BetterSqlite3, { type Database } from 'better-sqlite3';
import { RpcError } from '#shared/rpc/errors.ts';
import { applyMigrations } from './migrate.ts';

/** Tables that a migration does not rebuild if they have rows. Their SQL text may come from any earlier version. */
const mayStayOlder = ['body'];

/** Tables that ANALYZE and PRAGMA optimize add in any SQLite program. They contain only statistics. */
const statistics = new Map([
  ['sqlite_stat1', 'CREATE TABLE sqlite_stat1(tbl,idx,stat)'],
  ['sqlite_stat4', 'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)'],
]);

interface SchemaRow {
  readonly type: string;
  readonly name: string;
  readonly table: string;
  readonly sql: string | null;
}

export type Schema = ReadonlyMap<string, SchemaRow>;

/** Schemas by version, as far as this thread knows them. */
const known = new Map<number, Schema>();
const nameOf = (version: number): string => `Crawlscope schema ${version}`;

const rowsOf = (db: Database): IterableIterator<SchemaRow> =>
  db.prepare('SELECT type, name, tbl_name AS "table", sql FROM main.sqlite_schema').iterate() as IterableIterator<SchemaRow>;

/** Remembers the schema of a database that this program has just made, with the migrations up to `version`. */
export function learnSchema(db: Database, version: number): Schema {
  const made: Schema = new Map([...rowsOf(db)].map(row => [row.name, row]));
  known.set(version, made);
  return made;
}

/** A short crawl starts no thread, and does without this module. */
const threads = (): typeof import('node:worker_threads') => process.getBuiltinModule('node:worker_threads');

/**
 * Call it before starting a thread. The thread then knows the schemas that this one knows: making a schema anew takes 25 ms, in each thread
 * that opens a file.
 */
export function shareSchemas(): void {
  const { setEnvironmentData } = threads();
  for (const [version, schema] of known) setEnvironmentData(nameOf(version), schema);
}

/** The schema, by object name, that the migrations up to `version` create in an empty file. */
export function schemaOf(version: number): Schema {
  const learnt = known.get(version) ?? (threads().getEnvironmentData(nameOf(version)) as Schema | undefined);
  if (learnt) return learnt;
  const db = new BetterSqlite3(':memory:');
  try {
    applyMigrations(db, { from: 0, to: version });
    return learnSchema(db, version);
  } finally {
    db.close();
  }
}

function isOurs(row: SchemaRow, version: number): boolean {
  if (statistics.get(row.name) === row.sql && row.type === 'table' && row.table === row.name) return true;
  const wanted = schemaOf(version).get(row.name);
  if (!wanted || wanted.type !== row.type || wanted.table !== row.table) return false;
  if (wanted.sql === row.sql) return true;
  if (!mayStayOlder.includes(row.name)) return false;
  for (let older = 1; older < version; older += 1) if (schemaOf(older).get(row.name)?.sql === row.sql) return true;
  return false;
}

/**
 * Refuses a file unless its tables, indexes, views and triggers are exactly those that this program creates for `version`.
 * Otherwise a trigger, or a view disguised as a table, could run an attacker's SQL (sqlite.org/security.html). Call it before
 * anything else reads the file. It reads only the schema.
 */
export function refuseOtherSchema(db: Database, name: string, version: number): void {
  const missing = new Set(schemaOf(version).keys());
  for (const row of rowsOf(db)) {
    missing.delete(row.name);
    if (isOurs(row, version)) continue;
    // Automatic indexes (PRIMARY KEY, UNIQUE) have no SQL text. An older table may have different ones.
    if (row.sql === null && mayStayOlder.includes(row.table)) continue;
    throw new RpcError(
      'refused',
      `${name} was not opened: its ${kindOf(row.type)} “${shown(row.name)}” is not one that Crawlscope makes, and could run its own SQL. Get a copy that only Crawlscope has written.`,
    );
  }
  for (const wanted of missing) {
    const row = schemaOf(version).get(wanted);
    if (row?.sql === null && mayStayOlder.includes(row.table)) continue;
    throw new RpcError('refused', `${name} is damaged: its ${row?.type ?? 'table'} “${wanted}” is missing.`);
  }
}

const kindOf = (type: string): string => (['table', 'index', 'view', 'trigger'].includes(type) ? type : 'entry');

/** Makes a name from an untrusted file printable, one line and short. */
const shown = (name: unknown): string =>
  String(name)
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, 60);
