import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { type Answer, type Site, startSite } from '../support/site.ts';
import { engineNode } from './engine-node.ts';
import { call, launchApp, type RunningApp } from './fixture.ts';
import { look, resize } from './shots.ts';
import { specFolder } from './spec-folder.ts';

/** Custom rules in the real app: from an example to an extraction, its column, its values in the inspector, a check and a segment. */

test.describe.configure({ mode: 'serial' });
const folder = specFolder();
const file = join(folder, 'shop.crawl');
let site: Site;
let running: RunningApp;

const html = (title: string, body: string): string =>
  `<!doctype html>\n<html lang="en">\n<head><title>${title}</title></head>\n<body>${body}</body></html>`;

function shop(): Record<string, Answer> {
  const answers: Record<string, Answer> = {
    '/robots.txt': '',
    '/': html('Shop', Array.from({ length: 12 }, (_, at) => `<a href="/p/${at}">${at}</a>`).join('\n')),
  };
  for (let at = 0; at < 12; at++)
    answers[`/p/${at}`] = html(`Product ${at}`, at % 3 === 0 ? '<p>Sold out</p>' : `<p class="price">${at}.50 EUR</p>`);
  return answers;
}

async function crawlInto(path: string): Promise<void> {
  const args = [resolve('out/engine/cli.cjs'), 'crawl', site.url('/'), '--out', path, '--delay', '0', '--no-sitemaps'];
  const child = spawn(engineNode(), args, { env: { ...process.env, CRAWLSCOPE_HOME: join(folder, 'home') }, stdio: 'ignore' });
  expect(await new Promise<number | null>(done => child.once('exit', done))).toBe(0);
}

/** The path that the next system dialog returns; '' cancels it. */
const answerDialogs = (path: string): Promise<void> =>
  running.app.evaluate((_, chosen) => {
    process.env['CRAWLSCOPE_TEST_DIALOG_PATH'] = chosen;
  }, path);

const toast = (text: string) => expect(running.page.getByTestId('toast').filter({ hasText: text }).last()).toBeVisible();

test.beforeAll(async () => {
  site = await startSite(shop());
  await crawlInto(file);
  running = await launchApp({ args: [file] });
  await resize(running.app, { width: 1_280, height: 800 });
});
test.afterAll(async () => {
  await running?.close();
  await site?.close();
});

test('an empty file explains each kind with an example', async () => {
  const { page } = running;
  await expect(page.getByTestId('crawl-state')).toHaveAttribute('data-state', 'finished');
  await page.keyboard.press('Control+8');
  await expect(page.getByRole('button', { name: 'Add extraction…' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start with this example' })).toHaveCount(4);
  await look(running, 'custom-empty');
});

test('an extraction is tried on a page while it is typed, with errors beside the field', async () => {
  const { page } = running;
  await page.getByRole('button', { name: 'Add extraction…' }).click();
  await expect(page.getByTestId('rule-name')).toBeFocused();
  await page.getByTestId('rule-name').fill('price');
  await page.getByTestId('rule-expression').fill('.price[');
  await expect(page.getByTestId('rule-editor').getByRole('alert')).toContainText(
    'The selector cannot be used: Expected name, found its end.',
  );
  await page.getByLabel('Page to try').fill(site.url('/p/1'));
  await page.getByTestId('rule-expression').fill('.price');
  await expect(page.getByTestId('live-test')).toContainText('1.50 EUR');
  await expect(page.getByTestId('rule-editor').getByRole('alert')).toHaveCount(0);
  await look(running, 'custom-extraction');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('rules-line')).toHaveAttribute('data-state', 'done');
  await expect(page.getByRole('button', { name: /^price/ })).toContainText('8 of 13 pages');
});

test('its values are a column, a filter, and stand in the inspector with their place', async () => {
  const { page } = running;
  await page.getByRole('button', { name: 'Show URLs' }).click();
  await expect(page.getByRole('columnheader', { name: /extract\.price/ })).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: '/p/1' }).first();
  // The column that the filter names is next to the URL.
  await expect(row.getByRole('gridcell').nth(1)).toHaveText('1.50 EUR');
  await row.click();
  await page.keyboard.press('Enter');
  await page.getByTestId('tab-facts').click();
  await expect(page.getByTestId('custom-facts')).toContainText('1.50 EUR');
  await page.getByTestId('custom-facts').getByRole('button', { name: 'in the source' }).click();
  await expect(page.locator('[data-tab="source"]')).toContainText('class="price"');
  await page.getByTestId('tab-facts').click();
  await look(running, 'custom-column');
});

