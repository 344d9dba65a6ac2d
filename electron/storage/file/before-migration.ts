import { existsSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { createHalf } from './half-file.ts';

/** 'site.crawl' → 'site.before-v9.crawl', with a number where that exists. */
function freeName(path: string, version: number): string {
  const stem = path.replace(/\.crawl$/i, '');
  for (let turn = 1; ; turn += 1) {
    const name = `${stem}.before-v${version}${turn === 1 ? '' : `-${turn}`}.crawl`;
    if (!existsSync(name)) return name;
  }
}

/**
 * Copies the file as it is, beside it, before a migration changes it. The copy opens in the version of the program that wrote the file.
 * Nothing of ours removes it. `version`: the one it is migrated to. Throws what SQLite or the system says when there is no room; the file is then left as it was.
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
