import { describe, expect, it } from 'vitest';
import { DirectoryTree } from '#core/graph/directories.ts';
import { sortedRows } from '#core/graph/lists/sorted-rows.ts';
import type { GraphTable } from '#core/graph/lists/table.ts';

describe('directories', () => {
  const tree = new DirectoryTree();
  const directoryOf = (url: string): string => tree.paths[tree.placeOf(url)] as string;

  it('are the part of a URL up to the last slash of its path', () => {
    expect(directoryOf('https://example.com/')).toBe('https://example.com/');
    expect(directoryOf('https://example.com')).toBe('https://example.com/');
    expect(directoryOf('https://example.com/a')).toBe('https://example.com/');
    expect(directoryOf('https://example.com/a/')).toBe('https://example.com/a/');
    expect(directoryOf('https://example.com/a/b?c=/d/e/')).toBe('https://example.com/a/');
    expect(directoryOf('https://example.com/a//b')).toBe('https://example.com/a//');
    expect(directoryOf('http://example.com:8080/a/b')).toBe('http://example.com:8080/a/');
    expect(tree.childrenOf(-1).map(place => tree.paths[place])).toEqual(['https://example.com/', 'http://example.com:8080/']);
  });

  it('end at a depth that only made-up paths have', () => {
    const found = directoryOf(`https://example.com/${'x/'.repeat(500)}page`);
    expect(found).toBe(`https://example.com/${'x/'.repeat(30)}`);
    expect(Math.max(...tree.levels)).toBe(30);
  });

  it('add up once', () => {
    const other = new DirectoryTree();
    for (const url of ['https://example.com/a/b/c', 'https://example.com/a/d', 'https://example.com/e']) {
      const place = other.placeOf(url);
      other.sums.urls[place] = (other.sums.urls[place] ?? 0) + 1;
    }
    other.rollUp();
    expect(other.paths.map((path, place) => [path.replace('https://example.com', ''), other.sums.urls[place]])).toEqual([
      ['/', 3],
      ['/a/', 2],
      ['/a/b/', 1],
    ]);
  });
});

describe('the order of a list', () => {
  const values = [3, null, 1, 3, 2];
  const table: GraphTable = { size: values.length, columns: { value: row => values[row] ?? null } };

  it('puts rows without a value last in both directions, and keeps the order of equal rows', () => {
    expect([...sortedRows(table, 'value', false)]).toEqual([2, 4, 0, 3, 1]);
    expect([...sortedRows(table, 'value', true)]).toEqual([0, 3, 4, 2, 1]);
  });

  it('keeps groups together, by their first row', () => {
    const grouped: GraphTable = { ...table, groups: Int32Array.from([0, 2, 4]) };
    expect([...sortedRows(grouped, 'value', false)]).toEqual([2, 3, 4, 0, 1]);
    expect([...sortedRows(grouped, 'value', true)]).toEqual([0, 1, 4, 2, 3]);
  });
});
