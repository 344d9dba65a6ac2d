import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideRobots, quickVerdict } from '#core/robots/decide.ts';
import type { Dialect } from '#core/robots/dialect.ts';
import { dialectById, dialectIds } from '#core/robots/dialects/registry.ts';
import { rfc9309 } from '#core/robots/dialects/rfc9309.ts';
import { compileGroup } from '#core/robots/match/match.ts';
import { pathOf } from '#core/robots/match/path.ts';
import { matchesPattern, readPattern } from '#core/robots/match/pattern.ts';
import type { RobotsRule } from '#shared/model/robots.ts';
import { read } from '../reading.ts';

/** The reference: the set of places a pattern can have reached, one pattern character after the other. */
function naiveMatch(pattern: string, path: string): boolean {
  let places = new Set([0]);
  for (let at = 0; at < pattern.length; at += 1) {
    const next = new Set<number>();
    for (const place of places) {
      if (pattern[at] === '$' && at === pattern.length - 1) {
        if (place === path.length) next.add(place);
      } else if (pattern[at] === '*') for (let to = place; to <= path.length; to += 1) next.add(to);
      else if (path[place] === pattern[at]) next.add(place + 1);
    }
    places = next;
  }
  return places.size > 0;
}

/** The reference verdict: every rule is tried; more octets win, then Allow, then the earlier line. */
function naiveLine(rules: readonly RobotsRule[], path: string): number {
  let best: RobotsRule | null = null;
  for (const rule of rules) {
    if (rule.pattern === '' || !naiveMatch(rule.normalized, path)) continue;
    const longer = best === null ? 1 : rule.normalized.length - best.normalized.length;
    if (longer > 0 || (longer === 0 && rule.allow && best?.allow === false)) best = rule;
  }
  return best === null ? 0 : best.allow ? best.line : -best.line;
}

const letters = fc.constantFrom('a', 'b', '/', 'ab', '/a', '*', '**', '.gif', '?', 'a/b');
const pattern = fc
  .tuple(fc.array(letters, { maxLength: 7 }), fc.boolean())
  .map(([parts, end]) => `/${parts.join('')}${end ? '$' : ''}`);
const path = fc.array(fc.constantFrom('a', 'b', '/', '.gif', '?', 'ab'), { maxLength: 12 }).map(parts => `/${parts.join('')}`);
const rulesOf = (patterns: readonly (readonly [string, boolean])[]): RobotsRule[] =>
  patterns.map(([text, allow], index) => ({ line: index + 2, allow, pattern: text, normalized: text }));

describe('a pattern and a path', () => {
  it('agree with the slow walk', () => {
    fc.assert(
      fc.property(pattern, path, (text, target) => {
        expect(matchesPattern(readPattern(text, rfc9309), target)).toBe(naiveMatch(text, target));
      }),
      { numRuns: 3000 },
    );
  });

  it('are compared without going back, whatever the number of stars', () => {
    let looks = 0;
    const counting = {
      length: 4000,
      indexOf: (piece: string, from: number) => {
        looks += 1;
        return 'a'.repeat(4000).indexOf(piece, from);
      },
      startsWith: () => true,
      endsWith: () => false,
    } as unknown as string;
    expect(matchesPattern(readPattern(`/${'*a'.repeat(1000)}*b$`, rfc9309), counting)).toBe(false);
    expect(looks).toBeLessThanOrEqual(1001);
  });
});

