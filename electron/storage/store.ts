import { crawlTable } from './crawls.ts';
import type { WriteDb } from './database.ts';
import { fetchTable } from './fetches.ts';
import { inlinkTable } from './inlinks.ts';
import { dataVersion, type KeptCounts } from './kept-counts.ts';
import { originTable } from './origins.ts';
import { robotsTable } from './robots-versions.ts';
import { sitemapTable } from './sitemaps.ts';
import { Tally } from './tally.ts';
import { urlTable } from './urls.ts';
import { workbenchTable } from './workbench.ts';

/** One open crawl file: every table family over one write connection, and transactions. `kept` are the counters that were in the file. */
export function openStore(db: WriteDb, kept: KeptCounts | null = null) {
  // Before anything is read: what another process writes from now on is noticed.
  let version = kept?.version ?? dataVersion(db);
  const tally = new Tally(db, kept);
  const urls = urlTable(db, tally);
  const inlinks = inlinkTable(db);
  const fetches = fetchTable(db, tally, inlinks);
  const sitemaps = sitemapTable(db);
  const workbench = workbenchTable(db);
  const reload = () => {
    version = dataVersion(db);
    urls.reload();
    fetches.reload();
    inlinks.reload();
    sitemaps.reload();
    workbench.reload();
  };
  return {
    db,
    tally,
    urls,
    fetches,
    inlinks,
    crawl: crawlTable(db),
    origins: originTable(db),
    robots: robotsTable(db),
    sitemaps,
    workbench,
    /** Reads counters and caches afresh. */
    reload,
    /** Does so when another process wrote to the file. */
    refresh(): void {
      if (dataVersion(db) !== version) reload();
    },
    /** Runs `work` in one transaction: all of it is on disk afterwards, or none. */
    transaction<T>(work: () => T): T {
      try {
        return db.transaction(work).immediate();
      } catch (error) {
        // The caches describe what was rolled back.
        if (db.open) reload();
        throw error;
      }
    },
  };
}
export type Store = ReturnType<typeof openStore>;
