import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Session } from '#engine/session/session.ts';
import type { ResolvedEvidence } from '#shared/model/explanation.ts';
import { newSession, site } from '../../support/crawling.ts';
import { page, redirect, robotsFile, type Site } from '../../support/site.ts';

const home = page(
  '<p>Grüße, ein Wort mit Umlaut steht vor den Links.</p>',
  '<a href="/blocked">blocked</a>',
  '<a rel="x" href="/go">go</a>',
  '<a href="/noindex">no index</a>',
  '<a href="/canonical">canonical</a>',
  '<a href="/header">header</a>',
);
const noindex = page('<meta name="robots" content="noindex">', 'Text');
const canonical = page('<link rel="canonical" href="/target">', 'Text');

let server: Site;
let session: Session;
beforeEach(async () => {
  server = await site({
    '/': home,
    '/go': redirect('/landing', 301),
    '/landing': 'Landing',
    '/noindex': noindex,
    '/canonical': canonical,
    '/header': {
      headers: { 'X-One': '1', 'X-Robots-Tag': 'googlebot: nofollow', 'x-robots-tag': 'noindex, nofollow' },
      body: 'Text',
    },
    '/orphan': 'Orphan',
  });
  server.set(
    '/robots.txt',
    robotsFile(`# ours\nUser-agent: *\nDisallow: /bl\nDisallow: /blocked\nSitemap: ${server.url('/map.txt')}\n`),
  );
  server.set('/map.txt', { headers: { 'Content-Type': 'text/plain' }, body: `${server.url('/')}\n${server.url('/orphan')}\n` });
  session = newSession([server.url('/')], { sitemaps: true });
  await session.run();
});

const explain = (path: string) => session.handlers['url.explain']({ url: server.url(path) });
const bytesOf = (path: string, start: number, end: number): string =>
  Buffer.from({ '/': home, '/noindex': noindex, '/canonical': canonical }[path] ?? '')
    .subarray(start, end)
    .toString();
/** The bytes a piece of evidence points to, cut out of what the server sent. */
const pointed = (path: string, evidence: ResolvedEvidence | undefined): string => {
  if (evidence?.open?.view !== 'source') return `no place in a source: ${JSON.stringify(evidence)}`;
  expect(evidence.open.url).toBe(server.url(path));
  return bytesOf(path, evidence.open.start, evidence.open.end);
};

