import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { demoFile } from './demo-file.ts';
import { launchApp, type RunningApp } from './fixture.ts';
import { specFolder } from './spec-folder.ts';

/** Nothing that is typed, selected or pointed at gets lost or moves away. */

test.describe.configure({ mode: 'serial' });
let running: RunningApp;
let file: string;

test.beforeAll(async () => {
  file = join(specFolder(), 'demo.crawl');
  await demoFile(file);
  running = await launchApp({ args: [file] });
});
test.afterAll(async () => {
  await running?.close();
});

const id = (name: string) => running.page.getByTestId(name);
const openDraft = async (): Promise<void> => {
  await id('view-robots').click();
  await id('robots-tab-draft').click();
  await expect(id('draft-line').first()).toBeVisible();
};

test('the draft keeps what is typed without a pause, letter by letter', async () => {
  const { page } = running;
  await openDraft();
  await id('draft-line').first().click();
  await page.keyboard.press('Control+Home');
  const typed = 'Disallow: /tag/summer-2026/archive/print';
  for (let round = 0; round < 5; round++) {
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Home');
    await page.keyboard.type(typed);
    await page.keyboard.press('Escape');
    await expect(id('draft-line').first()).toHaveText(typed);
  }
});

test('a draft and assertions that were never saved are there again after the window was closed', async () => {
  await expect(id('draft-dirty')).toHaveText('not saved');
  await id('robots-tab-assertions').click();
  await id('assertion-text').click();
  await running.page.keyboard.press('Control+End');
  await running.page.keyboard.type('\ndeny * /never-saved');
  await running.close();
  running = await launchApp({ args: [file] });
  await openDraft();
  await expect(id('draft-line').first()).toHaveText('Disallow: /tag/summer-2026/archive/print');
  await expect(id('draft-dirty')).toHaveText('not saved');
  await id('robots-tab-assertions').click();
  await expect(id('assertion-text')).toHaveValue(/deny \* \/never-saved/);
});

test('Ctrl+C copies the row though text is selected in the omnibox', async () => {
  const { page } = running;
  await id('view-urls').click();
  await id('url-grid').getByRole('row').nth(1).click();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('status:200');
  await page.keyboard.press('Control+a');
  await id('url-grid').focus();
  await running.app.evaluate(({ clipboard }) => clipboard.writeText('before'));
  await page.keyboard.press('Control+c');
  await expect.poll(() => running.app.evaluate(({ clipboard }) => clipboard.readText())).toMatch(/^http/);
});

test('a chip that is clicked while a filter is being typed joins it', async () => {
  const { page } = running;
  await id('view-urls').click();
  const filter = page.getByLabel('Filter the URLs', { exact: true });
  await filter.fill('depth:0..1');
  await page.getByRole('button', { name: 'Noindex', exact: true }).click();
  await expect(filter).toHaveValue('depth:0..1 noindex:yes');
  await filter.fill('');
});

test('the list stays under the pointer when the inspector opens', async () => {
  const { page, app } = running;
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1_024, 768));
  await id('view-urls').click();
  if (await id('inspector-headline').isVisible()) await page.keyboard.press('Control+i');
  const grid = id('url-grid');
  await expect(grid.getByRole('row').nth(3)).toBeVisible();
  const before = await grid.boundingBox();
  await grid.getByRole('row').nth(3).click();
  await expect(id('inspector-headline')).toBeVisible();
  const after = await grid.boundingBox();
  expect(after?.y).toBe(before?.y);
});

test('the status bar keeps its texts inside at 1024 px and at 200 % zoom', async () => {
  const { page, app } = running;
  for (const zoom of [1, 2]) {
    await app.evaluate(({ BrowserWindow }, z) => BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(z as number), zoom);
    const over = await page.evaluate(() => {
      const bar = document.querySelector('.statusbar');
      if (!bar) return ['no status bar'];
      const edge = bar.getBoundingClientRect();
      return [...bar.children]
        .filter(
          part => part.getBoundingClientRect().right > edge.right + 1 || part.getBoundingClientRect().bottom > edge.bottom + 1,
        )
        .map(part => part.textContent);
    });
    expect(over).toEqual([]);
    const wide = await page.evaluate(() =>
      [...document.querySelectorAll('.app > *, .topbar, .topbar > *, .viewbar, .viewbar > *, .pane')]
        .filter(part => part.getBoundingClientRect().right > window.innerWidth + 1)
        .map(part => part.className),
    );
    expect(wide).toEqual([]);
  }
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(1));
});

test('a dialog gets what is typed while its code loads, and before its first frame', async () => {
  const { page } = running;
  let asked = 0;
  await page.route('**/palette-*.js', async route => {
    asked += 1;
    await new Promise(done => setTimeout(done, 1_500));
    await route.continue();
  });
  await page.reload();
  await expect(id('crawl-state')).toHaveText('finished');
  for (const code of ['late', 'there']) {
    await page.keyboard.press('F1');
    await page.keyboard.type('checks');
    await page.keyboard.press('Backspace');
    await page.keyboard.type(' this');
    await page.keyboard.press('Enter');
    const check = page.getByRole('dialog', { name: 'Check this file' });
    await expect(check).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(check).toHaveCount(0);
    if (code === 'there') break;
    expect(asked).toBe(1);
    // From here on each frame of the window is late.
    await page.evaluate(() => {
      const soon = window.requestAnimationFrame.bind(window);
      window.requestAnimationFrame = run => Number(setTimeout(() => soon(run), 1_500));
    });
  }
});
