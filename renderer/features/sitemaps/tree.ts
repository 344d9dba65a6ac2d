import type { SitemapRow } from '#shared/model/explanation.ts';

export interface TreeRow {
  readonly row: SitemapRow;
  readonly level: number;
}

/** Rows in the order of the tree, parents first. A row whose parent is missing, or that is its own ancestor, is a root. */
export function treeOf(rows: readonly SitemapRow[]): readonly TreeRow[] {
  const known = new Set(rows.map(row => row.id));
  const children = new Map<number | null, SitemapRow[]>();
  for (const row of rows) {
    const parent = row.parent !== null && known.has(row.parent) && row.parent !== row.id ? row.parent : null;
    children.set(parent, [...(children.get(parent) ?? []), row]);
  }
  const out: TreeRow[] = [];
  const placed = new Set<number>();
  const place = (row: SitemapRow, level: number): void => {
    const todo: TreeRow[] = [{ row, level }];
    for (let next = todo.pop(); next; next = todo.pop()) {
      if (placed.has(next.row.id)) continue;
      placed.add(next.row.id);
      out.push(next);
      for (const child of [...(children.get(next.row.id) ?? [])].reverse()) todo.push({ row: child, level: next.level + 1 });
    }
  };
  for (const root of children.get(null) ?? []) place(root, 0);
  for (const row of rows) place(row, 0);
  return out;
}
