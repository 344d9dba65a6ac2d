import { describe, expect, it } from 'vitest';
import { quickVerdict } from '#core/robots/decide.ts';
import { robotsParser } from '#core/robots/dialects/robots-parser.ts';
import { parseRobots } from '#core/robots/parse/parse.ts';
import { opponents, runDifferential } from '../../../support/proof/differential.ts';
import { bytesOf } from '../reading.ts';

describe('our engine and matchers written by others', () => {
  it('part on generated files only where a known class says so (node scripts/proofs/differential.mjs runs millions)', async () => {
    const results = await runDifferential(20_000, 7);
    expect(results.map(each => [each.opponent.id, each.pairs, each.unexplained])).toEqual([
      ['robots-parser', 20_000, []],
      ['robots-txt-guard', 20_000, []],
    ]);
    // The comparison compares: the matchers do part, and for more than one reason.
    expect(results.map(each => each.different > 20 && each.classes.size > 1)).toEqual([true, true]);
  });

  it('a difference that no class covers is kept, and shrunk', async () => {
    const strangers = opponents.map(opponent => ({ ...opponent, steps: opponent.steps.slice(0, 1) }));
    const results = await runDifferential(2_000, 7, undefined, strangers);
    const example = results[1]?.unexplained[0];
    expect(results[1]?.unclassified).toBeGreaterThan(20);
    expect(example?.octets.length).toBeLessThan(60);
  });

  it('robots-parser reads a star with a version as everybody', () => {
    const file = parseRobots(bytesOf('User-agent: */1.0\nDisallow: /'), robotsParser);
    expect(quickVerdict(file, robotsParser, 'Foo', 'http://site.test/a')).toEqual({ allowed: false, line: 2 });
  });
});
