import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { demoFile } from './demo-file.ts';
import { call, expect, launchApp, test } from './fixture.ts';
import { look } from './shots.ts';
import { specFolder } from './spec-folder.ts';

const pageBytes = 8_192;

/** The file as the version before this one left it. Not in this process, whose SQLite is that of another Node. */
function asEarlierVersion(path: string): void {
  execFileSync(process.execPath, [join(import.meta.dirname, '../support/as-earlier-version.mjs'), path, '29']);
}

/** Zeros over a page of attempts and one of stored pages, as a failing disk leaves them. */
function damage(path: string): void {
  const script = `
    const db = new (require('better-sqlite3'))(process.argv[1], { readonly: true });
    const leaf = db.prepare("SELECT max(pageno) FROM dbstat WHERE name = ? AND pagetype = 'leaf'").pluck();
    process.stdout.write(JSON.stringify([leaf.get('fetch_row'), leaf.get('page_row')]));`;
  const found = JSON.parse(execFileSync(process.execPath, ['-e', script, path], { encoding: 'utf8' })) as number[];
  const file = openSync(path, 'r+');
  for (const page of found) writeSync(file, Buffer.alloc(pageBytes), 0, pageBytes, (page - 1) * pageBytes);
  closeSync(file);
}

test('a damaged crawl is repaired from the menu, and the new file opens', async () => {
  const folder = specFolder();
  const path = join(folder, 'broken.crawl');
  await demoFile(path);
  damage(path);
  const before = readFileSync(path);
  const running = await launchApp({
    env: { CRAWLSCOPE_TEST_REPAIR_PATH: path, CRAWLSCOPE_TEST_DIALOG_PATH: join(folder, 'fixed.crawl') },
  });
  const { page } = running;
  const shot = async (name: string): Promise<void> => {
    const shots = process.env['CRAWLSCOPE_SHOTS'];
    if (shots) await page.screenshot({ path: join(shots, name) });
  };
  await running.app.evaluate(({ Menu }) => {
    const files = Menu.getApplicationMenu()?.items.find(item => item.label === '&File');
    files?.submenu?.items.find(item => item.label === 'Repair a Crawl File…')?.click();
  });
  const dialog = page.getByTestId('repair');
  await expect(dialog).toHaveAttribute('data-state', 'none');
  await expect(page.getByTestId('repair-choose')).toBeFocused();
  await shot('repair-none.png');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveAttribute('data-state', 'done');
  await expect(dialog).toContainText('Repaired, with losses.');
  await expect(page.getByTestId('repair-lines')).toContainText('rows in');
  await shot('repair-done.png');
  await page.getByTestId('repair-open').click();
  await expect(dialog).toBeHidden();
  await expect(page.getByTestId('crawl-state')).toBeVisible();
  await expect(page.locator('.file-name')).toHaveText('fixed');
  expect(readFileSync(path).equals(before)).toBe(true);
  await running.close();
});

test('an older file is converted in a process of its own before it opens, and can be left as it was', async () => {
  const folder = specFolder();
  const path = join(folder, 'older.crawl');
  await demoFile(path);
  asEarlierVersion(path);
  const before = readFileSync(path);
  const running = await launchApp({ env: { CRAWLSCOPE_TEST_DIALOG_PATH: path } });
  const { page } = running;
  const told = page.evaluate(
    () =>
      new Promise<string>(done => {
        const seen = new MutationObserver(() => {
          const title = document.querySelector('[data-testid="conversion"]')?.closest('[role="dialog"]')?.textContent ?? '';
          if (title === '') return;
          seen.disconnect();
          done(title);
        });
        seen.observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
  );
  expect(await call(page, 'file.open', {})).toMatchObject({ kind: 'result', value: { file: { name: 'older' } } });
  expect(await told).toContain('An earlier version of Crawlscope wrote older.');
  await expect(page.getByTestId('conversion')).toBeHidden();
  await expect(page.getByTestId('crawl-state')).toHaveText('finished');
  await expect(page.getByTestId('kept-original')).toContainText('older.before-v');
  await running.close();
  const kept = readdirSync(folder).find(name => name.startsWith('older.before-v')) ?? '';
  expect(readFileSync(join(folder, kept)).equals(before)).toBe(true);
});

test('stored pages are counted, dropped after one more question, and the crawl keeps its verdicts', async () => {
  const running = await launchApp({ demo: true });
  const { page } = running;
  const id = (name: string) => page.getByTestId(name);
  const shot = async (name: string): Promise<void> => {
    const shots = process.env['CRAWLSCOPE_SHOTS'];
    if (shots) await page.screenshot({ path: join(shots, name) });
  };
  await expect(id('crawl-state')).toHaveText('finished');
  await running.app.evaluate(({ Menu }) => {
    const files = Menu.getApplicationMenu()?.items.find(item => item.label === '&File');
    files?.submenu?.items.find(item => item.label === 'Drop Stored Pages…')?.click();
  });
  await expect(id('drop-count')).toContainText('No stored page is among them.');
  await expect(id('drop-start')).toBeDisabled();
  await page.getByRole('textbox', { name: 'Days' }).fill('x');
  await expect(id('drop-count')).toContainText('Write a whole number');
  const counted = async (): Promise<number> => {
    await expect(id('drop-count')).toContainText(/\d+ stored pages with .* would be dropped\./);
    return Number.parseInt(await id('drop-count').innerText(), 10);
  };
  await page.getByRole('textbox', { name: 'Stored pages that stay' }).fill('10');
  const butTen = await counted();
  await look(running, 'drop-newest');
  await page.getByRole('textbox', { name: 'MiB that stay' }).fill('0.5');
  await expect(id('drop-count')).toContainText('Write a whole number');
  await page.getByRole('textbox', { name: 'MiB that stay' }).fill('0');
  await expect.poll(counted).toBe(butTen + 10);
  await page.getByRole('textbox', { name: 'MiB that stay' }).fill('100');
  await expect(id('drop-count')).toContainText('No stored page is among them.');
  await page.getByRole('radio', { name: 'All', exact: true }).check();
  await expect(id('drop-count')).toContainText(/\d+ stored pages with .* would be dropped\./);
  await shot('drop-count.png');
  await id('drop-start').click();
  await expect(id('drop-confirm')).toContainText('Nothing brings them back');
  await shot('drop-confirm.png');
  await page.keyboard.press('Escape');
  await expect(id('drop-confirm')).toBeHidden();
  await id('drop-start').click();
  await id('drop-confirm-done').click();
  await expect(id('drop-bodies')).toHaveAttribute('data-state', 'done');
  await expect(id('drop-count')).toContainText(/\d+ stored pages dropped\. The file/);
  await shot('drop-done.png');
  await page.keyboard.press('Escape');
  const status = (await call(page, 'status.get'))?.value as { state: string; decisions: number; urls: number };
  expect(status).toMatchObject({ state: 'finished' });
  expect(status.decisions).toBe(status.urls);
  await running.close();
});
