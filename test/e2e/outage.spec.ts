import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import type { CrawlStatus } from '#shared/model/crawl.ts';
import { defaultSettings } from '#shared/model/crawl.ts';
import { linksTo, type Site, startSite } from '../support/site.ts';
import { call, launchApp, type RunningApp } from './fixture.ts';
import { look } from './shots.ts';

/** A crawl in the real app while its network or its engine is gone. */

let running: RunningApp | null = null;
let site: Site | null = null;
test.afterEach(async () => {
  await running?.close();
  await site?.close();
  [running, site] = [null, null];
});

const statusOf = async (page: Page): Promise<CrawlStatus | null> => (await call(page, 'status.get'))?.value as CrawlStatus | null;

async function startCrawl(page: Page, seed: string, settings: object): Promise<void> {
  const started = await call(page, 'crawl.start', {
    destination: null,
    settings: { ...defaultSettings, sitemaps: false, ...settings, seeds: [seed] },
    secrets: [],
    keepSecrets: false,
  });
  expect(started?.kind, JSON.stringify(started)).toBe('result');
}

test('a login page of the network: the banner says so; Try now goes on when it is gone', async () => {
  site = await startSite({ '/robots.txt': { status: 511 }, '/': linksTo('/a'), '/a': 'A page.' });
  running = await launchApp();
  const { page } = running;
  await startCrawl(page, site.url('/'), { delayMs: 0 });
  const banner = page.getByTestId('outage');
  await expect(banner).toContainText('The crawl waits for the network.');
  await expect(banner).toContainText('Log in to the network with a browser.');
  await expect(banner).toContainText(/Since .+; (next try in .+|trying now); stops in .+/);
  await expect(page.getByTestId('crawl-state')).toHaveAttribute('data-state', 'running');
  await look(running, 'outage');
  expect((await statusOf(page))?.failed).toBe(0);
  site.set('/robots.txt', 'User-agent: *\nDisallow:\n');
  await page.getByTestId('try-network').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('crawl-state')).toHaveAttribute('data-state', 'finished');
  await expect(banner).toHaveCount(0);
  expect(await statusOf(page)).toMatchObject({ fetched: 2, failed: 0, queued: 0 });
});

/** The engine: a child of the app, as a utility process or as Node. Linux only. */
function engineOf(app: number): number {
  const textOf = (pid: string, name: string): string => {
    try {
      return readFileSync(`/proc/${pid}/${name}`, 'latin1');
    } catch {
      return '';
    }
  };
  const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name));
  const parents = new Map(pids.map(pid => [Number(pid), Number(/\nPPid:\s+(\d+)/.exec(textOf(pid, 'status'))?.[1] ?? 0)]));
  const isBelow = (pid: number): boolean => {
    for (let at = pid; at > 1; at = parents.get(at) ?? 0) if (parents.get(at) === app) return true;
    return false;
  };
  const found = pids.find(
    pid =>
      isBelow(Number(pid)) &&
      /engine\.cjs|node\.mojom\.NodeService/.test(textOf(pid, 'cmdline')) &&
      textOf(pid, 'cmdline') !== '',
  );
  return Number(found ?? 0);
}

test('an engine that dies while it crawls: the crawl goes on by itself, and nothing is lost', async () => {
  test.skip(!existsSync('/proc/self/status'), 'the process is found by /proc');
  const names = Array.from({ length: 30 }, (_, i) => `/p${i}`);
  site = await startSite({ '/': linksTo(...names), ...Object.fromEntries(names.map(path => [path, 'A page.'])) });
  running = await launchApp();
  const { page, app } = running;
  await startCrawl(page, site.url('/'), { delayMs: 150 });
  const here = site;
  const pid = app.process().pid ?? 0;
  for (const requests of [6, 16]) {
    await expect.poll(() => here.log.length).toBeGreaterThan(requests);
    const engine = engineOf(pid);
    expect(engine).toBeGreaterThan(0);
    process.kill(engine, 'SIGKILL');
    await expect.poll(() => engineOf(pid) !== engine && engineOf(pid) > 0).toBe(true);
  }
  await expect(page.getByTestId('crawl-state')).toHaveAttribute('data-state', 'finished');
  expect(await statusOf(page)).toMatchObject({ fetched: 31, failed: 0, queued: 0 });
  const twice = names.filter(path => here.paths().filter(each => each === path).length > 1);
  expect(twice.length).toBeLessThanOrEqual(2);
});
