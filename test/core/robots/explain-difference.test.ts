import { describe, expect, it } from 'vitest';
import { quickVerdict } from '#core/robots/decide.ts';
import type { Dialect } from '#core/robots/dialect.ts';
import { dialectById, dialectIds } from '#core/robots/dialects/registry.ts';
import { type KnobName, splittingKnob } from '#core/robots/explain-difference.ts';
import { parseRobots } from '#core/robots/parse/parse.ts';
import { fixtures } from './fixtures.ts';
import { bytesOf } from './reading.ts';

const dialect = (id: string): Dialect => dialectById(id) as Dialect;
const split = (text: string, agent: string, path: string, a: string, b: string) =>
  splittingKnob(bytesOf(text.replaceAll('|', '\n')), agent, `http://site.test${path}`, dialect(a), dialect(b));

describe('the setting that parts two dialects', () => {
  it.each([
    ['User-agent: *|Disallow: /a|Allow: /a/b', 'Bot', '/a/b', 'rfc9309', 'baidu', 'precedence'],
    ['User-agent: *|Disallow: /A', 'Bot', '/a', 'rfc9309', 'yioop-code', 'pathCase'],
    ['User-agent: *|Disallow: a', 'Bot', '/a', 'rfc9309', 'temoto', 'noSlash'],
    ['User-agent: *|Disalow: /a', 'Bot', '/a', 'rfc9309', 'google', 'aliases'],
    ['User-agent: Foo|Disallow: /', 'FooBot', '/a', 'rfc9309', 'urllib', 'agentCompare'],
    ['User-agent: *|Disallow: /', 'Bot', '/robots.txt', 'rfc9309', 'google', 'selfExemption'],
    ['User-agent: *|Disallow: /|Allow: /d/index.html', 'Bot', '/d/', 'rfc9309', 'crawler-commons', 'indexQuirk'],
    ['User-agent: *|Allow:', 'Bot', '/a', 'rfc9309', 'yandex', 'emptyAllow'],
    ['User-agent: *||Disallow: /a', 'Bot', '/a', 'rfc9309', 'norobots-1996', 'blankLine'],
    ['User-agent: Bot|Sitemap: x|User-agent: B|Disallow: /', 'Bot', '/a', 'rfc9309', 'rep-cpp', 'runEnd'],
    ['User-agent: *|Disallow: /d/', 'Bot', '/d', 'rfc9309', 'geoportal-code', 'trailingSlash'],
    ['User-agent: *|Disallow: /a|Disallow: /ab/x', 'Bot', '/abc', 'rfc9309', 'heritrix', 'literalSearch'],
    ['User-agent: Bot|Crawl-delay: 3600', 'Bot', '/abc', 'rfc9309', 'crawler-commons', 'crawlDelay'],
    ['User-agent: *|Disallow: /', 'Bot', '/', 'rfc9309', 'yioop', 'landingPage'],
  ] as const)('%s for %s at %s: %s and %s are parted by %s, %s', (text, agent, path, a, b, knob) => {
    const found = split(text, agent, path, a, b);
    expect(found).toMatchObject({ knob, from: dialect(a)[knob as KnobName].value, to: dialect(b)[knob as KnobName].value });
    expect(found).not.toHaveProperty('also');
  });

  it('is none where the dialects agree', () => {
    expect(split('User-agent: *|Disallow: /a', 'Bot', '/a', 'rfc9309', 'wget')).toBeNull();
  });

  it('is a pair where one is not enough', () => {
    expect(split('User-agent: X Bot|Disallow: /a', 'Bot', '/a', 'rfc9309', 'slurp')).toMatchObject({
      knob: 'agentCompare',
      from: 'equal',
      to: 'name-in-line',
      also: { knob: 'lineToken', from: 'leading-product', to: 'whole' },
    });
  });

  it('is the one of the deciding line where only that differs', () => {
    expect(split('User-agent: *|Disallow:', 'Bot', '/a', 'rfc9309', 'google')).toMatchObject({
      knob: 'emptyDisallow',
      to: 'reported',
    });
  });

  it('is not looked for beyond the readings that are granted', () => {
    const [rfc, baidu] = [dialect('rfc9309'), dialect('baidu')];
    const bytes = bytesOf('User-agent: *\nDisallow: /a\nAllow: /a/b');
    const within = (tries: number) => splittingKnob(bytes, 'Bot', 'http://site.test/a/b', rfc, baidu, tries);
    expect(within(0)).toBeNull();
    expect(within(100)).toMatchObject({ knob: 'precedence' });
  });

  it('works: with the change made, the first dialect decides like the second', () => {
    let parted = 0;
    const rfc = dialect('rfc9309');
    for (const [text, agent, url] of fixtures) {
      const bytes = bytesOf(text);
      for (const id of dialectIds()) {
        const other = dialect(id);
        const found = splittingKnob(bytes, agent, url, rfc, other);
        if (found === null) continue;
        parted += 1;
        const changed = {
          ...rfc,
          [found.knob]: other[found.knob],
          ...(found.also && { [found.also.knob]: other[found.also.knob] }),
        };
        expect(quickVerdict(parseRobots(bytes, changed), changed, agent, url).allowed).toBe(
          quickVerdict(parseRobots(bytes, other), other, agent, url).allowed,
        );
      }
    }
    expect(parted).toBeGreaterThan(100);
  });
});
