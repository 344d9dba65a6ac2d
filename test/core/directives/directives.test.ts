import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { combineDirectives } from '#core/directives/combine.ts';
import { parseMetaRobots, parseXRobotsTag } from '#core/directives/parse.ts';
import type { Directive } from '#shared/model/page.ts';

const meta = (content: string, name = 'robots'): Directive[] =>
  parseMetaRobots([{ name, content, at: { start: 0, end: 9 }, inHead: true }]);
const header = (...values: string[]): Directive[] => parseXRobotsTag(values.map(value => ['X-Robots-Tag', value] as const));
const shown = (directives: readonly Directive[]): string[] =>
  directives.map(
    ({ agent, word, value, scopeUncertain }) => `${agent}>${word}${value && `=${value}`}${scopeUncertain ? '?' : ''}`,
  );

describe('meta robots', () => {
  it.each<[string, string, string[]]>([
    ['a list', 'noindex, nofollow', ['>noindex', '>nofollow']],
    ['case and white space', ' NoIndex ,\tNOFOLLOW', ['>noindex', '>nofollow']],
    ['empty items', ',noindex,,', ['>noindex']],
    ['nothing', '', []],
    ['a value', 'max-snippet: 20, max-image-preview:Large', ['>max-snippet=20', '>max-image-preview=Large']],
    ['other separators make one unknown word', 'NOINDEX;NOFOLLOW', ['>noindex;nofollow']],
    ['a space makes one unknown word', 'noindex nofollow', ['>noindex nofollow']],
    [
      'a date with a comma',
      'unavailable_after: Fri, 25 Jun 2027 15:00:00 GMT, noindex',
      ['>unavailable_after=Fri, 25 Jun 2027 15:00:00 GMT', '>noindex'],
    ],
    [
      'a date of RFC 850',
      'unavailable_after: Friday, 25-Jun-27 15:00:00 GMT',
      ['>unavailable_after=Friday, 25-Jun-27 15:00:00 GMT'],
    ],
    [
      'a date without a comma',
      'unavailable_after: 2027-06-25T15:00:00Z, noindex',
      ['>unavailable_after=2027-06-25T15:00:00Z', '>noindex'],
    ],
    ['a name before a colon is no robot here', 'googlebot: noindex', ['>googlebot=noindex']],
  ])('%s', (_rule, content, expected) => {
    expect(shown(meta(content))).toEqual(expected);
  });

  it('another name addresses that robot', () => {
    expect(shown(meta('noindex', 'GoogleBot'))).toEqual(['googlebot>noindex']);
  });

  it('the source says where', () => {
    expect(meta('noindex')[0]?.source).toEqual({ kind: 'meta', name: 'robots', at: { start: 0, end: 9 }, text: 'noindex' });
  });
});

describe('X-Robots-Tag', () => {
  it.each<[string, string[], string[]]>([
    ['for everybody', ['noindex, nofollow'], ['>noindex', '>nofollow']],
    ['for one robot', ['GoogleBot: noindex, nofollow'], ['googlebot>noindex', 'googlebot>nofollow']],
    ['white space before the colon', ['googlebot : noindex'], ['googlebot>noindex']],
    ['each line on its own', ['googlebot: noindex', 'nofollow'], ['googlebot>noindex', '>nofollow']],
    ['a valued directive is no robot', ['max-snippet: 20'], ['>max-snippet=20']],
    ['a plain directive is no robot', ['noindex: x'], ['>noindex=x']],
    ['a valued directive for one robot', ['googlebot: max-snippet:20'], ['googlebot>max-snippet=20']],
    ['a date', ['unavailable_after: 25 Jun 2010 15:00:00 PST'], ['>unavailable_after=25 Jun 2010 15:00:00 PST']],
    [
      'a date with a comma for one robot',
      ['bot: unavailable_after: Fri, 25 Jun 2027 15:00:00 GMT, noindex'],
      ['bot>unavailable_after=Fri, 25 Jun 2027 15:00:00 GMT', 'bot>noindex'],
    ],
    [
      'joined lines',
      ['googlebot: noindex, otherbot: nofollow, none'],
      ['googlebot>noindex', 'otherbot>nofollow?', 'otherbot>none?'],
    ],
    ['joined lines, the first for everybody', ['noarchive, bot: noindex'], ['>noarchive', 'bot>noindex?']],
    ['robots and * are everybody', ['robots: noindex', '*: nofollow'], ['>noindex', '>nofollow']],
    ['two words are no robot', ['my bot: noindex'], ['>my bot=noindex']],
    ['an empty list', ['googlebot:', ''], []],
    ['a colon at the start', [': noindex'], ['>=noindex']],
  ])('%s', (_rule, values, expected) => {
    expect(shown(header(...values))).toEqual(expected);
  });

  it('other headers are left alone and the index counts all of them', () => {
    const directives = parseXRobotsTag([
      ['content-type', 'noindex'],
      ['x-robots-tag', 'none'],
    ]);
    expect(directives.map(directive => directive.source)).toEqual([
      { kind: 'header', name: 'x-robots-tag', index: 1, text: 'none' },
    ]);
  });
});