describe('an explanation', () => {
  it('of a fetched URL: every stage, oldest first, one of them current, and the robots.txt that was asked', async () => {
    const it = await explain('/');
    expect(it.decisions.map(decision => [decision.stage, decision.reason])).toEqual([
      ['admission', 'seed'],
      ['access', 'robots-no-rule'],
      ['fetch', 'fetched'],
      ['listing', 'listable'],
      ['follow', 'links-followed'],
    ]);
    expect(it.decisions.filter(decision => decision.current)).toHaveLength(1);
    expect(it).toMatchObject({
      seen: true,
      mayFetch: { verdict: 'yes' },
      mayList: { verdict: 'yes' },
      linksFollowed: { verdict: 'yes' },
    });
    expect(it.robots).toMatchObject({ allowed: true, line: 0, origin: server.origin, version: 1 });
    expect(it.facts).toMatchObject({ status: 200, outlinks: 5, inSitemaps: 1, bytes: Buffer.byteLength(home) });
  });

  it('of a linked URL points to the very tag', async () => {
    const { decisions, discovery } = await explain('/go');
    expect(pointed('/', decisions[0]?.evidence[0])).toBe('<a rel="x" href="/go">');
    expect(discovery.map(step => step.url)).toEqual([server.url('/'), server.url('/go')]);
  });

  it('of a blocked URL points to the decisive line', async () => {
    const { mayFetch, mayList, robots, headline } = await explain('/blocked');
    expect(mayFetch).toMatchObject({ verdict: 'no', reason: 'robots-disallow' });
    expect(mayFetch.evidence[0]).toMatchObject({
      text: 'Disallow: /blocked',
      open: { view: 'robots', origin: server.origin, version: 1, line: 4 },
    });
    expect(mayList.verdict).toBe('url-only');
    expect(robots).toMatchObject({ allowed: false, line: 4, rule: expect.stringContaining('/blocked') });
    expect(headline).toMatch(/^This URL was not fetched\./);
    const file = await session.handlers['robots.file']({ origin: server.origin });
    expect(file?.lines[3]).toMatchObject({ number: 4, text: 'Disallow: /blocked', decides: 1, chosen: true });
  });

  it('of a redirected URL points to the Location header, and the target back to it', async () => {
    expect((await explain('/go')).facts).toMatchObject({ status: 301, redirectTo: server.url('/landing') });
    const { decisions } = await explain('/landing');
    const [evidence] = decisions[0]?.evidence ?? [];
    expect(evidence).toMatchObject({ text: '301 Location: /landing', open: { view: 'header', url: server.url('/go') } });
    const headers = await session.handlers['url.headers']({ url: server.url('/go') });
    const index = evidence?.open?.view === 'header' ? evidence.open.index : -1;
    expect(headers?.response[index]?.[0].toLowerCase()).toBe('location');
    expect(headers?.response[index]?.[1]).toBe('/landing');
  });

  it('of noindex in a tag points to the tag, in a header to the line', async () => {
    const tag = (await explain('/noindex')).mayList;
    expect(tag).toMatchObject({ verdict: 'no', reason: 'meta-noindex' });
    expect(pointed('/noindex', tag.evidence[0])).toBe('<meta name="robots" content="noindex">');
    const line = (await explain('/header')).mayList;
    expect(line).toMatchObject({
      verdict: 'no',
      reason: 'header-noindex',
      evidence: [{ text: expect.stringContaining('noindex, nofollow') }],
    });
    const headers = await session.handlers['url.headers']({ url: server.url('/header') });
    const index = line.evidence[0]?.open?.view === 'header' ? line.evidence[0].open.index : -1;
    expect(headers?.response[index]?.[1]).toContain('noindex');
  });

  it('of a canonical elsewhere names the target and points to the tag', async () => {
    const { mayList, facts } = await explain('/canonical');
    expect(mayList).toMatchObject({ verdict: 'no', reason: 'canonical-elsewhere' });
    expect(mayList.evidence[0]?.text).toBe(server.url('/target'));
    expect(pointed('/canonical', mayList.evidence[1])).toBe('<link rel="canonical" href="/target">');
    expect(facts?.canonical).toBe(server.url('/target'));
    expect((await explain('/target')).decisions.map(decision => decision.reason)).toEqual(['reference-not-crawled']);
    expect(server.paths()).not.toContain('/target');
  });

  it('of a URL only a sitemap lists points to the entry', async () => {
    const { decisions, facts } = await explain('/orphan');
    expect(decisions[0]).toMatchObject({ reason: 'sitemap-entry', evidence: [{ label: `${server.url('/map.txt')}, line 2` }] });
    expect(facts).toMatchObject({ inlinks: 0, inSitemaps: 1, status: 200 });
  });

  it('of a URL never seen says what would be decided, by the stored file, and names the nearest', async () => {
    const unseen = await explain('/go/');
    expect(unseen).toMatchObject({ seen: false, facts: null, mayFetch: { verdict: 'yes' } });
    expect(unseen.headline).toMatch(/^This crawl never saw this URL\./);
    const { relatives, compared } = await session.handlers['url.relatives']({ url: unseen.url });
    expect([relatives, compared]).toEqual([unseen.whyNot.relatives, unseen.whyNot.compared]);
    expect(unseen.nearest[0]).toEqual({ url: server.url('/go'), why: 'differs by the last slash', reason: 'redirected' });
    const forbidden = await explain('/blue');
    expect(forbidden.mayFetch).toMatchObject({ verdict: 'no', reason: 'robots-disallow', evidence: [{ text: 'Disallow: /bl' }] });
    expect(forbidden.headline).toContain('Even if a page linked to it, it would not be fetched.');
    const outside = await session.handlers['url.explain']({ url: 'http://demo.invalid/' });
    expect(outside.headline).toContain('it would not be queued');
    expect(outside.mayFetch.verdict).toBe('unknown');
    for (const text of ['', 'no url at all', 'http://', 'mailto:x@y'])
      expect((await session.handlers['url.explain']({ url: text })).seen, text).toBe(false);
    expect(session.status().urls, 'asking changes nothing').toBe(session.status().decisions);
  });
});

