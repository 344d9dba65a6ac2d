import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, test } from '@playwright/test';
import { launchApp, type RunningApp } from './fixture.ts';
import { look } from './shots.ts';
import { specFolder } from './spec-folder.ts';

/** Exports of the window: from the menu's key and from a button by a list, in every format, with its errors. */

test.describe.configure({ mode: 'serial' });

let running: RunningApp;
const folder = specFolder();

test.beforeAll(async () => {
  running = await launchApp({ demo: true });
});
test.afterAll(async () => {
  await running?.close();
});

const id = (name: string) => running.page.getByTestId(name);

/** The path that the next save dialog returns; '' cancels it. */
async function answerWith(name: string): Promise<string> {
  const path = name === '' || name.startsWith('/') ? name : join(folder, name);
  await running.app.evaluate((_, chosen) => {
    process.env['CRAWLSCOPE_TEST_DIALOG_PATH'] = chosen;
  }, path);
  return path;
}
const toast = (text: string | RegExp) => expect(running.page.getByTestId('toast').filter({ hasText: text }).last()).toBeVisible();
const format = (label: string) => running.page.getByRole('radio', { name: label, exact: true }).check();

test('the list on screen is written as it is on screen: filter, order and columns', async () => {
  const { page } = running;
  await expect(id('crawl-state')).toHaveText('finished');
  await id('omnibox').fill('status:404');
  await id('omnibox').press('Enter');
  await expect(page.locator('.toolbar .count')).toHaveText(/^\d+ of [\d,]+ URLs$/);
  const count = Number(/^\d+/.exec(await page.locator('.toolbar .count').innerText())?.[0]);
  await expect(id('url-grid')).toHaveAttribute('aria-rowcount', String(count + 1));
  const firstUrl = await page.locator('.grid-row').first().locator('[role=gridcell]').first().innerText();
  await page.keyboard.press('Control+e');
  await expect(id('export-form')).toBeVisible();
  await expect(id('export-list').locator('option:checked')).toHaveText('Pages: status:404');
  await expect(id('export-about')).toHaveText(`${count} rows, in the order on screen.`);
  await look(running, 'export-csv');
  await format('Semicolon');
  const path = await answerWith('errors.csv');
  await id('export-start').click();
  await toast(`Exported “errors.csv”`);
  await toast(`: ${count} rows.`);
  await look(running, 'export-done');
  const text = readFileSync(path, 'utf8');
  const [header = '', first = '', ...rest] = text.trimEnd().split('\r\n');
  expect(header.startsWith('\ufeffurl;status;')).toBe(true);
  expect(first).toContain(firstUrl.trim());
  expect(first.split(';')[1]).toBe('404');
  expect(rest).toHaveLength(count - 1);
  await id('toast-action').last().click();
});

test('a button by the links of a page offers those links, and all columns are the same in JSON Lines', async () => {
  const { page } = running;
  await id('url-grid').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: /^Links/ }).click();
  await expect(id('link-grid')).toBeVisible();
  const inspector = page.getByRole('tabpanel').filter({ has: id('link-grid') });
  await inspector.getByTestId('export-button').last().click();
  await expect(id('export-list').locator('option:checked')).toContainText('Links to this URL: http');
  // Every list on screen is offered.
  await expect(id('export-list').locator('optgroup').first().locator('option')).toHaveCount(2);
  await format('JSON Lines');
  const path = await answerWith('links');
  await id('export-start').click();
  await toast('Exported “links.jsonl”');
  const rows = readFileSync(`${path}.jsonl`, 'utf8').trimEnd().split('\n');
  expect(JSON.parse(rows[0] ?? '')).toMatchObject({ kind: 'a', status: expect.any(Number) });
});

test('a bulk export is written as a workbook and as Parquet', async () => {
  const { page } = running;
  for (const [label, name, magic] of [
    ['Excel (XLSX)', 'chains.xlsx', 'PK'],
    ['Parquet', 'chains.parquet', 'PAR1'],
  ] as const) {
    await page.keyboard.press('Control+e');
    await id('export-list').selectOption({ label: 'Redirect chains' });
    await expect(id('export-about')).toContainText('Every URL that redirects');
    await format(label);
    if (name === 'chains.xlsx') await look(running, 'export-bulk');
    const path = await answerWith(name);
    await id('export-start').click();
    await toast(`Exported “${name}”`);
    expect(readFileSync(path).subarray(0, magic.length).toString()).toBe(magic);
  }
});

test('a cancelled dialog writes nothing and stays open', async () => {
  const { page } = running;
  await page.keyboard.press('Control+e');
  await answerWith('');
  await id('export-start').click();
  await expect(id('export-start')).toBeEnabled();
  await expect(id('export-form')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(id('export-form')).toBeHidden();
});

test('an empty list, a full disk and a folder that is gone are said in one sentence', async () => {
  const { page } = running;
  await id('omnibox').fill('inurl:nothing-has-this');
  await id('omnibox').press('Enter');
  await expect(page.locator('.toolbar .count').first()).toHaveText(/^0 of/);
  await page.keyboard.press('Control+e');
  await expect(id('export-about')).toHaveText('This list is empty: the file will have the names of the columns only.');
  await format('CSV');
  const path = await answerWith('empty.csv');
  await id('export-start').click();
  await toast('Exported “empty.csv”');
  expect(readFileSync(path, 'utf8').split('\r\n')).toHaveLength(2);
  symlinkSync('/dev/full', join(folder, 'full.csv'));
  for (const [place, words] of [
    ['full.csv', '“full.csv” could not be written: the disk is full. Free some space, or choose another folder.'],
    [join(folder, 'gone', 'x.csv'), '“x.csv” could not be written: the folder does not exist any more. Choose another one.'],
  ] as const) {
    await page.keyboard.press('Control+e');
    await answerWith(place);
    await id('export-start').click();
    await toast(words);
  }
  await look(running, 'export-failed');
  expect(readdirSync(folder).filter(name => name.endsWith('.part'))).toEqual([]);
});

test('every view with a list has a button by it', async () => {
  const { page } = running;
  const offered = async (within: Locator, label: RegExp): Promise<void> => {
    await within.getByTestId('export-button').first().click();
    await expect(id('export-list').locator('option:checked')).toHaveText(label);
    await page.keyboard.press('Escape');
    await expect(id('export-form')).toBeHidden();
  };
  const view = async (name: string): Promise<Locator> => {
    await page.getByRole('tab', { name, exact: true }).click();
    return page.getByRole('tabpanel', { name, exact: true });
  };
  await page.keyboard.press('Escape');
  await offered(await view('Disagreements'), /^All disagreements$/);
  await look(running, 'export-disagreements');
  const sitemaps = await view('Sitemaps');
  // The first one is an index, which has sitemaps instead of entries.
  await id('sitemap-tree').getByRole('button').last().click();
  await offered(sitemaps, /^Entries of http/);
  await look(running, 'export-sitemaps');
  const robots = await view('Robots');
  await expect(id('coverage-sums')).toBeVisible();
  await offered(robots.locator('.coverage-bar'), /^Coverage of http/);
  await look(running, 'export-coverage');
  await id('robots-tab-versions').click();
  await offered(robots.locator('.version-bar'), /^Versions of robots.txt of http/);
  await look(running, 'export-versions');
});
