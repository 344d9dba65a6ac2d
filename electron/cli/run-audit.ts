import type { Check } from '#core/audit/check.ts';
import type { Audit } from '#core/audit/result.ts';
import type { AuditedFile } from '#engine/audit/audit-file.ts';
import type { ChangedLimits } from '#shared/model/issues.ts';
import type { Io } from './io.ts';

export type OpenedAudit = AuditedFile;

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
    const audit = await auditInSlices(
      file,
      { checks, limits, within },
      {
        report({ done, total }) {
          const now = performance.now();
          if (io.stderr.isTerminal && now - said > 200) {
            said = now;
            const left = done === 0 ? '' : `, about ${Math.ceil((((now - started) / done) * (total - done)) / 1_000)} s left`;
            void io.stderr.write(`\r${path}: ${done} of ${total} URLs and pages${left}\u001b[K`);
          }
          return isCancelled ? 'cancel' : 'go-on';
        },
      },
    );
    if (io.stderr.isTerminal) await io.stderr.write('\r\u001b[K');
    return audit;
  } finally {
    unhook();
  }
}