describe('the source of a page', () => {
  const source = (path: string, start: number, end: number, fromByte?: number) =>
    session.handlers['url.source']({ url: server.url(path), start, end, ...(fromByte === undefined ? {} : { fromByte }) });

  it('marks exactly the tag, and its pieces add up to the body', async () => {
    const { decisions } = await explain('/noindex');
    const open = decisions.find(decision => decision.reason === 'meta-noindex')?.evidence[0]?.open;
    if (open?.view !== 'source') return expect.fail('no place');
    const window = await source('/noindex', open.start, open.end);
    expect(window.segments.filter(segment => segment.marked)).toEqual([
      { text: '<meta name="robots" content="noindex">', marked: true },
    ]);
    expect(window.segments.map(segment => segment.text).join('')).toBe(noindex);
    expect(window).toMatchObject({ totalBytes: Buffer.byteLength(noindex), firstLine: 1, charset: 'utf-8', unavailable: '' });
  });

  it('of a large page is a window of whole characters that begins at a line', async () => {
    const line = `${'é'.repeat(499)}\n`;
    const body = line.repeat(400);
    const big = await site({ '/': { body: `<!DOCTYPE html>\n${body}<a href="/x">x</a>` } });
    const other = newSession([big.url('/')]);
    await other.run();
    const start = Buffer.byteLength(`<!DOCTYPE html>\n${body}`);
    const ask = (from: number) => other.handlers['url.source']({ url: big.url('/'), start, end: start + 13, fromByte: from });
    const near = await other.handlers['url.source']({ url: big.url('/'), start, end: start + 13 });
    expect(near.segments.find(segment => segment.marked)?.text).toBe('<a href="/x">');
    expect(near.segments[0]?.text.startsWith('é')).toBe(true);
    expect(near.firstLine).toBe(2 + (near.fromByte - 16) / Buffer.byteLength(line));
    let at = 0;
    let text = '';
    for (let i = 0; i < 20 && at < near.totalBytes; i++) {
      const window = await ask(at);
      expect(window.toByte - window.fromByte).toBeLessThanOrEqual(64 * 1024);
      const decoded = window.segments.map(segment => segment.text).join('');
      expect(decoded).not.toContain('\ufffd');
      text = Buffer.from(text).subarray(0, window.fromByte).toString() + decoded;
      at = window.toByte;
    }
    expect(createHash('md5').update(text).digest('hex')).toBe(
      createHash('md5').update(`<!DOCTYPE html>\n${body}<a href="/x">x</a>`).digest('hex'),
    );
  });

  it('says why there is none', async () => {
    expect((await source('/blocked', 0, 1)).unavailable).toBe('There is no source: this URL was not fetched.');
    expect((await source('/never', 0, 1)).unavailable).toBe('There is no source: this URL was not fetched.');
    expect((await source('/go', 0, 1)).unavailable).toContain('no body');
  });

  it('takes any range, however wrong', async () => {
    for (const [start, end] of [
      [-5, -1],
      [50, 10],
      [1e9, 2e9],
      [0, 0],
    ] as const) {
      const window = await source('/', start, end);
      expect(window.segments.map(segment => segment.text).join('').length).toBeLessThanOrEqual(home.length);
    }
  });
});
