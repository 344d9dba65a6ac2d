import { readdirSync } from 'node:fs';
import { call, expect, launchApp, test } from './fixture.ts';
import { look } from './shots.ts';

/** The demo crawl was made by the command line with another data folder: to this profile it is a file from somewhere else. */
test('a file of another installation says what it asks for, gets none of it, and is allowed with a button', async () => {
  const running = await launchApp({ demo: true });
  const { page } = running;
  const note = page.getByTestId('file-requests');
  await expect(note).toContainText('This file was made by another installation');
  await expect(note).toContainText('127.0.0.1');
  expect((await call(page, 'crawl.resume'))?.error?.message).toContain('was not made by this installation');
  const open = (await call(page, 'status.get'))?.value as { readonly settings: object };
  const again = await call(page, 'crawl.start', { settings: open.settings, destination: null, again: true });
  expect(again?.error?.message).toContain('Allow them in the overview, then crawl again');
  expect(readdirSync(running.crawls)).toEqual([]);
  await page.keyboard.press('Control+2');
  await page.getByTestId('crawl-again').click();
  await expect(page.getByTestId('again-refused')).toContainText('made by another installation');
  await look(running, 'again-refused');
  await page.keyboard.press('Enter');
  await page.getByTestId('allow-requests').click();
  await expect(note).toBeHidden();
  await page.getByTestId('crawl-again').click();
  await expect(page.getByTestId('start-crawl')).toBeEnabled();
  const status = (await call(page, 'status.get'))?.value as { waiting?: unknown };
  expect(status.waiting).toBeUndefined();
  await running.close();
});
