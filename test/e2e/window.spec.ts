import type { ShellInfo } from '#shared/model/shell.ts';
import { call, expect, isRoot, test } from './fixture.ts';
import { look } from './shots.ts';

/** The window with the real engine: from a finished crawl of the demo site to the evidence. */
test.describe('over a finished crawl', () => {
  test.use({ options: { demo: true } });

  test('a blocked URL is explained, and its evidence leads to the line', async ({ page }) => {
    const problems: string[] = [];
    page.on('pageerror', error => problems.push(error.message));
    page.on('console', message => message.type() === 'error' && problems.push(message.text()));
    const id = (name: string) => page.getByTestId(name);

    await expect(id('crawl-state')).toHaveText('finished');
    await page.keyboard.press('Control+2');
    await expect(page.locator('.grid-row').first()).toBeVisible();

    await id('omnibox').fill('reason:robots-disallow');
    await id('omnibox').press('Enter');
    await expect(page.locator('.toolbar .count')).toHaveText(/^7 of [\d,]+ URLs$/);
    await expect(id('url-grid')).toHaveAttribute('aria-rowcount', '8');
    await id('url-grid').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await expect(id('inspector-headline')).toContainText('This URL was not fetched');
    await expect(id('answer-may-fetch')).toHaveAttribute('data-verdict', 'no');
    await expect(id('answer-may-list')).toHaveAttribute('data-verdict', 'url-only');

    const evidence = id('answer-may-fetch').locator('[data-testid=evidence][data-kind=robots-line]');
    const line = /line (\d+)/.exec((await evidence.textContent()) ?? '')?.[1] ?? '';
    await evidence.click();
    const target = page.locator('[data-testid=robots-line][data-highlighted=true]');
    await expect(target).toHaveAttribute('data-line', line);
    await expect(target).toBeInViewport();

    await id('omnibox').fill('noindex:meta');
    await id('omnibox').press('Enter');
    await expect(page.locator('.toolbar .count')).toHaveText(/^2 of /);
    await page.locator('.grid-row').first().click();
    await id('answer-may-list').locator('[data-testid=evidence][data-kind=bytes]').click();
    await expect(id('source-mark').first()).toContainText('noindex');

    await id('omnibox').fill('status:abc');
    await id('omnibox').press('Enter');
    await expect(page.getByRole('alert')).toContainText('is not a number');
    expect(problems).toEqual([]);
  });
});

test.describe('a start with a switch that turns off a protection', () => {
  test.use({ options: { args: ['--disable-gpu-sandbox'] } });

  test('About names the versions, what protects the machine, and what does not', async ({ running }) => {
    const { app, page } = running;
    await expect(page.getByTestId('app-ready')).toBeVisible();
    const items = await app.evaluate(({ Menu }) => {
      const help = Menu.getApplicationMenu()?.items.find(({ label }) => label === '&Help');
      return help?.submenu?.items.map(({ label }) => label) ?? [];
    });
    expect(items).toContain('Keyboard Shortcuts');
    await app.evaluate(({ BrowserWindow, Menu }) => {
      const all = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? [];
      const about = all.find(({ label }) => label === 'About Crawlscope');
      about?.click(undefined, BrowserWindow.getAllWindows()[0]);
    });
    const about = page.getByRole('dialog', { name: 'About Crawlscope' });
    const info = (await call(page, 'shell.info'))?.value as ShellInfo;
    await expect(about).toContainText(info.version);
    await expect(about).toContainText(info.chromium);
    await expect(about).toContainText(
      info.isSandboxed ? "Runs in Chromium's sandbox" : 'because Crawlscope was started with --no-sandbox',
    );
    await expect(about).toContainText('The system does not confine it');
    expect(info.isRoot).toBe(isRoot);
    await expect(about).toContainText(isRoot ? 'it has the rights of root' : 'it has the rights of your account');
    await expect(about).toContainText(info.isSandboxed ? "Chromium's sandbox holds it" : 'render only pages that you trust');
    // The test driver opens debuggers.
    expect(info.weakSwitches).toEqual(expect.arrayContaining(['--disable-gpu-sandbox', '--remote-debugging-port']));
    for (const name of info.weakSwitches) await expect(about).toContainText(name);
    await look(running, 'about');
    await about.getByRole('button', { name: 'Copy versions' }).click();
    await expect(page.getByText('Versions copied')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(about).toBeHidden();
  });
});

test('the form shows the engine’s problems under the fields and starts nothing until they are gone', async ({ page }) => {
  const id = (name: string) => page.getByTestId(name);
  await expect(id('app-ready')).toBeVisible();
  await page.keyboard.press('Control+n');
  await expect(id('new-crawl-form')).toBeVisible();
  await id('seed-input').fill('exa mple');
  await expect(id('new-crawl-form')).toContainText('is not an HTTP URL');
  await expect(id('start-crawl')).toBeDisabled();
  await id('seed-input').fill('https://example.com/');
  await expect(id('start-crawl')).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(id('new-crawl-form')).toBeHidden();
  await expect(id('demo-crawl')).toBeVisible();
});
