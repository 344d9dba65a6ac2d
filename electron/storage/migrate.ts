import type { Database } from 'better-sqlite3';
import { fail } from '#shared/rpc/errors.ts';
import { sql as crawlFile } from './migrations/0001-crawl-file.ts';
import { sql as robotsSources } from './migrations/0003-robots-sources.ts';

/** Numbered, contiguous, append-only. `user_version` is the cursor; there is no way down. */
const migrations: readonly string[] = [crawlFile, robotsSources];

export const schemaVersion = migrations.length;

/** Brings a file to this version in one transaction, or says that the file is newer than this program. */
export function migrate(db: Database, name: string): void {
  const version = db.pragma('user_version', { simple: true }) as number;
  if (version > schemaVersion)
    fail(
      'refused',
      `${name} was written by a newer Crawlscope (file version ${version}, this program reads up to ${schemaVersion}). Install the newer version to open it.`,
    );
  if (version === schemaVersion) return;
  db.transaction(() => {
    for (const sql of migrations.slice(version)) db.exec(sql);
    db.pragma(`user_version = ${schemaVersion}`);
  }).immediate();
}
