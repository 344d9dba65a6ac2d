import { describe, expect, it } from 'vitest';
import type { Pattern } from '#core/robots/pattern.ts';
import { WildcardFile } from '#core/robots/wildcard-file.ts';

describe('wildcard rules filed by what they need', () => {
  const patterns = Array.from({ length: 50 }, (_, rank): Pattern => ({ pieces: ['/', `aaa${rank}`], anchored: false }));
  const ranks = patterns.map((_, rank) => rank);

  it('are tried once, however often the path has the sequence they are filed under', () => {
    let asked = 0;
    const counting = new Proxy(patterns, {
      get: (target, name, receiver) => {
        if (typeof name === 'string' && /^\d+$/.test(name)) asked += 1;
        return Reflect.get(target, name, receiver);
      },
    });
    const file = new WildcardFile(ranks, counting);
    asked = 0;
    expect(file.best(counting, `/${'a'.repeat(10_000)}`, 1, patterns.length)).toBe(patterns.length);
    expect(asked).toBeLessThanOrEqual(patterns.length);
  });

  it('are tried again on the next path', () => {
    const file = new WildcardFile(ranks, patterns);
    expect(file.best(patterns, '/xaaa7', 1, patterns.length)).toBe(7);
    expect(file.best(patterns, '/xaaa7', 1, patterns.length)).toBe(7);
    expect(file.best(patterns, '/aaaaaa49', 1, patterns.length)).toBe(4);
  });
});
