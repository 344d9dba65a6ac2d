import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { call, expect, launchApp, test } from './fixture.ts';

test('E06: Electron has nothing to warn of', async () => {
  const running = await launchApp({ engine: 'fake', env: { ELECTRON_ENABLE_SECURITY_WARNINGS: 'true' } });
  const said: string[] = [];
  running.page.on('console', message => said.push(message.text()));
  // The warnings come with each load, and the first one is over.
  await running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.reload());
  await expect(running.page.getByTestId('app-ready')).toBeVisible();
  await running.page.evaluate(() => console.log('the page is loaded'));
  await expect.poll(() => said).toContain('the page is loaded');
  expect(said.filter(text => /security warning|insecure/i.test(text))).toEqual([]);
  await running.close();
});

test('E103: after a crawl is shown, the profile has no cookies and nothing of its pages', async () => {
  const running = await launchApp({ demo: true });
  const { page } = running;
  await expect(page.getByTestId('crawl-state')).toHaveText('finished');
  await page.keyboard.press('Control+2');
  await expect(page.getByTestId('url-grid')).toHaveAttribute('aria-rowcount', /^\d{2,}$/);
  expect(await running.app.evaluate(({ session }) => session.defaultSession.cookies.get({}))).toEqual([]);
  const profile = join(running.folder, 'profile');
  const status = (await call(page, 'status.get'))?.value as { readonly seeds?: readonly string[] } | undefined;
  const { host } = new URL(status?.seeds?.[0] ?? '');
  expect(host).toMatch(/^127\.0\.0\.1:\d+$/);
  // The control: the crawl itself has it.
  expect(readFileSync(join(running.folder, 'demo.crawl')).includes(host)).toBe(true);
  await running.app.close();
  const holding = globSync('**/*', { cwd: profile })
    .map(name => join(profile, name))
    .filter(path => statSync(path, { throwIfNoEntry: false })?.isFile())
    .filter(path => readFileSync(path).includes(host));
  expect(holding).toEqual([]);
});
