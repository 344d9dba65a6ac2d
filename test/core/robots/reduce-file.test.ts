import { describe, expect, it } from 'vitest';
import { quickVerdict } from '#core/robots/decide.ts';
import type { Dialect } from '#core/robots/dialect.ts';
import { dialectById, dialectIds } from '#core/robots/dialects/registry.ts';
import { type SplittingKnob, splittingKnob, splittingKnobOfVerdicts } from '#core/robots/explain-difference.ts';
import { parseRobots } from '#core/robots/parse/parse.ts';
import { reducedFile } from '#core/robots/reduce-file.ts';
import { generateCase } from '../../support/proof/generate.ts';
import { randomFrom } from '../../support/proof/random.ts';
import { fixtures } from './fixtures.ts';
import { bytesOf } from './reading.ts';

const dialects = dialectIds().map(id => dialectById(id) as Dialect);
const allowed = (bytes: Uint8Array, dialect: Dialect, agent: string, url: string): boolean | null =>
  quickVerdict(parseRobots(bytes, dialect), dialect, agent, url).allowed;
const filler = Array.from({ length: 15 }, (_, index) => `Disallow: /filler${index}/x`).join('\n');
/** The same rules among many others. */
const padded = (text: string): string => text.replace(/^(?:dis)?allow.*$/gim, line => `${line}\n${filler}`);

describe('a file reduced to what can matter for a URL', () => {
  it('is much smaller, and null where nothing can go', () => {
    const reduced = reducedFile(bytesOf(padded('User-agent: *\nDisallow: /a\nAllow: /b')), 'http://e.com/a');
    expect(new TextDecoder().decode(reduced as Uint8Array)).toBe('User-agent: *\nDisallow: /a\nDisallow: /filler0/x');
    expect(reducedFile(bytesOf('User-agent: *\nDisallow: /a'), 'http://e.com/a')).toBeNull();
    expect(reducedFile(bytesOf(padded('User-agent: *\rDisallow: /a')), 'http://e.com/a')).toBeNull();
  });

  it('is read by every dialect as the whole is, but where rules that do not match count', () => {
    const random = randomFrom(11);
    let compared = 0;
    for (let round = 0; round < 150; round += 1) {
      const { bytes, questions } = generateCase(random, 3);
      const whole = bytesOf(padded(new TextDecoder().decode(bytes)));
      for (const { agent, url } of questions) {
        const reduced = reducedFile(whole, url);
        if (reduced === null) continue;
        for (const dialect of dialects) {
          if (dialect.literalSearch.value === 'nearest' || dialect.ruleLimit.value.rules !== null) continue;
          compared += 1;
          const left = allowed(reduced, dialect, agent, url);
          const right = allowed(whole, dialect, agent, url);
          if (left !== right)
            expect.fail(`${dialect.id} ${agent} ${url}: ${left}, not ${right}\n${new TextDecoder().decode(reduced)}`);
        }
      }
    }
    expect(compared).toBeGreaterThan(2_000);
  });

  it('gives the knob that the whole gives', () => {
    const ours = dialects[0] as Dialect;
    let found = 0;
    for (const [text, agent, url] of fixtures) {
      const whole = bytesOf(padded(text));
      const reduced = reducedFile(whole, url);
      if (reduced === null) continue;
      for (const theirs of dialects) {
        const [a, b] = [ours, theirs].map(dialect => ({ dialect, allowed: allowed(whole, dialect, agent, url) }));
        if (a === undefined || b === undefined || a.allowed === b.allowed) continue;
        const quick = splittingKnobOfVerdicts({ whole, reduced }, agent, url, a, b, 1e9);
        const names = (split: SplittingKnob | null) => [split?.knob, split?.also?.knob];
        expect(names(quick)).toEqual(names(splittingKnob(whole, agent, url, ours, theirs)));
        found += 1;
      }
    }
    expect(found).toBeGreaterThan(100);
  });
});
