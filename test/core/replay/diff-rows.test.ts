import { describe, expect, it } from 'vitest';
import { diffRows, lineCounts, linesOf } from '#core/replay/diff-rows.ts';
import { dice } from './generated.ts';

describe('two texts side by side', () => {
  it('pairs a changed line, marks one that moved and folds what lies far from a change', () => {
    const before = ['a', 'b', 'c', 'd', 'e', 'f', 'old'];
    const after = ['b', 'c', 'd', 'e', 'f', 'new', 'a'];
    expect(diffRows(before, after, 1).map(({ kind, old, now, folded }) => [kind, old, now, folded])).toEqual([
      ['moved-away', 1, 0, undefined],
      ['same', 2, 1, undefined],
      ['gap', 3, 2, 3],
      ['same', 6, 5, undefined],
      ['changed', 7, 6, undefined],
      ['moved-here', 0, 7, undefined],
    ]);
    expect(lineCounts(before, after)).toEqual({ added: 1, removed: 1, moved: 1 });
  });

  it('lets each text be read off again, whatever the edit', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const source = dice(seed * 977);
      const text = (): string[] => Array.from({ length: source.below(14) }, () => source.pick(['a', 'b', 'c', 'd', 'e']));
      const [before, after] = [text(), text()];
      const rows = diffRows(before, after, 100);
      expect(rows.filter(({ old }) => old > 0).map(({ oldText }) => oldText)).toEqual(before);
      expect(rows.filter(({ now }) => now > 0).map(({ newText }) => newText)).toEqual(after);
    }
  });

  it('lines end as in robots.txt: LF, CR LF or CR', () => {
    expect(linesOf('a\r\nb\rc\n\nd\n')).toEqual(['a', 'b', 'c', '', 'd']);
    expect(linesOf('')).toEqual([]);
  });
});
