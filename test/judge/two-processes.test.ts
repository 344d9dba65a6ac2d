import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { cli, type Ended, node, start } from '../support/child.ts';
import { newPath, newSession, reopen, site } from '../support/crawling.ts';
import { linksTo, robotsFile, type Site, type SiteRequest } from '../support/site.ts';
import { tempFolder } from '../support/temp.ts';

/** Two or more processes at one host with a Crawl-delay. Only the log of the server is judged. */

const delayMs = 60;
const robots = robotsFile(`User-agent: *\nCrawl-delay: ${delayMs / 1000}\n`);

function treeOf(name: string, pages: number): Record<string, ReturnType<typeof linksTo>> {
  const paths = Array.from({ length: pages }, (_, i) => `/${name}/${i}`);
  return { [`/${name}`]: linksTo(...paths), ...Object.fromEntries(paths.map(path => [path, 'A page.'])) };
}

/** The server writes the end of an answer before a client can have it. Robots.txt is requested before the delay is known. */
function offences({ log }: Site): string[] {
  const found: string[] = [];
  let known = Number.POSITIVE_INFINITY;
  let last: SiteRequest | null = null;
  for (const entry of [...log].sort((a, b) => a.startedAt - b.startedAt)) {
    const free = last?.writtenAt ?? last?.endedAt ?? 0;
    const gap = entry.startedAt - free;
    if (last && entry.startedAt >= known && gap < delayMs) found.push(`${entry.path} ${gap.toFixed(1)} ms after ${last.path}`);
    if (entry.path === '/robots.txt') known = Math.min(known, entry.writtenAt ?? entry.endedAt ?? Number.POSITIVE_INFINITY);
    last = entry;
  }
  return found;
}

const processAt = (home: string, ...argv: readonly string[]): { readonly ended: Promise<Ended>; kill(): void } => {
  const { child, ended } = start(node, [cli, ...argv], { env: { ...process.env, CRAWLSCOPE_HOME: home } });
  return { ended, kill: () => void child.kill('SIGKILL') };
};

/** A process whose time of day jumps by up to an hour all the time. */
const jumpingAt = (home: string, ...argv: readonly string[]) => {
  const jumps = pathToFileURL(resolve('test/support/clock-steps.mjs')).href;
  return start(node, ['--import', jumps, cli, ...argv], { env: { ...process.env, CRAWLSCOPE_HOME: home } });
};

const crawl = (home: string, seed: string, path: string, ...more: readonly string[]) =>
  processAt(home, 'crawl', seed, '--out', path, '--delay', '0', '--no-sitemaps', '--scope', 'prefix', ...more);

describe('processes of one user at one host', () => {
  it('keep its Crawl-delay together: two crawls, a check of robots.txt and a check of a sitemap beside them', async () => {
    const home = tempFolder();
    const urls = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://x.test/</loc></url></urlset>';
    const sitemap = { headers: { 'Content-Type': 'application/xml' }, body: `<?xml version="1.0"?>${urls}` };
    const server = await site({ '/robots.txt': robots, ...treeOf('a', 25), ...treeOf('b', 25), '/map.xml': sitemap });
    // The check needs a file that knows the host. Its delay is known from then on, in every process.
    const known = newPath();
    expect((await crawl(home, server.url('/a/1'), known).ended).code).toBe(0);
    const both = ['a', 'b'].map(name => crawl(home, server.url(`/${name}`), newPath()).ended);
    await expect.poll(() => server.log.length).toBeGreaterThan(8);
    const check = processAt(home, 'robots', 'check', known).ended;
    const lint = processAt(home, 'sitemap', 'check', server.url('/map.xml'), '--delay', '0').ended;
    expect((await check).code).toBe(0);
    await lint;
    for (const { code, err } of await Promise.all(both)) expect(code, err).toBe(0);
    expect(server.paths().filter(path => path.startsWith('/a') || path.startsWith('/b')).length).toBeGreaterThanOrEqual(52);
    expect(server.paths()).toContain('/map.xml');
    expect(offences(server)).toEqual([]);
  });

  it('keep it across kills and resumes of one of them, a change of its own delay, and a clock that jumps', async () => {
    const home = tempFolder();
    const server = await site({ '/robots.txt': robots, ...treeOf('a', 30), ...treeOf('b', 30) });
    const [one, two] = [newPath(), newPath()];
    const quick = ['--delay', '0', '--no-sitemaps', '--scope', 'prefix'];
    const steady = jumpingAt(home, 'crawl', server.url('/a'), '--out', one, ...quick);
    let other = crawl(home, server.url('/b'), two);
    // Before its first request, a crawl may have no file that can be resumed.
    await expect.poll(() => server.paths()).toContain('/b');
    for (const [from, own] of [
      [6, '0'],
      [14, '0.02'],
      [22, '0.09'],
    ] as const) {
      await expect.poll(() => server.log.length).toBeGreaterThan(from);
      other.kill();
      await other.ended;
      other = processAt(home, 'resume', two, '--delay', own);
    }
    expect((await steady.ended).code).toBe(0);
    const { code, err } = await other.ended;
    expect(code, err).toBe(0);
    expect(offences(server)).toEqual([]);
  });
});

describe('without the shared clocks', () => {
  it.each(['damaged', 'a folder'])('a crawl goes on with its own clock and says so once: %s', async what => {
    const home = tempFolder();
    const path = join(home, 'host-clocks.db');
    // A folder cannot be opened, whoever runs the test.
    if (what === 'a folder') mkdirSync(path);
    else writeFileSync(path, 'This is no database. '.repeat(500));
    const server = await site({ '/robots.txt': robots, ...treeOf('a', 4) });
    const { code, err } = await crawl(home, server.url('/a'), newPath()).ended;
    expect(code, err).toBe(0);
    expect(err.split('Delays are not shared with other crawls of this computer').length - 1).toBe(1);
    expect(err).toContain(`${path} cannot be used`);
    expect(offences(server)).toEqual([]);
  });
});

describe('one process', () => {
  it('keeps the delay of a host that two of its sessions crawl', async () => {
    const server = await site({ '/robots.txt': robots, ...treeOf('a', 8), ...treeOf('b', 8) });
    const path = newPath();
    const first = newSession([server.url('/a')], { scope: 'prefix' });
    await newSession([server.url('/b')], { scope: 'prefix' }, { path }).close();
    const second = reopen(path);
    expect(await Promise.all([first.run(), second.run()])).toEqual(['finished', 'finished']);
    expect(offences(server)).toEqual([]);
  });
});
