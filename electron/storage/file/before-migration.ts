import { existsSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { createHalf } from './half-file.ts';

/** 'site.crawl' → 'site.before-v9.crawl', with a number added if that name exists. */
function freeName(path: string, version: number): string {
  const stem = path.replace(/\.crawl$/i, '');
  for (let turn = 1; ; turn += 1) {
    const name = `${stem}.before-v${version}${turn === 1 ? '' : `-${turn}`}.crawl`;
    if (!existsSync(name)) return name;
  }
}

/**
 * Before a migration, copies the file unchanged into the same folder. The program version that wrote the file can open the copy.
 * Crawlscope never removes it. `version`: the target version of the migration. If there is no room, throws the error of SQLite or
 * the system and leaves the file unchanged.
 */
export function keepBeforeMigration(db: Database, path: string, version: number): string {
  const kept = freeName(path, version);
  const half = createHalf(kept);
  try {
    db.prepare('VACUUM INTO ?').run(half.path);
    half.finish();
  } finally {
    half.discard();
  }
  return kept;
}
