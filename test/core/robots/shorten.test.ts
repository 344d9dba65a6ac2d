import { describe, expect, it } from 'vitest';
import { crawlDelayFor, quickVerdict } from '#core/robots/decide.ts';
import type { Dialect } from '#core/robots/dialect.ts';
import { dialectById, dialectIds } from '#core/robots/dialects/registry.ts';
import { rfc9309 } from '#core/robots/dialects/rfc9309.ts';
import { parseRobots } from '#core/robots/parse/parse.ts';
import { namesOf } from '#core/robots/shorten/same-verdicts.ts';
import { shortenRobots } from '#core/robots/shorten/shorten.ts';
import { generateCase, SITE } from '../../support/proof/generate.ts';
import { randomFrom } from '../../support/proof/random.ts';
import { bytesOf } from './reading.ts';

// Heritrix finds no rule beside the nearest one, so that a covered rule may hide the one that covers it. The code of YioopBot
// looks at the last name of a run only.
const shorter = (text: string): string =>
  new TextDecoder().decode(shortenRobots(bytesOf(text), { except: ['heritrix', 'yioop-code'] }).bytes);
const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;

describe('a shorter robots.txt', () => {
  it.each([
    [
      'comments, white space and empty lines go; one stays between groups',
      lines('# Hello', '', 'User-agent: *  ', '  Disallow:   /a  # why', '', '', 'User-agent: b', 'Disallow: /b', ''),
      lines('User-agent: *', 'Disallow: /a', '', 'User-agent: b', 'Disallow: /b'),
    ],
    [
      'a duplicate goes',
      lines('User-agent: *', 'Disallow: /a', 'Disallow: /b', 'Disallow: /a'),
      lines('User-agent: *', 'Disallow: /a', 'Disallow: /b'),
    ],
    [
      'what a shorter rule covers goes',
      lines('User-agent: *', 'Disallow: /al', 'Disallow: /al/b.html', 'Disallow: /ab'),
      lines('User-agent: *', 'Disallow: /al', 'Disallow: /ab'),
    ],
    [
      'unless an Allow may lie between',
      lines('User-agent: *', 'Disallow: /a', 'Allow: /a/b', 'Disallow: /a/b/c'),
      lines('User-agent: *', 'Disallow: /a', 'Allow: /a/b', 'Disallow: /a/b/c'),
    ],
    [
      'also in another group of the same robot, whatever the order',
      lines('User-agent: x', 'Allow: /a/b', '', 'User-agent: *', 'Disallow: /a', 'Disallow: /a/b/c'),
      lines('User-agent: x', 'Allow: /a/b', '', 'User-agent: *', 'Disallow: /a', 'Disallow: /a/b/c'),
    ],
    [
      'an anchored rule covers nothing',
      lines('User-agent: *', 'Disallow: /a$', 'Disallow: /a$b'),
      lines('User-agent: *', 'Disallow: /a$', 'Disallow: /a$b'),
    ],
    [
      'a group never loses its last rule',
      lines('User-agent: *', 'Allow: /a', 'Allow: /a/b'),
      lines('User-agent: *', 'Allow: /a'),
    ],
    [
      'groups with the same rules are joined',
      lines('User-agent: Alpha', 'Disallow: /x', '', 'User-agent: Beta', 'Disallow: /y', '', 'User-agent: Gamma', 'Disallow: /x'),
      lines('User-agent: Alpha', 'User-agent: Gamma', 'Disallow: /x', '', 'User-agent: Beta', 'Disallow: /y'),
    ],
    [
      'a Sitemap line stays',
      lines('Sitemap: http://e.com/s.xml', 'User-agent: *', 'Disallow: /a'),
      lines('Sitemap: http://e.com/s.xml', 'User-agent: *', 'Disallow: /a'),
    ],
  ])('%s', (_what, text, expected) => {
    const got = shorter(text);
    expect(got).toBe(expected);
    expect(shorter(got)).toBe(got);
  });

  it('leaves out what another dialect reads otherwise, and names dialect, robot and URL', () => {
    // The text of 1994 knows no comment without a space before it.
    const result = shortenRobots(bytesOf(lines('User-agent: *', 'Disallow: /a#b', 'Disallow: /a#b')));
    expect(result.leftOut).toContainEqual({
      kind: 'layout',
      line: 2,
      difference: expect.objectContaining({ changes: 'verdict', dialect: expect.any(String) }),
    });
    expect(new TextDecoder().decode(result.bytes)).toContain('/a#b');
  });

  it('leaves a covered rule that hides another one from Heritrix, unless Heritrix does not count', () => {
    const text = lines('User-agent: *', 'Disallow: /al', 'Disallow: /al/b.html');
    expect(shortenRobots(bytesOf(text)).leftOut).toEqual([
      {
        kind: 'covered',
        line: 3,
        difference: { dialect: 'heritrix', changes: 'verdict', agent: '*', url: expect.stringContaining('/al') },
      },
    ]);
    expect(shorter(text)).toBe(lines('User-agent: *', 'Disallow: /al'));
  });

  it('is refused where crawlers read only a part of the file', () => {
    const long = lines('User-agent: *', ...Array.from({ length: 40_000 }, (_, at) => `Disallow: /page-${at}.html`));
    expect(shortenRobots(bytesOf(long))).toMatchObject({ refused: expect.stringContaining('500 KiB'), made: {} });
  });

  it('says which dialects read more of it than of the original', () => {
    const long = lines(
      'User-agent: *',
      ...Array.from({ length: 2_500 }, (_, at) => `Disallow: /a-long-name-for-a-page-${at}.html`),
      'Disallow: /a',
    );
    const { compared, bytes } = shortenRobots(bytesOf(long));
    expect(compared.cut).toEqual(expect.arrayContaining(['yandex', 'yioop-code']));
    expect(bytes.length).toBeLessThan(200);
  });
});

