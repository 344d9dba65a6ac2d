import type { Database } from 'better-sqlite3';

const before = `CHECK (purpose = 'page' OR purpose = 'robots' OR purpose = 'sitemap')`;
const after = `CHECK (purpose = 'page' OR purpose = 'robots' OR purpose = 'sitemap' OR purpose = 'check')`;

const tables = `
-- what a connection cost and used; null where none was opened for the attempt
ALTER TABLE fetch ADD COLUMN method TEXT;
ALTER TABLE fetch ADD COLUMN http_version TEXT;
ALTER TABLE fetch ADD COLUMN dns_ms INTEGER;
ALTER TABLE fetch ADD COLUMN tcp_ms INTEGER;
ALTER TABLE fetch ADD COLUMN tls_ms INTEGER;
ALTER TABLE fetch ADD COLUMN wait_ms INTEGER;
ALTER TABLE fetch ADD COLUMN download_ms INTEGER;
ALTER TABLE fetch ADD COLUMN tls_id INTEGER;

CREATE TABLE certificate (
  id INTEGER PRIMARY KEY,
  -- SHA-256 of the certificate, as hexadecimal digits
  fingerprint TEXT NOT NULL UNIQUE,
  subject TEXT NOT NULL,
  issuer TEXT NOT NULL,
  names TEXT NOT NULL,
  not_before INTEGER,
  not_after INTEGER
) STRICT;

-- how the connections of an origin were secured: a row for each certificate, protocol, cipher and fault
CREATE TABLE tls (
  id INTEGER PRIMARY KEY,
  origin_id INTEGER NOT NULL REFERENCES origin (id),
  certificate_id INTEGER REFERENCES certificate (id),
  protocol TEXT NOT NULL,
  cipher TEXT NOT NULL,
  chain_length INTEGER NOT NULL,
  name_matches INTEGER,
  problem TEXT NOT NULL,
  first_seen_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL
) STRICT;
CREATE INDEX tls_by_origin ON tls (origin_id, id);

ALTER TABLE url ADD COLUMN check_result TEXT;
ALTER TABLE url ADD COLUMN check_status INTEGER;

-- URLs that are checked but not crawled: the queue and the results
CREATE TABLE url_check (
  url_id INTEGER PRIMARY KEY REFERENCES url (id) DEFERRABLE INITIALLY DEFERRED,
  origin_id INTEGER NOT NULL REFERENCES origin (id),
  subject TEXT NOT NULL CHECK (subject = 'external' OR subject = 'resource' OR subject = 'reference' OR subject = 'redirect'),
  state TEXT NOT NULL CHECK (state = 'queued' OR state = 'leased' OR state = 'done' OR state = 'skipped'),
  result TEXT NOT NULL,
  decision_id INTEGER NOT NULL,
  method TEXT NOT NULL CHECK (method = 'HEAD' OR method = 'GET'),
  hops INTEGER NOT NULL,
  due_at INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  fetch_id INTEGER,
  status INTEGER,
  content_type TEXT,
  content_length INTEGER,
  redirect_id INTEGER,
  checked_at INTEGER
) STRICT;
CREATE INDEX url_check_by_origin ON url_check (origin_id, state, due_at, url_id);
CREATE INDEX url_check_open ON url_check (state, origin_id) WHERE state = 'queued' OR state = 'leased';

CREATE TABLE check_count (
  state TEXT NOT NULL,
  result TEXT NOT NULL,
  urls INTEGER NOT NULL,
  PRIMARY KEY (state, result)
) STRICT, WITHOUT ROWID;

-- the next sitemap file of an origin, asked before every request
CREATE INDEX sitemap_frontier ON sitemap (origin_id, due_at, level, id) WHERE state = 'queued';

DROP VIEW urls;
CREATE VIEW urls AS
  SELECT u.id, u.url, u.status, u.content_type, u.depth, u.state, u.reason, u.may_fetch, u.may_list, u.links_followed,
    u.inlinks, u.outlinks, u.title, u.bytes, u.total_ms, c.url AS canonical, r.url AS redirect_to, u.in_sitemaps,
    u.check_result, u.check_status, u.fetched_at, u.discovered_at, u.via, v.url AS discovered_from, u.attempts, o.key AS origin
  FROM url u LEFT JOIN url c ON c.id = u.canonical_id LEFT JOIN url r ON r.id = u.redirect_id
    LEFT JOIN url v ON v.id = u.via_id AND u.via <> 'sitemap' LEFT JOIN origin o ON o.id = u.origin_id;
CREATE VIEW checks AS
  SELECT u.url, k.subject, k.state, k.result, k.status, k.content_type, k.content_length, k.method, r.url AS redirect_to,
    k.attempts, k.checked_at, k.fetch_id, o.key AS origin
  FROM url_check k JOIN url u ON u.id = k.url_id LEFT JOIN url r ON r.id = k.redirect_id JOIN origin o ON o.id = k.origin_id;
CREATE VIEW certificates AS
  SELECT o.key AS origin, t.id, t.protocol, t.cipher, c.subject, c.issuer, c.names, c.not_before, c.not_after, c.fingerprint,
    t.chain_length, t.name_matches, t.problem, t.first_seen_at, t.last_seen_at
  FROM tls t JOIN origin o ON o.id = t.origin_id LEFT JOIN certificate c ON c.id = t.certificate_id;
`;

