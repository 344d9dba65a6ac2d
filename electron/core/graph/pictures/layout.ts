import type { Steps } from '../../steps.ts';

/** A forest to lay out. Places are numbers from 0. */
export interface Forest {
  /** Place of the parent; -1 for a root, and where nothing leads. */
  readonly parents: Int32Array;
  /** Ring: 0 for the innermost, -1 for the outermost of all. A parent is in a ring further in. */
  readonly rings: Int32Array;
  /** Children of one parent stand in the order of these numbers, then by place. */
  readonly order: Uint8Array;
}

export interface Layout {
  readonly x: Float32Array;
  readonly y: Float32Array;
}

const golden = (Math.sqrt(5) - 1) / 2;
/** Room between two rings, as a share of the radius of the whole. */
const gap = 0.02;

/**
 * Lays out a forest in rings: a ring has as much area as it has nodes, and a node as large a sector of its parent's as it has
 * descendants. Linear in the nodes but for one sort; no chance is involved. Yields nodes.
 */
export function* ringLayout({ parents, rings, order }: Forest): Steps<Layout> {
  const size = parents.length;
  const x = new Float32Array(size);
  const y = new Float32Array(size);
  const outermost = rings.reduce((most, ring) => Math.max(most, ring), 0) + 1;
  const ringOf = (node: number): number => ((rings[node] as number) < 0 ? outermost : (rings[node] as number));
  // Inner rings first, so that a parent comes before its children; then by parent and wanted order.
  const inward = Int32Array.from({ length: size }, (_, node) => node).sort(
    (a, b) =>
      ringOf(a) - ringOf(b) ||
      (parents[a] as number) - (parents[b] as number) ||
      (order[a] as number) - (order[b] as number) ||
      a - b,
  );
  yield size;
  const weight = new Float64Array(size).fill(1);
  for (let at = size - 1; at >= 0; at--) {
    const node = inward[at] as number;
    const parent = parents[node] as number;
    if (parent >= 0) weight[parent] = (weight[parent] as number) + (weight[node] as number);
  }
  yield size;
  // What nothing leads to has a circle of its own.
  const isApart = (node: number): number => ((rings[node] as number) < 0 ? 1 : 0);
  const roots = [0, 0];
  for (const node of inward)
    if ((parents[node] as number) < 0) roots[isApart(node)] = (roots[isApart(node)] as number) + (weight[node] as number);
  // Where the next child of a node begins, and how wide each unit of weight is.
  const next = new Float64Array(size);
  const scale = new Float64Array(size);
  const angle = new Float64Array(size);
  const free = [0, 0];
  for (const node of inward) {
    const parent = parents[node] as number;
    const own = weight[node] as number;
    const unit = parent < 0 ? (2 * Math.PI) / Math.max(1, roots[isApart(node)] as number) : (scale[parent] as number);
    const begin = parent < 0 ? (free[isApart(node)] as number) : (next[parent] as number);
    const width = own * unit;
    if (parent < 0) free[isApart(node)] = begin + width;
    else next[parent] = begin + width;
    angle[node] = begin + width / 2;
    next[node] = begin;
    // What a node itself weighs is room beside its children.
    scale[node] = own > 1 ? width / (own - 1) : 0;
  }
  yield size;
  const counts = new Int32Array(outermost + 1);
  for (let node = 0; node < size; node++) counts[ringOf(node)] = (counts[ringOf(node)] as number) + 1;
  const whole = Math.sqrt(Math.max(1, size));
  const inner = new Float64Array(counts.length);
  const outer = new Float64Array(counts.length);
  let radius = 0;
  for (const [ring, count] of counts.entries()) {
    if (count === 0) continue;
    inner[ring] = radius === 0 ? 0 : radius + whole * gap;
    outer[ring] = Math.sqrt((inner[ring] as number) ** 2 + count);
    radius = outer[ring] as number;
  }
  const placed = new Int32Array(counts.length);
  for (const node of inward) {
    const ring = ringOf(node);
    const at = placed[ring] as number;
    placed[ring] = at + 1;
    const [from, to] = [(inner[ring] as number) ** 2, (outer[ring] as number) ** 2];
    const share = counts[ring] === 1 && ring === 0 ? 0 : (at * golden) % 1;
    const distance = Math.sqrt(from + share * (to - from));
    x[node] = distance * Math.cos(angle[node] as number);
    y[node] = distance * Math.sin(angle[node] as number);
  }
  return { x, y };
}
