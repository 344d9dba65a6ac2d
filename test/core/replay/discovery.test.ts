import { describe, expect, it } from 'vitest';
import { graphOf, type LinkGraph } from '#core/graph/link-graph.ts';
import { lostDiscovery } from '#core/replay/discovery.ts';
import { finish } from '#core/steps.ts';
import { dice } from './generated.ts';

const graph = (size: number, ...links: readonly (readonly [number, number])[]): LinkGraph =>
  finish(
    graphOf(size, {
      from: Int32Array.from(links, each => each[0]),
      to: Int32Array.from(links, each => each[1]),
      count: links.length,
    }),
  );
const set = (size: number, ...rows: number[]): Uint8Array =>
  Uint8Array.from({ length: size }, (_, row) => (rows.includes(row) ? 1 : 0));

describe('lost discovery', () => {
  it('is the pages behind the only page that linked them, not the blocked page itself', () => {
    // 0 → 1 → 2 → 3, 0 → 4 → 3
    const site = graph(6, [0, 1], [1, 2], [2, 3], [0, 4], [4, 3]);
    expect(finish(lostDiscovery(site, [0], set(6), set(6, 1)))).toEqual({
      lost: Int32Array.of(2),
      foundBefore: 5,
      foundAfter: 4,
    });
  });

  it('does not count what a sitemap or another site still leads to', () => {
    const site = graph(3, [0, 1], [1, 2]);
    expect([...finish(lostDiscovery(site, [0, 2], set(3), set(3, 1))).lost]).toEqual([]);
  });

  it('does not count pages that become blocked themselves, nor pages never found', () => {
    const site = graph(4, [0, 1], [1, 2]);
    expect([...finish(lostDiscovery(site, [0], set(4), set(4, 1, 2))).lost]).toEqual([]);
  });

  it('leaves out links whose ends are unknown, and ends in circles', () => {
    const site = graph(2, [0, 1], [1, 0], [0, -1], [5, 1]);
    expect(site.to.length).toBe(2);
    expect(finish(lostDiscovery(site, [0, 0, 99], set(2), set(2)))).toMatchObject({ foundBefore: 2 });
  });

  it('equals a plain search for random sites', () => {
    for (let seed = 1; seed <= 80; seed += 1) {
      const { below } = dice(seed * 77);
      const size = 2 + below(30);
      const links = Array.from({ length: below(60) }, () => [below(size), below(size)] as const);
      const [old, now] = [0, 1].map(() => set(size, ...Array.from({ length: below(8) }, () => below(size)))) as [
        Uint8Array,
        Uint8Array,
      ];
      const reach = (blocked: Uint8Array, row = 0, seen = new Set<number>()): Set<number> => {
        if (seen.has(row)) return seen;
        seen.add(row);
        if (blocked[row] === 0) for (const [from, to] of links) if (from === row) reach(blocked, to, seen);
        return seen;
      };
      const [before, after] = [reach(old), reach(now)];
      const lost = [...before].filter(row => !after.has(row) && now[row] === 0).sort((a, b) => a - b);
      expect([...finish(lostDiscovery(graph(size, ...links), [0], old, now)).lost]).toEqual(lost);
    }
  });
});
