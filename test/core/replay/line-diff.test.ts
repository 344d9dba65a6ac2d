import { describe, expect, it } from 'vitest';
import { diffLines, type LineDiff } from '#core/replay/line-diff.ts';
import { dice } from './generated.ts';

const of = (before: string, after: string): LineDiff => diffLines([...before], [...after]);
const shown = ({ newOf, oldOf, changedTo }: LineDiff): number[][] => [
  [...newOf].slice(1),
  [...oldOf].slice(1),
  [...changedTo].slice(1),
];

describe('a line diff', () => {
  it('pairs what is the same', () =>
    expect(shown(of('abc', 'abc'))).toEqual([
      [1, 2, 3],
      [1, 2, 3],
      [0, 0, 0],
    ]));
  it('knows an added line', () =>
    expect(shown(of('ac', 'abc'))).toEqual([
      [1, 3],
      [1, 0, 2],
      [0, 0],
    ]));
  it('knows a removed line', () =>
    expect(shown(of('abc', 'ac'))).toEqual([
      [1, 0, 2],
      [1, 3],
      [0, 0, 0],
    ]));
  it('knows a changed line', () =>
    expect(shown(of('abc', 'axc'))).toEqual([
      [1, 0, 3],
      [1, 0, 3],
      [0, 2, 0],
    ]));
  it('calls a moved line the same', () =>
    expect(shown(of('abcd', 'bcda'))).toEqual([
      [4, 1, 2, 3],
      [2, 3, 4, 1],
      [0, 0, 0, 0],
    ]));
  it('calls lines that are not similar not changed', () => {
    const isDigit = (text: string): boolean => /\d/.test(text);
    const { changedTo, changedFrom } = diffLines(['a', '1', 'z'], ['a', 'b', '2', 'z'], (old, now) =>
      isDigit(old) === isDigit(now) ? 1 : 0,
    );
    expect([[...changedTo], [...changedFrom]]).toEqual([
      [0, 0, 3, 0],
      [0, 0, 0, 2, 0],
    ]);
  });
  it('calls a line changed to the one most like it, of equal ones the first', () => {
    const { changedTo } = diffLines(['1', '2'], ['9', '5', '3'], (old, now) => 1 / (1 + Math.abs(Number(old) - Number(now))));
    expect([...changedTo]).toEqual([0, 3, 2]);
    expect([...diffLines(['1', '2'], ['9', '5', '3']).changedTo]).toEqual([0, 1, 2]);
  });
  it('takes an empty text', () =>
    expect([shown(of('', 'a')), shown(of('a', ''))]).toEqual([
      [[], [0], []],
      [[0], [], [0]],
    ]));

  it('pairs equal texts one to one, and as many as there are', () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const { below } = dice(seed);
      const text = (): string[] => Array.from({ length: below(20) }, () => 'abcdef'[below(6)] ?? '');
      const [before, after] = [text(), text()];
      const { newOf, oldOf } = diffLines(before, after);
      let pairs = 0;
      for (let old = 1; old <= before.length; old += 1) {
        const now = newOf[old] ?? 0;
        if (now === 0) continue;
        pairs += 1;
        expect([oldOf[now], after[now - 1]]).toEqual([old, before[old - 1]]);
      }
      const most = [...'abcdef'].reduce(
        (sum, each) => sum + Math.min(before.filter(text => text === each).length, after.filter(text => text === each).length),
        0,
      );
      expect([before, after, pairs]).toEqual([before, after, most]);
    }
  });

  it('keeps the longest common order where nothing moved', () => {
    for (let seed = 1; seed <= 100; seed += 1) {
      const { below } = dice(seed * 31);
      const before = Array.from({ length: 40 }, (_, index) => `line ${index}`);
      const after = before.filter(() => below(5) > 0).flatMap(line => (below(5) > 0 ? [line] : [`new ${line}`, line]));
      const { newOf } = diffLines(before, after);
      const kept = [...newOf].filter(line => line > 0);
      expect(kept).toEqual([...kept].sort((a, b) => a - b));
    }
  });

  it('ends on texts that have nothing in common, however long', () => {
    const before = Array.from({ length: 30_000 }, (_, index) => `a${index}`);
    const after = Array.from({ length: 30_000 }, (_, index) => (index === 9 ? 'a9' : `b${index}`));
    expect(diffLines(before, after).newOf[10]).toBe(10);
  });
});
