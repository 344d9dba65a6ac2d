import type { Database } from 'better-sqlite3';

/** As in step 12, and also pages that a script of the rendered page keeps out of the index. */
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

/** SQLite computes this column, so replacing it reads no rows. The views that use it are made again unchanged. */
export function migrate(db: Database): void {
  const views = db
    .prepare<[], { name: string; sql: string }>(`SELECT name, sql FROM main.sqlite_schema WHERE type = 'view' ORDER BY rowid`)
    .all();
  for (const { name } of views) db.exec(`DROP VIEW main.${name}`);
  db.exec('ALTER TABLE url DROP COLUMN indexability');
  db.exec(`ALTER TABLE url ADD COLUMN indexability TEXT GENERATED ALWAYS AS (${indexabilitySql}) VIRTUAL`);
  for (const { sql } of views) db.exec(sql);
}

/** In an older file, the column follows the responses alone. */
export const standIn = '';
