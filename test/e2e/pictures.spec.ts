import { expect, type Page, test } from '@playwright/test';
import { launchApp, type RunningApp } from './fixture.ts';
import { look, resize } from './shots.ts';

/** The pictures of the view Structure in the real app: each shows the numbers of its table, and leads to the URLs. */

test.describe.configure({ mode: 'serial' });
let running: RunningApp;

test.beforeAll(async () => {
  running = await launchApp({ demo: true });
  await resize(running.app, { width: 1_280, height: 800 });
});
test.afterAll(async () => {
  await running?.close();
});

const numberIn = (text: string): number => Number(text.replace(/[^\d]/g, ''));

/** The number of the rows in the URL list, after a picture led there. */
async function listed(page: Page): Promise<number> {
  await expect(page.getByTestId('view-urls')).toHaveAttribute('aria-selected', 'true');
  const count = page.locator('.urls .count').first();
  await expect(count).toHaveText(/\d/);
  return numberIn((await count.innerText()).split(' of ')[0] as string);
}

const table = (page: Page) => page.getByTestId('picture-table');

/** What the title of a part of a bar says: its count. */
const countOf = async (part: ReturnType<Page['locator']>): Promise<number> =>
  numberIn(((await part.locator('title').textContent()) ?? '').replace(/^.*\n.*?: /s, '').replace(/\(.*$/, ''));

test('bars show the counts of their table, and a click lists those URLs', async () => {
  const { page } = running;
  await expect(page.getByTestId('crawl-state')).toHaveAttribute('data-state', 'finished');
  for (const picture of ['depths', 'sections'] as const) {
    await page.keyboard.press('Control+9');
    await page.getByTestId(`structure-${picture}`).click();
    await expect(table(page)).toBeVisible();
    await look(running, `picture-${picture}`);
    const parts = page.getByTestId('bar-chart').locator('rect');
    const drawn = await parts.count();
    expect(drawn).toBeGreaterThan(3);
    for (let at = 0; at < drawn; at++) {
      const part = parts.nth(at);
      const [bar, place] = [await part.getAttribute('data-bar'), await part.getAttribute('data-part')];
      const cell = table(page).locator(`[data-cell="${bar}-${Number(place) + 1}"]`);
      expect(numberIn(await cell.innerText())).toBe(await countOf(part));
    }
    const count = await countOf(parts.first());
    await parts.first().click();
    await expect.poll(() => listed(page)).toBe(count);
  }
});

test('statuses over time add up to the attempts, as counts and as shares', async () => {
  const { page } = running;
  await page.keyboard.press('Control+9');
  await page.getByTestId('structure-times').click();
  const note = page.getByTestId('picture-note');
  await expect(note).toContainText('attempts to fetch pages');
  await look(running, 'picture-times');
  const all = numberIn((await note.innerText()).split('attempts')[0] as string);
  const ends = await table(page).locator('tbody tr td:last-child').allInnerTexts();
  expect(ends.map(numberIn).reduce((sum, each) => sum + each, 0)).toBe(all);
  await page.getByLabel('Shares').check();
  await expect(table(page).getByText('%').first()).toBeVisible();
  await page.getByLabel('Shares').uncheck();
});

test('the map goes into directories and back, and keys work in its table', async () => {
  const { page } = running;
  await page.getByTestId('structure-map').click();
  const crumbs = page.getByTestId('map-crumbs');
  await expect(page.getByTestId('tree-map')).toBeVisible();
  await look(running, 'picture-map');
  const pages = async (row: string) => {
    const cells = table(page).getByRole('row').filter({ hasText: row }).getByRole('cell');
    return numberIn(await cells.first().innerText());
  };
  const wanted = await pages('deep/');
  const area = page.getByTestId('tree-map').locator('g[data-level="1"]').filter({ hasText: 'deep/' }).first();
  expect(await area.locator('title').textContent()).toContain(`${wanted} pages`);
  await page.getByTestId('map-colour').selectOption('score');
  await page.getByTestId('map-colour').selectOption('notIndexable');
  await table(page).locator('[data-cell="0-0"]').focus();
  await page.keyboard.press('ArrowDown');
  await expect(table(page).locator('[data-cell="1-0"]')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  const count = numberIn(await table(page).locator('[data-cell="1-1"]').innerText());
  await page.keyboard.press('Enter');
  await expect.poll(() => listed(page)).toBe(count);
  await page.keyboard.press('Control+9');
  await crumbs.getByRole('button', { name: 'All sites' }).click();
  await expect(table(page).getByRole('row').nth(1)).toContainText('http');
  await table(page).locator('[data-cell="0-0"]').click();
  await expect(crumbs).toContainText('›');
});

test('the choice of a picture or list stays where it is when the inspector opens', async () => {
  const { page } = running;
  await page.getByTestId('structure-orphans').click();
  const grid = page.getByTestId('structure-list');
  const top = async () => (await grid.boundingBox())?.y;
  if (await page.getByTestId('inspector').isVisible()) await page.keyboard.press('Escape');
  const before = await top();
  await grid.getByText('/orphan-gone').dblclick();
  await expect(page.getByTestId('inspector')).toBeVisible();
  expect(await top()).toBe(before);
  await look(running, 'structure-with-inspector');
});
