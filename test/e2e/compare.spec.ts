import { spawn } from 'node:child_process';
import { copyFileSync, readFileSync, truncateSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { type Answer, page as html, linksTo, redirect, robotsFile, type Site, startSite } from '../support/site.ts';
import { engineNode } from './engine-node.ts';
import { call, launchApp, type RunningApp } from './fixture.ts';
import { resize, shoot } from './shots.ts';
import { specFolder } from './spec-folder.ts';

/** Two crawls of a site that changed in between, compared in the real app. */

test.describe.configure({ mode: 'serial' });
const folder = specFolder();
const may = join(folder, 'shop in May.crawl');
const june = join(folder, 'shop in June.crawl');
const products = 60;
const product = (at: number): string => `/products/${['lamp', 'chair', 'table', 'shelf'][at % 4]}-${at}`;
const home = '<a href="/">Home</a>';
const own = (path: string, ...head: readonly string[]): string =>
  html(`<link rel="canonical" href="${path}">`, ...head, home, 'Words of the page');

function shop(): Record<string, Answer> {
  const answers: Record<string, Answer> = {
    '/robots.txt': robotsFile('User-agent: *\nDisallow: /cart\nDisallow: /account/\n'),
    '/help': own('/help'),
    '/guide': own('/guide'),
  };
  const paths = Array.from({ length: products }, (_, at) => product(at));
  const sales = Array.from({ length: 18 }, (_, at) => `/sale/offer-${at}`);
  const old = Array.from({ length: 9 }, (_, at) => `/old/page-${at}`);
  const prints = Array.from({ length: 7 }, (_, at) => `/print/${at}`);
  answers['/'] = linksTo('/help', '/guide', '/cart', '/account/orders', ...paths, ...sales, ...old, ...prints);
  for (const path of [...paths, ...sales]) answers[path] = own(path);
  for (const path of old) answers[path] = redirect('/help', 301);
  for (const path of prints) answers[path] = html('<link rel="canonical" href="/help">', home, 'To print');
  return answers;
}

/** What the site's owners did in between. */
function change(site: Site): void {
  const added = Array.from({ length: 5 }, (_, at) => `/news/${at}`);
  const front = String(shop()['/']).replace(/<a href="\/products\/lamp-0">link<\/a>\n/, '');
  site.set('/robots.txt', robotsFile('User-agent: *\nDisallow: /cart\nDisallow: /account/\nDisallow: /sale/\n'));
  site.set('/', `${front}${added.map(path => `<a href="${path}">News</a>`).join('\n')}`);
  for (const path of added) site.set(path, own(path));
  for (let at = 1; at < products; at += 5) site.set(product(at), own(product(at), '<meta name="robots" content="noindex">'));
  for (let at = 3; at < products; at += 10) site.set(product(at), { status: 410, body: 'Gone' });
  for (let at = 0; at < 9; at += 1) site.set(`/old/page-${at}`, redirect('/guide', 301));
  for (let at = 0; at < 7; at += 1) site.set(`/print/${at}`, html('<link rel="canonical" href="/guide">', home, 'To print'));
}

async function crawl(url: string, out: string, ...more: readonly string[]): Promise<void> {
  const args = [resolve('out/engine/cli.cjs'), 'crawl', url, '--out', out, '--delay', '0', '--no-sitemaps', ...more];
  const child = spawn(engineNode(), args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await new Promise<number | null>(done => child.once('close', done));
  expect(code).toBe(0);
}

let running: RunningApp;
let site: Site;
const choose = (path: string): Promise<void> =>
  running.app.evaluate((_electron, chosen) => {
    process.env['CRAWLSCOPE_TEST_DIALOG_PATH'] = chosen;
  }, path);
const compare = (): Promise<void> =>
  running.app.evaluate(({ Menu }) => {
    const file = Menu.getApplicationMenu()?.items.find(({ label }) => label === '&File');
    file?.submenu?.items.find(({ label }) => label === 'Compare with Another Crawl…')?.click();
  });

test.beforeAll(async () => {
  site = await startSite(shop());
  await crawl(site.url('/'), may);
  change(site);
  await crawl(site.url('/'), june, '--max-pages', '5000');
  running = await launchApp({ args: [june] });
  await resize(running.app, { width: 1_280, height: 800 });
});
test.afterAll(async () => {
  await running?.close();
  await site?.close();
});

test('the view says what it is for; a file that cannot be compared is refused by name', async () => {
  const { page } = running;
  await expect(page.getByTestId('crawl-state')).toBeVisible();
  await page.keyboard.press('Control+7');
  await expect(page.getByTestId('compare-choose')).toBeVisible();
  const broken = join(folder, 'broken.crawl');
  copyFileSync(may, broken);
  truncateSync(broken, 16_384);
  for (const [path, words] of [
    [june, '“shop in June.crawl” is the crawl that is open. Choose another file to compare it with.'],
    [broken, 'broken.crawl is damaged or not a crawl file.'],
  ] as const) {
    await choose(path);
    await page.getByTestId('compare-choose').click();
    await expect(page.getByTestId('toast').filter({ hasText: words })).toBeVisible();
  }
  await choose('');
  await page.getByTestId('compare-choose').click();
  await expect(page.getByTestId('compare-choose')).toBeVisible();
  // A toast also disappears on its own, so a click on its button may come too late.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(page.getByTestId('toast')).toHaveCount(0, { timeout: 500 });
  }).toPass();
});

