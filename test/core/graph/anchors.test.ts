import { describe, expect, it } from 'vitest';
import type { UrlRow } from '#core/audit/source.ts';
import { UrlTable } from '#core/audit/url-table.ts';
import { type AnchorLimits, anchorTable, otherTexts, type TextLink } from '#core/graph/lists/anchors.ts';
import { sortedRows } from '#core/graph/lists/sorted-rows.ts';
import { type GraphTable, rowOf } from '#core/graph/lists/table.ts';
import { finish } from '#core/steps.ts';

const known: UrlRow = {
  ...{ id: 0, url: '', originId: 1, class: 'page', state: 'done', reason: '', status: 200, mime: 'text/html' },
  ...{
    mayFetch: 'yes',
    mayList: 'yes',
    linksFollowed: 'yes',
    noindex: false,
    nofollow: false,
    depth: 1,
    inlinks: 1,
    inSitemaps: 0,
  },
  ...{ canonicalId: 0, redirectId: 0, bytes: 1, totalMs: 1, attempts: 1, check: '' },
};
const names = ['target', 'text', 'links', 'pages', 'nofollow'];

function tableOf(size: number): UrlTable {
  const table = new UrlTable(size);
  for (let id = 1; id <= size; id++)
    table.add({ ...known, id, url: `https://example.com/${id}`, class: id % 7 === 0 ? 'external' : 'page' });
  return table;
}

/** The same numbers each time. */
function* links(count: number, urls: number, texts: number): Generator<TextLink> {
  let seed = 7;
  const below = (most: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((seed / 2 ** 32) * most);
  };
  for (let at = 0; at < count; at++)
    yield {
      from: 1 + Math.floor((at * urls) / count),
      to: 1 + below(urls + 3),
      text: below(9) === 0 ? '' : `text ${below(texts)}`,
      isNofollow: below(5) === 0,
    };
}

/** The same table, by texts as keys of a map. */
function plainly(table: UrlTable, all: Iterable<TextLink>, target: number | null, ofTarget: number): unknown[][] {
  const rows = new Map<string, [string, string, number, number, number, number]>();
  const known = new Map<number, number>();
  for (const { from, to, text, isNofollow } of all) {
    const row = table.rowOf(to);
    if (row < 0 || table.class(row) === 'external' || (target !== null && row !== target)) continue;
    const [own, other] = [`${row} ${text}`, `${row} ${otherTexts}`];
    const key = rows.has(own) || (known.get(row) ?? 0) < ofTarget ? own : other;
    let found = rows.get(key);
    if (!found) {
      found = [table.url(row), key === own ? text : otherTexts, 0, 0, 0, -1];
      rows.set(key, found);
      known.set(row, (known.get(row) ?? 0) + 1);
    }
    found[2] += 1;
    if (found[5] !== from) found[3] += 1;
    found[5] = from;
    if (isNofollow) found[4] += 1;
  }
  return [...rows.values()].map(row => row.slice(0, 5));
}

const rowsOf = (table: GraphTable): unknown[][] => Array.from({ length: table.size }, (_, row) => rowOf(table, names, row));
const roomy: AnchorLimits = { ofTarget: 1_000, rows: 1_000_000, texts: 1_000_000 };

describe('anchor texts', () => {
  const table = tableOf(300);
  const all = [...links(40_000, 300, 200)];

  it('are those that a plain count finds, of all targets and of one', () => {
    expect(rowsOf(finish(anchorTable({ table }, all, null)))).toEqual(plainly(table, all, null, 1_000));
    expect(rowsOf(finish(anchorTable({ table }, all, 4)))).toEqual(plainly(table, all, 4, 1_000));
    const few = { ...roomy, ofTarget: 20 };
    const cut = finish(anchorTable({ table }, all, null, few));
    expect(rowsOf(cut)).toEqual(plainly(table, all, null, 20));
    expect(cut.note).toBeUndefined();
  });

  it('beyond the rows or texts that are kept count as others of their target, and the list says so', () => {
    for (const limits of [
      { ...roomy, rows: 500 },
      { ...roomy, texts: 50 },
    ]) {
      const cut = finish(anchorTable({ table }, all, null, limits));
      const rows = rowsOf(cut);
      const sum = (list: readonly unknown[][], at: number): number => list.reduce((before, row) => before + Number(row[at]), 0);
      expect(cut.note).toContain('Further texts count as “(other texts)”');
      expect(sum(rows, 2)).toBe(sum(plainly(table, all, null, 1_000), 2));
      expect(new Set(rows.map(([target]) => target)).size).toBe(258);
      const texts = new Set(rows.map(([, text]) => text));
      expect(texts.has(otherTexts)).toBe(true);
      expect(Math.min(texts.size - limits.texts, rows.length - limits.rows - 258)).toBeLessThanOrEqual(0);
    }
  });

  it('are in the same order by their numbers as by their values', () => {
    const made = finish(anchorTable({ table }, all, null));
    const { keyed: _, ...plain } = made;
    for (const column of names)
      for (const descending of [true, false]) {
        const read = made.columns[column] as (row: number) => string | number;
        const sign = descending ? -1 : 1;
        const expected = Array.from({ length: made.size }, (_, row) => row).sort((a, b) => {
          const [first, second] = [read(a), read(b)];
          return first === second ? a - b : first < second ? -sign : sign;
        });
        expect([...sortedRows(made, column, descending)]).toEqual(expected);
        expect([...sortedRows(plain, column, descending)]).toEqual(expected);
      }
  });
});