it('no verdict by RFC 9309 changes on any URL of generated files, nor a delay in any dialect', () => {
  const random = randomFrom(20_261_123);
  let saved = 0;
  for (let round = 0; round < 50; round += 1) {
    const { bytes, questions } = generateCase(random, 60);
    const result = shortenRobots(bytes);
    saved += bytes.length - result.bytes.length;
    expect(result.bytes.length).toBeLessThanOrEqual(bytes.length);
    const [before, after] = [parseRobots(bytes, rfc9309), parseRobots(result.bytes, rfc9309)];
    for (const { agent, url } of questions) {
      const full = url.startsWith('http') ? url : SITE + url;
      const [wanted, got] = [before, after].map(file => quickVerdict(file, rfc9309, agent, full).allowed);
      expect(got, `${agent} at ${full} in ${JSON.stringify(new TextDecoder().decode(bytes))}`).toBe(wanted);
    }
    for (const id of dialectIds()) {
      const dialect = dialectById(id) as Dialect;
      const delays = (octets: Uint8Array) =>
        namesOf(before).map(name => crawlDelayFor(parseRobots(octets, dialect), dialect, name)?.seconds ?? null);
      if (!result.compared.cut.includes(id)) expect(delays(result.bytes), id).toEqual(delays(bytes));
    }
  }
  expect(saved).toBeGreaterThan(300);
});

it('files of few paths that lie in each other keep every verdict in RFC 9309 on every path up to four segments', () => {
  const random = randomFrom(7);
  const segments = ['a', 'b', 'ab'];
  const paths = ['/'];
  for (const one of segments) {
    paths.push(`/${one}`, `/${one}/`);
    for (const two of segments) for (const three of ['', '/a', '/b?x', '/ab/']) paths.push(`/${one}/${two}${three}`);
  }
  const pattern = (): string => {
    const depth = 1 + random.below(3);
    let text = '';
    for (let at = 0; at < depth; at += 1) text += `/${random.pick(segments)}`;
    return text + random.pick(['', '', '', '/', '*', '$', '/*b']);
  };
  for (let round = 0; round < 80; round += 1) {
    const groups = Array.from({ length: 1 + random.below(3) }, () =>
      [
        `User-agent: ${random.pick(['x', 'y', '*'])}`,
        ...Array.from(
          { length: 1 + random.below(8) },
          () => `${random.once(3) ? 'Allow' : 'Disallow'}: ${random.once(9) ? '' : pattern()}`,
        ),
      ].join('\n'),
    );
    const bytes = bytesOf(`${groups.join('\n\n')}\n`);
    const result = shortenRobots(bytes);
    const [before, after] = [parseRobots(bytes, rfc9309), parseRobots(result.bytes, rfc9309)];
    for (const agent of ['x', 'y', 'z'])
      for (const path of paths) {
        const [wanted, got] = [before, after].map(file => quickVerdict(file, rfc9309, agent, SITE + path).allowed);
        expect(got, `${agent} ${path}\n${new TextDecoder().decode(bytes)}\n--\n${new TextDecoder().decode(result.bytes)}`).toBe(
          wanted,
        );
      }
  }
});
