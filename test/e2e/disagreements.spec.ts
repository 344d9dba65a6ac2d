import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { demoFile } from './demo-file.ts';
import { launchApp, type RunningApp } from './fixture.ts';
import { look, resize, shoot } from './shots.ts';
import { specFolder } from './spec-folder.ts';

/** The list of URLs on which crawlers differ, in the real app over a crawl of the demo site. */

test.describe.configure({ mode: 'serial' });
let running: RunningApp;

test.beforeAll(async () => {
  const file = join(specFolder(), 'demo.crawl');
  await demoFile(file);
  running = await launchApp({ args: [file] });
  await resize(running.app, { width: 1_280, height: 800 });
});
test.afterAll(async () => {
  await running?.close();
});

test('search engines are compared over the whole crawl; a group says who says what, and opens its URLs', async () => {
  const { page } = running;
  await page.getByTestId('view-disagreements').click();
  await expect(page.getByTestId('disagreement-summary')).toHaveAttribute('data-state', 'done');
  await expect(page.getByTestId('disagreement-group').first()).toContainText(/URL/);
  const detail = page.getByTestId('disagreement-detail');
  await expect(detail).toContainText('May not fetch');
  await expect(detail).toContainText('from Crawlscope. Cause: ');
  await shoot(page, 'disagreements');
  await page.getByTestId('disagreement-urls').getByRole('row').nth(1).dblclick();
  await expect(page.getByTestId('matrix-row').first()).toBeVisible();
});

test('other crawlers are chosen by set and by name', async () => {
  const { page } = running;
  await page.getByRole('button', { name: 'Historic parsers' }).click();
  await expect(page.getByTestId('disagreement-summary')).toContainText('10 crawlers');
  await page.getByTestId('crawler-choice').click();
  await page.getByPlaceholder('Find a crawler or a dialect').fill('yandexb');
  await page.getByRole('checkbox', { name: /YandexBot/ }).check();
  await expect(page.getByTestId('disagreement-summary')).toContainText('11 crawlers');
  await page.getByRole('button', { name: 'All crawlers' }).click();
  await expect(page.getByTestId('disagreement-summary')).toHaveAttribute('data-state', 'done');
  await look(running, 'disagreements-all');
});