describe('combining', () => {
  const flags = (all: Directive[], agents: string[] = ['crawlscope']): string =>
    (['noindex', 'nofollow', 'noarchive', 'nosnippet'] as const)
      .filter(what => combineDirectives(all, agents)[what] !== null)
      .join(' ');

  it.each<[string, Directive[], string]>([
    ['nothing', [], ''],
    ['positive words forbid nothing', meta('index, follow, all'), ''],
    ['the more restrictive wins', meta('index, noindex'), 'noindex'],
    ['all does not undo', meta('all, noindex, nofollow'), 'noindex nofollow'],
    ['none is two words', meta('none'), 'noindex nofollow'],
    ['header and meta add up', [...header('noindex'), ...meta('nofollow')], 'noindex nofollow'],
    ['a positive word for us does not undo', [...meta('noindex'), ...meta('index', 'crawlscope')], 'noindex'],
    ['our own name counts', meta('noindex', 'crawlscope'), 'noindex'],
    ['another robot does not', meta('none', 'googlebot'), ''],
    ['nor in a header', header('otherbot: noindex', 'crawlscope: nofollow'), 'nofollow'],
    ['noarchive and nosnippet', meta('noarchive, nosnippet'), 'noarchive nosnippet'],
    ['max-snippet: 0 is nosnippet', meta('max-snippet:0'), 'nosnippet'],
    ['max-snippet: -1 is not', meta('max-snippet:-1'), ''],
    ['unknown words are ignored', meta('NOINDEX;NOFOLLOW, noindexx'), ''],
  ])('%s', (_rule, all, expected) => {
    expect(flags(all)).toBe(expected);
  });

  it('gives the first reason and keeps everything in order', () => {
    const all = [...header('googlebot: noindex', 'none'), ...meta('noindex')];
    const result = combineDirectives(all, ['crawlscope']);
    expect(result.noindex).toBe(all[1]);
    expect(result.all.map(directive => [directive.word, directive.applies])).toEqual([
      ['noindex', false],
      ['none', true],
      ['noindex', true],
    ]);
  });

  it('is the union over any order', () => {
    const words = fc.array(fc.constantFrom('index', 'noindex', 'nofollow', 'none', 'all', 'noarchive', 'max-snippet:0'));
    fc.assert(
      fc.property(words, words, (one, two) => {
        expect(flags([...meta(one.join()), ...header(two.join())])).toBe(flags([...header(one.join()), ...meta(two.join())]));
      }),
    );
  });

  it('never throws', () => {
    const text = fc
      .array(fc.constantFrom(':', ',', ' ', 'unavailable_after', 'Fri', 'noindex', 'bot', ';', '\0'))
      .map(parts => parts.join(''));
    fc.assert(
      fc.property(text, value => {
        expect(
          combineDirectives([...meta(value), ...header(value)], ['bot']).all.every(
            directive => directive.agent === directive.agent.trim(),
          ),
        ).toBe(true);
      }),
    );
    expect(header('noindex,'.repeat(10_000))).toHaveLength(10_000);
  });
});
