import { describe, expect, it } from 'vitest';
import { countBehind, dominatorsOf, rowsBehind } from '#core/graph/dominators.ts';
import { foundFrom, type LinkGraph, reversed } from '#core/graph/link-graph.ts';
import { finish } from '#core/steps.ts';
import { linkGraph, randomLinks } from '../../support/random-links.ts';

/** By row: the rows that are found no more if nobody follows the links of this one. The definition, tried out. */
function lostWithout(graph: LinkGraph, roots: readonly number[]): number[][] {
  const size = graph.start.length - 1;
  const found = finish(foundFrom(graph, roots, new Uint8Array(size)));
  return Array.from({ length: size }, (_, row) => {
    const blocked = new Uint8Array(size);
    blocked[row] = 1;
    const still = finish(foundFrom(graph, roots, blocked));
    return [...found.keys()].filter(each => found[each] === 1 && still[each] === 0);
  });
}

describe('dominators', () => {
  it('are what nothing is found without, on generated graphs', () => {
    for (const [seed, size, count, roots] of [
      [1, 8, 12, [0]],
      [2, 40, 60, [0]],
      [3, 40, 60, [0, 7, 21]],
      [4, 120, 170, [3]],
      [5, 120, 400, [5, 9]],
    ] as const) {
      const graph = linkGraph(size, randomLinks(seed, size, count));
      const found = finish(dominatorsOf(graph, roots));
      const wanted = lostWithout(graph, roots);
      for (let row = 0; row < size; row++) {
        expect([...rowsBehind(found, row)].sort((a, b) => a - b)).toEqual(wanted[row]);
        expect(found.behind[row]).toBe(wanted[row]?.length);
        // The nearest dominator is the one with the fewest rows behind it.
        const above = [...wanted.keys()].filter(each => wanted[each]?.includes(row));
        above.sort((a, b) => (wanted[a]?.length ?? 0) - (wanted[b]?.length ?? 0));
        expect(found.nearest[row]).toBe(above[0] ?? -1);
      }
    }
  });

  it('has no dominator for a root, a row with two ways from different roots, and a row without any', () => {
    const graph = linkGraph(5, [
      [0, 2],
      [1, 2],
      [0, 1],
      [2, 3],
    ]);
    const found = finish(dominatorsOf(graph, [0, 1]));
    expect([...found.nearest]).toEqual([-1, -1, -1, 2, -1]);
    expect([...found.behind]).toEqual([0, 0, 1, 0, 0]);
    expect([...found.order]).not.toContain(4);
  });

  it('counts only some of the rows behind', () => {
    const graph = linkGraph(5, [
      [0, 1],
      [1, 2],
      [2, 3],
      [2, 4],
    ]);
    const found = finish(dominatorsOf(graph, [0]));
    expect([...countBehind(found, Uint8Array.from([1, 0, 0, 1, 1]))]).toEqual([2, 2, 2, 0, 0]);
  });

  it('takes a chain as long as a site can have', () => {
    const size = 200_000;
    const graph = linkGraph(
      size,
      Array.from({ length: size - 1 }, (_, row) => [row, row + 1] as const),
    );
    const found = finish(dominatorsOf(graph, [0]));
    expect(found.behind[0]).toBe(size - 1);
    expect(found.nearest[size - 1]).toBe(size - 2);
  });
});

describe('links by target', () => {
  it('has each link once, from the other side', () => {
    const links = randomLinks(6, 30, 90);
    const back = finish(reversed(linkGraph(30, links)));
    const found = [...links.keys()].length;
    expect(back.to).toHaveLength(found);
    for (const [from, to] of links) expect([...back.to.subarray(back.start[to], back.start[to + 1])]).toContain(from);
  });
});