/** Adds checks of URLs that are not crawled, and what each connection cost and used. */
export function migrate(db: Database): void {
  const { sql } = db.prepare(`SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = 'fetch'`).get() as { sql: string };
  const version = db.pragma('schema_version', { simple: true }) as number;
  // https://www.sqlite.org/lang_altertable.html#otheralter: all rows meet a constraint that allows one word more.
  db.unsafeMode(true);
  try {
    db.pragma('writable_schema = ON');
    db.prepare(`UPDATE sqlite_schema SET sql = ? WHERE type = 'table' AND name = 'fetch'`).run(sql.replace(before, after));
    db.pragma(`schema_version = ${version + 1}`);
    db.pragma('writable_schema = RESET');
  } finally {
    db.unsafeMode(false);
  }
  db.exec(tables);
}

const readOnly = (view: string): string =>
  ['INSERT', 'UPDATE', 'DELETE']
    .map(
      change =>
        `CREATE TEMP TRIGGER ${view}_${change} INSTEAD OF ${change} ON ${view} BEGIN SELECT RAISE(ABORT, 'attempt to write a readonly database'); END;`,
    )
    .join('\n');

/** Readers of an older file find the new columns empty, and no checks. */
export const standIn = `
CREATE TEMP VIEW url AS SELECT *, NULL AS check_result, NULL AS check_status FROM main.url;
${readOnly('url')}
CREATE TEMP VIEW fetch AS SELECT *, NULL AS method, NULL AS http_version, NULL AS dns_ms, NULL AS tcp_ms, NULL AS tls_ms,
  NULL AS wait_ms, NULL AS download_ms, NULL AS tls_id FROM main.fetch;
${readOnly('fetch')}
CREATE TEMP TABLE certificate (id INTEGER PRIMARY KEY, fingerprint, subject, issuer, names, not_before, not_after);
CREATE TEMP TABLE tls (id INTEGER PRIMARY KEY, origin_id, certificate_id, protocol, cipher, chain_length, name_matches, problem,
  first_seen_at, last_seen_at);
CREATE TEMP TABLE url_check (url_id INTEGER PRIMARY KEY, origin_id, subject, state, result, decision_id, method, hops, due_at,
  attempts, fetch_id, status, content_type, content_length, redirect_id, checked_at);
CREATE TEMP TABLE check_count (state, result, urls, PRIMARY KEY (state, result));
`;
