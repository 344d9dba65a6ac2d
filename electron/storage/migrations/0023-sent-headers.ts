import type { Database } from 'better-sqlite3';

/** More sets than this stay in the rows of the attempts. */
const mostSets = 200;

const tables = `
-- request headers that attempts share, as JSON
CREATE TABLE sent_headers (
  id INTEGER PRIMARY KEY,
  headers TEXT NOT NULL
) STRICT;
ALTER TABLE fetch ADD COLUMN sent_id INTEGER REFERENCES sent_headers (id);
-- no statement reads it
DROP INDEX url_leased;
`;

const view = `
DROP VIEW fetches;
CREATE VIEW fetches AS
  SELECT f.id, f.url_id, f.origin_id, f.purpose, coalesce(f.target, u.url, '') AS target, f.attempt, f.started_at, f.ended_at, f.outcome,
    f.cause, f.detail, f.status, f.status_text, f.first_byte_ms, f.total_ms, f.remote_address, f.wire_bytes, f.body_bytes, f.body_end,
    f.body_hash, f.content_type, coalesce(f.request_headers, h.headers) AS request_headers, f.response_headers, f.method,
    f.http_version, f.dns_ms, f.tcp_ms, f.tls_ms, f.wait_ms, f.download_ms, f.tls_id, o.key AS origin
  FROM fetch f JOIN origin o ON o.id = f.origin_id LEFT JOIN url u ON u.id = f.url_id LEFT JOIN sent_headers h ON h.id = f.sent_id;
`;

/** Lets `target` be null. All rows meet the constraint that is left. */
function loosenTarget(db: Database): void {
  const version = db.pragma('schema_version', { simple: true }) as number;
  const sql = db.prepare(`SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = 'fetch'`).pluck().get() as string;
  // https://www.sqlite.org/lang_altertable.html#otheralter
  db.unsafeMode(true);
  try {
    db.pragma('writable_schema = ON');
    db.prepare(`UPDATE sqlite_schema SET sql = ? WHERE type = 'table' AND name = 'fetch'`).run(
      sql.replace('target TEXT NOT NULL,', 'target TEXT,'),
    );
    db.pragma(`schema_version = ${version + 1}`);
    db.pragma('writable_schema = RESET');
  } finally {
    db.unsafeMode(false);
  }
}

/** Request headers that repeat are stored once, and the address of an attempt only where it is not that of its URL. */
export function migrate(db: Database): void {
  db.exec(tables);
  loosenTarget(db);
  db.exec(`INSERT INTO sent_headers (headers) SELECT request_headers FROM fetch WHERE request_headers IS NOT NULL
      GROUP BY request_headers HAVING count(*) > 1 ORDER BY count(*) DESC LIMIT ${mostSets};
    UPDATE fetch SET sent_id = (SELECT h.id FROM sent_headers h WHERE h.headers = request_headers), request_headers = NULL
      WHERE request_headers IN (SELECT headers FROM sent_headers);
    UPDATE fetch SET target = NULL WHERE target = (SELECT u.url FROM url u WHERE u.id = fetch.url_id);`);
  db.exec(view);
}

/** The view of attempts in an older file is the same to readers. */
export const standIn = '';
