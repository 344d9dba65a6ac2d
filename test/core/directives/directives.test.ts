import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { engineById, engineIds } from '#core/directives/engines.ts';
import { parseMetaRobots, parseXRobotsTag } from '#core/directives/parse.ts';
import { type PageInputs, readDirectives } from '#core/directives/read.ts';
import type { Directive, MetaRobots } from '#shared/model/page.ts';

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
  const flags = (inputs: PageInputs, agents: string[] = ['crawlscope']): string => {
    const { index, follow, snippet } = readDirectives(engineById('google'), inputs, agents);
    return [
      ...(index.value === 'no' ? ['noindex'] : []),
      ...(follow.value === 'no' ? ['nofollow'] : []),
      ...(snippet.value === 0 ? ['nosnippet'] : []),
    ].join(' ');
  };
  const none: PageInputs = { metas: [], headers: [] };
  const metas = (content: string, name = 'robots'): MetaRobots[] => [{ name, content, at: { start: 0, end: 9 }, inHead: true }];
  const page = (content: string, name?: string): PageInputs => ({ metas: metas(content, name), headers: [] });
  const headers = (...values: string[]): PageInputs => ({
    metas: [],
    headers: values.map(value => ['X-Robots-Tag', value] as const),
  });

  it.each<[string, PageInputs, string]>([
    ['nothing', none, ''],
    ['positive words forbid nothing', page('index, follow, all'), ''],
    ['the more restrictive wins', page('index, noindex'), 'noindex'],
    ['all does not undo', page('all, noindex, nofollow'), 'noindex nofollow'],
    ['none is two words', page('none'), 'noindex nofollow'],
    ['header and meta add up', { ...headers('noindex'), metas: metas('nofollow') }, 'noindex nofollow'],
    [
      'a positive word for us does not undo',
      { ...none, metas: [...metas('noindex'), ...metas('index', 'crawlscope')] },
      'noindex',
    ],
    ['our own name counts', page('noindex', 'crawlscope'), 'noindex'],
    ['another robot does not', page('none', 'googlebot'), ''],
    ['nor in a header', headers('otherbot: noindex', 'crawlscope: nofollow'), 'nofollow'],
    ['nosnippet', page('nosnippet'), 'nosnippet'],
    ['max-snippet: 0 is nosnippet', page('max-snippet:0'), 'nosnippet'],
    ['max-snippet: -1 is not', page('max-snippet:-1'), ''],
    ['unknown words are ignored', page('NOINDEX;NOFOLLOW, noindexx'), ''],
  ])('%s', (_rule, inputs, expected) => {
    expect(flags(inputs)).toBe(expected);
  });

  it('gives every reason, the first one first', () => {
    const inputs = { ...headers('googlebot: noindex', 'none'), metas: metas('noindex') };
    const { index, ignored } = readDirectives(engineById('google'), inputs, ['crawlscope']);
    expect(index.by.map(({ word, source }) => [word, source.kind])).toEqual([
      ['none', 'header'],
      ['noindex', 'meta'],
    ]);
    expect(ignored).toMatchObject([{ directive: { agent: 'googlebot' }, why: 'other-robot' }]);
  });

  it('is the union over any order', () => {
    const words = fc.array(fc.constantFrom('index', 'noindex', 'nofollow', 'none', 'all', 'nosnippet', 'max-snippet:0'));
    fc.assert(
      fc.property(words, words, (one, two) => {
        expect(flags({ ...headers(two.join()), metas: metas(one.join()) })).toBe(
          flags({ ...headers(one.join()), metas: metas(two.join()) }),
        );
      }),
    );
  });

  it('never throws, and every directive ends somewhere, for every engine', () => {
    const text = fc
      .array(
        fc.constantFrom(
          ':',
          ',',
          ' ',
          'unavailable_after',
          'Fri',
          'noindex',
          'bot',
          ';',
          '\0',
          'max-snippet',
          '9',
          'all',
          'none',
        ),
      )
      .map(parts => parts.join(''));
    fc.assert(
      fc.property(text, fc.constantFrom(...engineIds()), (value, id) => {
        const engine = engineById(id);
        const inputs = { ...headers(value), metas: metas(value) };
        const reading = readDirectives(engine, inputs, ['bot']);
        const aspects = [
          reading.index,
          reading.follow,
          reading.snippet,
          reading.imagePreview,
          reading.videoPreview,
          reading.cache,
          reading.imageIndex,
          reading.translate,
          reading.ifEmbedded,
          reading.unavailableAfter,
        ];
        const placed = new Set<Directive>([
          ...aspects.flatMap(({ by, lost }) => [...by, ...lost.map(each => each.directive)]),
          ...reading.ignored.map(each => each.directive),
        ]);
        const written = [
          ...parseMetaRobots(inputs.metas),
          ...parseXRobotsTag(inputs.headers, engine.headerAgent.value !== 'whole'),
        ];
        // A directive that is unknown to an engine, or affects no verdict, must have no effect.
        const expected = written.filter(each => each.word !== 'none' || engine.none.value.length > 0);
        expect(expected.length).toBeLessThanOrEqual(placed.size);
      }),
    );
    expect(header('noindex,'.repeat(10_000))).toHaveLength(10_000);
  });
});
