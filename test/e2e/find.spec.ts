import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { launchApp, type RunningApp } from './fixture.ts';
import { look } from './shots.ts';
import { specFolder } from './spec-folder.ts';

/** Finding in the real app: the filter builder. */

test.describe.configure({ mode: 'serial' });

let running: RunningApp;

test.beforeAll(async () => {
  running = await launchApp({ demo: true });
});
test.afterAll(async () => {
  await running?.close();
});

const filterField = () => running.page.getByRole('combobox', { name: 'Filter the URLs', exact: true });

test('a filter is built from rows and groups, counts its matches, and is the text of the field', async () => {
  const { page } = running;
  await expect(page.getByTestId('crawl-state')).toHaveText('finished');
  await page.keyboard.press('Control+2');
  await expect(page.getByTestId('url-grid').locator('.grid-row').first()).toContainText('http');
  await page.getByTestId('class-all').click();
  await page.keyboard.press('Control+Shift+F');
  const builder = page.getByTestId('filter-builder');
  await expect(builder).toBeVisible();
  const row = (at: number) => builder.locator('.builder-row').nth(at);
  await row(0).getByLabel('Field').selectOption('Status');
  await row(0).getByLabel('Comparison').selectOption('is at least');
  await row(0).getByLabel('Value').fill('4o0');
  await expect(row(0).getByRole('alert')).toContainText('is not a number');
  await expect(builder.getByRole('button', { name: 'Filter', exact: true })).toBeDisabled();
  await row(0).getByLabel('Value').fill('400');
  await expect(row(0).getByRole('alert')).toHaveCount(0);
  await builder.getByRole('button', { name: 'Add a group' }).first().click();
  await row(1).getByLabel('Field').selectOption('Title');
  await row(1).getByLabel('Value').fill('none');
  await builder.getByLabel('How the conditions of this group are joined').first().selectOption('Any of these matches');
  await expect(page.getByTestId('builder-text')).toContainText('status:>=400 OR title:none');
  await expect(page.getByTestId('builder-count')).toHaveText(/^\d+ match$/);
  const count = Number.parseInt(await page.getByTestId('builder-count').innerText(), 10);
  expect(count).toBeGreaterThan(1);
  await look(running, 'filter-builder');
  await row(1).getByLabel('Value').press('Enter');
  await expect(builder).toHaveCount(0);
  await expect(filterField()).toHaveValue('status:>=400 OR title:none');
  await expect(page.locator('.toolbar .count')).toHaveText(new RegExp(`^${count} of`));
  await look(running, 'filter-built');
});

test('the builder opens on the filter that was typed', async () => {
  const { page } = running;
  await filterField().fill('(status:404 OR -type:html) inurl:"a b"');
  await filterField().press('Enter');
  await page.getByTestId('build-filter').click();
  const builder = page.getByTestId('filter-builder');
  await expect(builder.locator('.builder-row')).toHaveCount(3);
  await expect(page.getByTestId('builder-text')).toContainText('(status:404 OR -type:html) inurl:"a b"');
  await expect(builder.getByLabel('Value').nth(2)).toHaveValue('a b');
  await page.keyboard.press('Escape');
  await expect(builder).toHaveCount(0);
});

test('the address and the server that answered are suggested, built and found', async () => {
  const { page } = running;
  await filterField().fill('serv');
  await expect(page.getByRole('option', { name: /^server:/ })).toBeVisible();
  await look(running, 'filter-server');
  await filterField().fill('ip:example');
  await filterField().press('Enter');
  await expect(page.getByText('“example” in ip:example is not an IP address.').first()).toBeVisible();
  await filterField().fill('ip:127.0.*');
  await filterField().press('Enter');
  await page.getByTestId('build-filter').click();
  const builder = page.getByTestId('filter-builder');
  await expect(builder.getByLabel('Field').locator('option:checked')).toHaveText('IP address');
  await expect(page.getByTestId('builder-count')).toHaveText(/^[1-9]\d* match$/);
  await builder.getByRole('button', { name: 'Add a condition' }).first().click();
  await builder.getByLabel('Field').nth(1).selectOption('Server software');
  await builder.getByLabel('Comparison').nth(1).selectOption('does not contain');
  await builder.getByLabel('Value').nth(1).fill('nginx');
  await expect(page.getByTestId('builder-text')).toContainText('ip:127.0.* -server:nginx');
  await expect(page.getByTestId('builder-count')).toHaveText(/^[1-9]\d* match$/);
  await look(running, 'filter-server-builder');
  await page.keyboard.press('Escape');
});

test('the list is grouped by a column, and a group lists its URLs', async () => {
  const { page } = running;
  await filterField().fill('');
  await filterField().press('Enter');
  await page.getByTestId('group-by').selectOption({ label: 'Status' });
  const groups = page.getByTestId('group-grid');
  await expect(groups.locator('.grid-row').first()).toContainText('200');
  await look(running, 'groups');
  const row = groups.locator('.grid-row').filter({ hasText: /^404/ });
  const many = await row.getByRole('gridcell').nth(1).innerText();
  await row.click();
  await expect(filterField()).toHaveValue('status:404');
  await expect(page.locator('.toolbar .count')).toHaveText(new RegExp(`^${many} of`));
  await expect(groups.locator('.grid-row').first()).toContainText('200');
  await groups.locator('.grid-row').first().click();
  await expect(filterField()).toHaveValue('status:200');
  await groups.locator('.grid-row').first().click();
  await expect(filterField()).toHaveValue('');
  await page.getByTestId('group-by').selectOption('');
  await expect(groups).toHaveCount(0);
});

