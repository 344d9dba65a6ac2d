import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixture.ts';
import { lookAt } from './shots.ts';
import { specFolder } from './spec-folder.ts';

/** The reports as the window saves them, opened as separate documents. */
test.use({ options: { demo: true } });
const folder = specFolder();

test('a dossier, a report on a line and a certificate are saved, and open without anything beside them', async ({
  app,
  page,
}) => {
  const id = (name: string) => page.getByTestId(name);
  const answerDialogs = async (name: string): Promise<string> => {
    const path = join(folder, name);
    await app.evaluate((_, chosen) => {
      process.env['CRAWLSCOPE_TEST_DIALOG_PATH'] = chosen;
    }, path);
    return path;
  };
  const saved = (name: string) => expect(page.getByText(`Saved “${name}”`)).toBeVisible();

  await expect(id('app-ready')).toBeVisible();
  await expect(id('crawl-state')).toHaveText('finished');

  const certificate = await answerDialogs('certificate.html');
  await id('save-certificate').first().click();
  await saved('certificate.html');

  await page.keyboard.press('Control+4');
  await expect(id('save-line-report')).toBeDisabled();
  await page.locator('[data-testid=robots-line]', { hasText: 'Disallow: /*?sort=' }).click();
  const line = await answerDialogs('line.html');
  await id('save-line-report').click();
  await saved('line.html');

  await id('omnibox').fill('reason:robots-disallow');
  await id('omnibox').press('Enter');
  await expect(page.locator('.toolbar .count')).toHaveText(/^7 of [\d,]+ URLs$/);
  await expect(id('url-grid')).toHaveAttribute('aria-rowcount', '8');
  await expect(page.locator('.grid-row').first()).toContainText('/private/report');
  await id('url-grid').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(id('inspector-headline')).toContainText('This URL was not fetched');
  const dossier = await answerDialogs('dossier.html');
  await id('save-dossier').click();
  await saved('dossier.html');

  // The app loads no file in any of its sessions, so an empty page is given the documents as text.
  const problems: string[] = [];
  const [reader] = await Promise.all([
    app.waitForEvent('window'),
    app.evaluate(({ BrowserWindow }) => new BrowserWindow({ width: 1280, height: 800 }).loadURL('about:blank')),
  ]);
  // Electron warns of the empty page itself, which has no policy yet.
  reader.on('console', message => {
    if (!message.text().includes('Electron Security Warning')) problems.push(message.text());
  });
  reader.on('pageerror', error => problems.push(error.message));
  for (const [name, path, text] of [
    ['dossier', dossier, 'May it be fetched?'],
    ['line', line, 'Crawlers it applies to'],
    ['certificate', certificate, 'Kept: all'],
  ] as const) {
    await reader.setContent(readFileSync(path, 'utf8'));
    await expect(reader.getByText(text).first()).toBeVisible();
    expect(await reader.evaluate(() => document.querySelectorAll('script, img, link, iframe').length)).toBe(0);
    expect(await reader.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    expect(readFileSync(path, 'utf8')).toContain("default-src 'none'");
    await lookAt(reader, `report-${name}`);
  }
  expect(problems).toEqual([]);
});
