import { describe, expect, it } from 'vitest';
import { newSession, site } from '../../support/crawling.ts';
import { linksTo, page, robotsFile } from '../../support/site.ts';

type Asked = ReturnType<typeof newSession>;
const explain = async (session: Asked, url: string) => await session.handlers['url.explain']({ url });

describe('a URL that the crawler itself requested', () => {
  it('is said to be robots.txt or a sitemap, with time and result, not “never seen”', async () => {
    const server = await site({ '/': page() });
    server.set(
      '/robots.txt',
      robotsFile(`User-agent: *\nSitemap: ${server.url('/map.txt')}\nSitemap: ${server.url('/gone.xml')}\n`),
    );
    server.set('/map.txt', { headers: { 'Content-Type': 'text/plain' }, body: `${server.url('/')}\n` });
    const session = newSession([server.url('/')], { sitemaps: true });
    await session.run();
    const robots = await explain(session, server.url('/robots.txt'));
    expect(robots).toMatchObject({ seen: false, requestedAs: 'robots.txt' });
    expect(robots.headline).toMatch(/requested this URL as the robots\.txt of its site on \d+ \w+ \d{4}, .*: status 200\./);
    const map = await explain(session, server.url('/map.txt'));
    expect(map).toMatchObject({ seen: false, requestedAs: 'sitemap' });
    expect(map.headline).toMatch(/as a sitemap on .*: 1 entry\. http.*robots\.txt names it in line 2\./);
    const gone = await explain(session, server.url('/gone.xml'));
    expect(gone.headline).toMatch(/as a sitemap on .*404/);
    const never = await explain(session, server.url('/never'));
    expect(never.requestedAs).toBeUndefined();
    expect(never.headline).toMatch(/^This crawl never saw this URL\./);
  });
});

describe('a resource that the crawl does not fetch', () => {
  it('gets the verdict of the stored robots.txt, the same as among the crawlers', async () => {
    const server = await site({
      '/robots.txt': robotsFile('User-agent: *\nDisallow: /app.js\n'),
      '/': page('<script src="/app.js"></script>', '<script src="/free.js"></script>'),
    });
    const session = newSession([server.url('/')]);
    await session.run();
    const blocked = await explain(session, server.url('/app.js'));
    expect(blocked.mayFetch.verdict).toBe('no');
    expect(blocked.mayFetch.sentence).toContain('would forbid fetching it (line 2: Disallow: /app.js)');
    const matrix = await session.handlers['url.matrix']({ url: server.url('/app.js') });
    expect(matrix.rows[0]?.allowed).toBe(false);
    expect((await explain(session, server.url('/free.js'))).mayFetch.verdict).toBe('yes');
  });
});

describe('directives in several places', () => {
  it('are all named, the deciding one first', async () => {
    const server = await site({
      '/': {
        headers: { 'X-Robots-Tag': 'noindex' },
        body: page('<meta name="robots" content="noindex">', '<meta name="robots" content="none">'),
      },
    });
    const session = newSession([server.url('/')]);
    await session.run();
    const { mayList } = await explain(session, server.url('/'));
    expect(mayList.evidence.map(({ kind }) => kind)).toEqual(['header', 'bytes', 'bytes']);
    expect(mayList.sentence).toMatch(/^A response header says noindex: X-Robots-Tag: noindex.* The page says noindex too: <meta/);
    expect(mayList.sentence.match(/says noindex too/g)).toHaveLength(2);
  });

  it('for other crawlers stand under a heading of their own', async () => {
    const server = await site({
      '/': { headers: { 'X-Robots-Tag': 'googlebot: noindex' }, body: page('<meta name="bingbot" content="nofollow">') },
    });
    const session = newSession([server.url('/')]);
    await session.run();
    const { page: found, mayList } = await explain(session, server.url('/'));
    expect(mayList.verdict).toBe('yes');
    expect(found?.others.map(({ sentence }) => sentence)).toEqual([
      'This header applies to other crawlers only: X-Robots-Tag: googlebot: noindex',
      'This element applies to other crawlers only: <meta name="bingbot" content="nofollow">',
    ]);
    expect(found?.notes).toEqual([]);
  });
});

