import { expect, it } from 'vitest';
import { profiles } from '#core/crawlers/profiles.ts';
import type { MatrixRow } from '#shared/model/matrix.ts';
import { faults, newPath, newSession, reasonsOf, reopen, rows, site } from '../../support/crawling.ts';
import { linksTo, page, robotsFile } from '../../support/site.ts';

type Asked = ReturnType<typeof newSession>;
const explain = async (session: Asked, url: string) => await session.handlers['url.explain']({ url });
const row = async (session: Asked, url: string, profile: string): Promise<MatrixRow | undefined> =>
  (await session.handlers['url.matrix']({ url, profiles: [profile] })).rows[0];
const idsOf = (found: MatrixRow | undefined): string[] => found?.reasons.map(reason => reason.id) ?? [];

it('a crawl as YandexBot decides like Yandex, one as InfoSeek like the text of 1997', async () => {
  const server = await site({
    '/': linksTo('/both', '/plain'),
    '/both': page('<meta name="robots" content="noindex, index">'),
    '/plain': page('<meta name="robots" content="noindex">', '<a href="/below">x</a>'),
    '/below': page(),
  });
  const decided = async (profile: string) => {
    const session = newSession([server.url('/')], { profile });
    await session.run();
    expect(faults(session)).toEqual([]);
    return [reasonsOf(session, server.url('/both')).at(-2), reasonsOf(session, server.url('/below')).at(-1)];
  };
  expect(await decided('crawlscope')).toEqual(['meta-noindex', expect.not.stringMatching('nofollow')]);
  expect(await decided('yandexbot')).toEqual(['listable', expect.not.stringMatching('nofollow')]);
  expect(await decided('infoseek')).toEqual(['meta-noindex', 'page-nofollow']);
});

it('unavailable_after in the past forbids listing, and says so', async () => {
  const server = await site({ '/': page('<meta name="robots" content="unavailable_after: 2020-01-01">') });
  const session = newSession([server.url('/')]);
  await session.run();
  const { mayList } = await explain(session, server.url('/'));
  expect(mayList).toMatchObject({ verdict: 'no', reason: 'unavailable-after' });
  expect(mayList.evidence[1]?.text).toContain('unavailable_after');
});

it('what a blocked crawler cannot see is told with both pieces of evidence, and nothing is claimed of pages never fetched', async () => {
  const server = await site({
    '/robots.txt': robotsFile('User-agent: Googlebot\nDisallow: /\n\nUser-agent: *\nDisallow: /never\n'),
    '/': linksTo('/hidden', '/never'),
    '/hidden': page('<meta name="robots" content="noindex">', '<link rel="canonical" href="/">'),
  });
  const session = newSession([server.url('/')]);
  await session.run();
  const hidden = await row(session, server.url('/hidden'), 'googlebot');
  expect(hidden).toMatchObject({ indexable: 'url-only', directive: '' });
  expect(idsOf(hidden)).toEqual(expect.arrayContaining(['robots-rule', 'noindex-behind-block', 'canonical-behind-block']));
  expect(hidden?.reasons.find(reason => reason.id === 'robots-rule')?.open).toMatchObject({ view: 'robots', line: 2 });
  const noindex = hidden?.reasons.find(reason => reason.id === 'noindex-behind-block');
  expect(noindex).toMatchObject({ open: { view: 'source' }, seenAt: expect.any(Number) });
  expect(noindex?.text).toContain('noindex');
  expect(idsOf(await row(session, server.url('/never'), 'googlebot'))).toContain('behind-block-unknown');
  expect((await explain(session, server.url('/hidden'))).page?.hidden).toBeNull();
  expect((await explain(session, server.url('/never'))).page?.hidden).toMatchObject({
    checkable: false,
    evidence: [{ kind: 'robots-line' }],
  });
});

