import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { engineNode } from './engine-node.ts';
import { launchApp, type RunningApp } from './fixture.ts';
import { look } from './shots.ts';
import { specFolder } from './spec-folder.ts';

/** Rendered pages in the window. The crawl has a renderer without a browser: what it stores is what a browser's rendering stores. */

test.describe.configure({ mode: 'serial' });
const file = join(specFolder(), 'lamps.crawl');
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
  await page.getByTestId('rendered-requests-blocked').click();
  const blocked = page.getByTestId('rendered-requests').getByRole('row').nth(1);
  await expect(blocked).toContainText('/private/menu.js');
  await blocked.click();
  await look(running, 'rendered-requests');
  await page.getByTestId('rendered-robots-line').click();
  await expect(page.getByTestId('tab-rendered')).toBeVisible();
  await expect(page.getByText('Disallow: /private/').first()).toBeVisible();
});
