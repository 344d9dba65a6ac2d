import type { Database } from 'better-sqlite3';

/** Texts of the schema that allow one word more. */
const changes: readonly (readonly [table: string, before: string, after: string])[] = [
  ['fetch', `purpose = 'check')`, `purpose = 'check' OR purpose = 'probe')`],
  ['url', `via = 'sitemap')`, `via = 'sitemap' OR via = 'probe')`],
  ['url', `reason = 'check-redirect-target' THEN`, `reason = 'check-redirect-target' OR reason = 'probe' THEN`],
];

const tables = `
-- extra requests that the user allowed: what they are for, the queue and the results
CREATE TABLE probe (
  id INTEGER PRIMARY KEY,
  -- 'not-found', 'home', 'llms', 'icon', 'phone' or 'desktop'
  kind TEXT NOT NULL,
  url_id INTEGER NOT NULL REFERENCES url (id) DEFERRABLE INITIALLY DEFERRED,
  origin_id INTEGER NOT NULL REFERENCES origin (id),
  -- the probe that redirected here
  parent_id INTEGER,
  state TEXT NOT NULL CHECK (state = 'queued' OR state = 'leased' OR state = 'done' OR state = 'skipped'),
  -- reason code
  result TEXT NOT NULL,
  due_at INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  fetch_id INTEGER,
  status INTEGER,
  -- JSON
  facts TEXT
) STRICT;
CREATE UNIQUE INDEX probe_by_url ON probe (url_id, kind);
CREATE INDEX probe_by_origin ON probe (origin_id, state, due_at, id);
CREATE INDEX probe_open ON probe (state, origin_id) WHERE state = 'queued' OR state = 'leased';
CREATE VIEW probes AS
  SELECT p.id, p.kind, u.url, p.state, p.result, p.status, p.facts ->> '$.location' AS redirect_to, p.attempts, p.facts, p.fetch_id, o.key AS origin
  FROM probe p JOIN url u ON u.id = p.url_id JOIN origin o ON o.id = p.origin_id;
`;

/** Adds probes. Only the text of the older tables changes, since all rows meet a constraint that allows one word more. */
export function migrate(db: Database): void {
  const version = db.pragma('schema_version', { simple: true }) as number;
  const read = db.prepare(`SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?`).pluck();
  // https://www.sqlite.org/lang_altertable.html#otheralter
  db.unsafeMode(true);
  try {
    db.pragma('writable_schema = ON');
    const write = db.prepare(`UPDATE sqlite_schema SET sql = ? WHERE type = 'table' AND name = ?`);
    for (const [table, before, after] of changes) write.run((read.get(table) as string).replace(before, after), table);
    db.pragma(`schema_version = ${version + 1}`);
    db.pragma('writable_schema = RESET');
  } finally {
    db.unsafeMode(false);
  }
  db.exec(tables);
}

/** Readers of an older file find no probes. */
export const standIn = `
CREATE TEMP TABLE probe (id INTEGER PRIMARY KEY, kind, url_id, origin_id, parent_id, state, result, due_at, attempts,
  fetch_id, status, facts);
CREATE TEMP VIEW probes AS
  SELECT NULL AS id, NULL AS kind, NULL AS url, NULL AS state, NULL AS result, NULL AS status, NULL AS redirect_to, NULL AS attempts,
    NULL AS facts, NULL AS fetch_id, NULL AS origin WHERE false;
`;
