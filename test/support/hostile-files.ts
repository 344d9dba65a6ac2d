import { appendFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import BetterSqlite3, { type Database } from 'better-sqlite3';
import { wholeFetches } from './whole-rows.ts';

/** A good crawl file, changed by hand to harm whoever opens it. */
export interface HostileFile {
  readonly name: string;
  /** `victim`: a file of the user that must stay as it is. */
  readonly make: (path: string, victim: string) => void;
}

const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n';
const year = 365 * 86_400_000;

/** Changed by statements. */
const sql = (name: string, change: string | ((db: Database) => void)): HostileFile => ({
  name,
  make(path) {
    const db = new BetterSqlite3(path);
    db.unsafeMode(true);
    db.pragma('foreign_keys = OFF');
    db.pragma('ignore_check_constraints = ON');
    if (typeof change === 'string') db.exec(change);
    else change(db);
    db.close();
  },
});

/** An entry of the schema gets another text, and the tree of the table stays. */
const redefined = (name: string, table: string, change: (text: string) => string): HostileFile =>
  sql(name, db => {
    db.pragma('writable_schema = ON');
    const read = db.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').pluck();
    db.prepare('UPDATE sqlite_schema SET sql = ? WHERE name = ?').run(change(read.get(table) as string), table);
  });

/** A value that the column forbids: the table is not STRICT for a moment. */
const unstrict = (name: string, table: string, change: string): HostileFile => ({
  name,
  make(path) {
    const open = (): Database => {
      const db = new BetterSqlite3(path);
      db.unsafeMode(true);
      db.pragma('writable_schema = ON');
      db.pragma('ignore_check_constraints = ON');
      db.pragma('foreign_keys = OFF');
      return db;
    };
    let db = open();
    const text = db.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').pluck().get(table) as string;
    const set = (to: string) => db.prepare('UPDATE sqlite_schema SET sql = ? WHERE name = ?').run(to, table);
    set(text.replace(/\) STRICT/, ')'));
    db.close();
    db = open();
    db.exec(change);
    set(text);
    db.close();
  },
});

const settings = (name: string, change: (stored: Record<string, unknown>) => unknown): HostileFile =>
  sql(name, db => {
    const { id, json } = db.prepare('SELECT id, json FROM settings ORDER BY id DESC').get() as { id: number; json: string };
    const made = change(JSON.parse(json) as Record<string, unknown>);
    db.prepare('UPDATE settings SET json = ? WHERE id = ?').run(typeof made === 'string' ? made : JSON.stringify(made), id);
  });

/** Changed byte by byte. `root` finds the first page of a table, from 1. */
const bytes = (name: string, change: (file: Buffer, root: (table: string) => number) => unknown): HostileFile => ({
  name,
  make(path) {
    const db = new BetterSqlite3(path, { readonly: true });
    const find = db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck();
    const roots = new Map(
      (db.prepare('SELECT name FROM sqlite_schema').pluck().all() as string[]).map(table => [table, find.get(table) as number]),
    );
    db.close();
    const file = readFileSync(path);
    const made = change(file, table => roots.get(table) ?? 1);
    writeFileSync(path, Buffer.isBuffer(made) ? made : file);
  },
});

const pageSize = 8_192;

/** Makes a page an interior page of a table whose children are these pages. */
function interior(file: Buffer, page: number, children: readonly number[]): void {
  const start = (page - 1) * pageSize;
  const header = start + (page === 1 ? 100 : 0);
  file.fill(0, header, start + pageSize);
  file[header] = 5;
  const cells = children.slice(0, -1);
  file.writeUInt16BE(cells.length, header + 3);
  let content = start + pageSize;
  for (const [i, child] of cells.entries()) {
    content -= 6;
    file.writeUInt32BE(child, content);
    // The row id as two bytes of seven bits.
    file[content + 4] = 0x80 | ((i + 1) >> 7);
    file[content + 5] = (i + 1) & 127;
    file.writeUInt16BE(content - start, header + 12 + 2 * i);
  }
  file.writeUInt16BE(content - start, header + 5);
  file.writeUInt32BE(children.at(-1) ?? page, header + 8);
}