test('a segment and a check of the user have counts of their own in Issues', async () => {
  const { page } = running;
  await page.keyboard.press('Control+8');
  await page.getByRole('button', { name: 'Add segment' }).click();
  await page.getByTestId('rule-name').fill('products');
  await page.getByTestId('rule-expression').fill('inurl:/p/');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'products', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Add check' }).click();
  await page.getByTestId('rule-name').fill('no-price');
  await page.getByTestId('rule-expression').fill('segment:product extract.price:none');
  await expect(page.getByTestId('rule-editor').getByRole('alert')).toContainText('products');
  await page.getByTestId('rule-expression').fill('segment:products extract.price:none');
  await page.getByLabel('Title').fill('Product without a price');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'no-price' })).toBeVisible();
  await look(running, 'custom-check');
  await page.getByRole('button', { name: 'Show in Issues' }).click();
  const check = page.locator('[data-testid="check-row"][data-check="own.no-price"]');
  await expect(check).toContainText('4 of 13 checked');
  await page.getByLabel('Count').selectOption('products');
  await expect(check).toContainText('4 of 12 checked');
  await look(running, 'custom-issues');
  await page.getByLabel('Count').selectOption('');
});

test('a statement that writes is refused beside its field, and a rule can be removed', async () => {
  const { page } = running;
  await page.keyboard.press('Control+8');
  await page.getByRole('button', { name: /^no-price/ }).click();
  await page.getByLabel('Found by').selectOption('sql');
  await page.getByTestId('rule-expression').fill('DELETE FROM url');
  await expect(page.getByTestId('rule-editor').getByRole('alert')).toContainText('Only a SELECT that reads is allowed.');
  await page.getByRole('button', { name: 'Undo changes' }).click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('button', { name: /^no-price/ })).toHaveCount(0);
});

test('rules are exported to a file, and imported into another crawl', async () => {
  const { page } = running;
  const other = join(folder, 'other.crawl');
  const written = join(folder, 'shop rules.json');
  await answerDialogs('');
  await page.getByRole('button', { name: 'Export…' }).click();
  await answerDialogs(written.slice(0, -'.json'.length));
  await page.getByRole('button', { name: 'Export…' }).click();
  await toast('The custom rules were written to shop rules.json.');
  const { rules } = JSON.parse(readFileSync(written, 'utf8')) as { rules: { name: string }[] };
  expect(rules.map(({ name }) => name)).toEqual(['price', 'products']);

  await crawlInto(other);
  await answerDialogs(other);
  expect((await call(page, 'file.open'))?.value).toMatchObject({ file: { name: 'other' } });
  await page.keyboard.press('Control+8');
  await expect(page.getByRole('button', { name: 'Add extraction…' })).toBeVisible();
  const broken = join(folder, 'broken.json');
  writeFileSync(broken, readFileSync(written, 'utf8').replace('".price"', '".price["'));
  await answerDialogs(broken);
  await page.getByRole('button', { name: 'Import…' }).click();
  await expect(page.getByTestId('rules-line')).toContainText('Nothing was imported.');
  await look(running, 'custom-refused');
  await answerDialogs(written);
  await page.getByRole('button', { name: 'Import…' }).click();
  await toast('2 rules imported.');
  await expect(page.getByTestId('rules-line')).not.toContainText('Nothing was imported.');
  await expect(page.getByTestId('rules-line')).toHaveAttribute('data-state', 'done');
  await expect(page.getByRole('button', { name: /^price/ })).toContainText('8 of 13 pages');
  await expect(page.getByRole('button', { name: /^products/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Allow these rules' })).toHaveCount(0);
  await look(running, 'custom-imported');
});
