import type { UrlTable } from '../audit/url-table.ts';

/** Inside the scope of the crawl, as `isInternalRow` says. */
export const isInternal = (table: UrlTable, row: number): boolean => {
  const kind = table.class(row);
  return (
    kind === 'page' || (kind === 'resource' && table.word('check', row) === '' && (table.numbers.status[row] as number) >= 0)
  );
};

/** Where a URL passes on to: the target of its redirect, or the page that it names as canonical. -1: nowhere. */
function next(table: UrlTable, row: number): number {
  const { redirect, canonical, id } = table.numbers;
  const redirected = redirect[row] as number;
  if (redirected !== 0) {
    const target = table.rowOf(redirected);
    return target >= 0 && isInternal(table, target) ? target : -1;
  }
  const named = canonical[row] as number;
  if (named === 0 || named === id[row]) return -1;
  const target = table.rowOf(named);
  // A canonical is a hint: search engines ignore one that names no page.
  return target >= 0 && table.has('page', target) ? target : -1;
}

/**
 * By row: the row that its links count for, itself or the end of its redirects and canonicals. URLs of a loop, and those that lead into
 * one, stand for themselves; so does a URL that redirects to another site. 4 bytes a URL.
 *
 * Google Search Central, "Redirects and Google Search" and "What is canonicalization": a permanent redirect and rel=canonical are signals
 * that the target is the one to index, and the duplicates' signals are consolidated there.
 */
export function standsFor(table: UrlTable): Int32Array {
  const { size } = table;
  const end = new Int32Array(size).fill(-1);
  const onWay = new Uint8Array(size);
  const way: number[] = [];
  for (let row = 0; row < size; row++) {
    let at = row;
    way.length = 0;
    while (at >= 0 && end[at] === -1 && onWay[at] === 0) {
      onWay[at] = 1;
      way.push(at);
      const to = isInternal(table, at) ? next(table, at) : -1;
      if (to < 0) break;
      at = to;
    }
    // It met its own way: a loop. Or a way that ended in one.
    const isLoop = way.length > 0 && ((end[at] === -1 && at !== way.at(-1)) || (end[at] as number) === inLoop);
    const last = end[at] === -1 ? (way.at(-1) as number) : (end[at] as number);
    for (const each of way) end[each] = isLoop ? inLoop : last;
    for (const each of way) onWay[each] = 0;
  }
  for (let row = 0; row < size; row++) if (end[row] === inLoop) end[row] = row;
  return end;
}

const inLoop = -2;
