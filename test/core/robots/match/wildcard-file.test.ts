import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchesRest, type Pattern } from '#core/robots/match/pattern.ts';
import { WildcardFile } from '#core/robots/match/wildcard-file.ts';

describe('wildcard rules filed by what they need', () => {
  const patterns = Array.from({ length: 50 }, (_, rank): Pattern => ({ pieces: ['/', `aaaa${rank}`], anchored: false }));
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
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThanOrEqual(patterns.length);
  });

  it('are tried again on the next path', () => {
    const file = new WildcardFile(ranks, patterns);
    expect(file.best(patterns, '/xaaaa7', 1, patterns.length)).toBe(7);
    expect(file.best(patterns, '/xaaaa7', 1, patterns.length)).toBe(7);
    expect(file.best(patterns, '/aaaaaaa49', 1, patterns.length)).toBe(4);
  });

  it('are the rules that match, whatever the length of their pieces', () => {
    const letters = (maxLength: number) => fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength });
    const anyPattern = fc.record({ rest: fc.array(letters(6), { minLength: 1, maxLength: 3 }), anchored: fc.boolean() });
    fc.assert(
      fc.property(fc.array(anyPattern, { minLength: 8, maxLength: 40 }), letters(12), (drawn, tail) => {
        const rules = drawn.map(({ rest, anchored }): Pattern => ({ pieces: ['/', ...rest], anchored }));
        const path = `/${tail}`;
        const expected = rules.flatMap((rule, rank) => (matchesRest(rule, path, 1) ? [rank] : []));
        const file = new WildcardFile([...rules.keys()], rules);
        const found: number[] = [];
        file.collect(rules, path, 1, found);
        expect(found.sort((a, b) => a - b)).toEqual(expected);
        expect(file.best(rules, path, 1, rules.length)).toBe(expected[0] ?? rules.length);
      }),
    );
  });
});