test('stored pages are searched, and a match opens in the source', async () => {
  const { page } = running;
  await page.keyboard.press('Control+g');
  await page.getByLabel('Text to search for').fill('canonical');
  await page.getByLabel('Where to search').selectOption('Source');
  await page.getByLabel('Text to search for').press('Enter');
  await expect(page.getByTestId('search-state')).toContainText(/\d+ matches on \d+ pages · \d+ of \d+ stored pages searched/);
  const grid = page.getByTestId('search-grid');
  await expect(grid.locator('mark').first()).toHaveText(/canonical/i);
  await look(running, 'search');
  await grid.locator('.grid-row').first().dblclick();
  await expect(page.getByTestId('source-mark').first()).toHaveText(/canonical/i);
  await page.getByLabel('Find in the source').fill('TITLE');
  await expect(page.getByTestId('source-places')).toHaveText(/^1 of \d/);
  await expect(page.getByTestId('source-mark').first()).toHaveText('title');
  await page.getByLabel('Find in the source').press('Enter');
  await expect(page.getByTestId('source-places')).toHaveText(/^2 of \d/);
  await page.getByLabel('Find in the source').press('Shift+Enter');
  await expect(page.getByTestId('source-places')).toHaveText(/^1 of \d/);
  await look(running, 'search-source');
  await page.getByLabel('Find in the source').fill('no such text');
  await expect(page.getByTestId('source-places')).toHaveText('Not in the source');
});

test('a view is saved with its count, renamed, shared as a file, deleted and imported', async () => {
  const { page, app } = running;
  const file = join(specFolder(), 'views.json');
  await app.evaluate((_, chosen) => {
    process.env['CRAWLSCOPE_TEST_DIALOG_PATH'] = chosen;
  }, file);
  await page.keyboard.press('Control+2');
  await page.getByTestId('class-all').click();
  await filterField().fill('status:404 OR title:none');
  await filterField().press('Enter');
  const count = page.locator('.toolbar .count');
  await expect(count).toHaveText(/^\d of/);
  const many = (await count.innerText()).split(' ')[0] ?? '';
  await page.getByTestId('views-menu-button').click();
  const menu = page.getByTestId('views-menu');
  await menu.getByLabel('Name for this view').fill('Broken');
  await menu.getByLabel('Name for this view').press('Enter');
  await expect(menu.getByTestId('view-count')).toHaveText(many);
  await menu.getByRole('button', { name: 'Rename Broken' }).click();
  await menu.getByLabel('New name for Broken').fill('Broken or without title');
  await menu.getByLabel('New name for Broken').press('Enter');
  await expect(menu.getByRole('button', { name: 'Broken or without title', exact: true })).toBeVisible();
  await look(running, 'views');
  await menu.getByRole('button', { name: 'Export…' }).click();
  await expect(page.getByTestId('toast').filter({ hasText: 'Saved 1 view as views.json' })).toBeVisible();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    crawlscope: 'views',
    views: [{ name: 'Broken or without title', filter: 'status:404 OR title:none', tab: '' }],
  });
  await menu.getByRole('button', { name: 'Delete Broken or without title' }).click();
  await expect(menu.getByTestId('view-count')).toHaveCount(0);
  await menu.getByRole('button', { name: 'Import…' }).click();
  await expect(menu.getByTestId('view-count')).toHaveText(many);
  await page.keyboard.press('Escape');
  await filterField().fill('');
  await filterField().press('Enter');
  await page.getByTestId('class-page').click();
  await page.getByTestId('views-menu-button').click();
  await menu.getByRole('button', { name: 'Broken or without title', exact: true }).click();
  await expect(filterField()).toHaveValue('status:404 OR title:none');
  await expect(count).toHaveText(new RegExp(`^${many} of`));
  writeFileSync(file, '{"crawlscope":"rules"}');
  await menu.getByRole('button', { name: 'Import…' }).click();
  await expect(page.getByTestId('toast').filter({ hasText: 'This is not a file of saved views' })).toBeVisible();
  await page.keyboard.press('Escape');
});

test('all commands are found by some letters of their names', async () => {
  const { page } = running;
  await page.keyboard.press('F1');
  const palette = page.getByTestId('palette');
  await palette.getByRole('combobox').fill('robo');
  await expect(palette.getByRole('option').first()).toContainText('Go to Robots');
  await look(running, 'palette');
  await page.keyboard.press('Enter');
  await expect(palette).toHaveCount(0);
  await expect(page.getByRole('tab', { name: 'Robots' })).toHaveAttribute('aria-selected', 'true');
});
