import type { Database } from 'better-sqlite3';
import { fail } from '#shared/rpc/errors.ts';
import { sql as crawlFile } from '../migrations/0001-crawl-file.ts';
import { sql as drafts, standIn as noDrafts } from '../migrations/0002-drafts.ts';
import { standIn as noSources, sql as robotsSources } from '../migrations/0003-robots-sources.ts';
import { sql as inlinkBlocks, standIn as noBlocks } from '../migrations/0004-inlink-blocks.ts';
import { sql as keptCounts, standIn as nothingKept } from '../migrations/0005-kept-counts.ts';
import { migrate as plainChecks, standIn as sameToReaders } from '../migrations/0006-plain-checks.ts';
import { standIn as linkRows, migrate as pageLinks } from '../migrations/0007-page-links.ts';
import { migrate as bodyRows, standIn as sameBodies } from '../migrations/0008-body-rows.ts';
import { migrate as clickDepth, standIn as sameDepths } from '../migrations/0009-click-depth.ts';
import { migrate as checksAndNetwork, standIn as noChecks } from '../migrations/0010-checks-and-network.ts';
import { standIn as noFacts, sql as pageFacts } from '../migrations/0011-page-facts.ts';
import { migrate as pageColumns, standIn as textsOnly } from '../migrations/0012-page-columns.ts';
import { standIn as noRules, sql as rules } from '../migrations/0013-rules.ts';
import { sql as auditSettings, standIn as noAuditSettings } from '../migrations/0014-audit-settings.ts';
import { standIn as noAlternates, sql as sitemapAlternates } from '../migrations/0015-sitemap-alternates.ts';
import { standIn as noProbes, migrate as probes } from '../migrations/0016-probes.ts';
import { standIn as noWords, sql as words } from '../migrations/0017-words.ts';
import { standIn as sameUrls, migrate as urlKeys } from '../migrations/0018-url-keys.ts';
import { sql as inlinkLevels, standIn as noLevels } from '../migrations/0019-inlink-levels.ts';
import { standIn as jsonLinks, migrate as packedLinks } from '../migrations/0020-packed-links.ts';
import { standIn as jsonFacts, migrate as packedFacts } from '../migrations/0021-packed-facts.ts';
import { migrate as decisionKinds, standIn as eventPerDecision } from '../migrations/0022-decision-kinds.ts';
import { standIn as sameAttempts, migrate as sentHeaders } from '../migrations/0023-sent-headers.ts';
import { sql as bodyBlocks, standIn as noBlocksOfBodies } from '../migrations/0024-body-blocks.ts';
import { standIn as noRenderings, migrate as renderings } from '../migrations/0025-renderings.ts';
import { sql as backOffWaits, standIn as noBackOffs } from '../migrations/0026-back-off-waits.ts';
import { standIn as asResponsesSay, migrate as renderedIndexability } from '../migrations/0027-rendered-indexability.ts';
import { sql as rowsByFetch, standIn as sameRows } from '../migrations/0028-rows-by-fetch.ts';
import { standIn as partsInRows, migrate as sharedParts } from '../migrations/0029-shared-parts.ts';
import { migrate as fewerBytes, standIn as oneRowEach } from '../migrations/0030-fewer-bytes.ts';
import { standIn as countsInRows, migrate as inlinkCounts } from '../migrations/0031-inlink-counts.ts';
import { standIn as sameIndexes, sql as shorterIndexes } from '../migrations/0032-shorter-indexes.ts';
import { latestSchema } from '../migrations/latest-schema.ts';

/** SQL statements, or a function on the connection. All steps run inside one transaction. */
type Step = string | ((db: Database) => void);

/** Numbered, contiguous, append-only. `user_version` is the last applied step. There is no downgrade. */
const migrations: readonly Step[] = [
  crawlFile,
  drafts,
  robotsSources,
  inlinkBlocks,
  keptCounts,
  plainChecks,
  pageLinks,
  bodyRows,
  clickDepth,
  checksAndNetwork,
  pageFacts,
  pageColumns,
  rules,
  auditSettings,
  sitemapAlternates,
  probes,
  words,
  urlKeys,
  inlinkLevels,
  packedLinks,
  packedFacts,
  decisionKinds,
  sentHeaders,
  bodyBlocks,
  renderings,
  backOffWaits,
  renderedIndexability,
  rowsByFetch,
  sharedParts,
  fewerBytes,
  inlinkCounts,
  shorterIndexes,
];

