import { type Audit, type AuditChoice, runAudit } from '#core/audit/run.ts';
import type { AuditSource } from '#core/audit/source.ts';
import type { StoredAuditSettings } from '#shared/model/audit-settings.ts';
import { fail } from '#shared/rpc/errors.ts';
import { openDatabase } from '#storage/file/database.ts';
import { auditSource } from '#storage/reads/audit-source.ts';
import { auditSettingsTable } from '#storage/tables/audit-settings.ts';
import { crawlTable } from '#storage/tables/crawls.ts';

/** A crawl file opened for the audit, on a read-only connection of its own. */
export interface AuditedFile {
  readonly source: AuditSource;
  /** Its thresholds and ignore rules. */
  readonly stored: StoredAuditSettings;
  close(): void;
}

/** Opens a crawl file for the audit. Throws an RpcError: missing, not a crawl, damaged, of a newer version. */
export function openAudited(path: string): AuditedFile {
  const db = openDatabase(path, { readOnly: true });
  try {
    const crawl = crawlTable(db);
    const row = crawl.read() ?? fail('refused', `${path} holds no crawl yet.`);
    const { state, detail, startedAt, endedAt, createdAt } = row;
    return {
      source: auditSource(db, {
        settings: crawl.settings(row.settingsId),
        crawl: { state, detail, startedAt: startedAt ?? createdAt, endedAt },
      }),
      stored: auditSettingsTable(db).read(),
      close: () => db.close(),
    };
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

export interface AuditProgress {
  readonly done: number;
  /** URLs and pages at most. */
  readonly total: number;
}

/** Runs an audit in slices. `report` is called between slices; when it returns 'cancel', the audit ends and the result is null. */
export async function auditInSlices(
  source: AuditSource,
  choice: AuditChoice,
  report: (progress: AuditProgress) => 'go-on' | 'cancel',
): Promise<Audit | null> {
  const total = source.urlCount * 2;
  const steps = runAudit(source, choice);
  for (;;) {
    const end = performance.now() + 30;
    let step = steps.next();
    while (step.done !== true && performance.now() < end) step = steps.next();
    if (step.done === true) return step.value;
    if (report({ done: Math.min(step.value, total), total }) === 'cancel') return null;
    await new Promise(resolve => setImmediate(resolve));
  }
}
