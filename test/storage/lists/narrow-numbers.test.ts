import { describe, expect, it } from 'vitest';
import { finish } from '#core/steps.ts';
import { ColumnValues } from '#storage/lists/column-values.ts';
import { NarrowNumbers, NarrowWords } from '#storage/lists/narrow-numbers.ts';
import { addUrl, countInlinks, newStore } from '../fixture.ts';

describe('numbers of a column', () => {
  it('get wider with the first number that needs it, and keep those before', () => {
    const numbers = new NarrowNumbers();
    numbers.reserve(8);
    const steps = [0, 127, 128, 32_767, 32_768, 2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1];
    const bytes = steps.map((value, id) => {
      numbers.set(id, value);
      expect([...numbers.values.subarray(0, id + 1)]).toEqual(steps.slice(0, id + 1));
      return numbers.values.BYTES_PER_ELEMENT;
    });
    expect(bytes).toEqual([1, 1, 2, 2, 4, 4, 8, 8]);
  });

  it('are -1 where there is none, in any width, also for a negative one of a damaged file', () => {
    for (const value of [1, 1_000, 100_000, 2 ** 40]) {
      const numbers = new NarrowNumbers();
      numbers.reserve(5);
      numbers.set(0, null);
      numbers.set(1, value);
      numbers.set(2, null);
      numbers.set(3, -300);
      expect([...numbers.values.subarray(0, 4)]).toEqual([-1, value, -1, -1]);
    }
  });

  it('stay when there is room for more', () => {
    const numbers = new NarrowNumbers();
    numbers.reserve(2);
    numbers.set(1, 70_000);
    numbers.reserve(4);
    numbers.set(3, 5);
    expect([...numbers.values]).toEqual([0, 70_000, 0, 5]);
    expect(numbers.values.BYTES_PER_ELEMENT).toBe(4);
  });
});

describe('words of a column', () => {
  it('take two bytes from the 256th on, and one code for all beyond 65,534', () => {
    const words = new NarrowWords();
    words.reserve(70_001);
    for (let n = 0; n < 255; n++) words.set(n, `w${n}`);
    words.set(300, null);
    expect(words.codes.BYTES_PER_ELEMENT).toBe(1);
    for (let n = 255; n < 70_000; n++) words.set(n, `w${n}`);
    expect(words.codes.BYTES_PER_ELEMENT).toBe(2);
    words.set(70_000, 'w3');
    const word = (id: number) => words.words[words.codes[id] as number];
    expect([word(0), word(254), word(255), word(65_533), word(70_000)]).toEqual(['w0', 'w254', 'w255', 'w65533', 'w3']);
    expect([words.codes[65_534], words.codes[69_999]]).toEqual([65_535, 65_535]);
    words.clear();
    expect(words.codes[3]).toBe(0);
  });
});

describe('the columns of a file in memory', () => {
  it('take at most 30 bytes a URL', () => {
    const { store, db } = newStore();
    const ids = Array.from({ length: 500 }, (_, n) => addUrl(store, `http://a.test/${n}`));
    db.prepare('UPDATE url SET status = 404, bytes = 90000, total_ms = 800, outlinks = 36, content_type = ? WHERE id % 2').run(
      'text/html',
    );
    for (const id of ids) if (id % 2 === 1) countInlinks(db, id * 100, id);
    const columns = new ColumnValues(db);
    finish(columns.update());
    const keys = [
      'status',
      'depth',
      'inlinks',
      'outlinks',
      'bytes',
      'totalMs',
      'canonical',
      'redirectTo',
      'inSitemaps',
      'checkStatus',
      'originId',
    ];
    const words = ['contentType', 'state', 'reason', 'mayFetch', 'mayList', 'linksFollowed', 'checkResult', 'class'];
    const bytes = [...keys.map(key => columns.numbersOf(key)), ...words.map(key => columns.codesOf(key))].map(
      each => each.BYTES_PER_ELEMENT,
    );
    expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(30);
    const at = (key: string) => ids.slice(0, 2).map(id => columns.numbersOf(key)[id]);
    expect([at('status'), at('inlinks'), at('bytes')]).toEqual([
      [404, -1],
      [100, 0],
      [90_000, -1],
    ]);
  });
});