const grown = (file: Buffer, pages: number): Buffer => {
  const more = Buffer.concat([file, Buffer.alloc(pages * pageSize)]);
  more.writeUInt32BE(more.length / pageSize, 28);
  return more;
};

const beside = (name: string, make: (path: string, victim: string) => void): HostileFile => ({ name, make });

/** 256 MiB of one letter. */
const bomb = (): Buffer => zstdCompressSync(Buffer.alloc(256 * 1024 * 1024, 0x61));
const deep = '['.repeat(200_000);
const run =
  (statement: string, ...values: unknown[]) =>
  (db: Database) =>
    void db.prepare(statement).run(...values);

/** A rollback journal without pages that names another file at its end, as one of several files would. */
function journalThatNames(other: string): Buffer {
  const header = Buffer.alloc(512);
  Buffer.from('d9d505f920a163d7', 'hex').copy(header);
  header.writeUInt32BE(512, 20);
  header.writeUInt32BE(pageSize, 24);
  const name = Buffer.from(other);
  const end = Buffer.alloc(4 + name.length + 16);
  name.copy(end, 4);
  end.writeUInt32BE(name.length, 4 + name.length);
  end.writeUInt32BE(
    name.reduce((sum, byte) => (sum + (byte > 127 ? byte - 256 : byte)) >>> 0, 0),
    8 + name.length,
  );
  Buffer.from('d9d505f920a163d7', 'hex').copy(end, 12 + name.length);
  return Buffer.concat([header, end]);
}

