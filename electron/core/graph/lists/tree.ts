import type { DirectorySum, DirectoryTree } from '../directories.ts';
import type { GraphTable } from './table.ts';

/** Every directory as a row. */
export function treeTable(tree: DirectoryTree): GraphTable {
  const sum =
    (name: DirectorySum) =>
    (place: number): number =>
      tree.sums[name][place] as number;
  return {
    size: tree.size,
    columns: {
      directory: place => tree.paths[place] as string,
      level: place => tree.levels[place] as number,
      urls: sum('urls'),
      fetched: sum('fetched'),
      indexable: sum('indexable'),
      client_errors: sum('clientErrors'),
      server_errors: sum('serverErrors'),
      bytes: sum('bytes'),
      mean_ms: place => (sum('timed')(place) === 0 ? null : Math.round(sum('totalMs')(place) / sum('timed')(place))),
      inlinks: sum('inlinks'),
    },
  };
}

/**
 * The directories that are seen when these are open, in the order of a grid: each after the one that it is in, those of one directory as
 * `order` has them.
 */
export function visibleDirectories(tree: DirectoryTree, isOpen: (place: number) => boolean, order: Int32Array): Int32Array {
  const rank = new Int32Array(tree.size);
  for (const [at, place] of order.entries()) rank[place] = at;
  const visible: number[] = [];
  const waiting: number[] = [];
  const push = (parent: number): void => {
    const children = [...tree.childrenOf(parent)].sort((a, b) => (rank[b] as number) - (rank[a] as number));
    for (const child of children) waiting.push(child);
  };
  push(-1);
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    visible.push(place);
    if (isOpen(place)) push(place);
  }
  return Int32Array.from(visible);
}
