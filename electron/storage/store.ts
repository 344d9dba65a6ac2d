import type { WriteDb } from './file/handle.ts';
import { dataVersion, type KeptCounts } from './file/kept-counts.ts';
import { LateWrites } from './file/late-writes.ts';
import { Words } from './file/words.ts';
import { type InlinkTable, inlinkTable } from './links/inlinks.ts';
import { LinkRows } from './links/link-rows.ts';
import { auditSettingsTable } from './tables/audit-settings.ts';
import { checkTable } from './tables/checks.ts';
import { crawlTable } from './tables/crawls.ts';
import { type Depths, depthsOfStep, mostDepthsThatWait } from './tables/depths.ts';
import { draftsTable } from './tables/drafts.ts';
import { fetchTable } from './tables/fetches.ts';
import { originTable } from './tables/origins.ts';
import { probeTable } from './tables/probes.ts';
import { renderingTable } from './tables/renderings.ts';
import { resourceTable } from './tables/resources.ts';
import { robotsTable } from './tables/robots-versions.ts';
import { ruleTable } from './tables/rules.ts';
import { sitemapTable } from './tables/sitemaps.ts';
import { Tally } from './tables/tally.ts';
import { urlTable } from './tables/urls.ts';

/** The counts of inlinks, and the depths that the same links give. */
function withDepths(inlinks: InlinkTable, depths: Depths) {
  /** The last call left depths that it has to write. */
  let isCut = false;
  return {
    /** As of `inlinkTable`. */
    settle(at: number, rest: '' | 'pause' | 'end' = ''): boolean {
      depths.adopt();
      const isCounted = inlinks.settle(at, rest);
      // Before a round of counts begins, all depths that wait are written. Those of later pages wait for the next round.
      const most = rest === '' ? mostDepthsThatWait : 0;
      const isDue = !inlinks.isCounting && depths.waiting > most;
      if (isDue) depths.write(depthsOfStep);
      isCut = isDue && depths.waiting > most;
      depths.tidy();
      return isCounted || isDue;
    },
    countAll(): void {
      depths.adopt();
      inlinks.countAll();
      depths.write();
      depths.tidy();
    },
    get isCounting(): boolean {
      return isCut || inlinks.isCounting;
    },
    owes: inlinks.owes,
    reload: inlinks.reload,
  };
}

/** One open crawl file: all tables over one write connection, and transactions. `kept`: the counters read from the file. */
export function openStore(db: WriteDb, kept: KeptCounts | null = null) {
  // Read the version before anything else, to detect every later write of another process.
  let version = kept?.version ?? dataVersion(db);
  const late = new LateWrites();
  const tally = new Tally(db, kept, () => late.run());
  const linkRows = new LinkRows(db);
  const urls = urlTable(db, { tally, late, linkRows });
  const words = new Words(db, late);
  const inlinks = inlinkTable(db, linkRows, urls.depths);
  const fetches = fetchTable(db, { tally, inlinks, words, linkRows, late });
  const sitemaps = sitemapTable(db);
  const drafts = draftsTable(db);
  const reload = () => {
    version = dataVersion(db);
    late.forget();
    words.reload();
    urls.reload();
    fetches.reload();
    inlinks.reload();
    sitemaps.reload();
    drafts.reload();
  };
  /** Made once: SQLite's library makes four functions for a transaction. */
  const inTransaction = db.transaction((work: () => unknown) => work());
  return {
    db,
    tally,
    words,
    /** Writes of pages that wait for each other. */
    late,
    urls,
    fetches,
    inlinks: withDepths(inlinks, urls.depths),
    crawl: crawlTable(db),
    origins: originTable(db),
    robots: robotsTable(db),
    sitemaps,
    checks: checkTable(db),
    probes: probeTable(db),
    renderings: renderingTable(db),
    resources: resourceTable(db),
    drafts,
    rules: ruleTable(db),
    audit: auditSettingsTable(db),
    /** Discards counters and caches. The next read loads them again. */
    reload,
    /** Calls `reload` if another process wrote to the file. */
    refresh(): void {
      if (dataVersion(db) !== version) reload();
    },
    /**
     * Runs `work` in one transaction: everything is written, or nothing. Does not start `work` while another program is writing.
     */
    transaction<T>(work: () => T): T {
      let isBegun = false;
      try {
        return inTransaction.immediate(() => {
          isBegun = true;
          late.inTransaction = true;
          const result = work();
          late.run();
          fetches.flush();
          urls.flush();
          return result;
        }) as T;
      } catch (error) {
        // The caches describe changes that were rolled back.
        if (isBegun && db.open) reload();
        throw error;
      } finally {
        late.inTransaction = false;
      }
    },
  };
}
export type Store = ReturnType<typeof openStore>;
