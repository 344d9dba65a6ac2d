import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { demoFile } from './demo-file.ts';
import { launchApp, type RunningApp } from './fixture.ts';
import { look } from './shots.ts';
import { specFolder } from './spec-folder.ts';

/** The Sitemaps view over a crawl of the demo site: coverage, counts that list their URLs, verdicts, and a sitemap that is made. */

test.describe.configure({ mode: 'serial' });
let running: RunningApp;
const folder = specFolder();

test.beforeAll(async () => {
  const file = join(folder, 'demo.crawl');
  await demoFile(file);
  running = await launchApp({ args: [file] });
});
test.afterAll(async () => {
  await running?.close();
});

const filter = () => running.page.getByLabel('Filter the URLs', { exact: true });
const id = (name: string) => running.page.getByTestId(name);

test('three sets cover the internal URLs, and a click lists one of them', async () => {
  await id('view-sitemaps').click();
  const sets = id('sitemap-coverage').getByRole('listitem');
  await expect(sets).toHaveCount(4);
  const texts = await sets.allInnerTexts();
  const numbers = texts.slice(0, 3).map(text => /^([\d,]+) of ([\d,]+)/.exec(text.trim())?.slice(1).map(Number) ?? []);
  expect(numbers.reduce((sum, [part = 0]) => sum + part, 0)).toBe(numbers[0]?.[1]);
  await look(running, 'sitemaps-coverage');
  await sets.nth(2).getByRole('button').click();
  await expect(filter()).toHaveValue('class:page -in:sitemap');
  await expect(running.page.locator('.toolbar .count')).toContainText(`${numbers[2]?.[0]} of`);
});

test('a count of a file lists its URLs, and entries get the verdict of a crawler', async () => {
  await id('view-sitemaps').click();
  await id('sitemap-tree')
    .getByRole('button')
    .filter({ hasText: /entr(y|ies)/ })
    .first()
    .click();
  const count = id('sitemap-counts').getByRole('button').first();
  await expect(count).toContainText(/\d+ of \d+/);
  await expect(id('sitemap-dates')).toContainText(/\d+ of \d+ entries have one; all have 2026-01-15/);
  await id('sitemap-crawler').selectOption('profile:bingbot');
  await expect(id('sitemap-grid').getByRole('columnheader', { name: 'robots.txt' })).toBeVisible();
  await expect(id('sitemap-grid')).toContainText(/Allowed|Blocked, line \d+/);
  await look(running, 'sitemaps-file');
  await count.click();
  await expect(filter()).toHaveValue(/^in:http\S+ state:done$/);
});

test('a sitemap is made: wrong choices are refused in the form, the file is complete', async () => {
  const { page } = running;
  const path = join(folder, 'made.xml');
  await running.app.evaluate((_, chosen) => {
    process.env['CRAWLSCOPE_TEST_DIALOG_PATH'] = chosen;
  }, path);
  await id('view-sitemaps').click();
  await id('make-sitemap').click();
  await expect(id('sitemap-form')).toBeVisible();
  await id('sitemap-max-urls').fill('0');
  await expect(id('sitemap-form')).toContainText('Use a whole number from 1 to 50,000.');
  await expect(id('sitemap-start')).toBeDisabled();
  await id('sitemap-max-urls').fill('50000');
  await id('sitemap-base').fill('example.com');
  await id('sitemap-start').click();
  await expect(page.getByRole('alert')).toContainText('It needs a whole http or https URL.');
  await look(running, 'sitemap-make');
  await id('sitemap-base').fill('');
  await page.keyboard.press('Control+Enter');
  await expect(id('toast').filter({ hasText: 'Exported “made.xml”: 1 file with' })).toBeVisible();
  await expect(id('sitemap-form')).toHaveCount(0);
  expect(readFileSync(path, 'utf8')).toMatch(/^<\?xml[\s\S]*<\/urlset>\n$/);
});
