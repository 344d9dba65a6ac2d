import type { Database } from 'better-sqlite3';
import type { Headers } from '#shared/model/fetch.ts';
import { FactsBlocks } from '../facts/facts-blocks.ts';
import { FetchKinds } from '../tables/fetch-kinds.ts';

const tables = `
-- what responses have in common; headers is JSON, [[name, value], ...], where a number is the place of a value in own_headers of the attempt
CREATE TABLE fetch_kind (
  id INTEGER PRIMARY KEY,
  status INTEGER NOT NULL,
  status_text TEXT,
  http_version TEXT,
  content_type TEXT,
  body_end TEXT,
  remote_address TEXT,
  headers TEXT NOT NULL
) STRICT;
DROP VIEW fetches;
ALTER TABLE fetch RENAME TO fetch_row;
ALTER TABLE fetch_row ADD COLUMN kind_id INTEGER REFERENCES fetch_kind (id);
ALTER TABLE fetch_row ADD COLUMN own_headers TEXT;
-- facts of several pages as one zstd frame
CREATE TABLE facts_block (
  id INTEGER PRIMARY KEY,
  bytes BLOB NOT NULL
) STRICT;
CREATE TABLE page_row (
  url_id INTEGER PRIMARY KEY REFERENCES url (id),
  fetch_id INTEGER NOT NULL,
  -- null: utf-8, header
  charset TEXT,
  charset_source TEXT,
  -- which of the next six columns are in this row, as bits: title 1, description 2, h1 4, h1_count 8, lang 16, canonical 32.
  -- The others are as in the row of the URL
  own INTEGER NOT NULL,
  title TEXT,
  description TEXT,
  h1 TEXT,
  h1_count INTEGER,
  lang TEXT,
  canonical TEXT,
  words INTEGER NOT NULL,
  base TEXT,
  meta_robots TEXT,
  x_robots_tag TEXT,
  refresh TEXT,
  links INTEGER NOT NULL,
  links_dropped INTEGER NOT NULL,
  -- block times 64, plus the place in it
  facts_at INTEGER,
  -- those that are in no block
  facts BLOB
) STRICT;
`;

/** An attempt for a page stores no purpose. */
function loosenPurpose(db: Database): void {
  const version = db.pragma('schema_version', { simple: true }) as number;
  const sql = db.prepare(`SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = 'fetch_row'`).pluck().get() as string;
  // https://www.sqlite.org/lang_altertable.html#otheralter
  db.unsafeMode(true);
  try {
    db.pragma('writable_schema = ON');
    db.prepare(`UPDATE sqlite_schema SET sql = ? WHERE type = 'table' AND name = 'fetch_row'`).run(
      sql.replace('purpose TEXT NOT NULL CHECK', 'purpose TEXT CHECK'),
    );
    db.pragma(`schema_version = ${version + 1}`);
    db.pragma('writable_schema = RESET');
  } finally {
    db.unsafeMode(false);
  }
}

const ofKind = (own: string, column = own): string =>
  `CASE WHEN f.kind_id IS NULL THEN f.${own} ELSE (SELECT k.${column} FROM fetch_kind k WHERE k.id = f.kind_id) END AS ${own}`;

/** An HTTP date from the seconds that `own_headers` stores. */
const seconds = `f.started_at / 1000 + json_extract(f.own_headers, h.place), 'unixepoch'`;
const date = `substr('SunMonTueWedThuFriSat', 3 * strftime('%w', ${seconds}) + 1, 3) || strftime(', %d ', ${seconds}) ||
          substr('JanFebMarAprMayJunJulAugSepOctNovDec', 3 * strftime('%m', ${seconds}) - 2, 3) || strftime(' %Y %H:%M:%S GMT', ${seconds})`;
/** A position that this program never writes gives null. Otherwise SQLite would end the statement, and no attempt could be read. */
const headers = `(SELECT CASE WHEN json_valid(f.own_headers) AND json_valid(k.headers) THEN
      (SELECT json_group_array(json(header)) FROM (SELECT json_array(json_extract(h.pair, '$[0]'),
        CASE json_type(h.pair, '$[1]') WHEN 'integer' THEN CASE json_type(f.own_headers, h.place) WHEN 'integer' THEN ${date}
          ELSE json_extract(f.own_headers, h.place) END ELSE json_extract(h.pair, '$[1]') END) AS header
      FROM (SELECT e."key", e.pair, CASE WHEN json_extract(e.pair, '$[1]') BETWEEN 0 AND 99999 THEN '$[' || json_extract(e.pair, '$[1]') || ']' END AS place
        FROM (SELECT j."key", CASE j.type WHEN 'array' THEN j.value END AS pair FROM json_each(k.headers) j) e) h ORDER BY h."key")) END
    FROM fetch_kind k WHERE k.id = f.kind_id)`;

