import { describe, expect, it } from 'vitest';
import { crawlDelayFor, quickVerdict } from '#core/robots/decide.ts';
import type { Dialect } from '#core/robots/dialect.ts';
import { dialectById, dialectIds } from '#core/robots/dialects/registry.ts';
import { parseRobots } from '#core/robots/parse.ts';
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
  it('are 300 pairs of 25', () => expect([ids.length, pairs.length]).toEqual([25, 300]));

  it.each(pairs)('%s and %s differ on a fixture', (a, b) => {
    const [left, right] = [table.get(a) ?? [], table.get(b) ?? []];
    expect(left.findIndex((cell, index) => cell !== right[index])).toBeGreaterThanOrEqual(0);
  });

  it('all fixtures part some of them', () => {
    const idle = fixtures.filter((_, index) => new Set(ids.map(id => table.get(id)?.[index])).size === 1);
    expect(idle).toEqual([]);
  });
});
