import { graphOf, type LinkGraph } from '#core/graph/link-graph.ts';
import { finish } from '#core/steps.ts';

/** The same numbers for the same seed, from 0 up to 1 (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A graph of these links. */
export function linkGraph(size: number, links: readonly (readonly [from: number, to: number])[]): LinkGraph {
  const from = Int32Array.from(links, ([each]) => each);
  const to = Int32Array.from(links, ([, each]) => each);
  return finish(graphOf(size, { from, to, count: links.length }));
}

/** A graph without repeated links and without links to oneself; some rows have no link, some none to them. */
export function randomLinks(seed: number, size: number, count: number): [from: number, to: number][] {
  const random = randomNumbers(seed);
  const seen = new Map<number, [number, number]>();
  for (let at = 0; at < count; at++) {
    // The square leads to few rows more often than to others, as on sites.
    const from = Math.floor(random() * size);
    const to = Math.floor(random() ** 2 * size);
    if (from !== to) seen.set(from * size + to, [from, to]);
  }
  return [...seen.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}