test('the menu compares: the changes by what was changed, each with its URLs', async () => {
  const { page } = running;
  await page.getByTestId('view-urls').click();
  await choose(may);
  await compare();
  await expect(page.getByTestId('compared-before')).toContainText('shop in May');
  await expect(page.getByTestId('compared-after')).toContainText('shop in June');
  await expect(page.getByTestId('compare-summary')).toContainText('52 of 98 URLs in both crawls (53 %) differ, by 5 changes. ');
  await expect(page.getByTestId('compare-summary')).toContainText('1 URL gone. 5 URLs new.');
  await expect(page.getByTestId('compare-summary')).toContainText('1 setting differs');
  await expect(page.getByTestId('compare-group')).toHaveCount(7);
  const first = page.getByTestId('compare-group').first();
  await expect(first).toContainText('18 URLs');
  await expect(first).toContainText('line 4 “Disallow: /sale/” added');
  await expect(first).toContainText('newly blocked, URL only');
  await expect(page.getByTestId('compare-detail')).toContainText('Disallow: /sale/');
  const rows = page.getByTestId('compare-urls').getByRole('row');
  await expect(rows.nth(1)).toContainText('/sale/offer-0');
  await expect(rows.nth(1)).toContainText('Yes → No');
});

test('a URL opens in the inspector with what both crawls say of it', async () => {
  const { page } = running;
  await page.getByTestId('compare-urls').getByRole('row').nth(1).click();
  const pair = page.getByTestId('pair');
  await expect(pair).toContainText('shop in May');
  await expect(pair).toContainText('Disallow: /sale/');
  await expect(pair.locator('[data-differs="true"]').first()).toContainText('differs');
  await shoot(page, 'compare');
  await pair.getByRole('button', { name: 'Disallow: /sale/' }).first().click();
  await expect(page.getByTestId('view-robots')).toHaveAttribute('aria-selected', 'true');
  await page.getByTestId('view-compare').click();
  await expect(page.getByTestId('compare-group').first()).toHaveAttribute('aria-current', 'true');
});

test('the keyboard goes through the groups, into the URLs and back', async () => {
  const { page } = running;
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('inspector')).toHaveCount(0);
  await page.getByTestId('compare-group').first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByTestId('compare-group').nth(1)).toBeFocused();
  await expect(page.getByTestId('compare-detail')).toContainText('12 URLs');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('compare-urls')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('pair')).toContainText('noindex');
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('inspector')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('compare-group').nth(1)).toBeFocused();
});

