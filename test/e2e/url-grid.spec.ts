import { expect, test } from '@playwright/test';
import { call, launchApp, type RunningApp, selectFirstThree } from './fixture.ts';

/** The URL table: several rows selected and copied, columns moved, sized, kept in place and saved as a set. */

test.describe.configure({ mode: 'serial' });

let running: RunningApp;
let clip: () => Promise<string>;

test.beforeAll(async () => {
  running = await launchApp({ demo: true });
  // The window may write to the clipboard, not read it; the shell can.
  clip = () => running.app.evaluate(({ clipboard }) => clipboard.readText());
});
test.afterAll(async () => {
  await running?.close();
});

const grid = () => running.page.getByTestId('url-grid');
const selectedRows = () => grid().locator('[role=row][aria-selected=true]');
const heads = () => grid().getByRole('columnheader').allInnerTexts();
const toast = (text: string | RegExp) => expect(running.page.getByText(text).last()).toBeVisible();

test('rows are selected with Shift and Ctrl, by key and by click', async () => {
  const { page } = running;
  await expect(page.getByTestId('crawl-state')).toHaveText('finished');
  await page.keyboard.press('Control+2');
  await expect(grid().locator('.grid-row').first()).toContainText('http');
  // No row is selected yet.
  await expect(selectedRows()).toHaveCount(0);
  await grid().focus();
  await page.keyboard.press('Control+a');
  await expect(page.getByText(/\d\d selected, the list does not update/)).toBeVisible();
  await selectFirstThree(page);
  await expect(selectedRows()).toHaveCount(3);
  await expect(page.getByText(/3 selected, the list does not update/)).toBeVisible();
  await grid()
    .locator('[aria-rowindex="7"]')
    .click({ modifiers: ['Control'] });
  await expect(selectedRows()).toHaveCount(4);
  await page.keyboard.press('Control+Space');
  await expect(selectedRows()).toHaveCount(3);
  await grid()
    .locator('[aria-rowindex="4"]')
    .click({ modifiers: ['Shift'] });
  await expect(selectedRows()).toHaveCount(4);
});

test('the selection is copied in every form, and as assertions', async () => {
  const { page } = running;
  await grid().focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Control+c');
  await toast('2 rows copied');
  const tsv = (await clip()).split('\n');
  expect(tsv).toHaveLength(3);
  expect(tsv[0]?.split('\t').slice(0, 2)).toEqual(['URL', 'Status']);
  expect(tsv[1]).toMatch(/^http:\/\/127\.0\.0\.1/);
  const menu = page.getByTestId('copy-menu');
  const copy = async (label: string) => {
    await page.getByTestId('copy-menu-button').click();
    await expect(menu).toContainText('2 selected rows');
    await menu.getByRole('menuitem', { name: label }).click();
  };
  await copy('JSON');
  await expect.poll(async () => (await clip()).startsWith('[')).toBe(true);
  expect(JSON.parse(await clip())).toMatchObject([{ depth: 0 }, {}]);
  await copy('Markdown table');
  await expect.poll(clip).toMatch(/^\| URL \| Status \|[^\n]*\n\| --- \|/);
  await copy('CSV');
  await expect.poll(clip).toMatch(/^URL,Status,[^\n]*\r\n/);
  await copy('Copy as assertions');
  await toast('Assertions about 2 URLs copied');
});

test('only the cell under the pointer has a tooltip, that of the row it shows', async () => {
  const { page } = running;
  const titled = () =>
    grid().evaluate(element =>
      [...element.querySelectorAll<HTMLElement>('.grid-row .cell[title]')].map(cell => ({
        title: cell.title,
        text: cell.textContent,
        row: Number(cell.closest('.grid-row')?.getAttribute('aria-rowindex')),
      })),
    );
  await grid().focus();
  await page.keyboard.press('Home');
  await grid().locator('[aria-rowindex="2"] [aria-colindex="1"]').hover();
  const [first, ...others] = await titled();
  expect(others).toEqual([]);
  expect(first).toMatchObject({ title: first?.text, row: 2 });
  // The order is turned round: the cell stays, and shows another URL.
  const head = grid().getByRole('columnheader').first().getByRole('button');
  await head.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await titled())[0]?.title).not.toBe(first?.title);
  const [second] = await titled();
  expect(decodeURI(second?.text ?? '')).toBe(decodeURI(second?.title ?? ' '));
  // A status says all in its cell.
  await selectedRows().locator('[aria-colindex="2"]').hover();
  await expect.poll(titled).toEqual([]);
  await page.mouse.move(0, 0);
  // The order of the start.
  await grid().locator('.head-button', { hasText: 'Depth' }).focus();
  await page.keyboard.press('Enter');
});

