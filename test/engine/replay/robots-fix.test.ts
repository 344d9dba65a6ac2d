import { describe, expect, test } from 'vitest';
import { hunksOf } from '#engine/replay/fix.ts';
import type { Session } from '#engine/session/session.ts';
import { newSession, site } from '../../support/crawling.ts';
import { linksTo, page, robotsFile } from '../../support/site.ts';

const robots = 'User-agent: *\nDisallow: /a/\nDisallow: /b/\n';

async function crawled(): Promise<{ session: Session; origin: string; url: (path: string) => string }> {
  const server = await site({
    '/robots.txt': robotsFile(robots),
    '/': linksTo('/a/1', '/a/2', '/b/1', '/b/press.html', '/c/1', '/c/2', 'http://elsewhere.invalid/x'),
    '/c/1': page(),
    '/c/2': page(),
  });
  const session = newSession([server.url('/')]);
  await session.run();
  return { session, origin: server.origin, url: path => server.url(path) };
}
const live = { version: null, text: null, profile: '' };

describe('the smallest edit for chosen URLs', () => {
  test('frees exactly them, with the proof on every stored URL, and the draft does what it says', async () => {
    const { session, origin, url } = await crawled();
    const fix = await session.handlers['robots.fix']({ origin: '', goal: 'free', urls: [url('/a/1'), url('/a/2')], side: live });
    expect(fix).toMatchObject({
      origin,
      outcome: 'exact',
      chosen: 2,
      elsewhere: 0,
      unseen: 0,
      profile: 'crawlscope',
      nearest: null,
    });
    expect(fix.exact).toMatchObject({
      edits: 1,
      proof: { wanted: 2, flipped: 2, others: 0, total: 7 },
      text: 'User-agent: *\nDisallow: /b/\n',
      diff: [
        [
          { mark: ' ', line: 1, text: 'User-agent: *' },
          { mark: '-', line: 2, text: 'Disallow: /a/' },
          { mark: ' ', line: 2, text: 'Disallow: /b/' },
        ],
      ],
    });
    const compared = await session.handlers['replay.compare']({
      origin,
      before: live,
      after: { ...live, text: fix.exact?.text ?? '' },
    });
    expect(compared.counts).toMatchObject({ newlyAllowed: 2, newlyBlocked: 0 });
  });

  test('takes a filter, of the origin of what it finds, and leaves other origins out', async () => {
    const { session, origin } = await crawled();
    const fix = await session.handlers['robots.fix']({ origin: '', goal: 'block', filter: 'inurl:/c/', side: live });
    expect(fix).toMatchObject({ origin, outcome: 'exact', chosen: 2 });
    expect(fix.exact?.text).toContain('Disallow: /c/');
    const all = await session.handlers['robots.fix']({ origin, goal: 'block', filter: '', side: live });
    expect(all).toMatchObject({ chosen: 8, elsewhere: 1 });
    await expect(session.handlers['robots.fix']({ origin, goal: 'block', filter: 'status:', side: live })).rejects.toMatchObject({
      code: 'bad_request',
    });
  });

  test('frees a URL never seen without freeing its neighbours', async () => {
    const { session, url } = await crawled();
    const fix = await session.handlers['robots.fix']({ origin: '', goal: 'free', urls: [url('/b/new.html')], side: live });
    expect(fix).toMatchObject({ outcome: 'exact', unseen: 1, exact: { proof: { wanted: 1, flipped: 1, others: 0, total: 8 } } });
    const { total } = await session.handlers['replay.coverage']({ origin: new URL(url('/')).origin, side: live });
    expect(total, 'the URL that was asked about is not kept').toBe(7);
  });

  test('says when nothing is to be done, and when no edit of rules can do it', async () => {
    const { session, url, origin } = await crawled();
    const free = (urls: string[]) => session.handlers['robots.fix']({ origin, goal: 'free', urls, side: live });
    expect(await free([url('/c/1')])).toMatchObject({ outcome: 'already', chosen: 1, elsewhere: 0 });
    expect(await free(['http://elsewhere.invalid/x'])).toMatchObject({ outcome: 'already', chosen: 1, elsewhere: 1 });
    const bare = await site({ '/robots.txt': { status: 404 }, '/': page() });
    const none = newSession([bare.url('/')]);
    await none.run();
    expect(await none.handlers['robots.fix']({ origin: '', goal: 'block', urls: [bare.url('/')], side: live })).toMatchObject({
      outcome: 'no-rules',
      exact: null,
      nearest: null,
    });
  });

  test('names what else would flip when no edit is exact', async () => {
    // Where patterns are plain prefixes, no rule blocks /x and not /xy.
    const server = await site({
      '/robots.txt': robotsFile('User-agent: *\nDisallow: /other\n'),
      '/': linksTo('/x', '/xy'),
    });
    const session = newSession([server.url('/')]);
    await session.run();
    const fix = await session.handlers['robots.fix']({
      origin: '',
      goal: 'block',
      urls: [server.url('/x')],
      side: { ...live, profile: 'scooter' },
    });
    expect(fix).toMatchObject({ outcome: 'none', exact: null });
    expect(fix.nearest?.proof.others).toBe(1);
    expect(fix.nearest?.otherUrls).toEqual([server.url('/xy')]);
  });
});

test('a diff keeps three lines around each edit and parts what is far apart', () => {
  const text = Array.from({ length: 20 }, (_, at) => `# ${at + 1}`).join('\n');
  const hunks = hunksOf(text, [
    { kind: 'remove', line: 2 },
    { kind: 'change', line: 15, text: 'new' },
    { kind: 'add', after: 20, text: 'last' },
  ]);
  expect(hunks.map(hunk => hunk.map(({ mark, line }) => `${mark}${line}`).join(' '))).toEqual([
    ' 1 -2  2  3  4',
    ' 11  12  13 -15 +14  15  16  17  18  19 +20',
  ]);
});
