import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { demoFile } from './demo-file.ts';
import { launchApp, type RunningApp } from './fixture.ts';
import { look, resize, shoot } from './shots.ts';
import { specFolder } from './spec-folder.ts';

/** Versions of a robots.txt over time, in the real app over a crawl of the demo site with an imported past. */

test.describe.configure({ mode: 'serial' });
const robots = (...lines: string[]): string => ['User-agent: *', ...lines, ''].join('\n');
const past = {
  '2024-01-10.txt': robots('Disallow: /search/'),
  '2024-03-05.txt': robots('Disallow: /search/', 'Disallow: /'),
  '2024-03-06.txt': robots('Disallow: /search/', '# the site is open again'),
  '2024-05-12.txt': robots('Disallow: /search/', '# the site is open again', 'Disallow: /private/', 'Disallow: /links/'),
  '2024-09-01.json': '{"status": 503}',
};
let running: RunningApp;

test.beforeAll(async () => {
  const folder = specFolder();
  const file = join(folder, 'demo.crawl');
  const history = join(folder, 'history');
  mkdirSync(history);
  for (const [name, text] of Object.entries(past)) writeFileSync(join(history, name), text);
  await demoFile(file);
  running = await launchApp({ args: [file], env: { CRAWLSCOPE_TEST_DIALOG_PATH: history } });
  await resize(running.app, { width: 1_280, height: 800 });
});
test.afterAll(async () => {
  await running?.close();
});

test('a folder of dated files is imported and becomes versions with what each changed', async () => {
  const { page } = running;
  await page.getByTestId('view-robots').click();
  await page.getByTestId('robots-tab-versions').click();
  await expect(page.getByTestId('version-row')).toHaveCount(1);
  await page.getByTestId('import-folder').click();
  await expect(page.getByTestId('version-row')).toHaveCount(6);
  const second = page.getByTestId('version-row').nth(4);
  await expect(second).toContainText('v2 5 Mar 2024');
  await expect(second).toContainText('imported · 200');
  await expect(second).toContainText('+1 line');
  await expect(second).toContainText(/\+\d+ blocked/);
  await expect(page.getByTestId('robots-tab-versions')).toHaveText('Versions (6)');
  await page.getByRole('button', { name: 'Dismiss' }).click();
});

test('the slider moves through time: text, verdicts and the blame of a URL follow', async () => {
  const { page } = running;
  await page.getByTestId('blame-url').fill('/private/report');
  await page.getByTestId('blame-url').press('Enter');
  const sentence = page.getByTestId('blame-sentence');
  await expect(sentence).toContainText('Blocked since version 4 (12 May 2024), and since version 6');
  const slider = page.getByTestId('version-slider');
  await slider.focus();
  await page.keyboard.press('Home');
  await expect(page.getByTestId('version-at')).toContainText('v1 of 6');
  await expect(sentence).toContainText('Allowed since the oldest known version, version 1 (10 Jan 2024)');
  await page.keyboard.press('ArrowRight');
  await expect(sentence).toContainText('Blocked since version 2 (5 Mar 2024) by line 3 “Disallow: /”; allowed before.');
  await expect(page.getByTestId('text-diff')).toContainText('Disallow: /');
  await expect(page.getByTestId('cause-list')).toContainText('line 3 “Disallow: /” added');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByTestId('version-at')).toContainText('v4 of 6');
  await expect(sentence).toContainText('Blocked since version 4 (12 May 2024) by line 4 “Disallow: /private/”; allowed before.');
  await expect(page.getByTestId('cause-list')).toContainText('line 5 “Disallow: /links/” added');
  await expect(slider).toBeFocused();
  await expect(page.getByTestId('verdict-urls')).toContainText('/links/');
  await shoot(page, 'versions');
});

