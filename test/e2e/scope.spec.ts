import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { demoFile } from './demo-file.ts';
import { launchApp, type RunningApp } from './fixture.ts';
import { look, resize } from './shots.ts';
import { specFolder } from './spec-folder.ts';

/** Which URLs belong to a crawl, in the real app: lists of start URLs, and other settings tried on a finished crawl. */

test.describe.configure({ mode: 'serial' });
const small = { width: 1_280, height: 800 };
let running: RunningApp;

test.beforeAll(async () => {
  const file = join(specFolder(), 'demo.crawl');
  await demoFile(file);
  running = await launchApp({ args: [file] });
  await resize(running.app, small);
});
test.afterAll(async () => {
  await running?.close();
});

test('a list of start URLs names its wrong lines by number, and leaves them out on request', async () => {
  const { page } = running;
  await page.keyboard.press('ControlOrMeta+n');
  const form = page.getByTestId('new-crawl-form');
  await expect(form).toBeVisible();
  await page.getByTestId('seed-input').fill('https://example.com/a\nnot a url\nexample.org\nexample.org\n');
  await expect(form).toContainText('Line 2 is not an HTTP URL: “not a url”');
  await page.getByTestId('follow').selectOption('nothing');
  await look(running, 'list');
  await page.getByTestId('leave-out-lines').click();
  await expect(page.getByTestId('seed-input')).toHaveValue('https://example.com/a\nexample.org');
  await expect(form).toContainText('2 URLs');
  await page.getByTestId('advanced').click();
  await page.getByLabel('Query parameters').fill('remove sid');
  await expect(form).toContainText('“remove sid” is no rule for parameters');
  await page.getByLabel('Query parameters').scrollIntoViewIfNeeded();
  await look(running, 'url-rules');
  await page.keyboard.press('Escape');
});

test('other settings are tried on the stored URLs, and what the crawl needs to go on with them is told', async () => {
  const { page, app } = running;
  await page.getByTestId('view-overview').click();
  await page.getByTestId('change-scope').click();
  const form = page.getByTestId('scope-form');
  await expect(page.getByTestId('scope-trial')).toContainText('Taken');
  await page.getByLabel('Exclude').fill('glob:/redirect/**');
  await page.getByTestId('scope-typed').fill('https://example.com/\nno url');
  await expect(page.getByTestId('scope-trial')).toContainText('Excluded by pattern: glob:/redirect/**');
  await expect(page.getByTestId('scope-trial')).toContainText('of them new');
  await look(running, 'scope');
  await page.getByLabel('Depth limit').fill('x');
  await expect(page.getByTestId('scope-resume')).toBeDisabled();
  await page.getByLabel('Depth limit').fill('4');
  await page.getByLabel('Follow links with rel=nofollow').check();
  await page.getByLabel('Follow links with rel=nofollow').scrollIntoViewIfNeeded();
  await look(running, 'scope-followed');
  await resize(app, small);
  await page.getByLabel('Exclude').fill('(');
  await expect(form).toContainText('cannot be used as a pattern');
  await expect(page.getByTestId('scope-resume')).toBeDisabled();
  await page.getByLabel('Exclude').fill('');
  await expect(page.getByTestId('scope-resume')).toBeEnabled();
  await page.getByTestId('scope-resume').click();
  // The file was made elsewhere and starts at a private host.
  await expect(form).toContainText('was not made by this installation');
});
