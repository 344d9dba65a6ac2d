import { describe, expect, it } from 'vitest';
import { healthScore, type ScoredCheck } from '#core/audit/score.ts';

const check = (id: string, hits: number, checked: number, more: Partial<ScoredCheck> = {}): ScoredCheck => ({
  id,
  type: 'issue',
  priority: 'H',
  count: { hits, checked, notCheckable: {} },
  ...more,
});

describe('the health score', () => {
  it('is 100 where nothing is wrong, and null where nothing could be checked', () => {
    expect(healthScore([check('a', 0, 10)])).toEqual({ value: 100, checks: 1, allChecks: 1, lost: [] });
    expect(healthScore([check('a', 0, 0)])).toBeNull();
    expect(healthScore([])).toBeNull();
  });

  it('takes weight × share of what is left for each check', () => {
    const score = healthScore([
      check('a', 10, 10),
      check('b', 5, 10, { priority: 'M' }),
      check('c', 1, 1, { type: 'warning', priority: 'L' }),
    ]);
    expect(score?.value).toBeCloseTo(100 * 0.9 * 0.98 * 0.995, 10);
  });

  it('says what each check took, most first, and together the whole loss', () => {
    const score = healthScore([check('b', 5, 10, { priority: 'M' }), check('a', 10, 10), check('fine', 0, 4)]);
    expect(score?.lost.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(score?.lost.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(100 - (score?.value ?? 0), 10);
  });

  it('counts neither opportunities nor checks that could not check anything', () => {
    const score = healthScore([check('a', 9, 10, { type: 'opportunity' }), check('b', 0, 0), check('c', 0, 1)]);
    expect(score).toEqual({ value: 100, checks: 1, allChecks: 2, lost: [] });
  });
});
