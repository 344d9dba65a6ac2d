import { expect, it } from 'vitest';
import { fixRobots } from '#core/lint/fix-robots.ts';
import { rfc9309 } from '#core/robots/dialects/rfc9309.ts';
import { bytesOf, judge } from '../robots/reading.ts';
import { idsIn, lint } from './example.ts';

/** The ninth of the common mistakes: an Allow of one's own, with its line as people write it. */
const spellings = [
  'allow: /jane/',
  'Allow: /jane/',
  'ALLOW: /jane/',
  'aLLoW : /jane/',
  '. Allow: /jane/',
  '- allow: /jane/',
  'Alow: /jane/',
  'Allows: /jane/',
  'Permitir: /jane/',
  'Allow /jane/',
  'Allow：/jane/',
  '  allow:/jane/ # hers',
];

it.each(spellings)('“%s” is named as an Allow, and as one that opens nothing', line => {
  const file = `User-agent: Spot\nDisallow: /john/\n${line}\n`;
  const found = lint(file).filter(({ id }) => id === 'K-ALLOW' || id === 'P-ALLOW-IDLE');
  expect(found.map(({ id, line: at }) => `${id} ${at}`).sort()).toEqual(['K-ALLOW 3', 'P-ALLOW-IDLE 3']);
  expect(found.filter(({ fix }) => fix)).toEqual([]);
  expect(found.find(({ id }) => id === 'K-ALLOW')?.dialects).toEqual(['res-1994', 'res-1997', 'res-checker']);
  // No fix of any check makes the empty Disallow that the article proposes, and none opens or closes a page.
  const fixed = new TextDecoder().decode(fixRobots(bytesOf(file), {}, () => true).bytes);
  expect(fixed).not.toMatch(/disallow:[ \t]*$/im);
  for (const path of ['/john/', '/jane/', '/']) expect(judge(fixed, rfc9309, 'Spot', path).allowed, path).toBe(path !== '/john/');
});

it('an Allow that opens part of a closed folder is one that old robots do not know, and no more', () => {
  expect(idsIn('User-agent: Spot\nDisallow: /john/\nAllow: /john/jane/\n')).not.toContain('P-ALLOW-IDLE');
  expect(idsIn('User-agent: Spot\nDisallow: /\nAllow: /jane/\n')).not.toContain('P-ALLOW-IDLE');
  expect(idsIn('User-agent: Spot\nAllow: /\n')).not.toContain('P-ALLOW-IDLE');
});

it('the article’s remedy is itself named: an empty Disallow opens nothing beside a rule', () => {
  expect(idsIn('User-agent: Spot\nDisallow: /john/\nDisallow:\n')).toContain('P-EMPTY-DISALLOW-MIX');
});
