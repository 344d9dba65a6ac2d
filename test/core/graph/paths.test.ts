import { describe, expect, it } from 'vitest';
import { distancesFrom, nearerRows, wayTo } from '#core/graph/paths.ts';
import { finish } from '#core/steps.ts';
import { linkGraph, randomLinks } from '../../support/random-links.ts';

describe('shortest ways', () => {
  const graph = linkGraph(7, [
    [0, 1],
    [0, 2],
    [1, 3],
    [2, 3],
    [3, 4],
    [4, 0],
    [5, 4],
    [5, 6],
  ]);
  const found = finish(distancesFrom(graph, [0]));

  it('counts links from the nearest root, and names the way', () => {
    expect([...found.depth]).toEqual([0, 1, 1, 2, 3, -1, -1]);
    expect(wayTo(found, 4)).toEqual([0, 1, 3, 4]);
    expect(wayTo(found, 0)).toEqual([0]);
    expect(wayTo(found, 6)).toBeNull();
    expect([...finish(distancesFrom(graph, [0, 5])).depth]).toEqual([0, 1, 1, 2, 1, 0, 1]);
  });

  it('names all rows that are one link nearer, and no other that links', () => {
    expect(nearerRows(graph, found, 3, 10)).toEqual({ rows: [1, 2], total: 2 });
    expect(nearerRows(graph, found, 3, 1)).toEqual({ rows: [1], total: 2 });
    expect(nearerRows(graph, found, 4, 10)).toEqual({ rows: [3], total: 1 });
    expect(nearerRows(graph, found, 0, 10)).toEqual({ rows: [], total: 0 });
    expect(nearerRows(graph, found, 6, 10)).toEqual({ rows: [], total: 0 });
  });

  it('equals repeated relaxation on generated graphs', () => {
    for (const seed of [1, 2, 3]) {
      const links = randomLinks(seed, 200, 320);
      const wanted = new Array<number>(200).fill(Number.POSITIVE_INFINITY);
      wanted[0] = 0;
      for (let round = 0; round < 200; round++)
        for (const [from, to] of links) wanted[to] = Math.min(wanted[to] as number, (wanted[from] as number) + 1);
      const { depth } = finish(distancesFrom(linkGraph(200, links), [0]));
      expect([...depth]).toEqual(wanted.map(each => (Number.isFinite(each) ? each : -1)));
    }
  });
});
