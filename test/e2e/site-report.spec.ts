import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pdfText } from '../support/pdf-text.ts';
import { expect, test } from './fixture.ts';
import { lookAt } from './shots.ts';
import { specFolder } from './spec-folder.ts';

/** The report on the whole crawl, from the dialog to the file. */
test.use({ options: { demo: true } });
const folder = specFolder();
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('a report for a client is saved as HTML and as PDF, with what the dialog says', async ({ app, page }) => {
  const id = (name: string) => page.getByTestId(name);
  const answerDialogs = async (name: string): Promise<string> => {
    const path = join(folder, name);
    await app.evaluate((_, chosen) => {
      process.env['CRAWLSCOPE_TEST_DIALOG_PATH'] = chosen;
    }, path);
    return path;
  };
  await expect(id('crawl-state')).toHaveText('finished');

  await id('site-report').click();
  await expect(id('report-title')).toBeFocused();
  await id('report-title').fill('For <b>ACME</b>');
  await id('report-author').fill('Ann Auditor');
  await id('report-notes').fill('Dear client,\n\nplease read.');
  await lookAt(page, 'report-dialog');

  writeFileSync(join(folder, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await answerDialogs('logo.svg');
  await id('report-logo-choose').click();
  await expect(page.getByText('is an SVG file, which can contain scripts')).toBeVisible();
  writeFileSync(join(folder, 'logo.png'), png);
  await answerDialogs('logo.png');
  await id('report-logo-choose').click();
  await expect(id('report-logo-name')).toHaveText('logo.png');

  await id('report-section-politeness').uncheck();
  await id('report-format-html').check();
  const html = await answerDialogs('client.html');
  await id('report-start').click();
  await expect(page.getByText('Saved “client.html”')).toBeVisible();
  await expect(id('report-form')).toBeHidden();
  await expect(id('report-progress')).toBeHidden();
  const text = readFileSync(html, 'utf8');
  expect(text).toContain('For &lt;b&gt;ACME&lt;/b&gt;');
  expect(text).toContain('Ann Auditor');
  expect(text).toContain('please read.');
  expect(text).toContain(`data:image/png;base64,${png.toString('base64')}`);
  expect(text).not.toContain('Politeness of the crawl');

  // The menu opens it too. Author, sections and format are kept.
  await app.evaluate(({ Menu }) => {
    const item = Menu.getApplicationMenu()
      ?.items.flatMap(each => each.submenu?.items ?? [])
      .find(each => each.label === 'Report for a Client…');
    item?.click();
  });
  await expect(id('report-author')).toHaveValue('Ann Auditor');
  await expect(id('report-section-politeness')).not.toBeChecked();
  await id('report-title').fill('For ACME');
  await id('report-format-pdf').check();
  const pdf = await answerDialogs('client.pdf');
  await id('report-title').press('Control+Enter');
  await expect(page.getByText('Saved “client.pdf”')).toBeVisible();
  const printed = pdfText(readFileSync(pdf));
  expect(printed.pages).toBeGreaterThan(5);
  const words = printed.text.replace(/\s+/g, '');
  expect(words).toContain('Thehealthscoreis');
  expect(words).toContain('robots.txtblocks');
  expect(words).toContain('ForACME');
  expect(words).not.toContain('Politenessofthecrawl');
  // The hidden window is gone, and nothing else was requested.
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  expect(
    await app.evaluate(() => (globalThis as unknown as { crawlscopeTest: { refusals: object } }).crawlscopeTest.refusals),
  ).toMatchObject({ requests: 0, navigations: 0, windows: 0 });
  expect(existsSync(`${pdf}.html`)).toBe(false);
});
