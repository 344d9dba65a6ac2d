import { describe, expect, it } from 'vitest';
import { PrintTable } from '#storage/tables/print-table.ts';

/** Numbers of 32 bits, the same in every run: xorshift. */
function numbers(seed: number): () => number {
  let x = seed;
  return () => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return x >>> 0;
  };
}

type Entry = readonly [one: number, two: number, three: number, id: number];
const random = (count: number, next = numbers(7)): Entry[] =>
  Array.from({ length: count }, (_, n) => [next(), next(), next(), n + 1] as const);
const wrong = (table: PrintTable, entries: readonly Entry[]) =>
  entries.filter(([one, two, three, id]) => table.find(one, two, three) !== id);

function filled(entries: readonly Entry[]): PrintTable {
  const table = new PrintTable();
  for (const entry of entries) table.add(...entry);
  return table;
}

describe('a table of prints', () => {
  it('refuses a print that repeats without end, before that takes long', () => {
    const table = new PrintTable();
    let added = 0;
    expect(() => {
      for (; added < 40_000; added++) table.add(1, 2, 3, added + 1);
    }).toThrow(/^The crawl file is damaged/);
    expect(added).toBeGreaterThan(10_000);
  });

  it('finds each id while it grows, and nothing else', () => {
    const table = new PrintTable();
    const entries = random(60_000);
    for (const [at, entry] of entries.entries()) {
      table.add(...entry);
      if (at % 9_973 === 0) expect(wrong(table, entries.slice(0, at + 1))).toEqual([]);
    }
    expect(wrong(table, entries)).toEqual([]);
    const others = random(60_000, numbers(99));
    expect(others.filter(([one, two, three]) => table.find(one, two, three) !== 0)).toEqual([]);
    expect(table.size).toBe(60_000);
  });

  it('takes at most 20.5 bytes an entry, at any size', () => {
    const table = new PrintTable();
    const next = numbers(3);
    const most: number[] = [];
    for (let id = 1; id <= 400_000; id++) {
      table.add(next(), next(), next(), id);
      if (id >= 100_000 && id % 1_000 === 0) most.push(table.bytes / id);
    }
    expect(Math.max(...most)).toBeLessThan(20.5);
  });

  it('tells prints apart that differ in one number only', () => {
    const entries: Entry[] = [
      [5, 6, 7, 1],
      [5, 6, 8, 2],
      [5, 7, 7, 3],
      [6, 6, 7, 4],
    ];
    const table = filled(entries);
    expect(wrong(table, entries)).toEqual([]);
    expect([table.find(5, 6, 9), table.find(5, 8, 7), table.find(7, 6, 7)]).toEqual([0, 0, 0]);
  });

  it('holds prints that all begin in the last place of one part, and begins again at its start', () => {
    const entries = Array.from({ length: 500 }, (_, n): Entry => [0xff_ff_ff_ff, n, 0xffff_ffff - n, n + 1]);
    const table = filled(entries);
    expect(wrong(table, entries)).toEqual([]);
    expect(table.find(0xff_ff_ff_ff, 500, 0)).toBe(0);
  });

  it('holds ids above 2^31', () => {
    const entries: Entry[] = [
      [1, 2, 3, 2 ** 31],
      [4, 5, 6, 2 ** 31 + 1],
      [2 ** 32 - 1, 2 ** 31, 2 ** 31 + 7, 2 ** 32 - 1],
    ];
    expect(wrong(filled(entries), entries)).toEqual([]);
  });

  it('has room at once for as many as it is told, and keeps what it has', () => {
    const entries = random(50_000);
    const table = filled(entries.slice(0, 100));
    table.reserve(50_000);
    const { bytes } = table;
    for (const entry of entries.slice(100, 40_000)) table.add(...entry);
    expect(table.bytes).toBe(bytes);
    for (const entry of entries.slice(40_000)) table.add(...entry);
    expect(wrong(table, entries)).toEqual([]);
  });

  it('is empty after it was cleared', () => {
    const entries = random(10);
    const table = filled(entries);
    table.clear();
    expect([table.size, table.bytes, wrong(table, entries).length]).toEqual([0, 0, 10]);
    table.add(1, 2, 3, 9);
    expect(table.find(1, 2, 3)).toBe(9);
  });
});
