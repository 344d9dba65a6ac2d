import { expect, it } from 'vitest';
import { matrixParts } from '#shared/explain/matrix.ts';
import { anyOriginNote, onlyFramesNote } from '#shared/explain/url-notes.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import { newSession, site } from '../../support/crawling.ts';
import { linksTo, page } from '../../support/site.ts';

async function crawled(pages: Parameters<typeof site>[0], settings: Partial<CrawlSettings> = {}) {
  const server = await site(pages);
  const session = newSession([server.url('/')], settings);
  await session.run();
  const notesOf = async (path: string) => (await session.handlers['url.explain']({ url: server.url(path) })).notes;
  const rowOf = async (path: string, profile: string) =>
    (await session.handlers['url.matrix']({ url: server.url(path), profiles: [profile] })).rows[0];
  return { server, session, notesOf, rowOf };
}

it('rules hold whatever the link’s origin: said where a tracking code or a blocked query raises the question', async () => {
  const { notesOf } = await crawled({
    '/robots.txt': 'User-agent: *\nDisallow: /shop/\n',
    '/': linksTo('/shop/a', '/open'),
    '/open': page(),
  });
  expect(await notesOf('/shop/a?utm_source=other')).toEqual([anyOriginNote]);
  expect(await notesOf('/shop/a?colour=red')).toEqual([anyOriginNote]);
  expect(await notesOf('/open?gclid=1')).toEqual([anyOriginNote]);
  expect(await notesOf('/open?colour=red')).toEqual([]);
  expect(await notesOf('/shop/a')).toEqual([]);
});

it('a Host line: what Geoportal would request instead', async () => {
  const { notesOf, rowOf, session, server } = await crawled(
    { '/robots.txt': 'User-agent: GeoportalServer\nHost: https://myhost:8443\nDisallow: /n/\n', '/': page() },
    { profile: 'geoportal' },
  );
  expect(await notesOf('/')).toEqual([expect.stringContaining('requests https://myhost:8443/ instead: line 2 (Host)')]);
  expect((await rowOf('/', 'geoportal-code'))?.notes).toHaveLength(1);
  expect((await rowOf('/', 'googlebot'))?.notes).toEqual([]);
  const { rows } = await session.handlers['url.matrix']({ url: server.url('/') });
  // The crawl is played as Geoportal itself; its code does the same, so both agree.
  expect(matrixParts(rows, 'geoportal').differing.map(({ profile }) => profile)).not.toContain('geoportal-code');
  const asOurs = matrixParts(rows, 'crawlscope').differing.map(({ profile }) => profile);
  expect(asOurs).toEqual(expect.arrayContaining(['geoportal', 'geoportal-code', 'geoportal-first']));
});

it('YioopBot before 0.86 reaches a closed page through a redirect, later versions do not', async () => {
  const { rowOf, server, session } = await crawled({
    '/robots.txt': 'User-agent: *\nDisallow: /closed\n',
    '/': linksTo('/short'),
    '/short': { status: 302, headers: { Location: '/closed' } },
    '/closed': page(),
  });
  const old = await rowOf('/closed', 'yioopbot-2011');
  expect(old).toMatchObject({
    allowed: false,
    notes: [expect.stringMatching(/\/short redirects here\. .*downloads this URL all the same/)],
  });
  expect((await rowOf('/closed', 'yioopbot'))?.notes).toEqual([]);
  // Crawlscope itself did not request it.
  expect(server.log.map(({ path }) => path)).not.toContain('/closed');
  expect((await session.handlers['url.explain']({ url: server.url('/closed') })).mayFetch.verdict).toBe('no');
});

it('a crawl as Slurp follows HREF and not SRC; a link elsewhere brings the page in', async () => {
  const framed = {
    '/': page('', '<iframe src="/framed"></iframe><frame src="/both"><a href="/next">n</a>'),
    '/next': linksTo('/both'),
  };
  const { session, server, notesOf } = await crawled({ ...framed, '/framed': page(), '/both': page() }, { profile: 'slurp' });
  const reasons = async (path: string) =>
    (await session.handlers['url.explain']({ url: server.url(path) })).decisions.map(({ reason }) => reason);
  expect(await reasons('/framed')).toEqual(['frame-not-followed']);
  expect(await notesOf('/framed')).toEqual([onlyFramesNote]);
  expect(await reasons('/both')).toEqual(expect.arrayContaining(['frame-not-followed', 'linked', 'fetched']));
  expect(server.log.map(({ path }) => path)).not.toContain('/framed');
  const other = await crawled({ ...framed, '/framed': page(), '/both': page() });
  expect(other.server.log.map(({ path }) => path)).toContain('/framed');
});

it('a site that is closed to Slurp is not listed; single closed pages may be, by their address', async () => {
  const closed = await crawled({ '/robots.txt': 'User-agent: Slurp\nDisallow: /\n', '/': page() }, { profile: 'slurp' });
  const explained = await closed.session.handlers['url.explain']({ url: closed.server.url('/') });
  expect(explained.mayList).toMatchObject({ verdict: 'no', reason: 'site-closed' });
  const row = await closed.rowOf('/', 'slurp');
  expect(row).toMatchObject({ allowed: false, indexable: 'no' });
  expect(row?.reasons.map(({ id }) => id)).toContain('site-removed');
  expect(await closed.rowOf('/', 'googlebot')).toMatchObject({ allowed: true });
  const part = await crawled({ '/robots.txt': 'User-agent: *\nDisallow: /a\n', '/': linksTo('/a') }, { profile: 'slurp' });
  expect(await part.rowOf('/a', 'slurp')).toMatchObject({ allowed: false, indexable: 'url-only' });
});

it('noodp and noydir are supported implicitly by Yioop, and ignored by others', async () => {
  const { rowOf } = await crawled({ '/': page('<meta name="robots" content="noodp, noydir">') });
  expect((await rowOf('/', 'yioopbot'))?.reasons.map(({ id, sentence }) => `${id} ${sentence}`)).toEqual([
    expect.stringMatching(/^implied-directive “noodp” is supported implicitly/),
    expect.stringMatching(/^implied-directive “noydir” is supported implicitly/),
  ]);
  expect((await rowOf('/', 'googlebot'))?.reasons.map(({ id }) => id)).toEqual([
    'robots-rule',
    'ignored-directive',
    'ignored-directive',
  ]);
});