/** Files that harm, each by one means. Some of these means do nothing to a program that reads little. */
export const hostileFiles: readonly HostileFile[] = [
  // What runs by itself.
  sql(
    'trigger that grows the file',
    `CREATE TRIGGER grow AFTER UPDATE ON crawl BEGIN INSERT INTO event (at, kind, detail) ${endless.replace('SELECT i FROM n', "SELECT i, 'x', 'y' FROM n")}; END`,
  ),
  sql('trigger that deletes', 'CREATE TRIGGER harm AFTER INSERT ON event BEGIN DELETE FROM url; END'),
  sql(
    'endless view for the table crawl',
    `DROP TABLE crawl; CREATE VIEW crawl AS SELECT 1 AS id, i AS created_at, '' AS app_version, 'new' AS state, '' AS detail, 1 AS started_at, 1 AS ended_at, 1 AS settings_id, NULL AS owner, NULL AS heartbeat_at FROM (${endless})`,
  ),
  sql(
    'endless view for the table event',
    `DROP TABLE event; CREATE VIEW event AS SELECT i AS id, i AS at, 'x' AS kind, 'y' AS detail FROM (${endless})`,
  ),
  sql(
    'endless view for the table settings',
    `DROP TABLE settings; CREATE VIEW settings AS SELECT i AS id, i AS at, '{}' AS json FROM (${endless})`,
  ),
  sql('endless documented view', `DROP VIEW urls; CREATE VIEW urls AS ${endless}`),
  sql(
    'view with an INSTEAD OF trigger',
    `CREATE VIEW more AS SELECT 1 AS x; CREATE TRIGGER t INSTEAD OF INSERT ON more BEGIN DELETE FROM url; END`,
  ),
  sql('extra table', 'CREATE TABLE extra (x)'),
  sql('index on an expression', 'CREATE INDEX harm ON event (hex(zeroblob(100000)))'),
  sql('partial index', 'CREATE INDEX harm ON event (id) WHERE length(detail) > 5'),
  sql('full-text table', 'CREATE VIRTUAL TABLE extra USING fts5 (x)'),
  redefined('generated column', 'event', text =>
    text.replace('detail TEXT NOT NULL', 'detail TEXT NOT NULL, harm AS (hex(zeroblob(100000000))) VIRTUAL'),
  ),
  redefined('check that is heavy', 'event', text =>
    text.replace('detail TEXT NOT NULL', 'detail TEXT NOT NULL CHECK (length(hex(zeroblob(100000000))) > 0)'),
  ),
  redefined('default that is heavy', 'event', text =>
    text.replace('detail TEXT NOT NULL', 'detail TEXT NOT NULL DEFAULT (hex(zeroblob(100000000)))'),
  ),
  redefined('definition that is no SQL', 'event', () => 'CREATE TABLE event ((((('),
  redefined(
    'definition of 5 MB',
    'event',
    text => `${text.replace(') STRICT', '')}${Array.from({ length: 200_000 }, (_, i) => `, c${i} TEXT`).join('')}) STRICT`,
  ),
  sql('missing table', 'DROP TABLE event'),
  sql('missing index', 'DROP INDEX url_by_hash'),
  sql('statistics that lie', "ANALYZE; UPDATE sqlite_stat1 SET stat = '0 -1 99999999999999999999'"),
  // Versions.
  sql('version of the future', 'PRAGMA user_version = 99999'),
  sql('no version', 'PRAGMA user_version = 0'),
  sql('version below zero', 'PRAGMA user_version = -7'),
  sql('version of an older schema', 'PRAGMA user_version = 3'),
  sql('another application', 'PRAGMA application_id = 7'),
  // Settings and events.
  settings('settings that are no JSON', () => '{'),
  settings('settings of 200,000 brackets', () => deep),
  settings('settings of 64 MB', stored => ({ ...stored, userAgent: 'x'.repeat(64_000_000) })),
  settings('times without end', stored => ({
    ...stored,
    delayMs: 1e308,
    maxDelayMs: -1,
    robotsLifetimeMs: 1e300,
    maxPages: -5,
    connections: 1e9,
  })),
  settings('start URLs that are no web', stored => ({ ...stored, seeds: ['file:///etc/passwd', 'javascript:alert(1)'] })),
  settings('start URLs in private networks', stored => ({
    ...stored,
    seeds: ['http://169.254.169.254/', 'http://[::1]:1/'],
    delayMs: 0,
    connections: 256,
  })),
  settings('patterns that run for ever', stored => ({ ...stored, exclude: ['^(([a-z0-9:/.])+)+$'], include: ['(.*)*x'] })),
  settings('prototype names', () => '{"__proto__": {"seeds": ["http://127.0.0.1/"]}, "constructor": 1}'),
  sql('robots.txt every NaN hours', "INSERT INTO event (at, kind, detail) VALUES (1, 'robots-check-every', 'x')"),
  sql(
    'robots.txt every nanosecond',
    "INSERT INTO event (at, kind, detail) VALUES (1, 'robots-check-every', '1e-9'); UPDATE origin SET robots_expires_at = 1, next_at = 0",
  ),
  sql('demo of another machine', "INSERT INTO event (at, kind, detail) VALUES (1, 'demo', 'http://169.254.169.254/')"),
  sql(
    'baseline outside of the folder',
    "INSERT INTO event (at, kind, detail) VALUES (1, 'audit-baseline', '../../../../etc/passwd')",
  ),
  // Times, ids, references.
  sql(
    'heartbeat of tomorrow',
    `UPDATE crawl SET state = 'running', owner = '11111111-2222-3333-4444-555555555555:4242:99', heartbeat_at = ${Date.now() + 10 * year}`,
  ),
  sql(
    'times at the end of numbers',
    'UPDATE crawl SET created_at = 9223372036854775807, started_at = -9223372036854775808; UPDATE url SET discovered_at = 9223372036854775807, due_at = 9223372036854775807; UPDATE fetch_row SET started_at = -9223372036854775808',
  ),
  sql(
    'hosts that wait for ever',
    "UPDATE origin SET next_at = 9223372036854775807, backoff_until = 9223372036854775807, delay_ms = 9223372036854775807, backoff_count = 9223372036854775807; UPDATE url SET state = 'queued'",
  ),
  sql(
    'ids at the end of numbers',
    'UPDATE url SET id = 9223372036854775807 WHERE id = (SELECT max(id) FROM url); UPDATE url SET id = -5 WHERE id = (SELECT min(id) FROM url)',
  ),
  sql('references to nothing', 'UPDATE url SET origin_id = 777, fetch_id = 888, robots_id = 999, canonical_id = 5555'),
  sql(
    'circles of redirects and sources',
    "UPDATE url SET redirect_id = id, canonical_id = id, via_id = id, depth_from = id, via = 'redirect'",
  ),
  sql(
    'circle of sitemaps',
    "INSERT INTO sitemap (id, origin_id, url, source, parent_id, level, state, kind) SELECT 900, min(id), 'http://x/', 'index', 900, 1, 'done', 'index' FROM origin",
  ),
  sql('URL of 10 MB', db =>
    run(
      'UPDATE url SET url = ?, title = ? WHERE id = (SELECT min(id) FROM url)',
      `http://x/${'a'.repeat(10_000_000)}`,
      'T'.repeat(5_000_000),
    )(db),
  ),
  sql('URL with control characters', db =>
    run('UPDATE url SET url = ?, title = ?', 'http://x/\u001b]0;owned\u0007\u202e\n', '\u001b[2J<script>alert(1)</script>')(db),
  ),
  unstrict('text in number columns', 'url', "UPDATE url SET status = 'abc', bytes = x'00', depth = 'deep', title = x'ff'"),
  unstrict('blob for the state of the crawl', 'crawl', "UPDATE crawl SET state = x'00ff', settings_id = 'x', created_at = 'now'"),
  unstrict('number for settings', 'settings', 'UPDATE settings SET json = 1e300'),
  // JSON columns.
  sql('deep decisions', db => run('UPDATE decided SET decisions = ?', `${'['.repeat(900)}1${']'.repeat(900)}`)(db)),
  sql('decisions of wrong types', 'UPDATE decided SET decisions = \'[["x", {}, "y", null], 5, {"a": 1}]\''),
  sql(
    'evidence of wrong types',
    'UPDATE url SET found = NULL, evidence = \'[{"kind": "link", "from": "x"}, {"kind": "__proto__"}]\'',
  ),
  sql('deep headers', db => {
    db.exec(wholeFetches);
    run('UPDATE fetch_row SET response_headers = ?, request_headers = ?', deep, '{"a": [')(db);
  }),
  sql('kinds of responses that are deep', db => run('UPDATE fetch_kind SET headers = ?', deep)(db)),
  sql('kinds of responses that use a long value a thousand times', db => {
    run('UPDATE fetch_kind SET headers = ?', JSON.stringify(Array.from({ length: 1_000 }, () => ['server', 0])))(db);
    run(
      'UPDATE fetch_row SET own_headers = ? WHERE kind_id = (SELECT min(id) FROM fetch_kind)',
      JSON.stringify(['x'.repeat(100_000)]),
    )(db);
  }),
  sql('kinds of responses of wrong types', `UPDATE fetch_kind SET headers = '[["a", 1e300], ["b", -5], 7]'`),
  sql('headers of their own that are missing', `UPDATE fetch_row SET own_headers = '[{}, 9e99' WHERE kind_id IS NOT NULL`),
  sql('dates of headers at the end of numbers', "UPDATE fetch_row SET own_headers = '[9007199254740991,-9007199254740991]'"),
  sql('redirects of robots.txt that are no URLs', 'UPDATE robots_version SET redirects = \'["javascript:1", 7, null]\''),
  // Packed columns.
  sql('body that unpacks to 256 MiB', db => {
    db.prepare("UPDATE body SET encoding = 'zstd', bytes = ?, size = 9007199254740991").run(bomb());
  }),
  sql('block that unpacks to 256 MiB', db => {
    db.prepare('UPDATE body_block SET bytes = ?, size = 9007199254740991').run(bomb());
  }),
  sql('places outside of their block', 'UPDATE block_body SET start = -1, size = 9007199254740991'),
  sql('page facts that are noise', db => run('UPDATE page_row SET facts_at = NULL, facts = ?', Buffer.alloc(5_000, 0xff))(db)),
  sql('page facts that unpack to 256 MiB', db => run('UPDATE page_row SET facts_at = NULL, facts = ?', bomb())(db)),
  sql('blocks of facts that are noise', db => run('UPDATE facts_block SET bytes = ?', Buffer.alloc(5_000, 0xff))(db)),
  sql('blocks of facts that unpack to 256 MiB', db => run('UPDATE facts_block SET bytes = ?', bomb())(db)),
  sql('blocks of facts with sizes at the end of numbers', db =>
    run('UPDATE facts_block SET bytes = ?', zstdCompressSync(Buffer.alloc(5_000, 0xff)))(db),
  ),
  sql('places of facts at the end of numbers', 'UPDATE page_row SET facts_at = 9223372036854775807'),
  sql('signatures that are missing', 'UPDATE facts_block SET signatures = NULL'),
  sql('signatures of 50 MB', 'UPDATE facts_block SET signatures = zeroblob(50000000)'),
  sql('signatures that are cut', db => run('UPDATE facts_block SET signatures = ?', Buffer.alloc(127, 0xff))(db)),
  sql('facts that refer to a title of 5 MB', db => {
    db.exec('UPDATE page_row SET own = own | 961');
    run('UPDATE page_row SET title = ?', 'T'.repeat(5_000_000))(db);
  }),
  sql('facts that say they refer to texts of their page', db =>
    run('UPDATE page_row SET own = 9223372036854775807, facts_at = NULL, facts = ?', Buffer.alloc(5_000, 2))(db),
  ),
  sql('links that are noise', db =>
    run('UPDATE links_row SET links_at = NULL, count = 9007199254740991, links = ?', Buffer.alloc(5_000, 0xfe))(db),
  ),
  sql('links in columns without end', db => {
    // Form 2, and numbers of eight bytes: the links, the base, the sizes of columns.
    const most = Buffer.from('ffffffffffff0f', 'hex');
    run('UPDATE links_row SET links_at = NULL, links = ?', Buffer.concat([Buffer.of(2), ...Array<Buffer>(8).fill(most)]))(db);
  }),
  sql('links in columns that lie in each other', db => {
    // 1,000 links; four columns of which each is said to be the rest of the bytes.
    const head = Buffer.from('02d00f00d00fd00fd00fd00f', 'hex');
    run('UPDATE links_row SET links_at = NULL, count = 1000, links = ?', Buffer.concat([head, Buffer.alloc(8_000, 0xf8)]))(db);
  }),
  sql('blocks of links that are noise', db => run('UPDATE links_block SET bytes = ?', Buffer.alloc(5_000, 0xff))(db)),
  sql('blocks of links that unpack to 256 MiB', db => run('UPDATE links_block SET bytes = ?', bomb())(db)),
  sql('blocks of links that are cut', 'UPDATE links_block SET bytes = substr(bytes, 1, length(bytes) / 2)'),
  sql('blocks of links with sizes at the end of numbers', db =>
    run('UPDATE links_block SET bytes = ?', zstdCompressSync(Buffer.alloc(5_000, 0xff)))(db),
  ),
  sql('blocks of links of 50 MB', 'UPDATE links_block SET bytes = zeroblob(50000000)'),
  sql('places of links at the end of numbers', 'UPDATE links_row SET links_at = 9223372036854775807'),
  sql('places of links below zero', 'UPDATE links_row SET links_at = -links_at - 1'),
  sql('links that are nowhere', 'UPDATE links_row SET links_at = NULL, links = NULL'),
  sql('ten thousand pages that share a block of links', db =>
    run(
      'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000) INSERT OR IGNORE INTO links_row (from_id, count, links_at) SELECT i + 1000, 5, (SELECT max(links_at) FROM links_row) FROM n',
    )(db),
  ),
  sql('words that are huge', db => run('UPDATE word SET text = ?', 'w'.repeat(1_000_000))(db)),
  sql('inlinks that are noise', db =>
    run('UPDATE inlink_chunk SET packed = ?, first_to = -1, last_to = 9007199254740991', Buffer.alloc(3_000, 0xff))(db),
  ),
  sql('inlinks that unpack to 256 MiB', db =>
    run('UPDATE inlink_chunk SET packed = ?, first_to = -1, last_to = 9007199254740991', bomb())(db),
  ),
  sql('counts of inlinks that are noise', 'UPDATE inlink_count SET counts = randomblob(length(counts))'),
  sql('counts of inlinks with widths that lie', 'UPDATE inlink_count SET width = 1000000'),
  sql('counts of inlinks of 100 MB', 'UPDATE inlink_count SET counts = zeroblob(100000000)'),
  sql('counts of inlinks of URLs that are nowhere', db =>
    run(
      'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) INSERT INTO inlink_count SELECT i * -7919, 1, zeroblob(1024) FROM n',
    )(db),
  ),
  unstrict(
    'counts of inlinks that are texts',
    'inlink_count',
    "UPDATE inlink_count SET width = 1.5, counts = CAST(counts AS TEXT) || 'x'",
  ),
  sql('keys that lie', db => {
    db.prepare(
      'INSERT INTO url_key_run (level, prints, chunks, last_id) VALUES (0, 4503599627370496, 4503599627370496, 1)',
    ).run();
    db.prepare('INSERT INTO url_key (id, prints) VALUES (1, ?)').run(Buffer.alloc(777, 0xff));
  }),
  sql('counters that lie', db => run("INSERT OR REPLACE INTO kept_counts (id, mark, counts) VALUES (1, 'x', ?)", deep)(db)),
  // What users write.
  sql('rules that run for ever', db => {
    const add = db.prepare('INSERT INTO rule (kind, name, position, json, changed_at) VALUES (?, ?, ?, ?, 1)');
    add.run('check', 'endless', 1, JSON.stringify({ kind: 'check', name: 'endless', sql: `SELECT url FROM urls, (${endless})` }));
    add.run('extraction', 'slow', 2, JSON.stringify({ kind: 'extraction', name: 'slow', by: 'regex', expression: '(a+)+$' }));
    add.run('search', 'deep', 3, deep);
  }),
  sql(
    'ignore rules that run for ever',
    "INSERT INTO audit_ignore (check_id, kind, subject, note, until, added_at, added_by) VALUES ('x', 'pattern', '(a+)+$', '', '', 9e15, '')",
  ),
  sql('assertions of 10 MB', db =>
    run(
      "INSERT INTO assertion_set (origin_id, name, text, updated_at) SELECT min(id), 'x', ?, 1 FROM origin",
      'allow /\n'.repeat(1_250_000),
    )(db),
  ),
  // Trees and pages.
  bytes('list of tables that leads back to itself', file => interior(file, 1, Array(300).fill(1) as number[])),
  bytes('table that leads back to itself', (file, root) =>
    interior(file, root('event'), Array(300).fill(root('event')) as number[]),
  ),
  bytes('table of 300^16 rows on 16 pages', (file, root) => {
    const first = file.length / pageSize + 1;
    const more = grown(file, 16);
    const leaf = root('settings');
    interior(more, root('event'), Array(300).fill(first) as number[]);
    for (let page = first; page < first + 16; page += 1)
      interior(more, page, Array(300).fill(page === first + 15 ? leaf : page + 1) as number[]);
    return more;
  }),
  bytes('URLs of 300^16 rows', (file, root) => {
    const first = file.length / pageSize + 1;
    const more = grown(file, 16);
    interior(more, root('url'), Array(300).fill(first) as number[]);
    for (let page = first; page < first + 16; page += 1)
      interior(more, page, Array(300).fill(page === first + 15 ? root('settings') : page + 1) as number[]);
    return more;
  }),
  bytes('free pages that lead back to themselves', file => {
    const more = grown(file, 1);
    const page = more.length / pageSize;
    more.writeUInt32BE(page, 32);
    more.writeUInt32BE(1_000_000, 36);
    more.writeUInt32BE(page, (page - 1) * pageSize);
    more.writeUInt32BE(2_000, (page - 1) * pageSize + 4);
    return more;
  }),
  bytes('row of 1 GB whose pages lead in a circle', (file, root) => {
    const start = (root('settings') - 1) * pageSize;
    const cell = start + file.readUInt16BE(start + 8);
    // The length of the row as five bytes of seven bits: about 900 MB.
    Buffer.from([0x83, 0xad, 0x93, 0xd2, 0x00]).copy(file, cell);
  }),
  bytes('page size of 512', file => void file.writeUInt16BE(512, 16)),
  bytes('page size of 65536', file => void file.writeUInt16BE(1, 16)),
  bytes('page size that is none', file => void file.writeUInt16BE(12_345, 16)),
  bytes('255 reserved bytes a page', file => void file.writeUInt8(255, 20)),
  bytes('pages without end', file => void file.writeUInt32BE(0xffffffff, 28)),
  bytes('text in UTF-16', file => void file.writeUInt32BE(2, 56)),
  bytes('write version of the future', file => void file.writeUInt8(9, 18)),
  bytes('automatic vacuum', file => void file.writeUInt32BE(7, 52)),
  bytes('half of a file', file => file.subarray(0, Math.floor(file.length / 2))),
  bytes('one page only', file => file.subarray(0, pageSize)),
  bytes('noise behind the first page', file => void file.fill(0xa5, pageSize)),
  bytes('root page beyond the end', file => {
    const at = file.indexOf('CREATE TABLE event', 0, 'latin1');
    if (at > 0) file.fill(0x7f, at - 4, at);
  }),
  // Files beside it, and what is no file.
  beside('journal that names a file of the user', (path, victim) => writeFileSync(`${path}-journal`, journalThatNames(victim))),
  beside('journal of noise', path => writeFileSync(`${path}-journal`, Buffer.alloc(20_000, 0xd9))),
  beside('log of noise', path => writeFileSync(`${path}-wal`, Buffer.alloc(20_000, 0x37))),
  beside('log that is a link to a file of the user', (path, victim) => symlinkSync(victim, `${path}-wal`)),
  beside('journal that is a link to a file of the user', (path, victim) => symlinkSync(victim, `${path}-journal`)),
  beside('index of the log that is a link', (path, victim) => symlinkSync(victim, `${path}-shm`)),
  beside('folders in place of log and journal', path => {
    mkdirSync(`${path}-wal`);
    mkdirSync(`${path}-journal`);
  }),
  beside('link to a device', path => {
    rmSync(path);
    symlinkSync('/dev/zero', path);
  }),
  beside('link to itself', path => {
    rmSync(path);
    symlinkSync(path, path);
  }),
  beside('link to a file of the user', (path, victim) => {
    rmSync(path);
    symlinkSync(victim, path);
  }),
  beside('folder', path => {
    rmSync(path);
    mkdirSync(path);
  }),
  beside('nothing', path => truncateSync(path, 0)),
  beside('text', path => writeFileSync(path, 'hello '.repeat(5_000))),
  beside('another database', path => {
    rmSync(path);
    const db = new BetterSqlite3(path);
    db.exec(`CREATE VIEW crawl AS ${endless}`);
    db.close();
  }),
  beside('bytes behind the last page', path => appendFileSync(path, Buffer.alloc(5_000_000, 0x5a))),
];

/** Makes one of them in a folder of its own. Returns its path. */
export function makeHostile({ make }: HostileFile, good: Buffer, folder: string): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'given.crawl');
  writeFileSync(path, good);
  make(path, join(folder, '..', 'victim.txt'));
  return path;
}
