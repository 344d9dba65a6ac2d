import { describe, expect, it } from 'vitest';
import { asUserProfile } from '#core/crawlers/profile-set.ts';
import { profileById, profiles } from '#core/crawlers/profiles.ts';
import { profileProblems } from '#core/crawlers/user-profiles.ts';
import { chooseGroups } from '#core/robots/choose/choose.ts';
import type { Dialect, Knob } from '#core/robots/dialect.ts';
import { dialectById, dialectIds } from '#core/robots/dialects/registry.ts';
import { rfc9309 } from '#core/robots/dialects/rfc9309.ts';
import { unsupportedKnobs } from '../../support/dialect-support.ts';
import { judge, read, short } from './reading.ts';

describe.each(dialectIds())('dialect %s', id => {
  const dialect = dialectById(id) as Dialect;

  it('is found under its own id', () => expect(dialect.id).toBe(id));

  it('names a source for every knob', () => {
    for (const [name, knob] of Object.entries(dialect)) {
      if (name === 'id' || name === 'name') continue;
      expect((knob as Knob<unknown>).source, name).toMatch(/\S{3}/);
      expect((knob as Knob<unknown>).value, name).not.toBeUndefined();
    }
  });

  it('is plain data', () => expect(JSON.parse(JSON.stringify(dialect))).toEqual(dialect));

  it('asks nothing of the engine that it cannot do', () => expect(unsupportedKnobs(dialect)).toEqual([]));
});

describe('the registry', () => {
  it('knows no other id', () => {
    expect(dialectById('lynx')).toBeNull();
    expect(dialectById('__proto__')).toBeNull();
  });

  it('reports values the engine cannot play yet', () => {
    expect(unsupportedKnobs({ ...rfc9309, starPattern: { value: 'shell-glob' as 'any-run', source: 'test' } })).toEqual([
      'starPattern: shell-glob',
    ]);
  });
});

const tokensOnly = [
  ...['generic-rfc9309', 'google-extended', 'applebot-extended', 'nutch', 'crawlee', 'texting-robots'],
  ...['opentext', 'res-checker'],
];

describe('profiles', () => {
  it.each(profiles().map(profile => [profile.id, profile] as const))(
    '%s is complete: token, user agent, known dialect, directive names, source and day',
    (id, profile) => {
      expect(profileById(id)).toBe(profile);
      expect(dialectById(profile.dialect)).not.toBeNull();
      expect(profile.source).not.toBe('');
      expect(profileProblems({ ...asUserProfile(profile), id: `${id}-copy` })).toEqual({});
      // Without its own header: a token for robots.txt only, or a library whose user chooses the name.
      if (profile.userAgent === '') expect(tokensOnly).toContain(id);
      expect(profile.asOf).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect(profile.directiveAgents).toEqual(profile.directiveAgents.map(name => name.toLowerCase()));
      if (profile.userAgent !== '') expect(profile.userAgent).toContain(profile.productToken);
    },
  );

  it('have ids of their own, and there is one at least for every dialect', () => {
    const all = profiles();
    expect(new Set(all.map(profile => profile.id)).size).toBe(all.length);
    expect(all.length).toBeGreaterThanOrEqual(40);
    // Protego is a library: the crawler that uses it is Scrapy, with its own dialect.
    expect(new Set([...all.map(profile => profile.dialect), 'protego'])).toEqual(new Set(dialectIds()));
  });

  it('cover search engines with their image, news and ads robots, SEO tools, AI crawlers and archives', () => {
    const known = ['googlebot-image', 'googlebot-news', 'adsbot-google', 'adidxbot', 'bingbot', 'yandexbot', 'baiduspider'];
    const others = ['gptbot', 'claudebot', 'perplexitybot', 'ccbot', 'ahrefsbot', 'semrushbot', 'archive-org-bot', 'heritrix'];
    for (const id of [...known, ...others]) expect(profileById(id), id).not.toBeNull();
  });

  it('are found by id only', () => expect(profileById('nobody')).toBeNull());

  it('2.2.1 our token is the beginning of our user agent', () => {
    const own = profileById('crawlscope');
    expect(own?.userAgent.startsWith(`${own.productToken}/`)).toBe(true);
  });
});

describe('knobs other dialects will turn', () => {
  const turned = (change: Partial<Dialect>): Dialect => ({ ...rfc9309, ...change });
  const set = <T>(value: T): Knob<T> => ({ value, source: 'test' });
  const two = 'User-agent: Bot\nDisallow: /a\nUser-agent: Bot\nDisallow: /b';

  it.each([
    ['first', '/b', 'A no-match'],
    ['last', '/a', 'A no-match'],
    ['merge-all', '/a', 'D2'],
  ] as const)('group choice %s', (choice, path, expected) => {
    expect(short(judge(two, turned({ choice: set(choice) }), 'Bot', path))).toBe(expected);
  });

  it('the longest name wins where a line is part of the name', () => {
    const dialect = turned({ choice: set('longest-token'), agentCompare: set('line-in-name') });
    expect(
      chooseGroups(read('User-agent: Bo\nUser-agent: Bot\n\nUser-agent: B\nDisallow: /', dialect), dialect, 'Bot').lines,
    ).toEqual([1, 2, 4]);
    expect(chooseGroups(read('User-agent: Bot\nDisallow:\nUser-agent: B\nDisallow: /', dialect), dialect, 'Bot').lines).toEqual([
      1,
    ]);
  });

  it('* is united with the own group', () => {
    const text = 'User-agent: *\nDisallow: /s\nUser-agent: Bot\nDisallow: /b';
    expect(short(judge(text, turned({ star: set('united') }), 'Bot', '/s'))).toBe('D2');
  });

  it('a blank line ends the record', () => {
    expect(short(judge('User-agent: *\n\nDisallow: /', turned({ blankLine: set('ends-record') }), 'Bot', '/'))).toBe(
      'A no-match',
    );
  });

  it('any keyed line ends a run of names', () => {
    const text = 'User-agent: A\nSitemap: x\nUser-agent: B\nDisallow: /';
    expect(short(judge(text, turned({ runEnd: set('any-keyed-line') }), 'A', '/'))).toBe('A no-match');
  });

  it('wildcards are plain characters', () => {
    const dialect = turned({
      starPattern: set('literal'),
      dollar: set('literal'),
      ruleNormalisation: set('none'),
      urlNormalisation: set('none'),
    });
    expect(short(judge('User-agent: *\nDisallow: /a*$', dialect, 'Bot', '/a*$b'))).toBe('D2');
    expect(short(judge('User-agent: *\nDisallow: /a*$', dialect, 'Bot', '/a'))).toBe('A no-match');
  });

  it('letter case of paths is ignored', () => {
    expect(short(judge('User-agent: *\nDisallow: /A', turned({ pathCase: set('ignored') }), 'Bot', '/aB'))).toBe('D2');
  });

  it('a slash is put before a path that lacks one', () => {
    expect(short(judge('User-agent: *\nDisallow: a', turned({ noSlash: set('slash-added') }), 'Bot', '/a'))).toBe('D2');
  });

  it('an empty Allow can close everything', () => {
    expect(short(judge('User-agent: *\nAllow:', turned({ emptyAllow: set('disallow-all') }), 'Bot', '/a'))).toBe('D2');
  });
});
