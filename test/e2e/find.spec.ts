import { expect, test } from '@playwright/test';
import { launchApp, type RunningApp } from './fixture.ts';
import { look } from './shots.ts';

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
