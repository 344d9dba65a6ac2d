import { expect, it } from 'vitest';
import { decideRobots } from '#core/robots/decide.ts';
import { slurp } from '#core/robots/dialects/slurp.ts';
import { closesWholeSite } from '#core/robots/whole-site.ts';
import { read } from './reading.ts';

it.each([
  ['Disallow: / closes it', 'Disallow: /', true],
  ['a star at the end adds nothing', 'Disallow: /*', true],
  ['further Disallow lines do not open it', 'Disallow: /a/\nDisallow: /', true],
  ['an Allow opens part of it', 'Disallow: /\nAllow: /b/', false],
  ['an empty Allow opens nothing', 'Disallow: /\nAllow:', true],
  ['a folder is not the site', 'Disallow: /a', false],
])('%s', (_what, rules, expected) => {
  const file = read(`User-agent: Slurp\n${rules}\n`, slurp);
  expect(closesWholeSite(file, decideRobots(file, slurp, 'Slurp', 'http://e.com/x/y'))).toBe(expected);
});

it('a verdict without a file closes nothing', () => {
  const file = read('', slurp);
  expect(closesWholeSite(file, decideRobots(file, slurp, 'Slurp', 'http://e.com/'))).toBe(false);
});
