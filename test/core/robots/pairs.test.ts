import { describe, expect, it } from 'vitest';
import { crawlDelayFor, quickVerdict } from '#core/robots/decide.ts';
import type { Dialect } from '#core/robots/dialect.ts';
import { dialectById, dialectIds } from '#core/robots/dialects/registry.ts';
import { type KnobName, splittingKnob } from '#core/robots/explain-difference.ts';
import { parseRobots } from '#core/robots/parse/parse.ts';
import { type Fixture, fixtures } from './fixtures.ts';
import { bytesOf } from './reading.ts';

/** Verdict, deciding line and pause of one dialect for one fixture, as one text. */
function reading([text, agent, url]: Fixture, dialect: Dialect): string {
  const file = parseRobots(bytesOf(text), dialect);
  const { allowed, line } = quickVerdict(file, dialect, agent, url);
  return `${allowed} ${line} ${crawlDelayFor(file, dialect, agent)?.seconds ?? '-'}`;
}

const ids = dialectIds();
const table = new Map(ids.map(id => [id, fixtures.map(fixture => reading(fixture, dialectById(id) as Dialect))]));
const pairs = ids.flatMap((a, index) => ids.slice(index + 1).map(b => [a, b] as const));

describe('every two dialects', () => {
  it('are 378 pairs of 28', () => expect([ids.length, pairs.length]).toEqual([28, 378]));

  it.each(pairs)('%s and %s differ on a fixture', (a, b) => {
    const [left, right] = [table.get(a) ?? [], table.get(b) ?? []];
    expect(left.findIndex((cell, index) => cell !== right[index])).toBeGreaterThanOrEqual(0);
  });

  /** `a` with one setting of `b`. */
  const toggled = (a: Dialect, b: Dialect, knob: KnobName): Dialect => ({ ...a, [knob]: b[knob] });
  const outcome = ([text, agent, url]: Fixture, dialect: Dialect) =>
    quickVerdict(parseRobots(bytesOf(text), dialect), dialect, agent, url);
  // These give the same verdicts on every fetched file. They differ only in the delay, which the named setting determines.
  const alike: Readonly<Record<string, KnobName>> = {
    'crawlscope rfc9309': 'crawlDelay', // ours is RFC 9309 that honours Crawl-delay
    'crawlscope bing': 'crawlDelay', // both honour it; Bing takes it from * where its own group has none
    'rfc9309 bing': 'crawlDelay',
  };

  it.each(pairs)('%s and %s are parted by one setting: with it the first decides as the second', (first, second) => {
    const [a, b] = [dialectById(first) as Dialect, dialectById(second) as Dialect];
    const pauseKnob = alike[`${first} ${second}`];
    if (pauseKnob !== undefined) {
      const parting = fixtures.filter(fixture => reading(fixture, a) !== reading(fixture, b));
      expect(parting.length).toBeGreaterThan(0);
      for (const fixture of parting) expect(reading(fixture, toggled(a, b, pauseKnob))).toBe(reading(fixture, b));
      return;
    }
    for (const fixture of fixtures) {
      const [text, agent, url] = fixture;
      const found = splittingKnob(bytesOf(text), agent, url, a, b, 60);
      if (found === null || found.also !== undefined) continue;
      const [before, after, wanted] = [a, toggled(a, b, found.knob), b].map(dialect => outcome(fixture, dialect));
      expect(before).not.toEqual(wanted);
      expect(after?.allowed).toBe(wanted?.allowed);
      // Where the verdicts are the same, the deciding lines are what differed.
      if (before?.allowed === wanted?.allowed) expect(after?.line).toBe(wanted?.line);
      expect([found.from, found.to]).toEqual([a[found.knob].value, b[found.knob].value]);
      return;
    }
    expect.fail('no fixture on which one setting parts them');
  });

  it('no other two decide alike on every fixture', () => {
    const same = pairs.filter(([a, b]) =>
      fixtures.every(fixture => {
        const [left, right] = [outcome(fixture, dialectById(a) as Dialect), outcome(fixture, dialectById(b) as Dialect)];
        return left.allowed === right.allowed && left.line === right.line;
      }),
    );
    expect(same.map(pair => pair.join(' ')).sort()).toEqual(Object.keys(alike).sort());
  });

  it('all fixtures part some of them', () => {
    const idle = fixtures.filter((_, index) => new Set(ids.map(id => table.get(id)?.[index])).size === 1);
    expect(idle).toEqual([]);
  });
});
