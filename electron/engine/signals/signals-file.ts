import type { ProfileSet } from '#core/crawlers/profile-set.ts';
import { keepFewPages, openDatabase, storageError } from '#storage/file/database.ts';
import { profilesOf } from '../reader/profiles.ts';
import { openReads } from '../reader/reads.ts';
import { SignalLists } from './signal-lists.ts';

/** The truth tables of a crawl file, on their own read-only connection. */
export interface SignalsFile {
  readonly signals: SignalLists;
  readonly profiles: ProfileSet;
  close(): void;
}

/** Opens a crawl file to count its signals. Throws an RpcError: missing, not a crawl, damaged, of a newer version. */
export function openSignals(path: string): SignalsFile {
  const db = openDatabase(path, { readOnly: true });
  keepFewPages(db);
  try {
    const reads = openReads(db);
    const profiles = profilesOf(reads);
    const { robots, origins } = reads;
    const signals = new SignalLists({
      ...{ robots, origins, ...profiles, pages: reads.signals, stamp: reads.contentStamp },
      now: () => reads.endedAt() ?? Date.now(),
      rows: reads.views.rows,
    });
    return { signals, profiles: profiles.profiles(), close: () => db.close() };
  } catch (error) {
    db.close();
    throw storageError(error, path);
  }
}
