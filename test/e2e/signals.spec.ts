import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { demoFile } from './demo-file.ts';
import { launchApp, type RunningApp } from './fixture.ts';
import { look, resize } from './shots.ts';
import { specFolder } from './spec-folder.ts';

/** The truth table of signals in the real app, over a crawl of the demo site. */

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

test('combinations of signals come with counts, engines and conflicts; a cell has exactly its URLs', async () => {
  const { page } = running;
  await page.getByTestId('view-signals').click();
  const summary = page.getByTestId('signal-summary');
  await expect(summary).toHaveAttribute('data-state', 'done');
  await expect(summary).toContainText(/internal pages \(100 %\) in \d+ combinations/);
  const cells = page.getByTestId('signal-cells');
  await expect(cells.getByRole('row').nth(1)).toContainText(/Not indexed|URL only|May vary/);
  await expect(page.getByTestId('signal-detail')).toContainText('Googlebot');
  await expect(page.getByTestId('signal-urls').getByRole('row').nth(1)).toBeVisible();
  await look(running, 'signals');
});

test('the keyboard moves through the table, and a conflict and a signal narrow it', async () => {
  const { page } = running;
  await page.keyboard.press('Control+1');
  await expect(page.getByTestId('signal-summary')).toBeHidden();
  await page.keyboard.press('Control+Shift+G');
  const detail = page.getByTestId('signal-detail');
  const first = await detail.textContent();
  await page.getByTestId('signal-cells').focus();
  await page.keyboard.press('End');
  await expect.poll(() => detail.textContent()).not.toBe(first);
  await page
    .getByTestId('signal-conflicts')
    .getByRole('button', { name: /In a sitemap, but blocked/ })
    .click();
  await expect(page.getByTestId('signal-summary')).toContainText(/in 1 combination /);
  await expect(detail).toContainText('The sitemap asks to crawl a URL that robots.txt forbids to fetch.');
  await page.getByTestId('signal-conflicts').getByRole('button', { name: 'All combinations' }).click();
  const robots = page.getByTestId('signal-robots');
  await robots.selectOption('blocked');
  await expect(detail).toContainText('robots.txt blocks this page');
  await expect
    .poll(async () => {
      const count = /\d+/.exec((await page.getByTestId('signal-summary').textContent()) ?? '')?.[0];
      return (await robots.locator('option:checked').textContent()) === `blocked (${count})`;
    })
    .toBe(true);
  await look(running, 'signals-blocked');
});

test('one crawler alone; a URL opens in the inspector', async () => {
  const { page } = running;
  await page.getByRole('button', { name: 'This crawl’s crawler' }).click();
  await expect(page.getByTestId('signal-summary')).toHaveAttribute('data-state', 'done');
  await expect(page.getByTestId('signal-detail')).toContainText('Crawlscope');
  await page.getByTestId('signal-urls').getByRole('row').nth(1).dblclick();
  await expect(page.getByTestId('inspector')).toBeVisible();
  await look(running, 'signals-inspector');
});
