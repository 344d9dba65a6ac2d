import { expect, test } from '@playwright/test';
import { launchApp, type RunningApp } from './fixture.ts';
import { look, resize } from './shots.ts';

/** The view Structure in the real app: directories as a tree, lists about links, and the path to a URL in the inspector. */

test.describe.configure({ mode: 'serial' });
let running: RunningApp;

test.beforeAll(async () => {
  running = await launchApp({ demo: true });
  await resize(running.app, { width: 1_280, height: 800 });
});
test.afterAll(async () => {
  await running?.close();
});

const rows = () => running.page.getByTestId('structure-list').getByRole('row');

test('directories are a tree that keys and clicks open, and lead to their URLs', async () => {
  const { page } = running;
  await expect(page.getByTestId('crawl-state')).toHaveAttribute('data-state', 'finished');
  await page.keyboard.press('Control+9');
  await expect(page.getByTestId('graph-line')).toHaveAttribute('data-state', 'done');
  await expect(page.getByTestId('structure-count')).toContainText('directories shown');
  const grid = page.getByTestId('structure-list');
  await expect(grid.getByText('listing/', { exact: true })).toBeVisible();
  await look(running, 'structure-directories');
  const before = await rows().count();
  await page.getByRole('button', { name: 'Close this directory' }).click();
  await expect.poll(() => rows().count()).toBeLessThan(before);
  await grid.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => rows().count()).toBe(before);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => rows().count()).toBeLessThan(before);
  await page.keyboard.press('ArrowRight');
  await grid.getByText('deep/', { exact: true }).dblclick();
  await expect(page.getByTestId('view-urls')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByTestId('url-grid').getByText('/deep/1')).toBeVisible();
});

test('each list has its rows, sorts, and opens the URL of a row', async () => {
  const { page } = running;
  await page.keyboard.press('Control+9');
  const grid = page.getByTestId('structure-list');
  await page.getByTestId('structure-chains').click();
  await expect(grid.getByText('/redirect/long-1').first()).toBeVisible();
  await look(running, 'structure-chains');
  await page.getByTestId('structure-orphans').click();
  await expect(grid.getByText('/orphan-gone')).toBeVisible();
  for (const id of ['scores', 'canonicals', 'hreflang', 'anchors', 'bad-links']) {
    await page.getByTestId(`structure-${id}`).click();
    await expect(page.getByTestId('structure-count')).toContainText('row');
  }
  await look(running, 'structure-bad-links');
  await page.getByTestId('structure-dominators').click();
  await expect(grid.getByText('/deep/1').first()).toBeVisible();
  // First of all: a sort moves the rows.
  await grid.getByText('/deep/2', { exact: true }).first().click();
  await grid.getByRole('columnheader', { name: 'Link score' }).click();
  await expect(grid.getByRole('columnheader', { name: 'Link score' })).toHaveAttribute('aria-sort', /ascending|descending/);
  await expect(page.getByTestId('inspector')).toBeVisible();
  await look(running, 'structure-dominators');
});

test('the inspector names the path, what all paths go through, and what would vanish', async () => {
  const { page } = running;
  await page.getByTestId('tab-facts').click();
  const part = page.getByTestId('url-path');
  await expect(part.getByText('2 steps from a start URL')).toBeVisible();
  await expect(part.getByText('URLs would vanish')).toBeVisible();
  await part.getByRole('button', { name: 'Show them' }).click();
  await expect(part.getByRole('button', { name: /\/deep\/8/ })).toBeVisible();
  await part.scrollIntoViewIfNeeded();
  await look(running, 'structure-path');
  await part
    .getByRole('button', { name: /\/deep\/1/ })
    .first()
    .click();
  await expect(page.getByTestId('inspector').getByRole('heading', { level: 2 })).toContainText('/deep/1');
});
