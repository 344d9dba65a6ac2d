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

it('is said of those that use them, by name', () => {
  const says = (key: OtherKey): string[] =>
    lintRobots(bytesOf(textOf(key))).diagnostics.flatMap(({ line, message }) => (line === 4 ? [message] : []));
  expect(says('clean-param')).toEqual(['Only Yandex uses Clean-param']);
  expect(says('host').join()).toContain('Esri Geoportal (code)');
  expect(says('visit-time').join()).toContain('Protego');
});
