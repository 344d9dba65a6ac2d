import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { launchApp, type RunningApp } from './fixture.ts';
import { look } from './shots.ts';
import { specFolder } from './spec-folder.ts';

/** Times of requests, cURL and HAR in the real app. */

test.describe.configure({ mode: 'serial' });

let running: RunningApp;
const saved = join(specFolder(), 'requests.har');

test.beforeAll(async () => {
  running = await launchApp({ demo: true, env: { CRAWLSCOPE_TEST_DIALOG_PATH: saved } });
});
test.afterAll(async () => {
  await running?.close();
});

test('a URL shows the times of its requests, those to its host, and copies as cURL', async () => {
  const { page, app } = running;
  await expect(page.getByTestId('crawl-state')).toHaveText('finished');
  await page.keyboard.press('Control+2');
  await page.getByTestId('url-grid').locator('.grid-row').first().click();
  await page.getByRole('tab', { name: 'Headers' }).click();
  const requests = page.getByTestId('requests');
  await expect(requests.getByTestId('request-row').first()).toContainText('200');
  await look(running, 'requests-url');
  await requests.getByRole('button', { name: 'Requests to this host' }).click();
  await expect(requests.getByTestId('request-row').nth(8)).toBeVisible();
  await requests.getByRole('button', { name: 'Later' }).scrollIntoViewIfNeeded();
  await look(running, 'requests-host');
  await page.getByTestId('curl-button').click();
  await page.getByRole('menuitem', { name: 'Copy for sh, bash and zsh' }).click();
  await expect
    .poll(() => app.evaluate(({ clipboard }) => clipboard.readText()))
    .toMatch(/^curl --globoff --path-as-is -H .* http:\/\/127\.0\.0\.1:\d+\/\S*$/);
});

test('the requests are written as HAR', async () => {
  const { page } = running;
  await page.keyboard.press('F1');
  await page.keyboard.type('HAR');
  await page.keyboard.press('Enter');
  await expect.poll(() => existsSync(saved)).toBe(true);
  const { log } = JSON.parse(readFileSync(saved, 'utf8')) as { log: { version: string; entries: readonly unknown[] } };
  expect(log.version).toBe('1.2');
  expect(log.entries.length).toBeGreaterThan(50);
});
