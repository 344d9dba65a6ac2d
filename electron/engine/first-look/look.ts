import { basename } from 'node:path';
import type { FirstLook } from '#shared/model/first-look.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import { openDatabase } from '#storage/file/database.ts';
import { hasDatabaseHeader, versionInHeader } from '#storage/file/first-bytes.ts';
import { howToRepair, schemaVersion } from '#storage/file/migrate.ts';
import { isDamage } from '#storage/file/salvage-rows.ts';
import { crawlTable, noCrawlIn } from '#storage/tables/crawls.ts';
import { isKnown, markKnown } from './places.ts';

const fine: FirstLook = { problem: '', isOlder: false, code: 'refused' };

const refused = (problem: string, code: FirstLook['code'] = 'refused'): FirstLook => ({ ...fine, problem, code });

const shown = (text: string): string => text.replace(/[^\x20-\x7e]+/g, ' ').slice(0, 160);

/** False for what cannot be read, too: whoever opens it says why. */
function isDatabase(path: string): boolean {
  try {
    return hasDatabaseHeader(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false;
    throw error;
  }
}

/**
 * Looks at a file that this installation does not know, before anything else opens it: its schema, all its pages (SQLite's quick check, which
 * visits each page once), its settings. Runs in a process of its own, which its starter ends after a time, because a hostile file can keep
 * SQLite busy for ever. What is no database is left to whoever opens it.
 */
export function look(path: string): FirstLook {
  try {
    if (!isDatabase(path)) return fine;
    const version = versionInHeader(path);
    const found = { ...fine, isOlder: version !== null && version < schemaVersion };
    if (isKnown(path)) return found;
    const db = openDatabase(path, { readOnly: true });
    try {
      const [checked] = db.prepare('PRAGMA main.quick_check(1)').pluck().all() as string[];
      if (checked !== 'ok') return refused(damagedWords(path, shown(checked ?? 'it cannot be read')));
      const crawl = crawlTable(db);
      const row = crawl.read();
      if (!row) return refused(noCrawlIn(basename(path)));
      crawl.settings(row.settingsId);
    } finally {
      db.close();
    }
    markKnown(path);
    return found;
  } catch (error) {
    if (error instanceof RpcError) return refused(error.message, error.code);
    if (isDamage(error)) return refused(damagedWords(path, shown(error instanceof Error ? error.message : '')));
    throw error;
  }
}

const damagedWords = (path: string, what: string): string =>
  `${basename(path)} is damaged: ${what}. A new file with all that can be read of it: ${howToRepair}.`;
