import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { demoFile } from './demo-file.ts';
import { engineNode } from './engine-node.ts';
import { launchApp, type RunningApp } from './fixture.ts';
import { resize, shoot } from './shots.ts';
import { specFolder } from './spec-folder.ts';

/** Coverage and drafts of robots.txt, in the real app over a crawl of the demo site. */

test.describe.configure({ mode: 'serial' });
const small = { width: 1_280, height: 800 };
const large = { width: 1_920, height: 1_080 };
let running: RunningApp;
let exported: string;
let coverage: { readonly total: number; readonly no_rule: number; readonly lines: readonly { readonly decides: number }[] };

test.beforeAll(async () => {
  const folder = specFolder();
  const file = join(folder, 'demo.crawl');
  const cli = (...args: string[]) =>
    spawnSync(engineNode(), [resolve('out/engine/cli.cjs'), ...args], { encoding: 'utf8', maxBuffer: 1 << 26 });
  await demoFile(file);
  coverage = JSON.parse(cli('robots', 'coverage', file, '--json').stdout) as typeof coverage;
  exported = join(folder, 'robots.txt');
  running = await launchApp({ args: [file], env: { CRAWLSCOPE_TEST_DIALOG_PATH: exported } });
  await resize(running.app, small);
});
test.afterAll(async () => {
  await running?.close();
});

const figure = (n: number): string => n.toLocaleString('en-US');

test('the gutter says what each line does; the sums are those of the command line; a count opens its URLs', async () => {
  const { page } = running;
  const id = (name: string) => page.getByTestId(name);
  await id('view-robots').click();
  const decided = coverage.lines.reduce((sum, line) => sum + line.decides, 0);
  expect(decided + coverage.no_rule).toBe(coverage.total);
  await expect(id('coverage-sums')).toContainText(`${figure(decided)} decided by`);
  await expect(id('coverage-sums')).toContainText(
    `${figure(coverage.no_rule)} decided by no rule = ${figure(coverage.total)} stored URLs of this origin`,
  );
  const rule = page.locator('[data-testid=robots-line]', { hasText: 'Disallow: /*?sort=' });
  await rule.click();
  await page.keyboard.press('Enter');
  await expect(id('covered')).toContainText(/^\d+ URLs? decided by line \d+/);
  await expect(id('covered-urls').getByRole('row').nth(1)).toContainText('sort=');
  await shoot(running.page, 'coverage');
  await id('covered-urls').getByRole('row').nth(1).click();
  await expect(id('inspector-headline')).toBeVisible();
  await id('covered').getByLabel('Close the list').click();
  await id('coverage-no-rule').click();
  await expect(id('covered')).toContainText(`${figure(coverage.no_rule)} URLs decided by no line`);
  await id('coverage-reader').selectOption('profile:googlebot');
  await expect(id('covered')).toBeHidden();
  await expect(id('coverage-sums')).toContainText(`= ${figure(coverage.total)} stored URLs of this origin`);
  await id('coverage-reader').selectOption('');
  await page.keyboard.press('Control+i');
});

const count = (name: string) => running.page.getByTestId(`draft-count-${name}`);
const done = () => expect(running.page.getByTestId('draft-effect')).toHaveAttribute('data-state', 'done');

test('completions stand at the line that is written, and go when it is written out', async () => {
  const { page } = running;
  const id = (name: string) => page.getByTestId(name);
  await id('robots-tab-draft').click();
  const line = page.locator('[data-testid=draft-line]', { hasText: 'Disallow: /private/' }).first();
  await line.click();
  await page.keyboard.press('End');
  await page.keyboard.type('\nDisallow: /lin');
  const popup = page.locator('.cm-tooltip-autocomplete');
  await expect(popup).toContainText('/links/');
  const [below, above] = [await popup.boundingBox(), await line.boundingBox()];
  // The line that is written is the next one, 20 px high.
  expect(Math.abs((below?.y ?? 0) - ((above?.y ?? 0) + 40))).toBeLessThan(8);
  await page.keyboard.type('ks/');
  await expect(popup).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-testid=draft-line]', { hasText: /^Disallow: \/links\/$/ })).toHaveCount(1);
  while (await id('draft-undo').isEnabled()) await id('draft-undo').click();
  await expect(id('draft-dirty')).toHaveText('as stored');
});

