import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { call, launchApp, type RunningApp } from './fixture.ts';
import { look } from './shots.ts';
import { specFolder } from './spec-folder.ts';

/** The SQL console in the real app: a process that can be ended, read-only, bounded. */

test.describe.configure({ mode: 'serial' });

let running: RunningApp;
const saved = join(specFolder(), 'rows.csv');
const endless = 'with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) from n';

test.beforeAll(async () => {
  running = await launchApp({ demo: true, env: { CRAWLSCOPE_TEST_DIALOG_PATH: saved } });
});
test.afterAll(async () => {
  await running?.close();
});

const editor = () => running.page.getByTestId('sql-editor').getByRole('textbox');
const state = () => running.page.getByTestId('sql-state');

async function write(sql: string): Promise<void> {
  const { page } = running;
  await editor().click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(sql);
  await page.keyboard.press('Escape');
}

test('a statement is written with completions, runs, and its rows can be inspected and exported', async () => {
  const { page } = running;
  await expect(page.getByTestId('crawl-state')).toHaveText('finished');
  await page.keyboard.press('Control+Shift+L');
  await expect(page.getByTestId('sql-schema')).toContainText('Every URL ever seen');
  await look(running, 'sql-empty');
  await editor().click();
  await page.keyboard.type('select url, sta');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('select u.url, u.status from urls u where u.statu');
  await expect(page.getByText('HTTP status of the last attempt').first()).toBeVisible();
  await look(running, 'sql-completion');
  // The keyboard chooses nothing in the first moments of a list, which may be made anew while somebody types.
  await page.locator('.cm-tooltip-autocomplete [role=option]').filter({ hasText: 'status' }).first().click();
  await expect(editor()).toContainText('u.status');
  await page.keyboard.type(' >= 400 order by 1');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Enter');
  await expect(state()).toHaveText(/^\d+ rows in /);
  const rows = page.getByTestId('sql-grid').locator('.grid-row');
  await expect(rows.first()).toContainText('http');
  await look(running, 'sql-result');
  await page.getByTestId('sql-export-button').click();
  await page.getByRole('menuitem', { name: 'CSV…' }).click();
  await expect.poll(() => existsSync(saved)).toBe(true);
  expect(readFileSync(saved, 'utf8').split('\r\n')[0]).toBe('url,status');
  await rows.first().dblclick();
  await expect(page.getByTestId('inspector')).toBeVisible();
  await page.keyboard.press('Control+i');
});

test('an error shows its place; a query is saved, and found in the history', async () => {
  const { page } = running;
  await write('select url,\n  statu from urls');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('alert')).toContainText('no such column: statu (line 2, column 3)');
  await look(running, 'sql-error');
  await write('select reason, count(*) as urls from urls group by 1 order by 2 desc');
  await page.getByTestId('sql-queries-button').click();
  await page.getByLabel('Name for this query').fill('By reason');
  await page.getByTestId('sql-queries').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByTestId('sql-queries').getByRole('button', { name: 'By reason', exact: true })).toBeVisible();
  await look(running, 'sql-queries');
  await page.keyboard.press('Escape');
  await page.getByTestId('sql-history-button').click();
  await expect(page.getByTestId('sql-history')).toContainText('statu from urls');
  await page.keyboard.press('Escape');
});

test('E73: SQL comes in one call, cannot write or leave the file, and Stop and the limits end it', async () => {
  const { page } = running;
  for (const statement of ['delete from url', "attach '/tmp/x.db' as x", 'pragma query_only = off', "vacuum into '/tmp/x.db'"]) {
    const reply = await call(page, 'sql.run', { statement, seconds: 10, rows: 10 });
    expect(reply).toMatchObject({ value: { kind: 'problem' } });
  }
  for (const input of [
    { statement: 'select 1', seconds: 10, rows: 10, path: '/etc/passwd' },
    { statement: 'select 1', seconds: 100_000, rows: 10 },
    { statement: 'select 1', seconds: 10, rows: 1e9 },
    { statement: 'x'.repeat(20_001), seconds: 10, rows: 10 },
  ])
    expect((await call(page, 'sql.run', input))?.error?.code).toBe('bad_request');
  expect((await call(page, 'sql.rows', { id: 99, from: 0, limit: 10 }))?.error?.code).toBe('not_found');
  expect(await call(page, 'sql.run', { statement: endless, seconds: 1, rows: 10 })).toMatchObject({
    value: { kind: 'too-slow' },
  });
  await write(endless);
  await page.keyboard.press('Control+Enter');
  await expect(state()).toContainText('Running');
  await look(running, 'sql-running');
  await page.getByRole('button', { name: 'Stop', exact: true }).first().click();
  await expect(state()).toHaveText('Stopped.');
});