it('fetched in an earlier run, blocked now: the own profile is told of the directive it can no longer see', async () => {
  const server = await site({
    '/robots.txt': robotsFile('User-agent: *\nDisallow:\n'),
    '/': linksTo('/gone', '/late'),
    '/gone': page('<meta name="robots" content="noindex">'),
    '/late': page(),
  });
  const path = newPath();
  const first = newSession([server.url('/'), server.url('/gone')], { maxPages: 2, robotsLifetimeMs: 0 }, { path });
  await first.run();
  expect((await explain(first, server.url('/gone'))).page?.hidden).toBeNull();
  await first.close();
  server.set('/robots.txt', robotsFile('User-agent: *\nDisallow: /gone\n'));
  const second = reopen(path);
  second.changeSettings({ maxPages: 10 });
  await second.run();
  expect(rows(second, 'SELECT count(*) FROM robots_version')).toEqual([[2]]);
  const found = (await explain(second, server.url('/gone'))).page?.hidden;
  expect(found).toMatchObject({ checkable: true, evidence: [{ kind: 'robots-line' }, { kind: 'bytes' }] });
  expect(found?.evidence[0]?.text).toBe('Disallow: /gone');
  expect(found?.evidence[1]?.text).toContain('noindex');
  expect(found?.sentence).toMatch(/noindex.*fetched \(\d+ \w+ \d{4}, .* ago\).*unknown/);
});

it('canonicals are followed through the crawl; historic elements, refreshes and preferences are listed', async () => {
  const server = await site({
    '/robots.txt': robotsFile('User-agent: *\nDisallow: /shut\n'),
    '/': linksTo('/a', '/b', '/c', '/old', '/shut'),
    '/a': page('<link rel="canonical" href="/b">'),
    '/b': page('<link rel="canonical" href="/shut">'),
    '/c': page('<link rel="canonical" href="/missing">', '<meta http-equiv="refresh" content="0;url=/b">'),
    '/old': {
      headers: { 'Content-Usage': 'train-ai=n' },
      body: page(
        '<meta name="keywords" content="one, two"><meta name="document-state" content="dynamic"><meta name="robots" content="noindex; nofollow">',
      ),
    },
  });
  const session = newSession([server.url('/')]);
  await session.run();
  const a = (await explain(session, server.url('/a'))).page;
  expect(a?.canonical).toMatchObject({ kind: 'elsewhere', declarations: [{ kind: 'bytes' }] });
  expect(a?.canonical?.diagnoses.map(each => each.code)).toEqual(['chain', 'target-blocked']);
  const c = (await explain(session, server.url('/c'))).page;
  expect(c?.canonical?.diagnoses.map(each => each.code)).toEqual(['target-unknown']);
  expect(c?.notes.map(each => each.sentence).join()).toContain('permanent redirect');
  expect(idsOf(await row(session, server.url('/c'), 'yandexbot'))).toContain('refresh');
  const yandex = (await row(session, server.url('/c'), 'yandexbot'))?.reasons.find(reason => reason.id === 'refresh');
  expect(yandex?.sentence).toContain('temporary redirect');
  const old = (await explain(session, server.url('/old'))).page;
  expect(old?.historic.map(each => each.sentence.split(':')[0])).toEqual(['KEYWORDS', 'DOCUMENT-STATE', 'ROBOTS']);
  expect(old?.notes.map(each => each.sentence)).toEqual([
    expect.stringContaining('separated by commas'),
    expect.stringContaining('train-ai=n'),
  ]);
});

it('a directive behind the end of the head names what ended it', async () => {
  const server = await site({
    '/': '<!DOCTYPE html><head><title>x</title><div>y</div><meta name="robots" content="noindex"></head><body>z',
  });
  const session = newSession([server.url('/')]);
  await session.run();
  const found = await row(session, server.url('/'), 'googlebot');
  expect(found).toMatchObject({ indexable: 'no' });
  expect(found?.reasons.find(reason => reason.id === 'head-closed-early')).toMatchObject({
    text: '<div>',
    place: { kind: 'bytes', start: 37, end: 42 },
  });
});

it('every profile has its verdict, and a page of many directives costs no more than a moment', async () => {
  const server = await site({ '/': { headers: { 'X-Robots-Tag': 'bot: noindex, '.repeat(200) }, body: page() } });
  const session = newSession([server.url('/')]);
  await session.run();
  const { rows: all } = await session.handlers['url.matrix']({ url: server.url('/') });
  expect(all).toHaveLength(profiles().length);
  expect(all.every(each => each.engine !== '' && each.reasons.length === 0)).toBe(true);
});