describe('advice', () => {
  it('fits the moment: another site, links that there are, why robots.txt could not be read', async () => {
    const server = await site({ '/': linksTo('http://other-site.invalid/', '/missing') });
    const session = newSession([server.url('/'), server.url('/gone')]);
    await session.run();
    const adviceFor = async (url: string) => (await explain(session, url)).decisions.map(({ advice }) => advice).join(' ');
    expect(await adviceFor('http://other-site.invalid/')).toMatch(
      /^Resume with other-site\.invalid as an internal host .*, or start a new crawl/,
    );
    expect(await adviceFor(server.url('/missing'))).toContain('Correct or remove the links to this URL (1 link).');
    expect(await adviceFor(server.url('/gone'))).not.toContain('links');
    const nowhere = newSession([`http://${'a'.repeat(64)}.test/`]);
    await nowhere.run();
    const { decisions } = await explain(nowhere, `http://${'a'.repeat(64)}.test/`);
    expect(decisions.at(-1)).toMatchObject({ reason: 'robots-unreachable', advice: expect.stringContaining('DNS') });
  });
});

describe('secrets of the server', () => {
  it('are not shown: user names in URLs, values of cookies', async () => {
    const server = await site({ '/': linksTo('/go') });
    const host = server.origin.replace('http://', '');
    server.set('/go', {
      status: 302,
      headers: { Location: `http://anna:s3cret@${host}/to`, 'Set-Cookie': ['id=t0ken; Path=/; Secure', 'plain'] },
    });
    server.set('/to', page('<a href="http://anna:s3cret@x.invalid/">x</a>'));
    const session = newSession([server.url('/')]);
    await session.run();
    const told = JSON.stringify([
      await explain(session, server.url('/go')),
      await explain(session, server.url('/to')),
      await session.handlers['url.headers']({ url: server.url('/go') }),
      await session.handlers['url.matrix']({ url: server.url('/go'), profiles: ['googlebot'] }),
    ]);
    expect(told).toContain('http://[redacted]@');
    expect(told).toContain('id=[redacted]; Path=/; Secure');
    expect(told).not.toMatch(/s3cret|anna|t0ken|plain"/);
    const dossier = await session.report({ kind: 'url', url: server.url('/go') }, { at: 0, version: '0' });
    expect(dossier).toContain('[redacted]');
    expect(dossier).not.toMatch(/s3cret|t0ken/);
  });
});

describe('a huge page', () => {
  const MIB = 1024 * 1024;
  const filled = (tag: string): string => tag.repeat(Math.floor((8 * MIB) / tag.length));
  // 8 MiB of these took 3 s and more of the processor. Its time is measured, because a clock also counts what else the machine does.
  const mostMs = 1_500;

  it.each([
    ['tags alone', '<b>'],
    ['meta elements for a robot', '<meta name=googlebot content="noindex,nofollow,noarchive">'],
    ['canonicals', '<link rel=canonical href=/x>'],
  ])('of %s is explained in bounded time, and says how much was read', async (_, tag) => {
    const server = await site({ '/': page(filled(tag)) });
    const session = newSession([server.url('/')]);
    await session.run();
    await explain(session, server.url('/robots.txt'));
    const before = process.cpuUsage();
    const { page: found } = await explain(session, server.url('/'));
    const used = process.cpuUsage(before);
    expect((used.user + used.system) / 1_000).toBeLessThan(mostMs);
    expect(found?.notes.map(({ sentence }) => sentence).join(' ')).toContain('cover the first 512 KiB');
  });

  it('shows the first canonicals, and how many more there are', async () => {
    const count = 300;
    const server = await site({ '/': page('<link rel=canonical href=/x>'.repeat(count)) });
    const session = newSession([server.url('/')]);
    await session.run();
    const { page: found } = await explain(session, server.url('/'));
    expect(found?.canonical?.declarations).toHaveLength(10);
    const more = found?.canonical?.more ?? 0;
    expect(more).toBeGreaterThan(0);
    expect(found?.notes.map(({ sentence }) => sentence)).toEqual([
      expect.stringContaining(`${count - 10 - more} more robots meta tags and canonical links`),
    ]);
  });
});
