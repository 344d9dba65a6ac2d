import type { Database } from 'better-sqlite3';
import { countSql } from '../links/inlink-count-rows.ts';
import { factsText } from '../reads/page-facts.ts';
import { versionOf } from './migrate.ts';
import { quoted } from './quoted-name.ts';
import { WordTexts } from './words.ts';

/** One documented view or table: its rows have an order that both versions of a file can give. */
interface Compared {
  readonly name: string;
  readonly order: string;
  /** Columns that a migration calculates anew, each with the version that the migration leads to. Older files are not compared in them. */
  readonly recalculated?: readonly (readonly [version: number, column: string])[];
  /** A column that has another form in later versions, and how to read its text in each. */
  readonly reformed?: { readonly column: string; readonly reader: (db: Database) => (stored: never) => string | null };
}

/**
 * What a crawl is: every URL, decision, attempt, page, body, robots.txt and sitemap, with what people added. `links` are compared page by
 * page. Not here: what is derived from these, as counts, blocks of inlinks and stored totals.
 */
const compared: readonly Compared[] = [
  {
    name: 'urls',
    order: 'id',
    recalculated: [
      [9, 'depth'],
      [12, 'title'],
    ],
  },
  // The first decision of a URL gets another id.
  { name: 'decisions', order: 'url_id, id', recalculated: [[22, 'id']] },
  { name: 'fetches', order: 'id' },
  { name: 'page', order: 'url_id', reformed: { column: 'facts', reader: db => factsText(new WordTexts(db)) } },
  { name: 'body', order: 'hash' },
  { name: 'block_body', order: 'hash' },
  { name: 'body_block', order: 'id' },
  { name: 'robots_versions', order: 'id' },
  { name: 'origins', order: 'id' },
  { name: 'sitemaps', order: 'id' },
  { name: 'sitemap_entries', order: 'sitemap, seq' },
  { name: 'checks', order: 'url' },
  { name: 'certificates', order: 'id' },
  { name: 'probes', order: 'id' },
  { name: 'renderings', order: 'id' },
  { name: 'render_requests', order: 'rendering_id, seq' },
  { name: 'render_logs', order: 'rendering_id, seq' },
  { name: 'resources', order: 'url' },
  { name: 'crawl', order: 'id' },
  { name: 'settings', order: 'id' },
  { name: 'event', order: 'id' },
  { name: 'robots_draft', order: 'id' },
  { name: 'assertion_set', order: 'id' },
  { name: 'assertion_run', order: 'set_id, robots_id' },
  { name: 'rule', order: 'id' },
  { name: 'rule_result', order: 'rule_id, url_id' },
  { name: 'audit_threshold', order: 'check_id, name' },
  { name: 'audit_ignore', order: 'id' },
];

const linkColumns = 'to_id, kind, rel, text, start, "end", seq';

type Row = readonly unknown[];

const columnsOf = (db: Database, name: string): readonly string[] =>
  db.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(name) as string[];

/** Objects with their keys in order, so that two spellings of one JSON value are equal texts. */
const ordered = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

function canonical(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), ordered);
  } catch {
    return text;
  }
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (one instanceof Uint8Array && other instanceof Uint8Array) return Buffer.compare(one, other) === 0;
  if (typeof one !== 'string' || typeof other !== 'string') return Object.is(one, other);
  return /^[[{]/.test(one) && canonical(one) === canonical(other);
}

/** Which column differs first, or null. */
function differsIn(columns: readonly string[], one: Row, other: Row): string | null {
  for (const [i, column] of columns.entries()) if (!isSame(one[i], other[i])) return column;
  return null;
}

/** Reads the one column of a row that versions store in different forms. */
function readerOf(db: Database, columns: readonly string[], { reformed }: Compared): (row: Row) => Row {
  const at = reformed === undefined ? -1 : columns.indexOf(reformed.column);
  if (reformed === undefined || at < 0) return row => row;
  const text = reformed.reader(db);
  return row => row.with(at, text(row[at] as never));
}

/** So many rows are compared between two reports. */
const rowsAtOnce = 10_000;

interface StoredTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** Number of its rows, at least: exact for tables without row ids. */
  readonly rows: number;
}

/** Columns that later versions store elsewhere, and how those read them: version 31 has the counts of inlinks apart from `url`. */
const moved: Readonly<Record<string, string>> = { 'url.inlinks': countSql('"url".id') };

/** The tables that are stored in the file, without SQLite's own. */
function storedTables(db: Database): StoredTable[] {
  const found = db
    .prepare(
      `SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'`,
    )
    .all() as { readonly name: string; readonly wr: number }[];
  return found.map(({ name, wr }) => ({
    name,
    columns: db.prepare(`SELECT name FROM pragma_table_info(?, 'main')`).pluck().all(name) as string[],
    rows: db
      .prepare(`SELECT ${wr ? 'count(*)' : 'coalesce(max(rowid), 0)'} FROM main."${name}"`)
      .pluck()
      .get() as number,
  }));
}

const rowsOf = (db: Database, table: string, values: readonly (string | undefined)[]) =>
  db
    .prepare(`SELECT ${values.join(', ')} FROM main.${quoted(table)}`)
    .raw()
    .iterate() as IterableIterator<Row>;

/**
 * Whether the new file has every stored table of the old one, with the same rows and the same values. Yields the share that is read, 0 to 1.
 * Views only read tables, so such files need no other comparison. It takes an eighth of the time: packed links stay packed.
 */
