import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { demoFile } from './demo-file.ts';
import { launchApp, type RunningApp } from './fixture.ts';
import { look } from './shots.ts';
import { specFolder } from './spec-folder.ts';

/** Why-not and the smallest edit, in the real app over a crawl of the demo site. */

test.describe.configure({ mode: 'serial' });
let running: RunningApp;
let site = '';

test.beforeAll(async () => {
  const file = join(specFolder(), 'demo.crawl');
  site = await demoFile(file);
  running = await launchApp({ args: [file] });
});
test.afterAll(async () => {
  await running?.close();
});

async function lookUp(text: string): Promise<void> {
  const { page } = running;
  await page.keyboard.press('Control+l');
  await page.getByTestId('omnibox').fill(`info:${text}`);
  await page.getByTestId('omnibox').press('Enter');
}

test('a mistyped URL nobody saw: the nearest relative comes first and opens', async () => {
  const { page } = running;
  await lookUp(`${site}listing/plian`);
  await expect(page.getByTestId('why-not')).toHaveAttribute('data-cause', 'misspelt');
  const nearest = page.getByTestId('relatives').getByRole('listitem').first();
  await expect(nearest).toContainText(`${site}listing/plain`);
  await expect(page.getByTestId('lead')).toContainText('leads to');
  await expect(page.getByTestId('why-not-tests').getByRole('listitem').first()).toContainText('Did the crawl see it?');
  await look(running, 'typo');
  await nearest.getByRole('button').click();
  await expect(page.getByTestId('inspector-headline')).toContainText('fetched this URL');
  await expect(page.getByTestId('why-not')).toHaveCount(0);
});

test('a blocked URL is freed by one edit, with proof, which opens as a draft', async () => {
  const { page } = running;
  await lookUp(`${site}private/report`);
  await expect(page.getByTestId('why-not')).toHaveAttribute('data-cause', 'blocked-by-robots');
  await look(running, 'blocked');
  await page.getByTestId('fix-this').click();
  const fix = page.getByTestId('fix');
  await expect(fix).toHaveAttribute('data-outcome', 'exact');
  await expect(fix.getByTestId('fix-diff')).toContainText('/private/report');
  await expect(fix.getByTestId('fix-proof')).toContainText(/verdict of 1 of 1 chosen URLs and of 0 of \d+ others/);
  await look(running, 'fix');
  await fix.getByTestId('fix-draft').click();
  await expect(page.getByTestId('robots-tab-file')).toBeVisible();
});

test('the listed URLs are blocked by one edit', async () => {
  const { page } = running;
  await page.getByTestId('view-urls').click();
  await page.getByLabel('Filter the URLs', { exact: true }).fill('inurl:/transfer/');
  await page.getByLabel('Filter the URLs', { exact: true }).press('Enter');
  await expect(page.locator('.toolbar .count')).toHaveText(/^\d+ of [\d,]+ URLs$/);
  await page.getByTestId('fix-button').click();
  await page.getByTestId('fix-block').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByTestId('fix')).toHaveAttribute('data-outcome', 'exact');
  await expect(dialog.getByTestId('fix-diff')).toContainText('Disallow: /transfer/');
  await look(running, 'fix-filter');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});