/** The attempts with all their values. `headers`: SQL for the headers of a response whose row stores only its own ones. */
export const fetchSelect = (headers: string): string => `
  SELECT f.id, f.url_id, f.origin_id, coalesce(f.purpose, 'page') AS purpose, f.target, f.attempt, f.started_at, f.ended_at,
    CASE WHEN f.kind_id IS NULL THEN f.outcome ELSE 'response' END AS outcome, f.cause, f.detail, ${ofKind('status')},
    ${ofKind('status_text')}, f.first_byte_ms, f.total_ms, ${ofKind('remote_address')}, f.wire_bytes, f.body_bytes, ${ofKind('body_end')},
    f.body_hash, ${ofKind('content_type')}, f.request_headers,
    CASE WHEN f.kind_id IS NULL THEN f.response_headers ELSE ${headers} END AS response_headers,
    f.method, ${ofKind('http_version')}, f.dns_ms, f.tcp_ms, f.tls_ms, f.wait_ms, f.download_ms, f.tls_id, f.sent_id
  FROM fetch_row f`;

export const fetchesSelect = `
  SELECT f.id, f.url_id, f.origin_id, f.purpose, coalesce(f.target, u.url, '') AS target, f.attempt, f.started_at, f.ended_at, f.outcome,
    f.cause, f.detail, f.status, f.status_text, f.first_byte_ms, f.total_ms, f.remote_address, f.wire_bytes, f.body_bytes, f.body_end,
    f.body_hash, f.content_type, coalesce(f.request_headers, h.headers) AS request_headers, f.response_headers, f.method,
    f.http_version, f.dns_ms, f.tcp_ms, f.tls_ms, f.wait_ms, f.download_ms, f.tls_id, o.key AS origin
  FROM fetch f JOIN origin o ON o.id = f.origin_id LEFT JOIN url u ON u.id = f.url_id LEFT JOIN sent_headers h ON h.id = f.sent_id`;

const ofUrl = (bit: number, column: string, other: string): string =>
  `CASE WHEN p.own & ${bit} THEN p.${column} ELSE ${other} END AS ${column}`;
const urlValue = (column: string): string => `(SELECT u.${column} FROM url u WHERE u.id = p.url_id)`;

/** The pages with all their values. `facts`: one more column, with a comma before it, or ''. */
export const pageSelect = (facts: string): string => `
  SELECT p.url_id, p.fetch_id, coalesce(p.charset, 'utf-8') AS charset, coalesce(p.charset_source, 'header') AS charset_source,
    ${ofUrl(16, 'lang', `coalesce(${urlValue('lang')}, '')`)}, ${ofUrl(1, 'title', urlValue('title'))},
    ${ofUrl(2, 'description', urlValue('description'))}, ${ofUrl(4, 'h1', urlValue('h1'))},
    ${ofUrl(8, 'h1_count', urlValue('h1_count'))}, p.words, p.base,
    ${ofUrl(32, 'canonical', '(SELECT c.url FROM url u JOIN url c ON c.id = u.canonical_id WHERE u.id = p.url_id)')},
    p.meta_robots, p.x_robots_tag, p.refresh, p.links, p.links_dropped${facts}
  FROM page_row p`;

const views = `
CREATE VIEW fetch AS${fetchSelect(headers)};
CREATE VIEW page AS${pageSelect('')};
CREATE VIEW fetches AS${fetchesSelect};
`;

/**
 * Moves facts into blocks, in the order of their pages. Drops values that repeat the row of the URL, also the language and the canonical. Throws an
 * error of SQLite for a page whose URL has no row.
 */
