import { describe, expect, it } from 'vitest';
import type { LinkGraph } from '#core/graph/link-graph.ts';
import { pageRank } from '#core/graph/page-rank.ts';
import { finish } from '#core/steps.ts';
import { linkGraph, randomLinks } from '../../support/random-links.ts';

const all = (size: number): Uint8Array => new Uint8Array(size).fill(1);

/** The ranks as the solution of linear equations (Gaussian elimination): another way than that of the program. */
function solved({ start, to }: LinkGraph, members: readonly number[]): number[] {
  const damping = 0.85;
  const count = members.length;
  const placeOf = new Map(members.map((row, place) => [row, place]));
  const matrix = members.map(() => new Array<number>(count + 1).fill(0));
  for (let column = 0; column < count; column++) {
    const row = members[column] as number;
    const targets = [...to.subarray(start[row], start[row + 1])].flatMap(target => placeOf.get(target) ?? []);
    for (let line = 0; line < count; line++) (matrix[line] as number[])[column] = targets.length === 0 ? -damping / count : 0;
    for (const target of targets) (matrix[target] as number[])[column] = -damping / targets.length;
  }
  for (let line = 0; line < count; line++) {
    const row = matrix[line] as number[];
    row[line] = (row[line] as number) + 1;
    row[count] = (1 - damping) / count;
  }
  for (let pivot = 0; pivot < count; pivot++) {
    const best = matrix.slice(pivot).sort((a, b) => Math.abs(b[pivot] as number) - Math.abs(a[pivot] as number))[0] as number[];
    const at = matrix.indexOf(best);
    [matrix[pivot], matrix[at]] = [best, matrix[pivot] as number[]];
    for (const row of matrix) {
      if (row === best || row[pivot] === 0) continue;
      const factor = (row[pivot] as number) / (best[pivot] as number);
      for (let column = pivot; column <= count; column++)
        row[column] = (row[column] as number) - factor * (best[column] as number);
    }
  }
  return matrix.map((row, line) => (row[count] as number) / (row[line] as number));
}

describe('PageRank', () => {
  it('is the solution of its equations on generated graphs', () => {
    for (const [seed, size, count] of [
      [1, 2, 1],
      [2, 12, 20],
      [3, 60, 90],
      [4, 60, 600],
      [5, 100, 40],
    ] as const) {
      const graph = linkGraph(size, randomLinks(seed, size, count));
      const { rank, change } = finish(pageRank(graph, { takesPart: all(size) }));
      const wanted = solved(graph, [...rank.keys()]);
      for (const [row, each] of rank.entries()) expect(each).toBeCloseTo(wanted[row] as number, 8);
      expect(change).toBeLessThan(1e-9);
    }
  });

  it('gives no rank to rows that take no part', () => {
    const graph = linkGraph(5, [
      [0, 1],
      [1, 2],
      [2, 0],
      [3, 1],
    ]);
    const takesPart = Uint8Array.from([1, 1, 1, 1, 0]);
    const { rank } = finish(pageRank(graph, { takesPart }));
    expect(rank[4]).toBe(0);
    const wanted = solved(graph, [0, 1, 2, 3]);
    for (const [row, each] of wanted.entries()) expect(rank[row]).toBeCloseTo(each, 8);
  });

  it('adds up to 1, and gives equal ranks without links', () => {
    const { rank, rounds } = finish(pageRank(linkGraph(4, []), { takesPart: all(4) }));
    expect([...rank]).toEqual([0.25, 0.25, 0.25, 0.25]);
    expect(rounds).toBe(1);
    const graph = linkGraph(50, randomLinks(9, 50, 200));
    expect(finish(pageRank(graph, { takesPart: all(50) })).rank.reduce((sum, each) => sum + each)).toBeCloseTo(1, 10);
    expect(finish(pageRank(linkGraph(0, []), { takesPart: all(0) })).rank).toHaveLength(0);
  });

  it('ends after the most rounds and says how far it got', () => {
    const graph = linkGraph(3, [
      [0, 1],
      [1, 2],
      [2, 0],
      [0, 2],
    ]);
    const { rounds, change } = finish(pageRank(graph, { takesPart: all(3), mostRounds: 2 }));
    expect(rounds).toBe(2);
    expect(change).toBeGreaterThan(1e-9);
  });
});
