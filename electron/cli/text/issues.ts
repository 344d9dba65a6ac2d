import { type CheckCount, type NotCheckableReason, notCheckableReasons } from '#shared/model/audit.ts';

/** '12 (blocked: 10, not-requested: 2)', '0' for none. */
export function notCheckableWords({ notCheckable }: CheckCount): string {
  const parts = Object.entries(notCheckable).filter(([reason]) => reason in notCheckableReasons) as [
    NotCheckableReason,
    number,
  ][];
  const sum = parts.reduce((total, [, count]) => total + count, 0);
  return sum === 0 ? '0' : `${sum} (${parts.map(([reason, count]) => `${reason}: ${count}`).join(', ')})`;
}
