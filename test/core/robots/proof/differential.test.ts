import { describe, expect, it } from 'vitest';
import { quickVerdict } from '#core/robots/decide.ts';
import { protego } from '#core/robots/dialects/protego.ts';
import { robotsParser } from '#core/robots/dialects/robots-parser.ts';
import { parseRobots } from '#core/robots/parse/parse.ts';
import { classesOf, opponents, runDifferential } from '../../../support/proof/differential.ts';
import { startProtego } from '../../../support/proof/protego.ts';
import { protegoSteps } from '../../../support/proof/protego-steps.ts';
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

  // What Protego said, recorded, but for the last row: the proof script asks Protego itself.
  it.each([
    ['useragent: *\ndisallow: /a\u3000', '0.6.1', '/a', 'foo', false, ['wide blanks']],
    ['user-agent: foo\ndisallow: /\n:\nuser-agent: bar\nallow: /', '0.6.1', '/', 'foo', true, ['line without a key']],
    [
      'user-agent: foo\ndisallow: /\nuser-agent:\nuser-agent: bar\nallow: /',
      '0.6.1',
      '/',
      'foo',
      true,
      ['User-agent without a value'],
    ],
    ['user-agent: *\ndisallow: /\nuser-agent: b*', '0.6.1', '/', 'b*', true, ['star in a name']],
    ['user-agent: *\ndisallow: a:/', '0.6.1', '/', 'foo', false, ['scheme in a rule']],
    ['user-agent: *\ndisallow: /\nallow: /index.html', '0.6.1', '/$', 'foo', true, ['escaped end of an index']],
    ['user-agent: *\ndisallow: /a?*$*b', '0.6.1', '/a?$b', 'foo', true, ['$ between stars']],
    [
      'user-agent: *\nallow: /x/abcdef?*\ndisallow: /*/abcdef?\u00e9',
      '0.6.1',
      '/x/abcdef?\u00e9',
      'foo',
      true,
      ['length in characters'],
    ],
    ['user-agent: *\ndisallow: a', '0.2.1', '/a', 'foo', false, ['slash put before']],
    ['user-agent: *\ndisallow: /a=', '0.2.1', '/a=', 'foo', false, ['= in a rule']],
    ['user-agent: *\ndisallow: //', '0.2.1', '//', 'foo', true, ['two slashes']],
    ['user-agent: *\ndisallow: //[', '0.2.1', '/', 'foo', null, ['bracket in a host']],
    ['user-agent: *\ndisallow: /a', '0.2.1', '/a', 'foo', false, []],
    ['user-agent: *\ndisallow: *;', '0.6.1', '/;?y', 'foo', true, []],
    ['user-agent: *\ndisallow: *;$', '0.6.1', '/', 'foo', false, []],
    ['user-agent: *\ndisallow: /b', '0.6.1', '/a', 'foo', false, null],
  ] as const)('%j in Protego %s at %s', (text, version, path, agent, allowed, classes) => {
    const question = { agent, url: `http://site.test${path}` };
    const opponent = { dialect: protego, steps: protegoSteps(version) };
    expect(classesOf(opponent, bytesOf(text), question, { allowed })).toEqual(classes);
  });

  it('Protego is not compared where Python does not have it', async () => {
    expect(await startProtego('/no/such/python')).toContain('ENOENT');
    expect(await startProtego(process.execPath)).toMatch(/\S/);
  });
});
