import { existsSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import BetterSqlite3, { type Database } from 'better-sqlite3';
import { fail, RpcError } from '#shared/rpc/errors.ts';
import { countSql, inlinksSql } from '../links/inlink-count-rows.ts';
import { viewsOverLink } from '../links/link-views.ts';
import { refuseOtherFiles, storageError } from './database.ts';
import { isUnwritable } from './disk-full.ts';
import { megabytes, roomIn } from './disk-room.ts';
import { createHalf, modeOf } from './half-file.ts';
import { addOwnViews } from './own-views.ts';
import { quoted } from './quoted-name.ts';
import { addFunctions } from './sql-functions.ts';

/** How far the copy is, in rows. `total` is an estimate at first. */
export interface UnpackProgress {
  readonly done: number;
  readonly total: number;
}

/** What a copy has: rows of all its tables, and its size in bytes. */
export interface Unpacked {
  readonly rows: number;
  readonly bytes: number;
}

/** Rows between two yields. */
const rowsOfStep = 500;

/** Tables that other programs have no use for: packed ones, and those that say again what other tables say. */
const leftOut = new Set([
  ...['page_links', 'word', 'inlink_block', 'inlink_chunk', 'inlink_waiting', 'inlink_levels', 'inlink_count', 'url_inlinks'],
  ...['fetch_row', 'fetch_kind', 'page_row', 'facts_block', 'links_row', 'links_block'],
  ...['url_key', 'url_key_run', 'url_key_secret', 'kept_counts', 'sqlite_stat1', 'sqlite_stat4'],
]);

/** Packed columns, with the function that opens them. */
const opened: Readonly<Record<string, string>> = { 'page.facts': 'page_facts', 'rendering.facts': 'page_facts' };

/**
 * Room that the copy needs: so many bytes for a link with its facts and index, and the rest of the file so many times, because page facts are
 * JSON in the copy. Measured: 30 MB with 755,000 links became 222 MB.
 */
const bytesOfLink = 150;
const growth = 4;

const indexes = `
CREATE INDEX link_by_target ON link (to_id, from_id, seq);
`;

/** A table of the copy. */
interface Part {
  readonly name: string;
  readonly create: string;
  readonly select: string;
  readonly insert: string;
  /** Rows, as far as they are known without counting. */
  readonly rows: number;
}

interface Column {
  readonly name: string;
  readonly type: string;
  readonly pk: number;
  /** 2 and 3: generated. */
  readonly hidden: number;
}

const insertInto = (name: string, columns: readonly Column[]): string =>
  `INSERT INTO ${quoted(name)} (${columns.map(column => quoted(column.name)).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;

const columnsOf = (db: Database, name: string): Column[] =>
  db.prepare('SELECT name, type, pk, hidden FROM pragma_table_xinfo(?) ORDER BY cid').all(name) as Column[];

/** Tables whose rows share parts, and the views that show these rows complete. In the copy, these views are tables. */
const wholeRows: Readonly<Record<string, string>> = { fetch_row: 'fetch', page_row: 'page' };

/** The key of a view that becomes a table. */
const keys: Readonly<Record<string, string>> = {
  link: 'from_id, seq',
  link_facts: 'from_id, seq',
  fetch: 'id',
  page: 'url_id',
};

/** A column that a table has only in the copy: its declaration, and what it is in the file. */
const added = { table: 'url', column: 'inlinks', type: 'INTEGER NOT NULL DEFAULT 0', select: inlinksSql('url.id') };

/** The view `urls` of the copy reads that column. */
const viewInCopy = (sql: string): string => sql.replace(countSql('u.id'), `u.${added.column}`);

/** A statement of the file, changed for the copy: it uses the names of the tables that the copy has. */
const inCopy = (sql: string): string =>
  Object.entries(wholeRows).reduce((text, [row, whole]) => text.replaceAll(new RegExp(`"?\\b${row}\\b"?`, 'g'), whole), sql);

/** A table as it is, or with its packed columns opened. */
function tablePart(db: Database, { name, sql }: { readonly name: string; readonly sql: string }): Part {
  const columns = columnsOf(db, name).filter(({ hidden }) => hidden === 0);
  const opener = ({ name: column, type }: Column) => (type === 'BLOB' ? opened[`${name}.${column}`] : undefined);
  const isPacked = columns.some(column => opener(column) !== undefined);
  const declared = columns.map(
    column =>
      `${quoted(column.name)} ${opener(column) === undefined ? column.type : 'TEXT'}${column.pk > 0 ? ' PRIMARY KEY' : ''}`,
  );
  const values = columns.map(column => {
    const by = opener(column);
    return by === undefined ? quoted(column.name) : `${by}(${quoted(column.name)})`;
  });
  const part = {
    name,
    create: isPacked ? `CREATE TABLE ${quoted(name)} (${declared.join(', ')})` : inCopy(sql),
    select: `SELECT ${values.join(', ')} FROM main.${quoted(name)}`,
    insert: insertInto(name, columns),
    rows: rowsOf(db, name),
  };
  if (name !== added.table || columns.some(column => column.name === added.column)) return part;
  return {
    ...part,
    create: `${part.create}; ALTER TABLE ${name} ADD COLUMN ${added.column} ${added.type}`,
    select: `SELECT ${[...values, added.select].join(', ')} FROM main.${name}`,
    insert: insertInto(name, [...columns, { name: added.column, type: 'INTEGER', pk: 0, hidden: 0 }]),
  };
}

/** The rows of a table: the greatest key where that is a number, which needs no counting. */
function rowsOf(db: Database, name: string): number {
  try {
    return (
      (db
        .prepare(`SELECT max(_rowid_) FROM main.${quoted(name)}`)
        .pluck()
        .get() as number | null) ?? 0
    );
  } catch {
    return db
      .prepare(`SELECT count(*) FROM main.${quoted(name)}`)
      .pluck()
      .get() as number;
  }
}

/** A temporary view over packed data becomes a table of the same name. */
function viewPart(db: Database, name: string, rows: number): Part {
  const columns = columnsOf(db, name);
  const keyed = keys[name];
  const key = keyed === undefined ? '' : `, PRIMARY KEY (${keyed})`;
  const isLink = name.startsWith('link');
  const declared = columns.map(column => `${quoted(column.name)} ${column.type === 'INT' ? 'INTEGER' : column.type}`);
  const values = columns.map(column => {
    const by = opened[`${name}.${column.name}`];
    return by === undefined ? quoted(column.name) : `${by}(${quoted(column.name)})`;
  });
  return {
    name,
    create: `CREATE TABLE ${quoted(name)} (${declared.join(', ')}${key})${isLink ? ' WITHOUT ROWID' : ''}`,
    select: `SELECT ${values.join(', ')} FROM temp.${quoted(name)}`,
    insert: insertInto(name, columns),
    rows,
  };
}

/** The rows of a view that has the rows of one table. */
function rowsOfWhole(db: Database, name: string): number | undefined {
  const row = Object.keys(wholeRows).find(each => wholeRows[each] === name);
  return row === undefined ? undefined : rowsOf(db, row);
}

/** Links in the file, estimated from its first pages. */
function linksIn(db: Database): number {
  const hasRows = db.prepare("SELECT 1 FROM main.sqlite_schema WHERE name = 'links_row'").get() !== undefined;
  const share = db
    .prepare('SELECT total(count) / max(from_id) FROM (SELECT from_id, count FROM page_links ORDER BY from_id LIMIT 5000)')
    .pluck()
    .get() as number | null;
  return Math.ceil((share ?? 0) * rowsOf(db, hasRows ? 'links_row' : 'page_links'));
}

/** What the copy consists of. In an older file the views are its own, and nothing is packed. */
function partsOf(db: Database): { readonly parts: readonly Part[]; readonly after: readonly string[]; readonly links: number } {
  const own = db
    .prepare(
      "SELECT type, name, tbl_name AS tableName, sql FROM main.sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'",
    )
    .all() as { readonly type: string; readonly name: string; readonly tableName: string; readonly sql: string }[];
  const temporary = db.prepare("SELECT name FROM temp.sqlite_schema WHERE type = 'view'").pluck().all() as string[];
  const isPacked = temporary.includes('link');
  const links = isPacked ? linksIn(db) : 0;
  const isKept = (table: string) => !isPacked || !leftOut.has(table);
  const tables = own.filter(({ type, name }) => type === 'table' && isKept(name));
  const over = Object.entries(viewsOverLink);
  const unpacked = temporary.filter(name => !Object.hasOwn(viewsOverLink, name) && !leftOut.has(name) && name !== 'fetches');
  return {
    parts: [
      ...tables.map(table => tablePart(db, table)),
      ...unpacked.map(name => viewPart(db, name, rowsOfWhole(db, name) ?? links)),
    ],
    after: [
      ...own
        .filter(({ type, tableName }) => type === 'index' && (isKept(tableName) || wholeRows[tableName] !== undefined))
        .map(({ sql }) => inCopy(sql)),
      ...(isPacked ? [indexes] : []),
      ...own
        .filter(({ type, name }) => type === 'view' && !Object.values(wholeRows).includes(name) && isKept(name))
        .map(({ sql }) => viewInCopy(sql)),
      ...(isPacked ? over.map(([name, select]) => `CREATE VIEW ${name} AS ${select}`) : []),
    ],
    links,
  };
}

function refuseWithoutRoom(path: string, target: string, links: number): void {
  const folder = dirname(target);
  const room = roomIn(folder);
  const needed = statSync(path).size * growth + links * bytesOfLink;
  if (room < needed)
    fail(
      'unavailable',
      `The copy needs about ${megabytes(needed)} in ${folder}; ${megabytes(room)} are free. Make room, or choose another folder.`,
    );
}

function refuseExisting(target: string): void {
  if (existsSync(target)) fail('refused', `${basename(target)} already exists. Choose another name, or delete it first.`);
}

/**
 * Writes a copy of a crawl file in which everything packed is plain tables, for other SQLite clients (docs/crawl-file.md). The copy is an
 * ordinary database, not a crawl file. Reads one state of the file; it may be written meanwhile. The copy appears under its name when it
 * is whole. Ending the generator early leaves nothing. Throws an `RpcError` if the target exists, or if there is no room.
 */
export function* unpackFile(path: string, target: string): Generator<UnpackProgress, Unpacked, void> {
  refuseExisting(target);
  if (!existsSync(dirname(target)))
    fail('bad_request', `The folder ${dirname(target)} does not exist. Create it first, or choose another.`);
  let source: Database | null = null;
  try {
    source = new BetterSqlite3(path, { readonly: true });
    source.pragma('trusted_schema = OFF');
    source.pragma('cell_size_check = ON');
    addFunctions(source);
    addOwnViews(source, refuseOtherFiles(source, path));
    source.exec('BEGIN');
    return yield* copyOf(source, path, target);
  } catch (error) {
    throw unpackError(error, path, target);
  } finally {
    source?.close();
  }
}

/** Copies part by part. Yields progress. */
function* copyOf(source: Database, path: string, target: string): Generator<UnpackProgress, Unpacked, void> {
  const { parts, after, links } = partsOf(source);
  refuseWithoutRoom(path, target, links);
  const half = createHalf(target, modeOf(path));
  let copy: Database | null = null;
  try {
    copy = new BetterSqlite3(half.path);
    // Nothing but the whole copy gets a name, so that no journal is needed.
    for (const setting of [
      'page_size = 8192',
      'journal_mode = OFF',
      'synchronous = OFF',
      'foreign_keys = OFF',
      'cache_size = -65536',
    ])
      copy.pragma(setting);
    copy.exec('BEGIN');
    let done = 0;
    let total = parts.reduce((sum, { rows }) => sum + rows, 0);
    for (const { name, create, select, insert, rows } of parts) {
      copy.exec(create);
      const write = copy.prepare(insert);
      const read = source.prepare(select).raw();
      // Hashes of texts have 64 bits. No number of a link needs them.
      if (!name.startsWith('link')) read.safeIntegers();
      const first = done;
      for (const row of read.iterate() as IterableIterator<unknown[]>) {
        write.run(row);
        done += 1;
        total = Math.max(total, done);
        if (done % rowsOfStep === 0) yield { done, total };
      }
      // The estimate counted keys that no row has.
      total = Math.max(done, total - Math.max(0, rows - (done - first)));
    }
    for (const statement of after) {
      copy.exec(statement);
      yield { done, total };
    }
    copy.exec('COMMIT');
    copy.close();
    refuseExisting(target);
    const { size } = statSync(half.path);
    half.finish();
    return { rows: done, bytes: size };
  } finally {
    copy?.close();
    half.discard();
  }
}

/** One clear line: about the copy where it cannot be written, else about the crawl file. */
function unpackError(error: unknown, path: string, target: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (isUnwritable(code))
    return new RpcError(
      'unavailable',
      `The copy ${basename(target)} could not be written (${code}). Choose another folder, or make room.`,
    );
  const known = storageError(error, path);
  // The tables of the copy are those of the file.
  if (known === error && code.startsWith('SQLITE_'))
    return new RpcError(
      'refused',
      `${basename(path)} is damaged: it stores values that its own tables forbid (${error instanceof Error ? error.message : code}). Use an undamaged copy of it.`,
    );
  return known;
}
