import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { type Answer, type Site, startSite } from '../support/site.ts';
import { engineNode } from './engine-node.ts';
import { launchApp, type RunningApp } from './fixture.ts';
import { look, resize, shoot } from './shots.ts';

/** The checks of a crawl in the real app: from a check to a URL, from there to the place in the page's source. */

test.describe.configure({ mode: 'serial' });
const folder = mkdtempSync(join(tmpdir(), 'crawlscope-e2e-'));
const file = join(folder, 'shop.crawl');
let site: Site;
let running: RunningApp;

const html = (head: string, body: string): string =>
  `<!doctype html>\n<html lang="en">\n<head>${head}</head>\n<body>${body}</body></html>`;
const products = Array.from({ length: 40 }, (_, at) => `/products/${at}`);

function shop(): Record<string, Answer> {
  const links = [...products, '/about', '/contact', '/blocked'].map(path => `<a href="${path}">${path.slice(1)}</a>`).join('\n');
  const answers: Record<string, Answer> = {
    '/robots.txt': 'User-agent: *\nDisallow: /blocked\n',
    '/': html('<title>Lamps, chairs and tables</title><meta name="description" content="A shop.">', links),
    '/about': html('<title>About the shop</title>\n<title>Welcome</title>', '<h1>About</h1><p>Who we are.</p>'),
    '/contact': html('', '<h1>Contact</h1><p>Write to us.</p>'),
  };
  for (const [at, path] of products.entries())
    answers[path] = html(
      at % 4 === 0 ? '' : `<title>Product ${at % 4 === 1 ? 'one' : at}</title>`,
      `<h1>Product</h1><p>One of our products, number ${at}.</p>`,
    );
  return answers;
}

test.beforeAll(async () => {
  test.setTimeout(120_000);
  site = await startSite(shop());
  const args = [resolve('out/engine/cli.cjs'), 'crawl', site.url('/'), '--out', file, '--delay', '0', '--no-sitemaps'];
  const child = spawn(engineNode(), args, { env: { ...process.env, CRAWLSCOPE_HOME: join(folder, 'home') }, stdio: 'ignore' });
  const code = await new Promise<number | null>(done => child.once('exit', done));
  expect(code).toBe(0);
  running = await launchApp({ args: [file] });
  await resize(running.app, { width: 1_280, height: 800 });
});
test.afterAll(async () => {
  await running?.close();
  await site?.close();
});

test('the issues view counts each check against what it looked at', async () => {
  const { page } = running;
  await expect(page.getByTestId('crawl-state')).toHaveAttribute('data-state', 'finished');
  await page.keyboard.press('Control+3');
  await expect(page.getByTestId('audit-line')).toHaveAttribute('data-state', 'done');
  const missing = page.locator('[data-testid="check-row"][data-check="title.missing"]');
  await expect(missing).toContainText('11 of 43 checked');
  await expect(missing).toContainText('1 not checkable');
  await missing.click();
  await expect(page.getByTestId('check-detail')).toContainText('Why it matters');
  await expect(page.getByTestId('issue-urls')).toHaveAttribute('aria-rowcount', '12');
  await look(running, 'issues');
  await shoot(page, 'issues');
});

test('a URL of a check leads to the evidence, and that to the place in the source', async () => {
  const { page } = running;
  await page.locator('[data-testid="check-row"][data-check="title.multiple"]').click();
  const grid = page.getByTestId('issue-urls');
  await expect(grid).toHaveAttribute('aria-rowcount', '2');
  await grid.getByRole('row').nth(1).click();
  const found = page.locator('[data-testid="url-issue"][data-check="title.multiple"]');
  await expect(found).toContainText('Welcome');
  await look(running, 'issues-evidence');
  await found.getByTestId('finding-place').nth(1).click();
  await expect(page.locator('.source mark')).toContainText('<title>');
  await look(running, 'issues-source');
});

test('the keyboard alone leads from a check to its evidence and back', async () => {
  const { page } = running;
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+3');
  await page.locator('[data-testid="check-row"][data-check="title.missing"]').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('issue-urls')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-testid="url-issue"][data-check="title.missing"]')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByTestId('issue-urls').focus();
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-testid="check-row"][data-check="title.missing"]')).toBeFocused();
});

test('a check without hits says how many it looked at', async () => {
  const { page } = running;
  await page.getByRole('button', { name: 'All checks' }).click();
  await page.locator('[data-testid="check-row"][data-check="title.outside_head"]').click();
  await expect(page.getByTestId('no-hits')).toContainText('0 of 43 checked, 1 not checkable');
  await page.getByPlaceholder('Find a check').fill('no such check');
  await expect(page.getByText('No check matches this filter.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all checks' }).click();
  await expect(page.getByTestId('check-row').first()).toBeVisible();
  await look(running, 'issues-all');
});

test('the overview lists the gravest findings and leads to them; the health score says its formula', async () => {
  const { page } = running;
  await page.keyboard.press('Control+1');
  const finding = page.getByTestId('top-finding').filter({ hasText: 'Title missing' });
  await expect(finding).toContainText('11 of 43 checked');
  await page.getByTestId('health-score').hover();
  await expect(page.locator('.hint-popup')).toContainText('weight × hits ÷ checked');
  await look(running, 'issues-overview');
  await finding.click();
  await expect(page.getByTestId('check-detail')).toContainText('Title missing');
});

test('the facts of a page show how it may look in a search result, and as a social card', async () => {
  const { page } = running;
  await page.getByTestId('issue-urls').getByRole('row').nth(1).click();
  await page.getByTestId('tab-facts').click();
  await expect(page.getByTestId('search-preview')).toContainText('No title: search engines make one up.');
  await expect(page.getByTestId('social-preview')).toContainText('does not load it');
  await page.getByTestId('social-preview').scrollIntoViewIfNeeded();
  await look(running, 'issues-previews');
});

test('duplicates stand side by side with the difference of their texts', async () => {
  const { page } = running;
  await page.getByPlaceholder('Find a check').fill('title.duplicate');
  await page.locator('[data-testid="check-row"][data-check="title.duplicate"]').click();
  await page.getByRole('button', { name: /^Groups/ }).click();
  await expect(page.getByTestId('duplicate-groups')).toHaveAttribute('aria-rowcount', '2');
  await expect(page.getByTestId('side-by-side')).toContainText('10 pages in this group');
  await expect(page.getByTestId('text-difference')).toContainText('differs');
  await look(running, 'issues-groups');
  await page.getByRole('button', { name: 'List them' }).click();
  await expect(page.getByTestId('issue-urls')).toHaveAttribute('aria-rowcount', '11');
});
