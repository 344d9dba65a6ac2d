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

test('the crawl graph has the pages of its list, finds nodes by filter, and opens them', async () => {
  const { page } = running;
  await page.keyboard.press('Escape');
  await graphWorks(page);
  await look(running, 'picture-graph');
  await page.getByTestId('graph-colour').selectOption('section');
  await look(running, 'picture-graph-section');
});

test('without WebGL a canvas draws the same graph', async () => {
  const plain = await launchApp({ demo: true, args: ['--disable-3d-apis'] });
  try {
    const { page } = plain;
    await resize(plain.app, { width: 1_280, height: 800 });
    await expect(page.getByTestId('crawl-state')).toHaveAttribute('data-state', 'finished');
    await graphWorks(page);
    await expect(page.getByTestId('picture-graph')).toHaveAttribute('data-means', 'canvas');
    await look(plain, 'picture-graph-canvas');
    // It really draws, with the next frame: many different colours, not one empty area.
    const colours = () =>
      page.locator('.graph-canvas').evaluate(element => {
        const canvas = element as HTMLCanvasElement;
        const { data } = (canvas.getContext('2d') as CanvasRenderingContext2D).getImageData(0, 0, canvas.width, canvas.height);
        const found = new Set<number>();
        for (let at = 0; at < data.length; at += 4)
          if (data[at + 3] === 255) found.add((data[at] ?? 0) * 65_536 + (data[at + 1] ?? 0) * 256 + (data[at + 2] ?? 0));
        return found.size;
      });
    await expect.poll(colours).toBeGreaterThan(3);
  } finally {
    await plain.close();
  }
});

/** The steps that both ways to draw must pass. */
async function graphWorks(page: Page): Promise<void> {
  await expect(page.getByTestId('crawl-state')).toHaveAttribute('data-state', 'finished');
  await page.keyboard.press('Control+9');
  await page.getByTestId('structure-graph').click();
  const picture = page.getByTestId('picture-graph');
  await expect(picture).toHaveAttribute('data-state', 'drawn');
  const note = page.getByTestId('picture-note');
  await expect(note).toHaveText(/^\d+ pages$/);
  const all = numberIn(await note.innerText());
  const legend = await picture.locator('.legend-entry .num').allInnerTexts();
  expect(legend.map(numberIn).reduce((sum, each) => sum + each, 0)).toBe(all);
  await page.getByTestId('graph-filter').fill('status:404');
  await expect(note).toHaveText(/^\d+ of /);
  const some = numberIn((await note.innerText()).split(' of ')[0] as string);
  expect(some).toBeGreaterThan(0);
  await expect(page.getByTestId('graph-nodes').getByRole('row')).toHaveCount(some + 1);
  await page.getByTestId('graph-filter').fill('status:abc');
  await expect(picture.getByRole('alert')).toBeVisible();
  await page.getByTestId('graph-filter').fill('');
  await expect(note).toHaveText(`${all} pages`);
  // The start page is in the middle: a click there inspects it.
  const box = await page.getByTestId('graph-box').boundingBox();
  if (!box) throw new Error('The graph has no place on screen.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.move(box.x + box.width / 2 + 1, box.y + box.height / 2);
  await expect(page.getByTestId('graph-hover')).toContainText('depth 0');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect(page.getByTestId('inspector')).toBeVisible();
  await expect(page.getByTestId('graph-chosen')).toContainText('drawn pages link to it');
  await page.keyboard.press('Escape');
  await page.getByTestId('graph-box').focus();
  for (const key of ['+', 'ArrowLeft', '-', '0']) await page.keyboard.press(key);
  await page.getByTestId('graph-nodes').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('inspector')).toBeVisible();
  await page.keyboard.press('Escape');
}