test('another crawler and another version to compare with are judged anew', async () => {
  const { page } = running;
  await page.getByTestId('version-against').selectOption({ index: 5 });
  await expect(page.getByTestId('cause-list')).toContainText('Disallow: /private/');
  await page.getByTestId('versions-profile').selectOption('profile:googlebot');
  await expect(page.getByTestId('cause-list')).toContainText('Disallow: /private/');
  await expect(page.getByTestId('blame-sentence')).toContainText('Blocked since version 4');
  await page.getByTestId('versions-profile').selectOption('');
});

test('how often hosts are asked again is kept in the file', async () => {
  const { page } = running;
  await page.getByTestId('check-every').selectOption({ label: 'Every 6 hours' });
  await expect(page.getByTestId('last-check')).toContainText('next');
  await page.getByTestId('robots-tab-file').click();
  await page.getByTestId('robots-tab-versions').click();
  await expect(page.getByTestId('check-every')).toHaveValue('6');
  await page.getByTestId('check-every').selectOption({ label: 'Off' });
  await expect(page.getByTestId('last-check')).not.toContainText('next');
});

test('the inspector tells a URL over time, and leads to the line of a version', async () => {
  const { page } = running;
  await page.getByTestId('verdict-urls').getByRole('row').nth(1).dblclick();
  await page.getByTestId('tab-timeline').click();
  await expect(page.getByTestId('timeline-sentence')).toContainText(/since/);
  await expect(page.getByTestId('timeline')).toContainText('v2 · 5 Mar 2024');
  await shoot(page, 'versions-timeline');
  await page.getByTestId('timeline').getByRole('button', { name: 'by line 3 “Disallow: /”' }).click();
  await expect(page.getByTestId('robots-tab-file')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByTestId('version-picker')).toContainText('v2 · 5 Mar 2024 · imported · 200');
});

test('a draft nobody wrote in follows the version that is shown; one that is written stays', async () => {
  const { page } = running;
  const first = page.locator('[data-testid=draft-line]', { hasText: 'Disallow: /search/' });
  await page.getByTestId('robots-tab-draft').click();
  await expect(first).toBeVisible();
  await expect(page.getByTestId('draft-dirty')).toHaveText('as stored');
  await page.getByTestId('version-picker').selectOption({ index: 0 });
  await expect(first).toHaveCount(0);
  await expect(page.getByTestId('draft-dirty')).toHaveText('as stored');
  await expect(page.getByTestId('draft-count-newlyBlocked')).toHaveText('0');
  await expect(page.getByTestId('draft-count-newlyAllowed')).toHaveText('0');
  await page.locator('[data-testid=draft-line]').first().click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('# mine\n');
  await page.getByTestId('version-picker').selectOption({ index: 4 });
  await expect(page.locator('[data-testid=draft-line]').first()).toHaveText('# mine');
  await expect(page.getByTestId('draft-dirty')).toHaveText('not saved');
});

test('an answer that was no file has no text and no lines: it decides as a whole', async () => {
  const { page } = running;
  const id = (name: string) => page.getByTestId(name);
  await id('version-picker').selectOption({ index: 0 });
  for (let undone = 0; undone < 20 && (await id('draft-dirty').textContent()) !== 'as stored'; undone += 1)
    await id('draft-undo').click();
  await id('version-picker').selectOption({ index: 1 });
  await expect(id('draft-dirty')).toHaveText('empty, as no file is stored');
  await expect(id('draft-effect')).toContainText('would change.');
  await expect(id('draft-effect')).toContainText('Because a file replaces the error response');
  await id('robots-tab-file').click();
  await expect(id('coverage-sums')).toHaveText(
    /^no lines: the response itself decides, ([\d,]+ blocked, 1 allowed|all [\d,]+ blocked)$/,
  );
  await id('robots-tab-versions').click();
  await expect(id('version-row').nth(1)).toContainText('503 · no text');
  await expect(id('version-row').first()).toContainText('against v4');
  await expect(id('text-diff-none')).toHaveText('This response was not a robots.txt file, so there is no text to compare.');
  await look(running, 'no-text');
});
