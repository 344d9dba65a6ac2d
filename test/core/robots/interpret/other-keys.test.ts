import { describe, expect, it } from 'vitest';
import { lintRobots } from '#core/lint/lint-robots.ts';
import type { Dialect, OtherKey } from '#core/robots/dialect.ts';
import { dialectById, dialectIds } from '#core/robots/dialects/registry.ts';
import { interpretFile } from '#core/robots/interpret/interpret-file.ts';
import { lineSentence } from '#shared/explain/interpretation.ts';
import { bytesOf } from '../reading.ts';

/** A valid line for each keyword, and the diagnostic that names the crawlers it is lost on. */
const examples: Readonly<Record<OtherKey, string>> = {
  'clean-param': 'Clean-param: sid /catalogue/',
  host: 'Host: www.example.com',
  'request-rate': 'Request-rate: 1/10m',
  'visit-time': 'Visit-time: 0600-0845',
};
const keys = Object.keys(examples) as OtherKey[];
const textOf = (key: OtherKey): string => `User-agent: *\nDisallow: /a\n\n${examples[key]}\n`;

describe.each(dialectIds())('the keywords that %s uses', id => {
  const dialect = dialectById(id) as Dialect;

  it.each(keys)('%s: the parse view says used or ignored as the dialect says', key => {
    const line = interpretFile(bytesOf(textOf(key)), dialect).lines[3];
    const isUsed = dialect.otherKeys.value.includes(key);
    expect(line?.outcome).toBe(isUsed ? 'used' : 'dropped');
    expect(line && lineSentence(line)).toMatch(isUsed ? /^Used: / : /^Ignored: /);
  });

  it.each(keys)('%s: lint never says it is lost on a crawler that uses it', key => {
    if (!dialect.otherKeys.value.includes(key)) return;
    for (const { line, dialects } of lintRobots(bytesOf(textOf(key))).diagnostics)
      if (line === 4) expect(dialects ?? []).not.toContain(id);
  });
});

it.each([
  ['Request-rate: 1/5', 'google', /proposed in 1996 as a number of pages in a time; used by .*Protego/],
  ['Visit-time: 0600-0845', 'res-1997', /hours in which robots may come; used by .*Protego/],
  ['Please-visit: /new/', 'protego', /pages that robots should visit, and never specified; no crawler we know uses it/],
  ['Max-connections: 4', 'google', /limit of open connections, and never specified; no crawler/],
  ['Interval: 60', 'slurp', /time between two requests, and never specified; no crawler/],
])('%s is told as what it was meant to be', (text, id, expected) => {
  const [line] = interpretFile(bytesOf(`${text}\n`), dialectById(id) as Dialect).lines;
  expect(line?.outcome).toBe('dropped');
  expect(line && lineSentence(line)).toMatch(expected);
});

it('a fix never makes a comment of a proposed line, as of an unknown one', () => {
  const ids = (text: string): string[] => lintRobots(bytesOf(text)).diagnostics.map(({ id }) => id);
  expect(ids('Please-visit: /new/\n')).toContain('X-PROPOSED');
  expect(ids('Please-visit: /new/\n')).not.toContain('K-UNKNOWN');
  expect(ids('Foo: /new/\n')).toContain('K-UNKNOWN');
});

it('is said of those that use them, by name', () => {
  const says = (key: OtherKey): string[] =>
    lintRobots(bytesOf(textOf(key))).diagnostics.flatMap(({ line, message }) => (line === 4 ? [message] : []));
  expect(says('clean-param')).toEqual(['Only Yandex uses Clean-param']);
  expect(says('host').join()).toContain('Esri Geoportal (code)');
  expect(says('visit-time').join()).toContain('Protego');
});
