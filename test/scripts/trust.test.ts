import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const { campaigns } = await import('../../scripts/proofs/campaigns.mjs' as string);
const { figuresOf, readRuns } = await import('../../scripts/run/trust-page.mjs' as string);

describe('the campaigns of npm run trust', () => {
  it('have one name each, a script that prints figures, and a goal for each stage', () => {
    expect(new Set(campaigns.map(({ id }: { id: string }) => id)).size).toBe(campaigns.length);
    for (const { script, ci, nightly } of campaigns) {
      const path = join(root, 'scripts/proofs', script);
      expect(existsSync(path), script).toBe(true);
      expect(readFileSync(path, 'utf8'), script).toContain('printFigures(');
      expect(ci.least).toBeGreaterThan(0);
      expect(nightly.least).toBeGreaterThanOrEqual(ci.least);
    }
  });

  it('take at most 25 minutes with each push and 90 at night', () => {
    const minutes = (stage: 'ci' | 'nightly') =>
      campaigns.reduce((sum: number, each: Record<string, { minutes: number }>) => sum + (each[stage]?.minutes ?? 0), 0);
    expect(minutes('ci')).toBeLessThanOrEqual(25);
    expect(minutes('nightly')).toBeLessThanOrEqual(90);
  });

  it('have the figures of their last runs in docs/trust.md', () => {
    expect(readFileSync(join(root, 'docs/trust.md'), 'utf8')).toContain(figuresOf(readRuns()));
  });

  it('show a run that found a fault, and the sum over all seeds', () => {
    const run = { day: '2026-11-23', stage: 'ci', id: 'fuzz', seed: 7, count: 1000, wrong: 0, seconds: 3, fault: '' };
    const page = figuresOf([run, { ...run, seed: 8, wrong: 2, fault: '2 wrong' }]);
    expect(page).toContain('| each push | 2026-11-23 | 8 | 1,000 | 2 | 3 s |');
    expect(page).toContain('| all 2 runs | | | 2,000 | 2 | |');
  });
});
