import { afterEach, describe, expect, test } from 'vitest';
import { judge } from '../support/judge.ts';
import { type JudgeSiteRunning, judgePlan, type RobotsManner, startJudgeSite } from '../support/judge-site.ts';

let running: JudgeSiteRunning | null = null;
const start = async (...manners: RobotsManner[]): Promise<JudgeSiteRunning> => {
  running = await startJudgeSite(manners.map(robots => ({ delayMs: robots === 'missing' ? 0 : 5, pages: 20, robots })));
  return running;
};
afterEach(async () => {
  await running?.close();
  running = null;
});

const ask = async (site: JudgeSiteRunning, index: number, path: string) => {
  const response = await fetch(new URL(path, site.seeds[index]), { redirect: 'manual' });
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const logged = (site: JudgeSiteRunning, path: string) => site.log.filter(item => item.path === path);

describe('the judge’s site', () => {
  test('a plain robots.txt declares delay, disallowed folder and sitemap, and settles its origin', async () => {
    const site = await start('plain');
    const { text } = await ask(site, 0, '/robots.txt');
    expect(text).toMatch(/^Crawl-delay: 0\.005$/m);
    expect(text).toMatch(/^Disallow: \/private\/$/m);
    expect(text).toContain(`Sitemap: ${site.seeds[0]}sitemap.xml`);
    expect(logged(site, '/robots.txt')).toMatchObject([{ robots: true, settles: [site.sites[0]?.origin], complete: true }]);
  });

  test('an unavailable robots.txt settles nothing until it works', async () => {
    const site = await start('unavailable-first');
    expect((await ask(site, 0, '/robots.txt')).status).toBe(503);
    expect((await ask(site, 0, '/robots.txt')).status).toBe(200);
    expect(site.log.map(item => item.settles.length)).toEqual([0, 1]);
  });

  test('a moved robots.txt settles at its new place, on another origin too', async () => {
    const site = await start('plain', 'moved', 'elsewhere');
    for (const [index, manner] of [
      [1, 'moved'],
      [2, 'elsewhere'],
    ] as const) {
      const moved = await ask(site, index, '/robots.txt');
      const target = new URL(moved.headers.get('location') ?? '', site.seeds[index]);
      expect((await fetch(target)).status).toBe(200);
      const [entry] = logged(site, target.pathname);
      expect([manner, entry?.settles]).toEqual([manner, [site.sites[index]?.origin]]);
      expect(entry?.origin).toBe(site.sites[manner === 'elsewhere' ? 0 : 1]?.origin);
    }
  });

  test('a missing robots.txt forbids nothing', async () => {
    const site = await start('missing');
    expect((await ask(site, 0, '/robots.txt')).status).toBe(404);
    expect(site.sites[0]).toMatchObject({ delayMs: 0, disallow: [] });
    expect(logged(site, '/robots.txt')[0]?.settles).toHaveLength(1);
  });

  test('a slow robots.txt and a trickling page last as long as they say', async () => {
    const site = await start('slow');
    await ask(site, 0, '/robots.txt');
    await ask(site, 0, '/page/2');
    const lasted = site.log.map(item => item.endedMs - item.startedMs);
    expect(lasted[0]).toBeGreaterThanOrEqual(299);
    expect(lasted[1]).toBeGreaterThanOrEqual(73);
  });

  test('busy pages refuse once with Retry-After', async () => {
    const site = await start('plain');
    for (const page of ['/page/7', '/page/9']) {
      const refused = await ask(site, 0, page);
      expect([429, 503]).toContain(refused.status);
      expect(refused.headers.get('retry-after')).toBe('1');
      expect((await ask(site, 0, page)).status).toBe(200);
    }
    expect(site.log.map(item => item.retryAfterMs)).toEqual([1_000, 0, 1_000, 0]);
  });

  test('redirects lead to other origins, pages link to a disallowed one', async () => {
    const site = await start('plain', 'plain');
    const location = (await ask(site, 0, '/go/10')).headers.get('location') ?? '';
    expect(new URL(location).origin).toBe(site.sites[1]?.origin);
    expect((await ask(site, 0, '/page/10')).text).toContain('href="/private/10"');
  });

  test('a client that leaves early is logged as incomplete', async () => {
    const site = await start('slow');
    const leaves = async (): Promise<boolean | undefined> => {
      const before = site.log.length;
      const leave = new AbortController();
      await fetch(new URL('/robots.txt', site.seeds[0]), { signal: leave.signal });
      leave.abort();
      while (site.log.length === before) await new Promise(resolve => setImmediate(resolve));
      return site.log.at(-1)?.complete;
    };
    // On a busy machine the last byte, 300 ms after the first, may be faster than the client.
    await expect.poll(leaves).toBe(false);
  });
});

test('a rude crawler of the real server is found guilty of everything it does', async () => {
  const site = await start('slow');
  await Promise.all(['/robots.txt', '/page/1', '/page/7', '/private/1'].map(path => ask(site, 0, path)));
  const offences = new Set(judge(site.log, site.sites).violations.map(item => item.offence));
  expect(offences).toContain('before-robots');
  expect(offences).toContain('concurrent');
  expect(offences).toContain('disallowed');
});

test('a crawler without a delay is found guilty, one with the delay is not', async () => {
  const site = await startJudgeSite([{ delayMs: 400, pages: 20, robots: 'plain' }]);
  running = site;
  await ask(site, 0, '/robots.txt');
  await ask(site, 0, '/page/3');
  const { violations } = judge(site.log, site.sites);
  expect(violations.map(item => item.offence)).toEqual(['gap']);
  const patient = site.log.map((item, index) => ({
    ...item,
    startedMs: item.startedMs + index * 400,
    endedMs: item.endedMs + index * 400,
  }));
  expect(judge(patient, site.sites).violations).toEqual([]);
});

test('the plan is good for more than 500 gaps', () => {
  const pages = judgePlan.filter(line => line.delayMs > 0).reduce((sum, line) => sum + line.pages, 0);
  expect(pages).toBeGreaterThan(550);
});