/**
 * Temporary tables and views that replace a step when an older file is opened read-only, by the version the step leads to. A step
 * without one requires opening the file for writing once.
 */
const standIns: ReadonlyMap<number, Step> = new Map<number, Step>([
  [2, noDrafts],
  [3, noSources],
  [4, noBlocks],
  [5, nothingKept],
  [6, sameToReaders],
  [7, linkRows],
  [8, sameBodies],
  [9, sameDepths],
  [10, noChecks],
  [11, noFacts],
  [12, textsOnly],
  [13, noRules],
  [14, noAuditSettings],
  [15, noAlternates],
  [16, noProbes],
  [17, noWords],
  [18, sameUrls],
  [19, noLevels],
  [20, jsonLinks],
  [21, jsonFacts],
  [22, eventPerDecision],
  [23, sameAttempts],
  [24, noBlocksOfBodies],
  [25, noRenderings],
  [26, noBackOffs],
  [27, asResponsesSay],
  [28, sameRows],
  [29, partsInRows],
  [30, oneRowEach],
  [31, countsInRows],
  [32, sameIndexes],
]);

export const schemaVersion = migrations.length;

const take = (db: Database, step: Step): void => {
  if (typeof step === 'string') db.exec(step);
  else step(db);
};

/**
 * Brings a file from one version to another. Call it within a transaction, or on a file that no other program has open. An empty file
 * gets the schema of this version at once.
 */
export function applyMigrations(db: Database, versions: { readonly from: number; readonly to: number }): void {
  if (versions.from === 0 && versions.to === schemaVersion) db.exec(latestSchema);
  else applySteps(db, versions);
}

/** Runs the steps from one version to another, one after the other. */
export function applySteps(db: Database, versions: { readonly from: number; readonly to: number }): void {
  for (const _ of eachStep(db, versions));
}

/** As `applySteps`, and yields how many steps are done after each. */
function* eachStep(db: Database, { from, to }: { readonly from: number; readonly to: number }): Generator<number, void> {
  for (const [at, step] of migrations.slice(from, to).entries()) {
    take(db, step);
    yield at + 1;
  }
}

export const versionOf = (db: Database): number => db.pragma('user_version', { simple: true }) as number;

/** Refuses a file that a newer program wrote. */
export function refuseNewer(version: number, name: string): void {
  if (version > schemaVersion)
    fail(
      'refused',
      `${name} was written by a newer Crawlscope (file version ${version}, this program reads up to ${schemaVersion}). Install the newer version to open it.`,
    );
}

/** Stored values violate a constraint of the tables. SQLite reports those found by ALTER TABLE as a plain error. */
const breaksOwnRules = (error: unknown): boolean => error instanceof Error && /constraint failed/.test(error.message);

/**
 * Migrates a file of an older version step by step, and yields the share that is done after each step, 0 to 1. For a file that no other
 * program has open, and that is thrown away if a step fails or nobody asks for the next one: there is one transaction, and it stays open then.
 */
export function* migrateInSteps(db: Database, name: string): Generator<number, void> {
  const from = versionOf(db);
  db.exec('BEGIN IMMEDIATE');
  const steps = eachStep(db, { from, to: schemaVersion });
  for (;;) {
    const { done, value } = sayDamage(name, () => steps.next());
    if (done) break;
    yield value / (schemaVersion - from);
  }
  db.pragma(`user_version = ${schemaVersion}`);
  db.exec('COMMIT');
}

/** What a message about a damaged file ends with, but for its full stop. */
export const howToRepair = 'crawlscope repair FILE --out FIXED, or in the window File ▸ Repair a Crawl File…';

function sayDamage<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!breaksOwnRules(error)) throw error;
    return fail(
      'refused',
      `${name} is damaged: it stores values that its own tables forbid. Use an undamaged copy of it, or repair it: ${howToRepair}.`,
    );
  }
}

/** Makes an older file readable without changing it. Returns false if a step has no read-only replacement. */
export function standInForMissing(db: Database): boolean {
  const version = versionOf(db);
  for (let step = version + 1; step <= schemaVersion; step += 1) {
    const standIn = standIns.get(step);
    if (standIn === undefined) return false;
    take(db, standIn);
  }
  return true;
}