test('an edit shows what it would block and allow; the URLs are there; undo takes it back', async () => {
  const { page } = running;
  const id = (name: string) => page.getByTestId(name);
  await id('robots-tab-draft').click();
  await expect(count('unchanged')).toHaveText(figure(coverage.total));
  await expect(id('draft-dirty')).toHaveText('as stored');

  const line = page.locator('[data-testid=draft-line]', { hasText: 'Disallow: /*?sort=' });
  await line.click();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+End');
  await page.keyboard.type('Disallow: /links');
  await expect(count('newlyBlocked')).not.toHaveText('0');
  await expect(count('newlyAllowed')).not.toHaveText('0');
  await done();
  await expect(id('draft-dirty')).toHaveText('not saved');
  await expect(id('draft-cause').first()).toContainText('added');
  await expect(id('draft-unknown')).toContainText('not fetched');
  await expect(id('draft-discovery')).toHaveAttribute('data-state', 'done');
  await page.keyboard.press('Escape');
  await id('draft-newlyBlocked').getByRole('button').click();
  await expect(id('draft-urls').getByRole('row').nth(1)).toContainText('blocked');
  await shoot(running.page, 'draft');
  await resize(running.app, large);
  await shoot(running.page, 'draft-large');
  await resize(running.app, small);
  await id('draft-urls').getByRole('row').nth(1).click();
  await expect(id('inspector-headline')).toBeVisible();
  await shoot(running.page, 'draft-inspector');
  await page.keyboard.press('Control+i');

  const shown = await count('newlyBlocked').textContent();
  while (await id('draft-undo').isEnabled()) await id('draft-undo').click();
  await expect(count('newlyBlocked')).toHaveText('0');
  await expect(count('unchanged')).toHaveText(figure(coverage.total));
  while (await id('draft-redo').isEnabled()) await id('draft-redo').click();
  await expect(count('newlyBlocked')).toHaveText(shown ?? '');
});

test('a draft survives other views with its undo history, and is kept in the file under a name', async () => {
  const { page } = running;
  const id = (name: string) => page.getByTestId(name);
  await page.keyboard.press('Control+2');
  await page.keyboard.press('Control+4');
  await expect(id('draft-dirty')).toHaveText('not saved');
  await expect(page.locator('[data-testid=draft-line]', { hasText: /^Disallow: \/links/ })).toBeVisible();
  await expect(id('draft-undo')).toBeEnabled();
  await page.locator('[data-testid=draft-line]').first().click();
  await page.keyboard.press('Control+s');
  await id('draft-name').fill('Without sort');
  await page.keyboard.press('Enter');
  await expect(id('draft-dirty')).toHaveText('saved');

  // Back to the stored file, and to the saved draft again.
  await id('draft-choice').selectOption('');
  await expect(count('unchanged')).toHaveText(figure(coverage.total));
  const saved = await id('draft-choice').locator('option', { hasText: 'Without sort' }).getAttribute('value');
  await id('draft-choice').selectOption(saved ?? '');
  await expect(count('newlyBlocked')).not.toHaveText('0');

  await id('draft-diff-tab').click();
  const diff = id('draft-diff');
  await expect(diff.locator('.cm-merge-a .cm-changedLine')).toContainText('Disallow: /*?sort=');
  await expect(diff.locator('.cm-merge-b .cm-changedLine')).toContainText('Disallow: /links');
  await shoot(running.page, 'draft-diff');
  await id('draft-effect-tab').click();

  await id('draft-more-button').click();
  await id('draft-export').click();
  await expect.poll(() => readFileSync(exported, { encoding: 'utf8', flag: 'a+' })).toContain('Disallow: /links');
});

test('another crawler judges the draft by its own reading; a slip is underlined and can be fixed', async () => {
  const { page } = running;
  const id = (name: string) => page.getByTestId(name);
  await id('draft-reader').selectOption('profile:googlebot');
  await done();
  await expect(id('draft-sum').or(id('draft-effect'))).toContainText(`${figure(coverage.total)} stored URLs`);
  await id('draft-reader').selectOption('');
  await page.locator('[data-testid=draft-line]').first().click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\nUser-agent: *\nDisalow: /x');
  await expect(page.locator('.cm-lintRange').last()).toHaveText(/Disalow/);
  await page.keyboard.type('\nDisallow: /');
  await expect(async () => {
    await page.keyboard.press('Backspace');
    await page.keyboard.type('/');
    await expect(page.locator('.cm-tooltip-autocomplete')).toContainText('URL', { timeout: 1_500 });
  }).toPass();
  await page.keyboard.press('Escape');
});
