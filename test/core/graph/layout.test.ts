import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ringLayout } from '#core/graph/pictures/layout.ts';
import { finish } from '#core/steps.ts';

/** A forest from a list of numbers: each names its parent among the nodes before, or nobody. */
function forestOf(choices: readonly number[]) {
  const parents = Int32Array.from(choices, (choice, node) => (node === 0 || choice % 5 === 0 ? -1 : choice % node));
  const rings = new Int32Array(choices.length);
  for (const [node, parent] of parents.entries()) rings[node] = parent < 0 ? 0 : (rings[parent] as number) + 1;
  return { parents, rings, order: Uint8Array.from(choices, choice => choice % 3) };
}

it('places every node, each ring outside of the one before, and the same forest the same way', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_000), { minLength: 1, maxLength: 200 }), choices => {
      const forest = forestOf(choices);
      const { x, y } = finish(ringLayout(forest));
      expect(finish(ringLayout(forest))).toEqual({ x, y });
      const nearest = new Map<number, number>();
      const farthest = new Map<number, number>();
      for (const [node, ring] of forest.rings.entries()) {
        const distance = Math.hypot(x[node] as number, y[node] as number);
        expect(Number.isFinite(distance)).toBe(true);
        nearest.set(ring, Math.min(nearest.get(ring) ?? Number.POSITIVE_INFINITY, distance));
        farthest.set(ring, Math.max(farthest.get(ring) ?? 0, distance));
      }
      for (const [ring, far] of farthest) expect(far).toBeLessThan(nearest.get(ring + 1) ?? Number.POSITIVE_INFINITY);
    }),
  );
});

it('puts a start URL in the middle, and what no link leads to outside of all', () => {
  const { x, y } = finish(
    ringLayout({ parents: Int32Array.of(-1, 0, 0, -1), rings: Int32Array.of(0, 1, 1, -1), order: new Uint8Array(4) }),
  );
  const distances = Array.from(x, (each, at) => Math.hypot(each, y[at] as number));
  expect(distances[0]).toBe(0);
  expect(distances[3]).toBeGreaterThan(Math.max(distances[1] as number, distances[2] as number));
});
