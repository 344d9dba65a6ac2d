import type { WriteDb } from './file/handle.ts';
import { dataVersion, type KeptCounts } from './file/kept-counts.ts';
import { inlinkTable } from './links/inlinks.ts';
import { crawlTable } from './tables/crawls.ts';
import { draftsTable } from './tables/drafts.ts';
import { fetchTable } from './tables/fetches.ts';
import { originTable } from './tables/origins.ts';
import { robotsTable } from './tables/robots-versions.ts';
import { sitemapTable } from './tables/sitemaps.ts';
import { Tally } from './tables/tally.ts';
import { urlTable } from './tables/urls.ts';

/** One open crawl file: every table family over one write connection, and transactions. `kept` are the counters that were in the file. */
export function openStore(db: WriteDb, kept: KeptCounts | null = null) {
  // Before anything is read: what another process writes from now on is noticed.
  let version = kept?.version ?? dataVersion(db);
  const tally = new Tally(db, kept);
  const urls = urlTable(db, tally);
  const inlinks = inlinkTable(db);
  const fetches = fetchTable(db, tally, inlinks);
  const sitemaps = sitemapTable(db);
  const drafts = draftsTable(db);
  const reload = () => {
    version = dataVersion(db);
    urls.reload();
    fetches.reload();
    inlinks.reload();
    sitemaps.reload();
    drafts.reload();
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
    drafts,
    /** Reads counters and caches afresh. */
    reload,
    /** Does so when another process wrote to the file. */
    refresh(): void {
      if (dataVersion(db) !== version) reload();
    },
    /** Runs `work` in one transaction: all of it is on disk afterwards, or none. Where another program writes, `work` is not begun. */
    transaction<T>(work: () => T): T {
      let isBegun = false;
      try {
        return db
          .transaction(() => {
            isBegun = true;
            return work();
          })
          .immediate();
      } catch (error) {
        // The caches describe what was rolled back.
        if (isBegun && db.open) reload();
        throw error;
      }
    },
  };
}
export type Store = ReturnType<typeof openStore>;
