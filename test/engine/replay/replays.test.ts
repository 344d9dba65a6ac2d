import { describe, expect, test, vi } from 'vitest';
import { replay } from '#core/replay/replay.ts';
import { finish } from '#core/steps.ts';
import type { Session } from '#engine/session/session.ts';
import type { Disagreements } from '#shared/model/replay.ts';
import { newSession, site } from '../../support/crawling.ts';
import { patience } from '../../support/patience.ts';
import { linksTo, page } from '../../support/site.ts';

const robots = `User-agent: *
Disallow: /a
Allow: /a/b
Disallow: /never

User-agent: Googlebot
Disallow: /g
`;

async function crawled(): Promise<{ session: Session; origin: string; url: (path: string) => string }> {
  const server = await site({
    '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: robots },
    '/': page(linksTo('/a/1', '/a/2', '/a/b/1', '/g/1', '/c')),
    '/a/b/1': page(''),
    '/g/1': page(''),
    '/c': page(''),
  });
  const session = newSession([server.url('/')]);
  await session.run();
  return { session, origin: server.origin, url: path => server.url(path) };
}

const live = { version: null, text: null, profile: '' };

async function settled(session: Session, list: number): Promise<Disagreements> {
  return await vi.waitUntil(async () => {
    const found = await session.handlers['disagreements.read']({ list });
    return found.progress.state !== 'running' && found;
  }, patience);
}