test('groups are narrowed by what happened; targets show where they lead', async () => {
  const { page } = running;
  await page.getByRole('button', { name: '9 redirect elsewhere' }).click();
  await expect(page.getByTestId('compare-group')).toHaveCount(1);
  await expect(page.getByTestId('compare-detail')).toContainText('Redirect target changed');
  await expect(page.getByTestId('compare-urls').getByRole('row').nth(1)).toContainText('/guide');
  await page.getByRole('button', { name: '9 redirect elsewhere' }).click();
  await expect(page.getByTestId('compare-group')).toHaveCount(7);
  await page.getByTestId('compare-group').filter({ hasText: 'Fetched' }).first().click();
  await expect(page.getByTestId('compare-urls').getByRole('row').nth(1)).toContainText('/products/lamp-0');
  await page.getByTestId('compare-urls').getByRole('row').nth(1).click();
  await expect(page.getByTestId('pair')).toContainText('This crawl does not contain the URL.');
  await page.keyboard.press('Escape');
});

test('the result is exported as a table and saved as JSON', async () => {
  const { page } = running;
  const path = join(folder, 'result.csv');
  await choose(path);
  await page.locator('.compare-actions').getByTestId('export-button').click();
  await expect(page.getByTestId('export-list').locator('option:checked')).toHaveText('All changes of the comparison');
  await page.getByTestId('export-start').click();
  await expect(page.getByTestId('toast').filter({ hasText: 'Exported “result.csv”: 58 rows.' })).toBeVisible();
  expect(readFileSync(path, 'utf8').trimEnd().split('\r\n')).toHaveLength(52 + 6 + 1);
  const json = join(folder, 'result.json');
  await choose(json);
  await page.getByTestId('save-json').click();
  await expect(page.getByTestId('toast').filter({ hasText: 'result.json' })).toBeVisible();
  expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({ flipped: 36, retargeted: 16 });
});

test('swapped, what was blocked is allowed; closed, the view begins anew and offers recent files', async () => {
  const { page } = running;
  await page.getByTestId('compare-swap').click();
  await expect(page.getByTestId('compared-before')).toContainText('shop in June');
  await expect(page.getByTestId('compare-group').first()).toContainText('newly allowed');
  await page.getByRole('button', { name: 'Close comparison' }).click();
  await expect(page.getByTestId('compare-choose')).toBeVisible();
  await expect(page.getByTestId('compare-recent')).toHaveCount(0);
});

test('crawls that found the same say so', async () => {
  const { page } = running;
  const copy = join(folder, 'copy.crawl');
  copyFileSync(june, copy);
  await choose(copy);
  await page.keyboard.press('Control+Shift+D');
  await expect(page.getByTestId('compare-summary')).toContainText('No differences in 103 URLs.');
});

test('a crawl that runs is compared as a snapshot, with a file of the recent ones', async () => {
  const { page } = running;
  const defaults = (await call(page, 'shell.defaults'))?.value as object;
  const settings = { ...defaults, seeds: [site.url('/')], delayMs: 30_000, sitemaps: false };
  expect(await call(page, 'crawl.start', { settings, destination: null })).toMatchObject({ kind: 'result' });
  await expect(page.getByTestId('crawl-state')).toHaveAttribute('data-state', 'running');
  await page.keyboard.press('Control+7');
  await page
    .getByTestId('compare-recent')
    .getByRole('button', { name: /shop in June/ })
    .click();
  await expect(page.getByTestId('compare-live')).toContainText(
    'The open crawl is still running. This comparison shows its state at',
  );
  await expect(page.getByTestId('compare-summary')).toContainText('URLs gone.');
  await expect(page.getByTestId('compared-after')).toContainText('running');
});
