import { existsSync } from 'node:fs';
import { fail } from '#shared/rpc/errors.ts';
import { openDatabase } from '#storage/file/database.ts';
import { crawlTable } from '#storage/tables/crawls.ts';
import type { Session } from './session.ts';

/**
 * The path of the open crawl, for a new one that repeats it. Refuses where none is open, and a file of another
 * installation that requests what the user has not allowed.
 */
export function earlierOf(session: Session | null): string {
  if (!session) return fail('no_file', 'No crawl is open.');
  if (session.status().waiting)
    fail(
      'refused',
      'This file was made by another installation, and has settings that you have not allowed. Allow them in the overview, then crawl again.',
    );
  return session.path;
}

/** Whether the crawl at `path` is one of the demo site, which is served while it is crawled. */
export function isDemoCrawl(path: string, seeds: readonly string[]): boolean {
  if (!existsSync(path)) return false;
  const db = openDatabase(path, { readOnly: true });
  try {
    return crawlTable(db).demoUrl() === seeds[0];
  } finally {
    db.close();
  }
}
