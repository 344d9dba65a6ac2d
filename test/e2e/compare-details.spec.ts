import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { type Answer, type Site, startSite } from '../support/site.ts';
import { engineNode } from './engine-node.ts';
import { launchApp, type RunningApp } from './fixture.ts';
import { look, resize } from './shots.ts';
import { specFolder } from './spec-folder.ts';

/** Fields, sitemaps, URL mapping and page differences of two crawls, in the real app. */

test.describe.configure({ mode: 'serial' });
const folder = specFolder();
const may = join(folder, 'shop in May.crawl');
const june = join(folder, 'shop in June.crawl');
const products = 40;
const path = (at: number): string => `/products/lamp-${at}`;
const words = (many: number, seed: number): string =>
  Array.from({ length: many }, (_, at) => ['bright', 'lamp', 'for', 'every', 'room', 'and', 'desk'][(at * seed) % 7]).join(' ');
const html = (at: number, title: string, more = ''): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title><meta name="description" content="Lamp ${at}"></head><body><nav><a href="/">Home</a></nav><main><h1>${title}</h1><p>${words(60, at + 1)}</p><p>${more}</p></main></body></html>`;
const sitemap = (site: Site, from: number, to: number, lastmod: (at: number) => string): Answer => ({
  headers: { 'Content-Type': 'application/xml' },
  body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${Array.from(
    { length: to - from },
    (_, at) => `<url><loc>${site.url(path(from + at))}</loc><lastmod>${lastmod(from + at)}</lastmod></url>`,
  ).join('')}</urlset>`,
});

function set(site: Site, isLater: boolean): void {
  const links = Array.from({ length: products }, (_, at) => `<a href="${path(at)}">Lamp ${at}</a>`).join('\n');
  site.set('/robots.txt', {
    headers: { 'Content-Type': 'text/plain' },
    body: `User-agent: *\nDisallow: /cart\nSitemap: ${site.url('/sitemap.xml')}\n`,
  });
  site.set(
    '/',
    `<!doctype html><html lang="en"><head><title>Lamps</title></head><body>${links}${isLater ? '<a href="/news">News</a>' : ''}</body></html>`,
  );
  for (let at = 0; at < products; at += 1)
    site.set(path(at), {
      headers: { 'Content-Type': 'text/html', 'Cache-Control': isLater && at % 4 === 0 ? 'no-store' : 'max-age=60' },
      body:
        isLater && at % 5 === 0
          ? html(at, `Lamp ${at}, on sale`, 'Delivered within two days.')
          : html(at, `Lamp ${at}`, at % 2 ? 'In stock.' : ''),
    });
  if (isLater) site.set('/news', html(0, 'News'));
  site.set(
    '/sitemap.xml',
    isLater
      ? sitemap(site, 4, products, at => (at % 3 === 0 ? '2026-06-01' : '2026-05-01'))
      : sitemap(site, 0, 36, () => '2026-05-01'),
  );
}

async function crawl(url: string, out: string): Promise<void> {
  const args = [resolve('out/engine/cli.cjs'), 'crawl', url, '--out', out, '--delay', '0'];
  const child = spawn(engineNode(), args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await new Promise<number | null>(done => child.once('close', done));
  expect(code).toBe(0);
}

let running: RunningApp;
let site: Site;

test.beforeAll(async () => {
  site = await startSite({});
  set(site, false);
  await crawl(site.url('/'), may);
  set(site, true);
  await crawl(site.url('/'), june);
  running = await launchApp({ args: [june] });
  await resize(running.app, { width: 1_280, height: 800 });
  await running.app.evaluate((_electron, chosen) => {
    process.env['CRAWLSCOPE_TEST_DIALOG_PATH'] = chosen;
  }, may);
});
test.afterAll(async () => {
  await running?.close();
  await site?.close();
});

test('fields: counts with their whole, the URLs with both values, and one page word by word', async () => {
  const { page } = running;
  await expect(page.getByTestId('crawl-state')).toBeVisible();
  await page.keyboard.press('Control+7');
  await page.getByTestId('compare-choose').click();
  await page.getByTestId('compare-tab-fields').click();
  const title = page.getByTestId('compare-field-title');
  await expect(title).toContainText('8');
  await expect(title).toContainText('of 41 pages in both');
  await title.click();
  const rows = page.getByTestId('field-urls').getByRole('row');
  await expect(rows).toHaveCount(9);
  await expect(rows.nth(1)).toContainText('on sale');
  await look(running, 'compare-fields');
  await page.getByTestId('field-contains').fill('lamp 35');
  await expect(rows).toHaveCount(2);
  await page.getByTestId('compare-header').fill('Cache-Control');
  await page.getByTestId('compare-header').press('Enter');
  await expect(page.getByTestId('compare-field-header:cache-control')).toContainText('10');
  await page.getByTestId('compare-field-text').click();
  await expect(rows.nth(1)).toContainText('% of the text is the same');
  await rows.nth(1).click();
  const page1 = page.getByTestId('page-difference');
  await expect(page1.locator('ins').first()).toBeVisible();
  await look(running, 'compare-page');
  await page.keyboard.press('Escape');
});

test('sitemaps: entries that came, went and changed', async () => {
  const { page } = running;
  await page.getByTestId('compare-tab-sitemaps').click();
  await expect(page.getByTestId('compare-sitemaps')).toContainText('of 40 URLs of the sitemaps differ');
  await page.getByTestId('compare-sitemaps').getByRole('button', { name: '4 added' }).click();
  await expect(page.getByTestId('sitemap-changes').getByRole('row')).toHaveCount(5);
  await look(running, 'compare-sitemaps');
});

test('a mapping is tested and used', async () => {
  const { page } = running;
  await page.getByTestId('compare-tab-mapping').click();
  const host = new URL(site.url('/')).host;
  await page.getByTestId('mapping-from-0').fill('a b');
  await page.getByTestId('mapping-to-0').fill('x');
  await page.getByTestId('mapping-test').click();
  await expect(page.getByTestId('mapping')).toContainText('“a b” is not a host');
  await page.getByTestId('mapping-from-0').fill(host);
  await page.getByTestId('mapping-to-0').fill('www.example.com');
  await page.getByTestId('mapping-test').click();
  await expect(page.getByTestId('mapping-counts')).toContainText('0 (0 %) are in the second crawl');
  await look(running, 'compare-mapping');
  await page.getByTestId('mapping-apply').click();
  await page.getByTestId('compare-tab-causes').click();
  await expect(page.getByTestId('compare-summary')).toContainText('the 0 URLs that both crawls have');
});

test('the trend has a picture for each number, with a table, and the hits of each check', async () => {
  const { page } = running;
  await page.getByTestId('compare-tab-trend').click();
  await page.getByTestId('trend-choose').click();
  await expect(page.getByTestId('trend')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByTestId('line-chart')).toHaveCount(6);
  await expect(page.getByTestId('trend-checks')).toContainText('shop in May');
  await look(running, 'compare-trend');

  writeFileSync(join(folder, 'broken.crawl'), 'not a crawl');
  await running.app.evaluate((_, chosen) => {
    process.env['CRAWLSCOPE_TEST_DIALOG_PATH'] = chosen;
  }, folder);
  await page.getByTestId('trend-folder').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('trend-left-out')).toHaveText('Left out, because they cannot be read: broken.', {
    timeout: 60_000,
  });
  await expect(page.getByTestId('trend-checks')).toContainText('shop in May');
  await look(running, 'compare-trend-folder');
});