describe('a draft over the stored URLs', () => {
  test('says what it would block and allow, by line, and which URLs these are', async () => {
    const { session, origin, url } = await crawled();
    const draft = robots.replace('Disallow: /a\n', 'Disallow: /c\n');
    const found = await session.handlers['replay.compare']({ origin, before: live, after: { ...live, text: draft } });
    expect(found.total).toBe(6);
    expect(found.counts).toMatchObject({ newlyBlocked: 1, newlyAllowed: 2, unchanged: 3 });
    expect(found.causes.map(({ edit, oldText, newText }) => [edit, oldText, newText])).toEqual([
      ['removed', 'Disallow: /a', ''],
      ['added', '', 'Disallow: /c'],
    ]);
    const blocked = await session.handlers['replay.urls']({
      handle: found.handle,
      change: 'newlyBlocked',
      cause: null,
      section: null,
      from: 0,
      limit: 10,
    });
    expect(blocked).toMatchObject({
      total: 1,
      rows: [{ url: url('/c'), before: true, after: false, oldLine: 0, newLine: 2, inlinks: 1, depth: 1 }],
    });
    const inA = await session.handlers['replay.urls']({
      handle: found.handle,
      change: null,
      cause: null,
      section: '/a/',
      from: 0,
      limit: 10,
    });
    expect(inA.rows.map(row => row.url)).toEqual([url('/a/1'), url('/a/2')]);
  });

  test('a comparison that is no longer kept, an origin and a crawler nobody knows are refused by name', async () => {
    const { session, origin } = await crawled();
    const ask = session.handlers['replay.compare'];
    await expect(ask({ origin: 'https://e.com', before: live, after: live })).rejects.toMatchObject({ code: 'not_found' });
    await expect(ask({ origin, before: live, after: { ...live, profile: 'nobody' } })).rejects.toThrow('nobody');
    await expect(ask({ origin, before: live, after: { ...live, version: 99 } })).rejects.toThrow('not stored');
    await expect(
      session.handlers['replay.urls']({ handle: 77, change: null, cause: null, section: null, from: 0, limit: 1 }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('pages that lose their last way of being found', () => {
  test('are those behind blocked pages that nothing else leads to, and the same as the command line finds', async () => {
    const server = await site({
      '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\n' },
      '/': page(linksTo('/hub/1', '/open')),
      '/hub/1': page(linksTo('/deep/1', '/deep/2')),
      '/open': page(linksTo('/deep/2')),
      '/deep/1': page(linksTo('/deep/3')),
      '/deep/2': page(''),
      '/deep/3': page(''),
    });
    const session = newSession([server.url('/')]);
    await session.run();
    const { origin } = server;
    const draft = 'User-agent: *\nDisallow: /hub/\n';
    const found = await session.handlers['replay.compare']({ origin, before: live, after: { ...live, text: draft } });
    const ask = (from: number) => session.handlers['replay.discovery']({ handle: found.handle, from, limit: 1 });
    const first = await ask(0);
    expect(first).toMatchObject({ total: 2, foundBefore: 6, foundAfter: 4, links: 6, rows: [{ url: server.url('/deep/1') }] });
    expect((await ask(1)).rows.map(row => row.url)).toEqual([server.url('/deep/3')]);
    const source = session.replay({});
    const { table } = finish(source.table());
    const before = finish(replay(table, source.stored('crawlscope')));
    const after = finish(replay(table, source.draft('crawlscope', new TextEncoder().encode(draft))));
    expect(finish(source.lost(before, after))).toMatchObject({ foundBefore: 6, foundAfter: 4, lost: { length: 2 } });
    await expect(session.handlers['replay.discovery']({ handle: 99, from: 0, limit: 1 })).rejects.toThrow('Compare again');
  });
});

describe('drafts', () => {
  test('begin with the stored file, are kept by name, renamed and deleted', async () => {
    const { session, origin } = await crawled();
    const { handlers } = session;
    const desk = await handlers['drafts.open']({ origin });
    expect(desk).toMatchObject({ origin, text: robots, isRules: true, cut: false, crLf: false, drafts: [] });
    expect(desk.agents).toContain('Googlebot');
    const save = async (name: string, text: string) => handlers['drafts.save']({ origin, name, text, base: desk.version });
    const kept = await save(' Spring ', 'User-agent: *');
    expect(kept).toMatchObject({ name: 'Spring', length: 13, baseVersion: desk.version });
    expect((await save('Spring', 'User-agent: a')).id).toBe(kept.id);
    expect((await save('Summer', '')).id).not.toBe(kept.id);
    await expect((async () => handlers['drafts.rename']({ id: kept.id, name: 'Summer' }))()).rejects.toThrow('already');
    await expect(save('  ', '')).rejects.toThrow('needs a name');
    await handlers['drafts.rename']({ id: kept.id, name: 'Winter' });
    expect(await handlers['drafts.read']({ id: kept.id })).toMatchObject({ name: 'Winter', text: 'User-agent: a' });
    await handlers['drafts.delete']({ id: kept.id });
    expect((await handlers['drafts.open']({ origin })).drafts.map(({ name }) => name)).toEqual(['Summer']);
    await expect(handlers['drafts.read']({ id: kept.id })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('are completed with the sections of the site', async () => {
    const { session, origin } = await crawled();
    const found = await session.handlers['replay.sections']({ origin });
    expect(found.slice(0, 2)).toEqual([
      { section: '/a/', urls: 3 },
      { section: '/', urls: 2 },
    ]);
  });
});

describe('coverage', () => {
  test('adds up to the URLs of the origin, and gives the URLs of a line', async () => {
    const { session, origin, url } = await crawled();
    const found = await session.handlers['replay.coverage']({ origin, side: live });
    expect(found.lines.map(({ start }) => start)).toEqual([14, 27, 39]);
    expect(found.lines.map(({ line, decides, loses }) => [line, decides, loses])).toEqual([
      [2, 2, 1],
      [3, 1, 0],
      [4, 0, 0],
    ]);
    expect(found).toMatchObject({ isFile: true, noRuleBlocked: 0 });
    expect(found.noRule + found.lines.reduce((sum, line) => sum + line.decides, 0)).toBe(found.total);
    const ask = (line: number, matches: boolean) =>
      session.handlers['replay.covered']({ origin, side: live, line, matches, from: 0, limit: 10 });
    expect(await ask(2, false)).toEqual({ total: 2, urls: [url('/a/1'), url('/a/2')] });
    expect(await ask(2, true)).toEqual({ total: 1, urls: [url('/a/b/1')] });
    expect((await ask(4, false)).total).toBe(0);
  });
});

describe('disagreements over the crawl', () => {
  test('are grouped by the lines that part the crawlers, with the cause', async () => {
    const { session, url } = await crawled();
    const { list } = await session.handlers['disagreements.open']({ profiles: ['googlebot', 'scooter', 'bingbot'] });
    const found = await settled(session, list);
    expect(found).toMatchObject({ judged: 6, agreed: 2, notAsked: 0, groupCount: 3 });
    expect(found.profiles).toEqual(['crawlscope', 'googlebot', 'scooter', 'bingbot']);
    const of = (text: string) => found.groups.find(group => group.examples.includes(url(text)));
    expect(of('/g/1')).toMatchObject({
      urls: 1,
      says: [
        { profile: 'crawlscope', allowed: true, line: 0, rule: '' },
        { profile: 'googlebot', allowed: false, line: 7, rule: 'Disallow: /g' },
        { profile: 'scooter', allowed: true },
        { profile: 'bingbot', allowed: true },
      ],
      causes: [{ knob: 'name', between: ['crawlscope', 'googlebot'] }],
    });
    expect(of('/a/b/1')).toMatchObject({ causes: [{ knob: 'precedence', between: ['crawlscope', 'scooter'] }] });
    const blocked = of('/a/1');
    expect(blocked).toMatchObject({ urls: 2 });
    expect(await session.handlers['disagreements.urls']({ list, group: blocked?.id ?? 0, from: 1, limit: 5 })).toEqual({
      total: 2,
      urls: [url('/a/2')],
    });
  });

  test('under one name only ways of reading part them', async () => {
    const { session, url } = await crawled();
    const { list } = await session.handlers['disagreements.open']({ profiles: ['googlebot', 'scooter'], oneName: true });
    const found = await settled(session, list);
    expect(found).toMatchObject({ oneName: true, groupCount: 1 });
    expect(found.groups[0]).toMatchObject({ examples: [url('/a/b/1')], causes: [{ knob: 'precedence' }] });
  });

  test('in one direction, only URLs that the first crawler may not fetch and the second may, without the crawl’s own', async () => {
    const { session, url } = await crawled();
    const open = async (...profiles: string[]) => {
      const { list } = await session.handlers['disagreements.open']({ profiles, firstBlocked: true });
      return settled(session, list);
    };
    const found = await open('googlebot', 'bingbot');
    expect(found).toMatchObject({ profiles: ['googlebot', 'bingbot'], firstBlocked: true, judged: 6, agreed: 5, groupCount: 1 });
    expect(found.groups).toMatchObject([{ urls: 1, examples: [url('/g/1')], says: [{ allowed: false }, { allowed: true }] }]);
    const other = await open('bingbot', 'googlebot');
    expect(other.groups.flatMap(group => group.examples)).not.toContain(url('/g/1'));
    expect(other.groups.every(({ says }) => says[0]?.allowed === false && says[1]?.allowed === true)).toBe(true);
    await expect(open('googlebot')).rejects.toThrow('two different crawlers');
  });

  test('crawlers nobody knows and lists that are closed are refused', async () => {
    const { session } = await crawled();
    await expect(session.handlers['disagreements.open']({ profiles: ['googlebot', 'nobody'] })).rejects.toThrow('nobody');
    await expect(session.handlers['disagreements.read']({ list: 9 })).rejects.toMatchObject({ code: 'not_found' });
  });
});
