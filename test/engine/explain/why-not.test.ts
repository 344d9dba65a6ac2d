import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Session } from '#engine/session/session.ts';
import { type WhyNotCause, whyNotCauseCodes, whyNotCauses, whyNotTests } from '#shared/explain/why-not.ts';
import type { WhyNot } from '#shared/model/why-not.ts';
import { newSession, site } from '../../support/crawling.ts';
import { linksTo, page, robotsFile, type Site } from '../../support/site.ts';
import { everything } from '../../support/why-not-site.ts';

/**
 * A question and its one right answer. Where given: the nearest stored URL, and the page whose link leads there or
 * would have.
 */
type Question = readonly [path: string, cause: WhyNotCause, near?: string | null | undefined, lead?: string | null];

const answered: WhyNotCause[] = [];

async function explained(session: Session, url: string): Promise<WhyNot> {
  return (await session.handlers['url.explain']({ url })).whyNot;
}

async function put(session: Session, server: Site, questions: readonly Question[]): Promise<void> {
  const wrong: string[] = [];
  for (const [path, cause, near, lead] of questions) {
    const asked = path.startsWith('/') ? server.url(path) : path;
    const why = await explained(session, asked);
    answered.push(why.cause);
    const got = [
      why.cause,
      near === undefined ? undefined : (why.relatives[0]?.url.replace(server.origin, '') ?? null),
      lead === undefined ? undefined : why.lead.page.replace(server.origin, '') || null,
    ];
    if (JSON.stringify(got) !== JSON.stringify([cause, near, lead])) wrong.push(`${path}: ${JSON.stringify(got)}`);
    checkShape(path, why);
  }
  expect(wrong).toEqual([]);
}

/** What is true of every answer. */
function checkShape(path: string, why: WhyNot): void {
  expect(why.group, path).toBe(whyNotCauses[why.cause].group);
  expect(why.sentence, path).toMatch(/[^\s].*[.>”)\w]$/s);
  expect(why.sentence, path).not.toMatch(/\{\w+\}|undefined|not recorded/);
  expect(why.relatives.length, path).toBeLessThanOrEqual(8);
  for (const { id, answer } of why.tests) {
    expect(Object.keys(whyNotTests), path).toContain(id);
    expect(['pass', 'stop', 'unknown', 'skipped'], path).toContain(answer);
  }
  expect(why.tests[0], path).toMatchObject({ id: 'seen', answer: why.predicted ? 'stop' : 'pass' });
}

