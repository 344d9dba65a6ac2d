import { type CheckCount, type CheckInfo, type CheckPriority, type CheckType, openHits } from '#shared/model/audit.ts';
import type { HealthScore } from '#shared/model/issues.ts';

/** What share of the points that are left a check takes when it hits everything that it checked. An opportunity is no fault. */
const weights: Readonly<Record<CheckType, Readonly<Record<CheckPriority, number>>>> = {
  issue: { H: 0.1, M: 0.04, L: 0.01 },
  warning: { H: 0.05, M: 0.02, L: 0.005 },
  opportunity: { H: 0, M: 0, L: 0 },
};

export interface ScoredCheck {
  readonly id: string;
  readonly type: CheckType;
  readonly priority: CheckPriority;
  readonly count: CheckCount;
}

/**
 * The health score: 100 × Π (1 − weight × hits ÷ checked), over checks that checked something. Hits that an ignore rule sets
 * aside do not count. `docs/decisions/0040-health-score.md`
 * says why. Null where no check that counts could check anything.
 */
export function healthScore(all: readonly ScoredCheck[]): HealthScore | null {
  const counting = all.filter(({ type, priority }) => weights[type][priority] > 0);
  const checked = counting.filter(({ count }) => count.checked > 0);
  if (checked.length === 0) return null;
  const kept = checked.map(check => ({ id: check.id, factor: factorOf(check) }));
  const value = 100 * kept.reduce((product, { factor }) => product * factor, 1);
  // Shares of the loss by logarithm, so that they add up to it in any order.
  const whole = kept.reduce((sum, { factor }) => sum + Math.log(factor), 0);
  const lost = kept
    .filter(({ factor }) => factor < 1)
    .map(({ id, factor }) => ({ id, points: (100 - value) * (Math.log(factor) / whole) }))
    .sort((a, b) => b.points - a.points);
  return { value, checks: checked.length, allChecks: counting.length, lost };
}

/** The score of an audit. Own checks do not count: the score of two crawls stays comparable. */
export const scoreOfChecks = (
  checks: readonly {
    readonly info: Pick<CheckInfo, 'id' | 'type' | 'priority' | 'group'>;
    readonly count: CheckCount;
  }[],
): HealthScore | null =>
  healthScore(
    checks.flatMap(({ info: { id, type, priority, group }, count }) => (group === 'own' ? [] : [{ id, type, priority, count }])),
  );

const factorOf = ({ type, priority, count }: ScoredCheck): number =>
  1 - weights[type][priority] * (openHits(count) / count.checked);
