import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { firstXmlFault } from '../../electron/core/sitemap/well-formed.ts';
import { madeDemo } from './demo-file.ts';
import { engineNode } from './engine-node.ts';
import { launchApp, type RunningApp } from './fixture.ts';
import { look, resize } from './shots.ts';
import { specFolder } from './spec-folder.ts';

/** The view Structure in the real app: directories as a tree, lists about links, and the path to a URL in the inspector. */

test.describe.configure({ mode: 'serial' });
let running: RunningApp;
const folder = specFolder();

test.beforeAll(async () => {
  running = await launchApp({ demo: true });
  await resize(running.app, { width: 1_280, height: 800 });
});
test.afterAll(async () => {
  await running?.close();
});

const rows = () => running.page.getByTestId('structure-list').getByRole('row');

test('directories are a tree that keys and clicks open, and lead to their URLs', async () => {
  const { page } = running;
  await expect(page.getByTestId('crawl-state')).toHaveAttribute('data-state', 'finished');
  await page.keyboard.press('Control+9');
  await expect(page.getByTestId('graph-line')).toHaveAttribute('data-state', 'done');
  await expect(page.getByTestId('structure-count')).toContainText('directories shown');
  const grid = page.getByTestId('structure-list');
  await expect(grid.getByText('listing/', { exact: true })).toBeVisible();
  await look(running, 'structure-directories');
  const before = await rows().count();
  await page.getByRole('button', { name: 'Close this directory' }).click();
  await expect.poll(() => rows().count()).toBeLessThan(before);
  await grid.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => rows().count()).toBe(before);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => rows().count()).toBeLessThan(before);
  await page.keyboard.press('ArrowRight');
  await grid.getByText('deep/', { exact: true }).dblclick();
  await expect(page.getByTestId('view-urls')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByTestId('url-grid').getByText('/deep/1')).toBeVisible();
});

test('the link graph is written as GraphML, as the command line writes it', async () => {
  const { page, app } = running;
  const [button, command] = ['button', 'command'].map(name => join(folder, `${name}.graphml`)) as [string, string];
  const answerWith = (path: string) =>
    app.evaluate((_, chosen) => {
      process.env['CRAWLSCOPE_TEST_DIALOG_PATH'] = chosen;
    }, path);
  await page.keyboard.press('Control+9');
  await page.getByTestId('structure-scores').click();
  await look(running, 'structure-graphml');
  await answerWith(button);
  await page.getByTestId('graphml-button').click();
  await expect(page.getByTestId('toast').filter({ hasText: /“button\.graphml”: [\d,]+ URLs and [\d,]+ links\./ })).toBeVisible();
  await answerWith(command);
  await page.keyboard.press('F1');
  await page.keyboard.type('GraphML');
  await page.keyboard.press('Enter');
  await expect.poll(() => existsSync(command)).toBe(true);
  const text = readFileSync(command, 'utf8');
  expect(readFileSync(button, 'utf8')).toBe(text);
  expect(firstXmlFault(text)).toBeNull();
  expect(text.match(/<edge /g)?.length).toBeGreaterThan(100);
  const { status, stdout } = spawnSync(engineNode(), [resolve('out/engine/cli.cjs'), 'graph', await madeDemo()], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  expect(status).toBe(0);
  expect(text).toBe(stdout);
});

test('each list has its rows, sorts, and opens the URL of a row', async () => {
  const { page } = running;
  await page.keyboard.press('Control+9');
  const grid = page.getByTestId('structure-list');
  await page.getByTestId('structure-chains').click();
  await expect(grid.getByText('/redirect/long-1').first()).toBeVisible();
  await look(running, 'structure-chains');
  await page.getByTestId('structure-orphans').click();
  await expect(grid.getByText('/orphan-gone')).toBeVisible();
  for (const id of ['scores', 'canonicals', 'hreflang', 'anchors', 'bad-links']) {
    await page.getByTestId(`structure-${id}`).click();
    await expect(page.getByTestId('structure-count')).toContainText('row');
  }
  await look(running, 'structure-bad-links');
  await page.getByTestId('structure-dominators').click();
  await expect(grid.getByText('/deep/1').first()).toBeVisible();
  // First of all: a sort moves the rows.
  await grid.getByText('/deep/2', { exact: true }).first().click();
  await grid.getByRole('columnheader', { name: 'Link score' }).click();
  await expect(grid.getByRole('columnheader', { name: 'Link score' })).toHaveAttribute('aria-sort', /ascending|descending/);
  await expect(page.getByTestId('inspector')).toBeVisible();
  await look(running, 'structure-dominators');
});

test('the inspector names the path, what all paths go through, and what would vanish', async () => {
  const { page } = running;
  await page.getByTestId('tab-facts').click();
  const part = page.getByTestId('url-path');
  await expect(part.getByText('2 steps from a start URL')).toBeVisible();
  await expect(part.getByText('URLs would vanish')).toBeVisible();
  await part.getByRole('button', { name: 'Show them' }).click();
  await expect(part.getByRole('button', { name: /\/deep\/8/ })).toBeVisible();
  await part.scrollIntoViewIfNeeded();
  await look(running, 'structure-path');
  await part
    .getByRole('button', { name: /\/deep\/1/ })
    .first()
    .click();
  await expect(page.getByTestId('inspector').getByRole('heading', { level: 2 })).toContainText('/deep/1');
});