describe('why not: a crawl that came to its end', () => {
  it('seen URLs are answered from what was recorded', async () => {
    const { server, session } = await everything();
    await put(session, server, [
      ['/', 'fetched', null, null],
      ['/blog', 'fetched', null, '/'],
      ['/landing', 'fetched', null, '/go'],
      ['/from-sitemap', 'fetched', null, '/map.txt'],
      ['/file.pdf', 'fetched'],
      ['/caf%C3%A9', 'fetched'],
      ['/noindex', 'not-listed'],
      ['/canonical', 'not-listed'],
      ['/go', 'redirected', null, '/'],
      ['/loop-a', 'redirected'],
      ['/loop-b', 'redirect-loop', null, '/loop-a'],
      ['/hops/3', 'redirected'],
      ['/hops/4', 'redirect-limit', '/hops/1', '/hops/3'],
      ['/gone', 'error-answer', null, '/'],
      ['/broken', 'error-answer'],
      ['/drop', 'failed', undefined, '/'],
      ['/unread/', 'failed'],
      ['/private/a', 'blocked-by-robots', '/private/listed', '/'],
      ['/private/listed', 'blocked-by-robots', '/private/a', '/map.txt'],
      ['/shop/private/list', 'blocked-by-robots', '/shop/', '/shop/'],
      ['/sponsored', 'only-nofollow', undefined, '/'],
      ['/behind-nofollow', 'only-nofollow', undefined, '/nofollow-page'],
      ['/excluded/x', 'excluded', undefined, '/'],
      ['http://elsewhere.invalid/page', 'out-of-scope', undefined, '/'],
      ['http://169.254.169.254/latest/', 'address-refused', undefined, '/'],
      ['mailto:a@b.invalid', 'scheme', undefined, '/'],
      ['ftp://127.0.0.1/file', 'scheme'],
      ['http://', 'invalid-url', undefined, '/'],
      [`/long/${'x'.repeat(400)}`, 'url-length', undefined, '/'],
      ['/deep/3', 'fetched', undefined, '/deep/2'],
      ['/deep/4', 'depth-limit', '/deep/1', '/deep/3'],
      ['/trap/a/a/a/a/', 'crawler-trap', undefined, '/'],
      ['/logo.png', 'only-resource', undefined, '/'],
      ['/search', 'only-resource'],
      ['/feed.xml', 'only-reference', undefined, '/'],
    ]);
  });

  it('unseen URLs are simulated, with the nearest relative and the link that would have led there', async () => {
    const { server, session } = await everything();
    await put(session, server, [
      ['/blog/', 'other-spelling', '/blog', '/'],
      ['/shop', 'other-spelling', '/shop/', '/'],
      ['/landing/', 'other-spelling', '/landing', '/go'],
      ['/about', 'other-spelling', '/about.html', '/'],
      ['/About.html', 'other-spelling', '/about.html', '/'],
      ['/case/page', 'other-spelling', '/Case/Page', '/'],
      ['/docs/', 'other-spelling', '/docs/index.html', '/'],
      ['/docs', 'other-spelling', '/docs/index.html', '/'],
      ['/blog.html', 'other-spelling', '/blog', '/'],
      ['//blog', 'other-spelling', '/blog', '/'],
      ['/shop/item?colour=red&id=7', 'other-spelling', '/shop/item?id=7&colour=red', '/'],
      ['/shop/item?id=7&colour=red&utm_source=mail', 'other-spelling', '/shop/item?id=7&colour=red', '/'],
      [server.url('/blog').replace('http:', 'https:'), 'other-spelling', '/blog', '/'],
      ['/shop/shoe', 'misspelt', '/shop/shoes', '/shop/'],
      ['/shop/sohes', 'misspelt', '/shop/shoes', '/shop/'],
      ['/shop/sock5', 'misspelt', '/shop/socks', '/shop/'],
      ['/shpo/shoes', 'misspelt', '/shop/shoes', '/shop/'],
      ['/articles/2024/frist-post', 'misspelt', '/articles/2024/first-post', '/'],
      ['/articles/2024/third-post', 'never-linked', '/articles/2024/first-post', '/'],
      ['/articles/2025/first-post', 'never-linked', '/articles/2024/first-post', '/'],
      ['/shop/boots', 'never-linked', '/shop/hats', '/shop/'],
      ['/shop/item?id=9&colour=green', 'never-linked', '/shop/item?id=7&colour=red', '/shop/'],
      ['/shop/item', 'never-linked', '/shop/item?id=7&colour=red', '/shop/'],
      ['/shop/shoes?size=9', 'never-linked', '/shop/shoes', '/shop/shoes'],
      ['/nowhere', 'never-linked', undefined, '/'],
      ['/deep/3/child', 'never-linked', '/deep/3', '/deep/3'],
      ['/deep/4/child', 'parent-unread', '/deep/4', '/deep/4'],
      ['/unread/child', 'parent-unread', '/unread/', '/unread/'],
      ['/unread/a/b', 'parent-unread', '/unread/', '/unread/'],
      ['/private/z', 'blocked-by-robots', '/private/a', '/'],
      ['/shop/private/other', 'blocked-by-robots', '/shop/private/list', '/shop/'],
      ['/run.cgi', 'blocked-by-robots', undefined, '/'],
      ['/excluded/other', 'excluded', '/excluded/x', '/'],
      [`/long/${'y'.repeat(400)}`, 'url-length'],
      ['/trap/b/b/b/b/', 'endless-path'],
      ['https://elsewhere.invalid/other', 'out-of-scope', null, null],
      ['http://10.0.0.1/x', 'address-refused', null, null],
      ['not a url', 'invalid-url', null, null],
      ['', 'invalid-url'],
      ['ftp://example.com/x', 'scheme'],
      ['mailto:x@y', 'scheme'],
    ]);
  });

  it('names the tests in order, what stopped it, and the evidence of the link', async () => {
    const { server, session } = await everything();
    const blocked = await explained(session, server.url('/private/z'));
    expect(blocked).toMatchObject({ predicted: true, change: expect.stringContaining('change that line') });
    expect(blocked.tests.map(({ id, answer }) => `${id} ${answer}`)).toEqual([
      'seen stop',
      'valid pass',
      'length pass',
      'address pass',
      'scope pass',
      'patterns pass',
      'depth pass',
      'robots stop',
      'delay skipped',
      'pages pass',
      'trap pass',
      'spelling pass',
      'sitemaps pass',
      'parent pass',
    ]);
    const nofollow = await explained(session, server.url('/sponsored'));
    expect(nofollow.tests.find(test => test.answer === 'stop')).toMatchObject({ id: 'nofollow' });
    expect(nofollow.lead.evidence[0]).toMatchObject({ text: expect.stringContaining('nofollow'), open: { view: 'source' } });
    const elsewhere = await explained(session, server.url('/unknown/folder/page'));
    expect(elsewhere.tests.find(({ id }) => id === 'depth')?.detail).toBe(
      `Linked from ${server.url('/')}, it would be 1 link away from a start URL.`,
    );
    const deeper = await explained(session, server.url('/deep/3/child'));
    expect(deeper.tests.find(({ id }) => id === 'depth')).toMatchObject({
      answer: 'unknown',
      detail: expect.stringContaining('over the limit of 3'),
    });
  });
});

