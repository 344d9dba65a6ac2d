import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { sweepProfiles } from '#browser/profile-folder.ts';
import { patience } from '../support/patience.ts';
import { startSite } from '../support/site.ts';
import { engineNode } from './engine-node.ts';
import { call, launchApp, type RunningApp } from './fixture.ts';
import { look } from './shots.ts';
import { specFolder } from './spec-folder.ts';

/**
 * Rendered pages in the window. The first crawl has a renderer without a browser: what it stores is what a browser's rendering stores. The
 * others are started in the window and rendered by the app's own Electron.
 */

const file = join(specFolder(), 'lamps.crawl');

test.describe('a rendered crawl', () => {
  test.describe.configure({ mode: 'serial' });
  let running: RunningApp;

  test.beforeAll(async () => {
    const child = spawn(engineNode(), [resolve('test/support/rendered-crawl.ts'), file], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    expect(await new Promise<number | null>(done => child.once('close', done))).toBe(0);
    running = await launchApp({ args: [file] });
  });
  test.afterAll(() => running?.close());

  test('the overview says how many pages depend on scripts, what blocked resources cost, and lists the pages', async () => {
    const { page } = running;
    await expect(page.getByTestId('script-pages')).toContainText('of 14 rendered pages');
    await expect(page.getByTestId('blocked-cost-sum')).toContainText('2 links');
    await page.getByTestId('rendered-pages').scrollIntoViewIfNeeded();
    await look(running, 'rendered-overview');
    await page.getByTestId('script-pages').click();
    await expect(page.getByTestId('url-grid').getByRole('row')).toHaveCount(2);
  });

  test('the tab Rendered shows changes, both documents, requests with their line, and the console', async () => {
    const { page } = running;
    await page.getByTestId('url-grid').getByRole('row').nth(1).click();
    await page.keyboard.press('Enter');
    await page.getByTestId('tab-rendered').click();
    await expect(page.getByTestId('rendered-links')).toContainText('12 only rendered');
    await look(running, 'rendered-changes');
    await page.getByTestId('rendered-part-source').click();
    await expect(page.getByTestId('markup-difference')).toContainText('<a href="/lamps/3">Lamp 3</a>');
    await look(running, 'rendered-source');
    await page.getByTestId('rendered-part-console').click();
    await expect(page.getByTestId('rendered-log')).toContainText('showMenu is not defined');
    await page.getByTestId('rendered-part-cost').click();
    await expect(page.getByTestId('blocked-cost')).toContainText('/category/desk');
    await look(running, 'rendered-cost');
    await page.getByTestId('rendered-part-requests').click();
    // The file was made with another data folder.
    await page.getByTestId('render-page').click();
    await expect(page.getByTestId('allow-rendering')).toContainText('made by another installation');
    await look(running, 'rendered-consent');
    await page.keyboard.press('Escape');
    await expect(page.getByTestId('allow-rendering')).toBeHidden();
    const refused = await call(page, 'rendering.start', { urls: ['http://127.0.0.1:1/'], free: [] });
    expect(refused?.error?.message).toContain('Allow first that a browser runs the scripts of its pages');
    expect(workers(running)).toEqual([]);
    await page.getByTestId('rendered-requests-blocked').click();
    const blocked = page.getByTestId('rendered-requests').getByRole('row').nth(1);
    await expect(blocked).toContainText('/private/menu.js');
    await blocked.click();
    await look(running, 'rendered-requests');
    await page.getByTestId('rendered-robots-line').click();
    await expect(page.getByTestId('tab-rendered')).toBeVisible();
    await expect(page.getByText('Disallow: /private/').first()).toBeVisible();
  });
});

const html = (body: string) => `<!doctype html><html lang="en"><head><title>Shop</title></head><body>${body}</body></html>`;
const script = (body: string) => ({ headers: { 'Content-Type': 'text/javascript' }, body });

/** A shop with one link that only a script writes. `/slow` has a script that never comes. */
const startShop = () =>
  startSite({
    '/robots.txt': { headers: { 'Content-Type': 'text/plain' }, body: 'User-agent: *\nDisallow:\n' },
    '/': html('<h1>Shop</h1><script src="/app.js"></script>'),
    '/slow': html('<h1>Slow</h1><script src="/never.js"></script>'),
    '/never.js': () => undefined,
    '/app.js': script(
      "const a = document.createElement('a'); a.href = '/made'; a.textContent = 'Made'; document.body.append(a);",
    ),
    '/made': html('<h1>Made by a script</h1>'),
  });

const temporary = (running: RunningApp): string => join(running.folder, 't');
const profiles = (running: RunningApp): string[] =>
  readdirSync(temporary(running)).filter(name => name.startsWith('crawlscope-browser-'));

/** Command lines of the processes that render for this app; of none where the system has no list of them in files. */
function workers(running: RunningApp): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(pid => {
      try {
        return [readFileSync(`/proc/${pid}/cmdline`, 'utf8')];
      } catch {
        return [];
      }
    })
    .filter(command => command.includes(temporary(running)) && command.includes('crawlscope-browser-'));
}