test('columns are moved, sized, pinned and saved; the window finds them again', async () => {
  const { page } = running;
  const before = await heads();
  const second = grid().getByRole('columnheader').nth(2).getByRole('button');
  await second.focus();
  await page.keyboard.press('Control+Shift+ArrowRight');
  await expect.poll(async () => (await heads())[3]).toBe(before[2]);
  await page.keyboard.press('Shift+ArrowRight');
  const width = () =>
    grid()
      .getByRole('columnheader')
      .nth(3)
      .evaluate(element => element.getBoundingClientRect().width);
  const wide = await width();
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(width).toBe(wide + 16);
  await page.getByTestId('columns-menu-button').click();
  const menu = page.getByTestId('columns-menu');
  await menu.getByRole('button', { name: 'Pin Status', exact: true }).click();
  await menu.getByRole('checkbox', { name: 'Title', exact: true }).uncheck();
  await menu.getByLabel('Name for these columns').fill('Mine');
  await page.keyboard.press('Enter');
  const mine = await heads();
  expect(mine).not.toContain('Title');
  await grid().evaluate(element => element.scrollBy(600, 0));
  const left = (row: number) =>
    grid()
      .getByRole('gridcell')
      .nth(row)
      .evaluate(element => element.getBoundingClientRect().left);
  // With the next frame: only then is the table known to be scrolled sideways.
  await expect.poll(() => left(0)).toBe(await grid().evaluate(element => element.getBoundingClientRect().left));
  await menu.getByRole('button', { name: 'Structure', exact: true }).click();
  expect(await heads()).not.toEqual(mine);
  await menu.getByRole('button', { name: 'Mine', exact: true }).click();
  expect(await heads()).toEqual(mine);
  await page.reload();
  await expect(page.getByTestId('crawl-state')).toBeVisible();
  await page.keyboard.press('Control+2');
  await expect.poll(heads).toEqual(mine);
});

test('after scrolling, each row shows what the list has at its place, and the rows are in order', async () => {
  const { page } = running;
  const answer = async <T>(name: string, input: unknown): Promise<T> => (await call(page, name, input))?.value as T;
  const asked = { filter: '', within: 'class:page', sort: 'url', descending: false };
  const { view, count } = await answer<{ view: number; count: number }>('urls.view', asked);
  const list = await answer<{ url: string; status: number | null }[]>('urls.rows', { view, from: 0, limit: count });
  const head = grid().getByRole('columnheader').first();
  await head.getByRole('button').click();
  if ((await head.getAttribute('aria-sort')) !== 'ascending') await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  /** Rows in the order of the page: their place in the list, and their first two cells. */
  const shown = () =>
    grid().evaluate(element =>
      [...element.querySelectorAll('.grid-row')].map(row => ({
        at: Number(row.getAttribute('aria-rowindex')) - 2,
        url: row.querySelector('[aria-colindex="1"]')?.textContent ?? '',
        status: row.querySelector('[aria-colindex="2"]')?.textContent ?? '',
        selected: row.getAttribute('aria-selected') === 'true',
      })),
    );
  const wanted = (rows: Awaited<ReturnType<typeof shown>>, selected: number) =>
    Array.from({ length: rows.length }, (_, n) => {
      const at = (rows[0]?.at ?? 0) + n;
      return { at, url: list[at]?.url ?? '', status: String(list[at]?.status ?? '–'), selected: at === selected };
    });
  const isRight = async (selected: number) => {
    await expect(async () => {
      const rows = await shown();
      expect(rows.length).toBeGreaterThan(10);
      expect(rows).toEqual(wanted(rows, selected));
    }).toPass();
  };
  await grid().focus();
  await page.keyboard.press('Home');
  await isRight(0);
  for (const key of ['PageDown', 'PageDown', 'PageUp', 'ArrowDown']) await page.keyboard.press(key);
  const selected = Number((await grid().getAttribute('aria-activedescendant'))?.split('-').at(-1));
  await isRight(selected);
  await page.mouse.move(600, 400);
  for (const by of [120, 300, -72, 900, -2_000, 480]) {
    await page.mouse.wheel(0, by);
    await isRight(selected);
  }
  for (const share of [0.9, 0.2, 1, 0.5, 0])
    await grid().evaluate((element, part) => element.scrollTo(0, element.scrollHeight * part), share);
  await isRight(selected);
  await grid().evaluate(element => element.scrollTo(0, element.scrollHeight));
  await isRight(selected);
  expect((await shown()).at(-1)?.at).toBe(count - 1);
  // The order of the start.
  await grid().locator('.head-button', { hasText: 'Depth' }).click();
});

test('columns out of view are drawn when they come into view, each below its heading', async () => {
  const { page } = running;
  await page.getByTestId('columns-menu-button').click();
  const menu = page.getByTestId('columns-menu');
  await menu.getByRole('button', { name: 'Overview', exact: true }).click();
  await page.keyboard.press('Escape');
  const row = grid().locator('.grid-row').first();
  const columns = await grid().getByRole('columnheader').count();
  const places = () =>
    row.evaluate(element =>
      [...element.querySelectorAll('[role=gridcell]')].map(cell => Number(cell.getAttribute('aria-colindex'))),
    );
  /** Cells that do not stand below the heading of their column. */
  const astray = () =>
    grid().evaluate(element => {
      const left = (of: Element | null) => Math.round(of?.getBoundingClientRect().left ?? -1);
      const head = (cell: Element) =>
        element.querySelector(`[role=columnheader][aria-colindex="${cell.getAttribute('aria-colindex')}"]`);
      return [...element.querySelectorAll('.grid-row [role=gridcell]')].filter(cell => left(cell) !== left(head(cell))).length;
    });
  expect(await grid().evaluate(element => element.scrollWidth > element.clientWidth + 300)).toBe(true);
  await grid().evaluate(element => element.scrollTo(0, 0));
  await expect.poll(async () => (await places()).includes(2)).toBe(true);
  expect(await places()).not.toContain(columns);
  expect(await astray()).toBe(0);
  await grid().evaluate(element => element.scrollTo(element.scrollWidth, 0));
  await expect.poll(async () => (await places()).at(-1)).toBe(columns);
  expect((await places())[0]).toBe(1);
  expect(await places()).not.toContain(2);
  expect(await astray()).toBe(0);
});
