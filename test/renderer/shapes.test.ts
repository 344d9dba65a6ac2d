import { describe, expect, test } from 'vitest';
import { noSitemapCounts } from '#shared/explain/sitemap-counts.ts';
import type { SitemapRow } from '#shared/model/explanation.ts';
import { treeOf } from '../../renderer/features/sitemaps/tree.ts';
import { linesOf } from '../../renderer/ui/text/segments.ts';

describe('source lines', () => {
  const texts = (lines: ReturnType<typeof linesOf>) =>
    lines.map(l => [l.number, l.parts.map(p => (p.marked ? `[${p.text}]` : p.text)).join('')]);
  test('a mark may begin and end inside lines and span several', () => {
    expect(
      texts(
        linesOf(
          [
            { text: 'ab\nc', marked: false },
            { text: 'd\ne', marked: true },
            { text: 'f', marked: false },
          ],
          7,
        ),
      ),
    ).toEqual([
      [7, 'ab'],
      [8, 'c[d]'],
      [9, '[e]f'],
    ]);
  });
  test('CR LF is one line end, also across two parts', () => {
    expect(
      texts(
        linesOf(
          [
            { text: 'a\r', marked: false },
            { text: '\nb', marked: true },
            { text: '\rc\r\nd', marked: false },
          ],
          1,
        ),
      ),
    ).toEqual([
      [1, 'a'],
      [2, '[b]'],
      [3, 'c'],
      [4, 'd'],
    ]);
  });
  test('no text is one empty line', () => expect(texts(linesOf([], 1))).toEqual([[1, '']]));
});

describe('the tree of sitemaps', () => {
  const row = (id: number, parent: number | null): SitemapRow => ({
    id,
    parent,
    url: `https://example.com/${id}.xml`,
    source: 'robots',
    kind: 'urlset',
    state: 'done',
    entries: 0,
    urls: 0,
    ...noSitemapCounts,
    problems: [],
    detail: '',
  });
  const shape = (rows: readonly SitemapRow[]) => treeOf(rows).map(({ row: r, level }) => [r.id, level]);
  test('children follow their parent in order', () => {
    expect(shape([row(1, null), row(2, null), row(3, 1), row(4, 3), row(5, 1)])).toEqual([
      [1, 0],
      [3, 1],
      [4, 2],
      [5, 1],
      [2, 0],
    ]);
  });
  test('no row is lost: missing parents and circles become roots', () => {
    expect(
      shape([row(1, 9), row(2, 3), row(3, 2), row(4, 4)])
        .map(([id]) => id)
        .sort(),
    ).toEqual([1, 2, 3, 4]);
  });
});