const nothingLeft = async (running: RunningApp): Promise<void> => {
  await expect.poll(() => workers(running), patience).toEqual([]);
  await expect.poll(() => profiles(running), patience).toEqual([]);
};

async function crawlRendered({ page }: RunningApp, seed: string, render: 'all' | 'never' = 'all'): Promise<void> {
  await expect(page.getByTestId('app-ready')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+n');
  await page.getByTestId('seed-input').fill(seed);
  await page.getByTestId('advanced').click();
  await page.getByTestId('render').selectOption(render);
  await page.keyboard.press('Control+Enter');
}

test("the app's own Electron renders a crawl of the window, follows a link that a script made, and leaves nothing", async () => {
  const site = await startShop();
  const running = await launchApp();
  try {
    await crawlRendered(running, site.url('/'));
    await expect.poll(() => profiles(running).length, patience).toBe(1);
    if (process.platform === 'linux') await expect.poll(() => workers(running).join(), patience).toContain('--render-worker=');
    await expect(running.page.getByTestId('crawl-state')).toHaveText('finished');
    expect(site.log.filter(({ path }) => path === '/made')).toHaveLength(1);
    const made = JSON.stringify((await call(running.page, 'url.explain', { url: site.url('/made') }))?.value);
    expect(made).toContain('rendered-link');
    await nothingLeft(running);
  } finally {
    await running.close();
    await site.close();
  }
});

test("Render this page renders a page of a finished crawl with the app's own Electron", async () => {
  const site = await startShop();
  const running = await launchApp();
  const { page } = running;
  try {
    await crawlRendered(running, site.url('/'), 'never');
    await expect(page.getByTestId('crawl-state')).toHaveText('finished');
    expect(site.log.some(({ path }) => path === '/app.js')).toBe(false);
    await page.keyboard.press('Control+2');
    await page.getByTestId('url-grid').getByRole('row').nth(1).click();
    await page.keyboard.press('Enter');
    await page.getByTestId('tab-rendered').click();
    await expect(page.getByTestId('not-rendered')).toBeVisible();
    await page.getByTestId('render-page').click();
    await expect(page.getByTestId('rendered-links')).toContainText('1 only rendered', patience);
    await look(running, 'rendered-now');
    expect(site.log.filter(({ path }) => path === '/app.js')).toHaveLength(1);
    await nothingLeft(running);
  } finally {
    await running.close();
    await site.close();
  }
});

for (const how of ['closed', 'killed'] as const) {
  const profile = how === 'closed' ? 'its profile is deleted' : 'the next start of a browser deletes its profile';
  test(`the process that renders ends when the app is ${how} meanwhile, and ${profile}`, async () => {
    const site = await startShop();
    const folder = specFolder();
    const running = await launchApp({ folder });
    try {
      await crawlRendered(running, site.url('/slow'));
      await expect.poll(() => site.log.some(({ path }) => path === '/never.js'), patience).toBe(true);
      expect(profiles(running)).toHaveLength(1);
      if (process.platform === 'linux') expect(workers(running).length).toBeGreaterThan(0);
      if (how === 'closed') await running.close();
      else running.app.process().kill('SIGKILL');
      await expect.poll(() => workers(running), patience).toEqual([]);
      await expect
        .poll(() => {
          // As the next start of a browser does: nobody may be left to delete it.
          if (how === 'killed') sweepProfiles(temporary(running));
          return profiles(running);
        }, patience)
        .toEqual([]);
    } finally {
      await site.close();
    }
  });
}
