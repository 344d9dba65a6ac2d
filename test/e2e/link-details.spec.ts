import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { demoFile } from './demo-file.ts';
import { launchApp, type RunningApp } from './fixture.ts';
import { look } from './shots.ts';
import { specFolder } from './spec-folder.ts';

/** How a link became its URL, and how a URL was found, in the real app over a crawl of the demo site. */

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

async function open(url: string, tab: string): Promise<void> {
  const { page } = running;
  await page.keyboard.press('Control+l');
  await page.getByTestId('omnibox').fill(`info:${url}`);
  await page.getByTestId('omnibox').press('Enter');
  // The engine reads what was typed. Until then, the inspector has the tabs of the URL before.
  await expect(page.getByTestId('inspector')).toContainText(url);
  await page.getByTestId('inspector').getByRole('tab', { name: tab }).click();
}

test('a link shows its address as written and the steps to its URL, by button and by key', async () => {
  const { page } = running;
  await open(site, 'Links');
  await page.getByRole('button', { name: 'Links on this page' }).click();
  const grid = page.getByTestId('link-grid');
  await grid.getByRole('button', { name: 'Show how the address became this URL' }).first().click();
  const details = page.getByTestId('link-details');
  await expect(details).toContainText('Link 1 of the page');
  await expect(details.getByRole('rowheader').first()).toHaveText(/As written \((href|src)\)/);
  await expect(details).toContainText('Resolved against the base URL');
  await expect(details).toContainText('DOM path');
  await look(running, 'link-details');
  await grid.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(details).toContainText('Link 2 of the page');
  await details.getByRole('button', { name: 'Close the link details' }).click();
  await expect(details).toHaveCount(0);
});

test('the facts of a URL list its links by kind and its sitemaps, and lead there', async () => {
  const { page } = running;
  await open(`${site}private/report`, 'Facts');
  const found = page.getByTestId('found-through');
  await expect(found).toContainText('Links');
  await look(running, 'found-through');
  await found
    .getByRole('button', { name: /^link \d+$/ })
    .first()
    .click();
  await expect(page.getByTestId('link-details')).toContainText('As written (href)');
});

test('a URL that is not in the crawl has no links, and this is no failure', async () => {
  const { page } = running;
  await open(`${site}never-linked`, 'Links');
  const inspector = page.getByTestId('inspector');
  await expect(inspector).toContainText('There are no links, because this URL is not in this crawl.');
  await expect(inspector).not.toContainText('could not be read');
});