describe('the index', () => {
  const ruleSet = fc.array(fc.tuple(pattern, fc.boolean()), { maxLength: 60 });

  it('finds the line the slow walk finds', () => {
    fc.assert(
      fc.property(ruleSet, fc.array(path, { minLength: 1, maxLength: 8 }), (patterns, paths) => {
        const rules = rulesOf(patterns);
        const compiled = compileGroup(rules, rfc9309);
        for (const target of paths) expect(compiled.verdictLine(target)).toBe(naiveLine(rules, target));
      }),
      { numRuns: 1000 },
    );
  });

  it('ranks exactly the rules that match, and its winner is the verdict', () => {
    fc.assert(
      fc.property(ruleSet, path, (patterns, target) => {
        const rules = rulesOf(patterns);
        const compiled = compileGroup(rules, rfc9309);
        const ranked = compiled.matching(target);
        const expected = rules.filter(rule => naiveMatch(rule.normalized, target)).map(rule => rule.line);
        expect(ranked.map(each => each.rule.line).sort((a, b) => a - b)).toEqual(expected);
        expect(ranked.filter(each => each.won).map(each => each.rule.line)).toEqual(
          ranked.slice(0, 1).map(each => each.rule.line),
        );
        expect(Math.abs(compiled.verdictLine(target))).toBe(ranked[0]?.rule.line ?? 0);
        expect(ranked.every(each => each.won === (each.lost === ''))).toBe(true);
      }),
      { numRuns: 600 },
    );
  });

  it('gives the quick verdict and the explained one the same answer in every dialect', () => {
    const dialects = dialectIds()
      .map(dialectById)
      .filter((dialect): dialect is Dialect => dialect !== null);
    const value = fc.oneof(pattern, fc.constantFrom('', '/a/index.html', '/%61', '/é', '/$a', 'a', '/robots.txt'));
    fc.assert(
      fc.property(fc.array(fc.tuple(value, fc.boolean()), { maxLength: 20 }), path, (values, target) => {
        const text = `User-agent: *\n${values.map(([rule, allow]) => `${allow ? 'Allow' : 'Disallow'}: ${rule}`).join('\n')}`;
        for (const dialect of dialects) {
          const file = read(text, dialect);
          const full = decideRobots(file, dialect, 'Bot', `http://s${target}`);
          expect(quickVerdict(file, dialect, 'Bot', `http://s${target}`)).toEqual({ allowed: full.allowed, line: full.line });
        }
      }),
    );
  });

  it.each([
    ['first', [2, 3]],
    ['last', [4, 3]],
    ['any-allow', [3, 2]],
    ['any-disallow', [2, 4]],
  ] as const)('ranks by %s where a dialect says so', (value, first) => {
    const dialect: Dialect = { ...rfc9309, precedence: { value, source: 'test' } };
    const rules = rulesOf([
      ['/a', false],
      ['/', true],
      ['/ab', false],
    ]);
    const ranked = compileGroup(rules, dialect).matching('/abc');
    expect(ranked.slice(0, 2).map(each => each.rule.line)).toEqual(first);
  });

  it('tries few of many wildcard rules', () => {
    const rules = rulesOf(
      Array.from({ length: 5000 }, (_, index) => [`/*x${index.toString(36).padStart(4, '0')}y*z`, false] as const),
    );
    const compiled = compileGroup(rules, rfc9309);
    const plain = '/shop/x001py-item.html?sort=up&z';
    expect(compiled.verdictLine(plain)).toBe(-(Number.parseInt('001p', 36) + 2));
    let searches = 0;
    const watched = new Proxy(Object(plain) as object, {
      get: (text, name) => {
        const member = Reflect.get(text, name) as unknown;
        if (name === 'indexOf') searches += 1;
        return typeof member === 'function' ? (member as (...args: unknown[]) => unknown).bind(plain) : member;
      },
    }) as unknown as string;
    compiled.verdictLine(watched);
    expect(searches).toBeGreaterThan(0);
    expect(searches).toBeLessThan(500);
  });
});

describe('the path of a URL', () => {
  it.each([
    ['http://s', '/'],
    ['http://s/', '/'],
    ['http://s?a=/b', '/?a=/b'],
    ['http://s#/a', '/'],
    ['http://s/a?b#c', '/a?b'],
    ['//s/a', '/a'],
    ['/a', '/a'],
    ['/go?to=http://x/y', '/go?to=http://x/y'],
    ['', '/'],
    ['http://s/%7e%2f%2A*$', '/~%2F%2A%2A%24'],
    ['http://s/\uD800', '/%EF%BF%BD'],
  ])('%s is compared as %s', (url, expected) => {
    expect(pathOf(url, rfc9309)).toBe(expected);
  });

  it('is its own normal form', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('%', '2', '4', '6', '1', 'F', 'é', '*', '$', '/', 'z'), { maxLength: 14 }), parts => {
        const once = pathOf(`http://s/${parts.join('')}`, rfc9309);
        expect(pathOf(`http://s${once}`, rfc9309)).toBe(once);
      }),
      { numRuns: 2000 },
    );
  });
});