function* hasSameTables(old: Database, now: Database): Generator<number, boolean> {
  const tables = storedTables(old);
  const after = new Map(storedTables(now).map(each => [each.name, each.columns]));
  const readAfter = (name: string, column: string): string | undefined =>
    after.get(name)?.includes(column) ? quoted(column) : moved[`${name}.${column}`];
  if (tables.some(({ name, columns }) => columns.some(column => readAfter(name, column) === undefined))) return false;
  const total = tables.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  for (const { name, columns, rows } of tables) {
    const others = rowsOf(
      now,
      name,
      columns.map(column => readAfter(name, column)),
    );
    let read = 0;
    try {
      for (const row of rowsOf(old, name, columns.map(quoted))) {
        const next = others.next();
        if (next.done || !row.every((value, i) => isEqual(value, next.value[i]))) return false;
        if (++read % rowsAtOnce === 0) yield Math.min(1, (done + Math.min(read, rows)) / total);
      }
      if (!others.next().done) return false;
    } finally {
      others.return?.();
    }
    done += rows;
  }
  return true;
}

const isEqual = (one: unknown, other: unknown): boolean =>
  one === other || (one instanceof Uint8Array && other instanceof Uint8Array && Buffer.compare(one, other) === 0);

/** Compares a table or view row by row, in these columns. Null: both files have the same rows. */
function* compare(old: Database, now: Database, columns: readonly string[], what: Compared): Generator<undefined, string | null> {
  const { name, order } = what;
  const sql = `SELECT ${columns.map(column => `"${column}"`).join(', ')} FROM ${name} ORDER BY ${order}`;
  const before = readerOf(old, columns, what);
  const after = readerOf(now, columns, what);
  const others = now.prepare(sql).raw().iterate() as IterableIterator<Row>;
  try {
    let rows = 0;
    for (const row of old.prepare(sql).raw().iterate() as IterableIterator<Row>) {
      const next = others.next();
      if (next.done) return `${name} would lose rows after the first ${rows}`;
      const column = differsIn(columns, before(row), after(next.value));
      if (column !== null) return `${column} of row ${rows + 1} of ${name} would change`;
      rows += 1;
      if (rows % rowsAtOnce === 0) yield;
    }
    return others.next().done ? null : `${name} would get more rows than ${rows}`;
  } finally {
    others.return?.();
  }
}

/**
 * The links of a page before the first damaged one, which is where a migration stops. SQLite and JSON spell half of a surrogate pair in
 * different ways, which both become characters U+FFFD.
 */
function soundLinks(rows: readonly Row[]): Row[] {
  const found: Row[] = [];
  for (const row of rows) {
    const [to, kind, rel, text, start, end, seq] = row;
    if (seq !== found.length || [to, kind, start, end].some(number => !Number.isSafeInteger(number) || Number(number) < 0)) break;
    found.push([
      to,
      kind,
      ...[rel, text].map(each => (typeof each === 'string' ? each.replace(/\ufffd+/g, '\ufffd') : '')),
      start,
      end,
      seq,
    ]);
  }
  return found;
}

/** Links of every page. One query a page: a view over packed links reads one page fast, and sorts all of them slowly. */
function* compareLinks(old: Database, now: Database): Generator<undefined, string | null> {
  const sql = `SELECT ${linkColumns} FROM link WHERE from_id = ? ORDER BY seq`;
  const before = old.prepare(sql).raw();
  const after = now.prepare(sql).raw();
  let pages = 0;
  for (const id of now.prepare('SELECT id FROM url ORDER BY id').pluck().iterate() as IterableIterator<number>) {
    const rows = soundLinks(before.all(id) as Row[]);
    const others = soundLinks(after.all(id) as Row[]);
    if (rows.length !== others.length) return `page ${id} would have ${others.length} links instead of ${rows.length}`;
    for (const [i, row] of rows.entries()) {
      const column = differsIn(linkColumns.split(', '), row, others[i] as Row);
      if (column !== null) return `${column} of link ${i} of page ${id} would change`;
    }
    if (++pages % 1_000 === 0) yield;
  }
  return null;
}

/** Compares the documented tables and views, one after the other. Yields the share of them that is compared, several times each. */
function* compareDocumented(old: Database, now: Database): Generator<number, string | null> {
  const version = versionOf(old);
  const shareOf = (part: number): number => part / (compared.length + 1);
  for (const [at, what] of compared.entries()) {
    const { name, recalculated = [] } = what;
    const had = columnsOf(old, name);
    if (had.length === 0) continue;
    const both = new Set(columnsOf(now, name));
    const isKept = (column: string) => !recalculated.some(([from, name]) => name === column && version < from);
    const columns = had.filter(column => both.has(column) && isKept(column));
    if (both.size === 0) return `${name} would be lost`;
    const found = yield* told(compare(old, now, columns, what), shareOf(at));
    if (found !== null) return found;
  }
  return yield* told(compareLinks(old, now), shareOf(compared.length));
}

/** Runs a comparison and yields the same share at each of its reports. */
function* told(work: Generator<undefined, string | null>, share: number): Generator<number, string | null> {
  try {
    for (;;) {
      const step = work.next();
      if (step.done === true) return step.value;
      yield share;
    }
  } finally {
    work.return(null);
  }
}

/**
 * Compares what two versions of a crawl file hold, in the columns that both have. `old` is read as it is, without stand-ins. Yields the share
 * that is compared, 0 to 1, which starts anew where tables have another form and the documented views are compared instead. Returns the first
 * difference in words, or null.
 */
export function* compareContent(old: Database, now: Database): Generator<number, string | null> {
  if (yield* hasSameTables(old, now)) return null;
  return yield* compareDocumented(old, now);
}

/** `compareContent` at one go. */
export function firstDifference(old: Database, now: Database): string | null {
  const work = compareContent(old, now);
  let step = work.next();
  while (step.done !== true) step = work.next();
  return step.value;
}
