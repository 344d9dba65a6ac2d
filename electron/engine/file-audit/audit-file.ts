import { Findings } from '#core/file-audit/findings.ts';
import type { Steps } from '#core/steps.ts';
import type { FileCheckCount, FileDifference } from '#shared/model/file-audit.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import { keepFewPages, openCounted, storageError } from '#storage/file/database.ts';
import type { WriteDb } from '#storage/file/handle.ts';
import type { KeptCounts } from '#storage/file/kept-counts.ts';
import { bodyChecks, linkChecks, soundChecks, tableChecks, urlChecks } from '#storage/reads/file-checks.ts';
import { lookup } from '#storage/reads/lookup.ts';
import { bodyReader } from '#storage/tables/bodies.ts';
import { crawlTable } from '#storage/tables/crawls.ts';
import { journalReads } from '#storage/tables/journal.ts';
import { originTable } from '#storage/tables/origins.ts';
import { robotsTable } from '#storage/tables/robots-versions.ts';
import { Tally } from '#storage/tables/tally.ts';
import { cleanLinesOf } from '../crawl/cleaning.ts';
import { rulesInForce } from '../reports/certificate.ts';
import { ownerLives } from '../session/owner.ts';
import { journalChecks } from './journal-pass.ts';
import { Recompute } from './recompute.ts';
import { storedAdmissions } from './stored-admissions.ts';
import { verdictChecks } from './verdict-pass.ts';

/** A crawl file opened for its own audit, read-only. */
export interface AuditedCrawl {
  /** URLs, attempts and pages: about how many steps there are. */
  readonly total: number;
  /** Audits the file. Yields steps done. Each difference goes to `told` as it is found. */
  run(told: (difference: FileDifference) => void): Steps<readonly FileCheckCount[]>;
  close(): void;
}

/** Opens a crawl file of any version for its audit. Throws an RpcError: missing, not a crawl, of a newer version. */
export function openForAudit(path: string): AuditedCrawl {
  const { db, kept } = openCounted(path, true);
  keepFewPages(db);
  // One state of the file, also while a crawl writes it.
  db.exec('BEGIN');
  const count = (table: string): number => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number;
  try {
    const total = count('url') * 3 + count('fetch') * 2 + count('body') + count('page_links');
    return { total, run: told => audit(db, kept, told), close: () => db.close() };
  } catch (error) {
    db.close();
    throw storageError(error, path);
  }
}

function* audit(
  db: WriteDb,
  kept: KeptCounts | null,
  told: (difference: FileDifference) => void,
): Steps<readonly FileCheckCount[]> {
  const findings = new Findings(told);
  const crawl = crawlTable(db);
  const row = crawl.read();
  const isAtWork = row?.state === 'running' || row?.state === 'paused';
  const isRunning = row !== undefined && isAtWork && ownerLives(row);
  const state = { isRunning, hasEnded: !isAtWork };
  let last = 0;
  function* after(steps: Steps<void>): Steps<void> {
    const before = last;
    try {
      for (const done of { [Symbol.iterator]: () => steps }) {
        last = before + done;
        yield last;
      }
    } catch (error) {
      // Damage ends one part of the audit, not all of it.
      const found = storageError(error, db.name);
      if (!(found instanceof RpcError)) throw error;
      findings.differs('sound', 'the database', { stored: found.message, recomputed: 'a database that can be read' });
    }
  }
  yield* after(soundChecks(db, findings));
  yield* after(urlChecks(db, findings, state));
  yield* after(keptChecks(db, kept, findings));
  yield* after(tableChecks(db, findings, state));
  yield* after(linkChecks(db, findings));
  yield* after(bodyChecks(db, findings));
  const robots = robotsTable(db);
  const origins = originTable(db);
  const source = { journal: journalReads(db), origins, robots, settings: crawl.settings, crawlState: row?.state ?? '' };
  yield* after(
    journalChecks(db, findings, id => {
      const origin = origins.byId(id);
      return origin ? rulesInForce(source, origin) : [];
    }),
  );
  yield* after(verdicts(db, findings, crawl.settings));
  return findings.summary();
}

/** The counters that opening the file relies on. */
function* keptChecks(db: WriteDb, kept: KeptCounts | null, findings: Findings): Steps<void> {
  if (kept === null) {
    findings.notRecomputable('counts', 'the file keeps no counters in this state');
    return;
  }
  const tally = new Tally(db);
  yield* tally.count();
  const sorted = (counts: ReturnType<Tally['counts']>): string =>
    JSON.stringify(
      Object.entries(counts)
        .sort(([a], [b]) => a.localeCompare(b))
        .map(([name, value]) => [name, Array.isArray(value) ? value.map(each => JSON.stringify(each)).sort() : value]),
    );
  findings.compare('counts', 'the counters of the file', { stored: sorted(kept.counts), recomputed: sorted(tally.counts()) });
}

function verdicts(db: WriteDb, findings: Findings, settings: ReturnType<typeof crawlTable>['settings']): Steps<void> {
  const reads = lookup(db);
  const robots = robotsTable(db);
  const recompute = new Recompute({
    robots,
    settings,
    body: bodyReader(db),
    fetch: reads.fetch,
    idOf: url => reads.url(url)?.id ?? 0,
  });
  const admissions = storedAdmissions(db, {
    settings,
    cleanLines(id) {
      const version = robots.byId(id);
      return version === undefined ? null : cleanLinesOf(robots, version);
    },
  });
  return verdictChecks(db, findings, { lookup: reads, recompute, admissions });
}
