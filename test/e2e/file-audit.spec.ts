import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { demoFile } from './demo-file.ts';
import { launchApp, type RunningApp } from './fixture.ts';
import { look } from './shots.ts';
import { specFolder } from './spec-folder.ts';

/** File ▸ Check This File… in the real app, over a crawl of the demo site. */

let running: RunningApp;

test.beforeAll(async () => {
  const file = join(specFolder(), 'demo.crawl');
  await demoFile(file);
  running = await launchApp({ args: [file] });
});
test.afterAll(async () => {
  await running?.close();
});

test('the menu checks the open file by itself, and says what was recomputed; Esc closes the dialog', async () => {
  const { app, page } = running;
  await expect(page.getByTestId('view-overview')).toBeVisible();
  await app.evaluate(({ Menu }) => {
    const file = Menu.getApplicationMenu()?.items.find(({ label }) => label === '&File');
    file?.submenu?.items.find(({ label }) => label === 'Check This File…')?.click();
  });
  const audit = page.getByTestId('file-audit');
  await expect(audit).toHaveAttribute('data-state', 'done');
  await expect(audit).toContainText('No differences.');
  await expect(audit).toContainText(/\d+ decisions and verdicts recomputed, \d+ not recomputable\./);
  await expect(audit.getByRole('row')).toHaveCount(18);
  await look(running, 'file-audit');
  await page.keyboard.press('Escape');
  await expect(audit).toBeHidden();
});