describe('why not: a crawl that was not let go on', () => {
  it('page limit', async () => {
    const server = await site({ '/': linksTo('/a', '/b', '/folder/'), '/a': page(), '/b': page(), '/folder/': page() });
    const session = newSession([server.url('/')], { maxPages: 1 });
    await session.run();
    await put(session, server, [
      ['/', 'fetched'],
      ['/a', 'page-limit', '/b', '/'],
      ['/never', 'page-limit', undefined, '/'],
      ['/folder/x', 'page-limit', '/folder/', '/folder/'],
    ]);
  });

  it('robots.txt that cannot be read, and a Crawl-delay over the ceiling', async () => {
    const broken = await site({ '/robots.txt': { status: 500 }, '/': page() });
    const session = newSession([broken.url('/')]);
    await session.run();
    await put(session, broken, [
      ['/', 'robots-unreachable'],
      ['/never', 'robots-unreachable', '/'],
    ]);
    const slow = await site({ '/robots.txt': robotsFile('User-agent: *\nDisallow: /no\nCrawl-delay: 1000\n'), '/': page() });
    const waiting = newSession([slow.url('/')]);
    await waiting.run();
    await put(waiting, slow, [
      ['/', 'delay-too-long'],
      ['/never', 'delay-too-long'],
      ['/no', 'blocked-by-robots'],
    ]);
  });

  it('scopes and include patterns', async () => {
    const server = await site({ '/docs/': linksTo('/docs/a', '/b'), '/docs/a': page() });
    const prefix = newSession([server.url('/docs/')], { scope: 'prefix' });
    await prefix.run();
    await put(prefix, server, [
      ['/b', 'out-of-scope', undefined, '/docs/'],
      ['/c', 'out-of-scope'],
      ['/docs/b', 'never-linked', '/docs/a', '/docs/'],
    ]);
    const include = newSession([server.url('/docs/')], { include: ['/docs/$'] });
    await include.run();
    await put(include, server, [
      ['/docs/a', 'not-included', '/docs/', '/docs/'],
      ['/docs/b', 'not-included'],
    ]);
    const only = newSession([server.url('/docs/')], { scope: 'page' });
    await only.run();
    await put(only, server, [['/docs/never', 'out-of-scope']]);
  });

  it('links that are not followed, and other spellings', async () => {
    const server = await site({ '/': linksTo('/a', '/b?sid=1'), '/b': page() });
    const alone = newSession([server.url('/')], { follow: 'nothing' });
    await alone.run();
    await put(alone, server, [['/a', 'only-some-found']]);
    const cleaned = newSession([server.url('/')], { parameters: ['drop sid'] });
    await cleaned.run();
    await put(cleaned, server, [['/b?sid=1', 'respelled', '/b', null]]);
  });

  it('a running, a paused and an ended crawl', async () => {
    const server = await site({ '/': linksTo('/a', '/b') });
    const session = newSession([server.url('/')], { delayMs: 60_000 });
    const running = session.run();
    // Its robots.txt was read and the long delay before the first page runs.
    while (!server.paths().includes('/robots.txt') || session.status().hosts[0]?.robots === 'unknown') await pause(5);
    await put(session, server, [
      ['/', 'waiting-delay', null, null],
      ['/x', 'parent-unread', '/', '/'],
    ]);
    expect((await explained(session, server.url('/'))).sentence).toMatch(
      /^Waiting .* for the delay .*no other URL of this host is queued first/,
    );
    await session.pause();
    await put(session, server, [['/', 'crawl-paused']]);
    await session.stop();
    await running;
    await put(session, server, [
      ['/', 'crawl-ended'],
      ['/x', 'parent-unread'],
    ]);
  });
});

it('at least 60 questions were put, and most causes are among the answers', () => {
  expect(answered.length).toBeGreaterThanOrEqual(60);
  const never = whyNotCauseCodes.filter(code => !answered.includes(code));
  // Short-lived states, and pages with more than 50,000 links: test/core/whynot/cause.test.ts covers these. Limits: advice.test.ts.
  expect(never).toEqual([
    'unknown-reason',
    'time-limit',
    'byte-limit',
    'host-page-limit',
    'prefix-limit',
    'waiting-robots',
    'waiting-retry',
    'waiting-back-off',
    'waiting-turn',
    'being-fetched',
    'links-cut',
    'unfinished',
  ]);
});
