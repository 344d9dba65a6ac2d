import { describe, expect, it } from 'vitest';
import { runFuzz } from '../../../support/proof/fuzz.ts';
import { measureGrowth, shapes } from '../../../support/proof/linear.ts';

describe('readers of hostile text', () => {
  it('throw nothing and keep their invariants (node scripts/proofs/fuzz.mjs runs millions)', () => {
    const { counts, failures } = runFuzz({ from: 0, to: 60_000, seed: 3 });
    expect(failures).toEqual([]);
    expect([...counts.values()].every(count => count > 10)).toBe(true);
  });

  it('are given long pieces they read in linear time (node scripts/proofs/linear-time.mjs measures many shapes)', () => {
    const shape = shapes.find(each => each.name === 'crawlscope, one piece that fails in the middle');
    expect(shape).toBeDefined();
    // Counted in milliseconds, not compared: the built-in search would need minutes for the largest.
    const { times } = measureGrowth(shape!, () => performance.now());
    expect(times.length).toBe(4);
  });
});
