import { openForAudit } from '#engine/file-audit/audit-file.ts';

/** What the audit of a file recomputes otherwise. */
export function differencesOf(path: string): unknown[] {
  const found: unknown[] = [];
  const opened = openForAudit(path);
  try {
    const steps = opened.run(difference => found.push(difference));
    while (steps.next().done !== true);
    return found;
  } finally {
    opened.close();
  }
}
