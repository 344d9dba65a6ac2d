import type { BaselineSource } from '#core/audit/baseline.ts';
import type { Check } from '#core/audit/check.ts';
import type { Audit } from '#core/audit/run.ts';
import type { AuditSource } from '#core/audit/source.ts';
import type { OwnCheckReads } from '#engine/audit/own-checks.ts';
import type { StoredAuditSettings } from '#shared/model/audit-settings.ts';
import type { ChangedLimits } from '#shared/model/issues.ts';
import type { StoredRule } from '#shared/model/rules.ts';
import type { Io } from './io.ts';

export interface OpenedAudit {
  readonly source: AuditSource;
  /** An earlier crawl, for the checks that compare two. */
  readonly baseline: BaselineSource | null;
  readonly stored: StoredAuditSettings;
  /** What own checks read. */
  readonly own: OwnCheckReads;
  readonly isAllowed: (rule: StoredRule) => boolean;
  close(): void;
}

/** What is audited, and with which thresholds. */
export interface WantedAudit {
  readonly path: string;
  readonly checks: readonly Check[];
  readonly limits: ChangedLimits;
  /** Only these URLs are counted; null: all. */
  readonly within: ((id: number) => boolean) | null;
}

/** Runs the audit of an opened file with progress on a terminal. Null: Ctrl+C ended it. */
export async function auditWithProgress(
  io: Io,
  file: OpenedAudit,
  { path, checks, limits, within }: WantedAudit,
): Promise<Audit | null> {
  const { auditInSlices } = await import('#engine/audit/audit-file.ts');
  let isCancelled = false;
  const unhook = io.onInterrupt(() => {
    isCancelled = true;
  });
  let said = 0;
  const started = performance.now();
  try {
    const audit = await auditInSlices(file.source, { checks, limits, baseline: file.baseline, within }, ({ done, total }) => {
      const now = performance.now();
      if (io.stderr.isTerminal && now - said > 200) {
        said = now;
        const left = done === 0 ? '' : `, about ${Math.ceil((((now - started) / done) * (total - done)) / 1_000)} s left`;
        void io.stderr.write(`\r${path}: ${done} of ${total} URLs and pages${left}\u001b[K`);
      }
      return isCancelled ? 'cancel' : 'go-on';
    });
    if (io.stderr.isTerminal) await io.stderr.write('\r\u001b[K');
    return audit;
  } finally {
    unhook();
  }
}
