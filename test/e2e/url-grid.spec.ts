import { expect, test } from '@playwright/test';
import { launchApp, type RunningApp, selectFirstThree } from './fixture.ts';

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
  expect(await left(0)).toBe(await grid().evaluate(element => element.getBoundingClientRect().left));
  await menu.getByRole('button', { name: 'Structure', exact: true }).click();
  expect(await heads()).not.toEqual(mine);
  await menu.getByRole('button', { name: 'Mine', exact: true }).click();
  expect(await heads()).toEqual(mine);
  await page.reload();
  await expect(page.getByTestId('crawl-state')).toBeVisible();
  await page.keyboard.press('Control+2');
  await expect.poll(heads).toEqual(mine);
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
