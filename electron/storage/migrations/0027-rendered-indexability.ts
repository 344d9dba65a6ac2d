import type { Database } from 'better-sqlite3';

/** As step 12 has it, and what scripts of a rendered page keep out of the index. */
const indexabilitySql = `CASE
  WHEN class <> 'page' THEN NULL
  WHEN may_fetch = 'no' THEN 'blocked'
  WHEN reason = 'challenged' OR reason = 'challenge-not-listed' THEN NULL
  WHEN state = 'failed' THEN 'no-response'
  WHEN state <> 'done' OR status IS NULL THEN NULL
  WHEN redirect_id IS NOT NULL OR (status >= 300 AND status <= 399) THEN 'redirect'
  WHEN status < 200 OR status >= 400 THEN 'error'
  WHEN content_type IS NULL OR (content_type <> 'text/html' AND content_type <> 'application/xhtml+xml') THEN NULL
  WHEN directives & 1 OR reason = 'rendered-noindex' THEN 'noindex'
  WHEN canonical_id <> id OR reason = 'rendered-canonical' THEN 'canonicalised'
  WHEN may_fetch = 'yes' THEN 'indexable'
  ELSE NULL END`;

/** A column that SQLite computes is replaced without a look at the rows. The views that name it are made again as they were. */
export function migrate(db: Database): void {
  const views = db
    .prepare<[], { name: string; sql: string }>(`SELECT name, sql FROM main.sqlite_schema WHERE type = 'view' ORDER BY rowid`)
    .all();
  for (const { name } of views) db.exec(`DROP VIEW main.${name}`);
  db.exec('ALTER TABLE url DROP COLUMN indexability');
  db.exec(`ALTER TABLE url ADD COLUMN indexability TEXT GENERATED ALWAYS AS (${indexabilitySql}) VIRTUAL`);
  for (const { sql } of views) db.exec(sql);
}

/** Readers of an older file find what its responses say. */
export const standIn = '';
