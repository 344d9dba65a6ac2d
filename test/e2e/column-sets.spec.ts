import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { launchApp, type RunningApp } from './fixture.ts';
import { look } from './shots.ts';
import { specFolder } from './spec-folder.ts';

/** Sets of columns, and the column of link scores. */

test.describe.configure({ mode: 'serial' });

let running: RunningApp;
/** What the file dialogs choose. */
let file: string;

test.beforeAll(async () => {
  running = await launchApp({ demo: true });
  file = join(specFolder(), 'sets.json');
});
test.afterAll(async () => {
  await running?.close();
});

const heads = async () =>
  (await running.page.getByTestId('url-grid').getByRole('columnheader').allInnerTexts()).map(text => text.replace(/ [↑↓]$/, ''));
const menu = () => running.page.getByTestId('columns-menu');
const filterField = () => running.page.getByRole('combobox', { name: 'Filter the URLs', exact: true });

test('a filter by link score shows its column and fills by itself', async () => {
  const { page } = running;
  await expect(page.getByTestId('crawl-state')).toHaveText('finished');
  await page.keyboard.press('Control+2');
  await page.getByTestId('class-all').click();
  await filterField().fill('score:>0');
  await filterField().press('Enter');
  await expect(page.locator('.toolbar .count')).toHaveText(/^[1-9]\d* of/);
  await expect(page.getByTestId('graph-line')).toContainText('have a link score');
  expect(await heads()).toContain('Link score');
  const first = page.getByTestId('url-grid').locator('.grid-row').first();
  const scores = page.getByRole('columnheader', { name: 'Link score' }).getByRole('button');
  await scores.click();
  await expect(first).not.toContainText('100.0');
  await scores.click();
  await expect(first).toContainText('100.0');
  await look(running, 'link-score');
  await filterField().fill('');
  await filterField().press('Enter');
  await expect(page.getByTestId('graph-line')).toBeVisible();
});

test('a set of columns is saved, renamed, shared, deleted and imported; the columns are reset', async () => {
  const { page, app } = running;
  await app.evaluate((_, chosen) => {
    process.env['CRAWLSCOPE_TEST_DIALOG_PATH'] = chosen;
  }, file);
  await page.getByTestId('columns-menu-button').click();
  const first = await heads();
  await menu().getByRole('checkbox', { name: 'Link score', exact: true }).check();
  // Columns far to the right are not drawn.
  await menu().getByRole('button', { name: 'Pin Link score', exact: true }).click();
  await menu().getByRole('checkbox', { name: 'Status', exact: true }).uncheck();
  await menu().getByLabel('Name for these columns').fill('Mine');
  await menu().getByLabel('Name for these columns').press('Enter');
  const mine = await heads();
  expect(mine).toContain('Link score');
  expect(mine).not.toContain('Status');
  await menu().getByRole('button', { name: 'Rename Mine' }).click();
  await menu().getByLabel('New name for Mine').fill('Scores');
  await menu().getByLabel('New name for Mine').press('Enter');
  await look(running, 'column-sets');
  await menu().getByRole('button', { name: 'Export…' }).click();
  await expect(page.getByTestId('toast').filter({ hasText: 'Saved 1 set of columns as sets.json' })).toBeVisible();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    crawlscope: 'views',
    views: [],
    columnSets: [{ name: 'Scores' }],
  });
  await menu().getByRole('button', { name: 'Delete Scores' }).click();
  await expect(menu().getByRole('button', { name: 'Scores', exact: true })).toHaveCount(0);
  await menu().getByRole('button', { name: 'Reset columns' }).click();
  await expect.poll(heads).not.toContain('Link score');
  expect((await heads()).length).toBeGreaterThanOrEqual(first.length - 1);
  await menu().getByRole('button', { name: 'Import…' }).click();
  await menu().getByRole('button', { name: 'Scores', exact: true }).click();
  await expect.poll(heads).toEqual(mine);
  await page.keyboard.press('Escape');
});

test('a saved view names a set of columns, and follows it when the set changes', async () => {
  const { page } = running;
  await page.getByTestId('views-menu-button').click();
  const views = page.getByTestId('views-menu');
  await views.getByRole('combobox').selectOption('Scores');
  await views.getByLabel('Name for this view').fill('By score');
  await views.getByLabel('Name for this view').press('Enter');
  await expect(views.getByRole('button', { name: 'By score', exact: true })).toBeVisible();
  await look(running, 'view-with-set');
  await page.keyboard.press('Escape');
  await page.getByTestId('columns-menu-button').click();
  await menu().getByRole('checkbox', { name: 'Title', exact: true }).uncheck();
  await menu().getByLabel('Name for these columns').fill('Scores');
  await menu().getByLabel('Name for these columns').press('Enter');
  const changed = await heads();
  await menu().getByRole('button', { name: 'Rename Scores' }).click();
  await menu().getByLabel('New name for Scores').fill('My scores');
  await menu().getByLabel('New name for Scores').press('Enter');
  await menu().getByRole('button', { name: 'Overview', exact: true }).click();
  await expect.poll(heads).not.toEqual(changed);
  await page.keyboard.press('Escape');
  await page.getByTestId('views-menu-button').click();
  await views.getByRole('button', { name: 'By score', exact: true }).click();
  await expect.poll(heads).toEqual(changed);
  await page.keyboard.press('Escape');
});

test('a file that is none is refused, and nothing changes', async () => {
  const { page } = running;
  writeFileSync(file, '{"crawlscope":"views","version":1,"columnSets":[{"name":""}]}');
  await page.getByTestId('columns-menu-button').click();
  await menu().getByRole('button', { name: 'Import…' }).click();
  await expect(page.getByTestId('toast').filter({ hasText: 'This is not a file of saved views' })).toBeVisible();
  await expect(menu().getByRole('button', { name: 'My scores', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
});