function pages(db: Database): void {
  const some = db.prepare(
    `SELECT p.url_id AS urlId, p.facts, (p.title IS NOT u.title) + 2 * (p.description IS NOT u.description) + 4 * (p.h1 IS NOT u.h1)
       + 8 * (p.h1_count IS NOT u.h1_count) + 16 * (p.lang IS NOT coalesce(u.lang, '')) + 32 * (p.canonical IS NOT c.url) AS own
     FROM page p LEFT JOIN url u ON u.id = p.url_id LEFT JOIN url c ON c.id = u.canonical_id WHERE p.url_id > ? ORDER BY p.url_id LIMIT ${rowsOfBlock}`,
  );
  const insert = db.prepare(
    `INSERT INTO page_row SELECT url_id, fetch_id, nullif(charset, 'utf-8'), nullif(charset_source, 'header'), @own,
       iif(@own & 1, title, NULL), iif(@own & 2, description, NULL), iif(@own & 4, h1, NULL), iif(@own & 8, h1_count, NULL), iif(@own & 16, lang, NULL),
       iif(@own & 32, canonical, NULL), words, base, meta_robots, x_robots_tag, refresh, links, links_dropped, @at, iif(@at IS NULL, facts, NULL)
     FROM page WHERE url_id = @urlId`,
  );
  const blocks = new FactsBlocks(db);
  for (let after = leastId; ; ) {
    const rows = some.all(after) as { readonly urlId: number; readonly facts: Buffer | null; readonly own: number }[];
    for (const { urlId, facts, own } of rows) {
      after = urlId;
      insert.run({ urlId, own, at: facts && blocks.add(facts) });
    }
    if (rows.length === 0) break;
    blocks.flush();
  }
  db.exec('DROP TABLE page');
}

const rowsOfBlock = 512;
const leastId = -(2 ** 53);

/** Headers of a row, if they have the form that this program writes. */
function headersOf(json: string): Headers | null {
  try {
    const headers = JSON.parse(json) as unknown;
    const isSound =
      Array.isArray(headers) && headers.every(each => Array.isArray(each) && each.length === 2 && each.every(isText));
    return isSound && JSON.stringify(headers) === json ? (headers as unknown as Headers) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
const isText = (value: unknown): boolean => typeof value === 'string';

interface Attempt {
  readonly id: number;
  readonly status: number;
  readonly statusText: string | null;
  readonly httpVersion: string | null;
  readonly contentType: string | null;
  readonly bodyEnd: string | null;
  readonly remoteAddress: string | null;
  readonly headers: string;
  readonly startedAt: number;
}

/** Stores once what responses have in common. */
function attempts(db: Database): void {
  const some = db.prepare(
    `SELECT id, status, status_text AS statusText, http_version AS httpVersion, content_type AS contentType, body_end AS bodyEnd,
       remote_address AS remoteAddress, response_headers AS headers, started_at AS startedAt
     FROM fetch_row WHERE id > ? AND outcome = 'response' AND status IS NOT NULL AND response_headers IS NOT NULL ORDER BY id LIMIT ${rowsOfBlock}`,
  );
  const update = db.prepare(
    `UPDATE fetch_row SET kind_id = ?, own_headers = ?, outcome = NULL, status = NULL, status_text = NULL, http_version = NULL, content_type = NULL,
       body_end = NULL, remote_address = NULL, response_headers = NULL WHERE id = ?`,
  );
  const kinds = new FetchKinds(db);
  for (let after = leastId; ; ) {
    const rows = some.all(after) as Attempt[];
    for (const { id, headers: json, startedAt, ...parts } of rows) {
      after = id;
      const headers = headersOf(json);
      const kind = headers && kinds.stored(parts, headers, startedAt);
      if (kind) update.run(kind.id, kind.own, id);
    }
    if (rows.length === 0) break;
  }
  db.exec(`UPDATE fetch_row SET purpose = NULL WHERE purpose = 'page'`);
}

/** Stores once, or compresses together, what pages and responses share. */
export function migrate(db: Database): void {
  db.exec(tables);
  loosenPurpose(db);
  pages(db);
  attempts(db);
  db.exec(views);
}

/** Older files have the tables `fetch` and `page`, which readers see as they are. Statements that write find what they name. */
export const standIn = `
CREATE TEMP TABLE fetch_row (id INTEGER PRIMARY KEY, url_id, origin_id, purpose, target, attempt, started_at, ended_at, outcome, cause, detail, status,
  status_text, first_byte_ms, total_ms, remote_address, wire_bytes, body_bytes, body_end, body_hash, content_type, request_headers,
  response_headers, method, http_version, dns_ms, tcp_ms, tls_ms, wait_ms, download_ms, tls_id, sent_id, kind_id, own_headers);
CREATE TEMP TABLE fetch_kind (id INTEGER PRIMARY KEY, status, status_text, http_version, content_type, body_end, remote_address, headers);
CREATE TEMP TABLE facts_block (id INTEGER PRIMARY KEY, bytes);
CREATE TEMP TABLE page_row (url_id INTEGER PRIMARY KEY, fetch_id, charset, charset_source, own, title, description, h1, h1_count, lang, canonical,
  words, base, meta_robots, x_robots_tag, refresh, links, links_dropped, facts_at, facts);
`;
