import type { BaselineSource } from '#core/audit/baseline.ts';
import type { Audit } from '#core/audit/result.ts';
import { type AuditChoice, checksToRun, readsPages, runAudit } from '#core/audit/run.ts';
import type { AuditSource } from '#core/audit/source.ts';
import type { StoredAuditSettings } from '#shared/model/audit-settings.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { StoredRule } from '#shared/model/rules.ts';
import { fail } from '#shared/rpc/errors.ts';
import { keepFewPages, openDatabase } from '#storage/file/database.ts';
import type { WriteDb } from '#storage/file/handle.ts';
import { auditSource } from '#storage/reads/audit-source.ts';
import { baselineSource } from '#storage/reads/baseline-source.ts';
import { type RestStamp, restStamp } from '#storage/reads/content-stamp.ts';
import { type OwnCheckReads, ownCheckReads } from '#storage/reads/own-checks.ts';
import { auditSettingsTable } from '#storage/tables/audit-settings.ts';
import { crawlTable } from '#storage/tables/crawls.ts';
import { ruleReads } from '#storage/tables/rules.ts';
import { allowedRules } from '../rules/allowed.ts';
import type { AuditPaths } from '../threads/audit-pages/messages.ts';
import { helpersFor, PageHelpers } from '../threads/audit-pages/page-helpers.ts';

/** A crawl file opened for the audit, on its own read-only connection, with or without an earlier crawl. */
export interface AuditedFile {
  readonly source: AuditSource;
  readonly baseline: BaselineSource | null;
  readonly paths: AuditPaths;
  /** Its thresholds and ignore rules. */
  readonly stored: StoredAuditSettings;
  /** What its own checks read. */
  readonly own: OwnCheckReads;
  /** What the crawl has stored by now; null while it runs. */
  readonly stamp: () => RestStamp | null;
  /** Which custom rules this installation has allowed by now. */
  readonly allowance: () => (rule: StoredRule) => boolean;
  close(): void;
}

/**
 * Opens a crawl file for the audit, read-only. `baseline`: path of an earlier crawl, for the checks that compare two; any version that
 * can be read will do. Throws an RpcError: missing, not a crawl, damaged, of a newer version.
 */
export function openAuditedWith(path: string, baseline: string | null): AuditedFile {
  const file = opened(path, (db, { settings, crawl }) => ({
    source: auditSource(db, { settings, crawl }),
    stored: auditSettingsTable(db).read(),
    own: ownCheckReads(db),
    stamp: restStamp(db),
    allowance: () => allowance(db),
  }));
  const paths = { path, baseline };
  if (baseline === null) return { ...file.made, paths, baseline: null, close: file.close };
  try {
    const earlier = opened(baseline, (db, { settings, crawl }) => baselineSource(db, { settings, at: crawl.startedAt }));
    return {
      ...file.made,
      paths,
      baseline: earlier.made,
      close() {
        earlier.close();
        file.close();
      },
    };
  } catch (error) {
    file.close();
    throw error;
  }
}

export const openAudited = (path: string): AuditedFile => openAuditedWith(path, null);

function allowance(db: WriteDb): (rule: StoredRule) => boolean {
  const allowed = new Set(allowedRules(ruleReads(db).all(), crawlTable(db).crawlId()).map(({ id }) => id));
  return ({ id }) => allowed.has(id);
}

interface Opened {
  readonly settings: CrawlSettings;
  readonly crawl: AuditSource['crawl'];
}

/** Opens a crawl file read-only, on its own connection. Throws like `openAuditedWith`. */
export function opened<T>(path: string, make: (db: WriteDb, file: Opened) => T): { readonly made: T; close(): void } {
  const db = openDatabase(path, { readOnly: true });
  keepFewPages(db);
  try {
    const crawl = crawlTable(db);
    const row = crawl.read() ?? fail('refused', `${path} does not contain a crawl yet.`);
    const { state, detail, startedAt, endedAt, createdAt } = row;
    const settings = crawl.settings(row.settingsId);
    const made = make(db, { settings, crawl: { state, detail, startedAt: startedAt ?? createdAt, endedAt } });
    return { made, close: () => db.close() };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Thresholds and ignore rules of a crawl file. Throws like `openAudited`. */
export function storedAuditSettings(path: string): StoredAuditSettings {
  const db = openDatabase(path, { readOnly: true });
  try {
    return auditSettingsTable(db).read();
  } finally {
    db.close();
  }
}

/** Milliseconds between two looks at other messages. */
const sliceMs = 30;

export interface AuditProgress {
  readonly done: number;
  /** URLs and pages at most. */
  readonly total: number;
}

/** What an audit in slices may use besides the file. */
export interface SliceOptions {
  /** Called between slices; when it returns 'cancel', the audit ends and the result is null. */
  readonly report: (progress: AuditProgress) => 'go-on' | 'cancel';
  /** Threads that read pages too; absent: as many as the audit is worth. None where no page is read. */
  readonly helpers?: number;
}

/** Runs an audit in slices, that of a large crawl with the help of other threads. */
export async function auditInSlices(
  { source, baseline, paths }: Pick<AuditedFile, 'source' | 'baseline' | 'paths'>,
  choice: Omit<AuditChoice, 'baseline' | 'helpers'>,
  { report, helpers: count = helpersFor(source, checksToRun(choice)) }: SliceOptions,
): Promise<Audit | null> {
  const total = source.urlCount * 2;
  const isRead = !choice.previous || checksToRun(choice).some(readsPages);
  const helpers = count > 0 && isRead ? new PageHelpers(paths, count) : null;
  try {
    const steps = runAudit(source, { ...choice, baseline, helpers });
    for (;;) {
      const end = performance.now() + sliceMs;
      let step = steps.next();
      while (step.done !== true && performance.now() < end && !helpers?.isAwaited) step = steps.next();
      if (step.done === true) return step.value;
      if (report({ done: Math.min(step.value, total), total }) === 'cancel') return null;
      if (helpers?.isAwaited) await helpers.change(sliceMs);
      else await new Promise(resolve => setImmediate(resolve));
    }
  } catch (error) {
    if (!helpers?.hasFailed) throw error;
    console.error(error);
  } finally {
    helpers?.stop();
  }
  // A thread ended, such as for want of memory: what it read is missing.
  return auditInSlices({ source, baseline, paths }, choice, { report, helpers: 0 });
}
