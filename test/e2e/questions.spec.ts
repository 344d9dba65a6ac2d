import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, type Locator, test } from '@playwright/test';
import { type Answer, type Site, startSite } from '../support/site.ts';
import { engineNode } from './engine-node.ts';
import { launchApp, type RunningApp } from './fixture.ts';
import { look, resize } from './shots.ts';
import { specFolder } from './spec-folder.ts';

/**
 * Questions that auditors ask. The window answers each within three steps that users find without help. A step is a
 * click, a key of the window or a typed condition. The expected answers are those of the site below.
 */

const folder = specFolder();
const file = join(folder, 'questions.crawl');
let site: Site;
let running: RunningApp;

const html = (head: string, body: string): string =>
  `<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8">${head}</head>\n<body>${body}</body></html>`;
const named = (title: string, rest = ''): string =>
  `<title>${title}</title><meta name="description" content="About: ${title}.">${rest}`;
const linksTo = (...paths: readonly string[]): string => paths.map(path => `<a href="${path}">${path}</a>`).join('\n');

/** A page that takes its time. */
const slow: Answer = ({ response }) => {
  setTimeout(() => {
    response.writeHead(200, { 'Content-Type': 'text/html' });
    response.end(html(named('The slow page'), '<h1>Slow</h1>'));
  }, 1_300);
  return undefined;
};

const answers = (origin: string): Record<string, Answer> => ({
  '/robots.txt': `User-agent: *\nDisallow: /assets/private/\n\nUser-agent: googlebot\nDisallow: /only-bing/\nDisallow: /assets/private/\n\nSitemap: ${origin}/sitemap.xml\n`,
  '/sitemap.xml': {
    headers: { 'Content-Type': 'application/xml' },
    body: `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${['/', '/about', '/hidden', '/orphan', '/second-orphan'].map(path => `<url><loc>${origin}${path}</loc></url>`).join('')}</urlset>`,
  },
  '/': html(
    named('Home of the shop'),
    `<h1>Home</h1>${linksTo('/about', '/twin-a', '/twin-b', '/untitled', '/hidden', '/old', '/gone', '/missing', '/copy', '/slow', '/large', '/only-bing/offer')}
     <img src="/assets/logo.png" alt="Logo"><img src="/assets/private/banner.png" alt="Banner"><script src="/assets/private/app.js"></script>`,
  ),
  '/about': html(named('About the shop'), `<h1>About</h1>${linksTo('/', '/gone', '/old', '/assets/private/terms')}`),
  '/twin-a': html('<title>Winter sale</title>', '<h1>One</h1>'),
  '/twin-b': html('<title>Winter  SALE</title>', '<h1>Two</h1>'),
  '/untitled': html('', '<h1>No title at all</h1>'),
  '/hidden': html(named('Not for search engines', '<meta name="robots" content="noindex">'), '<h1>Hidden</h1>'),
  '/old': { status: 301, headers: { Location: '/older' } },
  '/older': { status: 302, headers: { Location: '/oldest' } },
  '/oldest': { status: 301, headers: { Location: '/about' } },
  '/copy': html(named('A copy', `<link rel="canonical" href="${origin}/about">`), '<h1>Copy</h1>'),
  '/slow': slow,
  '/large': html(named('The large page'), `<h1>Large</h1><p>${'Many words. '.repeat(60_000)}</p>`),
  '/only-bing/offer': html(named('Only for Bing'), '<h1>Offer</h1>'),
  '/orphan': html(named('Nobody links here'), '<h1>Orphan</h1>'),
  '/second-orphan': html(named('Nobody links here either'), '<h1>Orphan</h1>'),
  '/assets/logo.png': { headers: { 'Content-Type': 'image/png', 'Content-Length': '4321' }, body: 'x'.repeat(4_321) },
});

test.beforeAll(async () => {
  site = await startSite();
  for (const [path, answer] of Object.entries(answers(site.origin))) site.set(path, answer);
  const args = ['crawl', site.url('/'), '--out', file, '--delay', '0', '--check-resources', '--attempts', '1'];
  const child = spawn(engineNode(), [resolve('out/engine/cli.cjs'), ...args], {
    env: { ...process.env, CRAWLSCOPE_HOME: join(folder, 'home') },
    stdio: 'ignore',
  });
  const code = await new Promise<number | null>(done => child.once('exit', done));
  expect(code).toBe(0);
  running = await launchApp({ args: [file] });
  await resize(running.app, { width: 1_280, height: 800 });
});
test.afterAll(async () => {
  await running?.close();
  await site?.close();
});

test.beforeEach(async () => {
  const { page } = running;
  await expect(page.getByTestId('crawl-state')).toHaveAttribute('data-state', 'finished');
  // Each question starts at the overview, with the initial list of URLs.
  const field = page.getByLabel('Filter the URLs', { exact: true });
  await page.getByTestId('view-urls').click();
  await field.fill('');
  await field.press('Enter');
  await page.getByTestId('class-page').click();
  await page.getByTestId('view-overview').click();
});

const id = (name: string): Locator => running.page.getByTestId(name);
const chip = (name: string): Locator => running.page.getByRole('button', { name, exact: true });

/** Paths in the list of URLs, sorted. */
async function paths(): Promise<string[]> {
  const cells = running.page.locator('[data-testid="url-grid"] .grid-row [role=gridcell]:first-child');
  const urls = await cells.allInnerTexts();
  return urls.map(url => new URL(url.trim()).pathname).sort();
}
const listed = (...wanted: readonly string[]) => expect.poll(paths).toEqual([...wanted].sort());

async function readyFilter(name: string): Promise<void> {
  await id('ready-filters-button').click();
  await running.page.getByRole('menuitem', { name }).click();
}

test('1. Which pages are 404, and who links to them?', async () => {
  await id('view-urls').click();
  await chip('Errors').click();
  await listed('/gone', '/missing');
  await id('url-grid').getByRole('row').filter({ hasText: '/gone' }).dblclick();
  await running.page.getByRole('tab', { name: /^Links/ }).click();
  const linking = id('link-grid');
  await expect(linking).toContainText('/about');
  await look(running, 'question-01');
});

test('2. Which redirect chains are there, how long, and where do they end?', async () => {
  await id('view-urls').click();
  await readyFilter('Redirect chains');
  await listed('/old', '/older');
  const cells = async (path: string): Promise<string[] | undefined> => {
    const rows = await id('url-grid').locator('.grid-row').all();
    const texts = await Promise.all(rows.map(row => row.getByRole('gridcell').allInnerTexts()));
    return texts
      .map(row => row.map(text => text.trim()))
      .find(([url]) => url === site.url(path))
      ?.slice(1, 3);
  };
  const heads = await id('url-grid').getByRole('columnheader').allInnerTexts();
  expect(heads.slice(1, 3)).toEqual(['Redirects', 'Ends at']);
  expect(await cells('/old')).toEqual(['3', site.url('/about')]);
  expect(await cells('/older')).toEqual(['2', site.url('/about')]);
  await look(running, 'question-02');
});

test('3. Which titles are duplicate?', async () => {
  await id('view-urls').click();
  await readyFilter('Duplicate titles');
  await listed('/twin-a', '/twin-b');
  await look(running, 'question-03');
});

test('4. Which titles and descriptions are missing? Typed, with the help of the field', async () => {
  const { page } = running;
  await id('view-urls').click();
  const field = page.getByLabel('Filter the URLs', { exact: true });
  await field.pressSequentially('title:');
  await page.getByRole('option', { name: /title:none/ }).click();
  await expect(field).toHaveValue('title:none');
  await listed('/untitled');
  await look(running, 'question-04-titles');
  await field.fill('description:none');
  await field.press('Enter');
  await listed('/twin-a', '/twin-b', '/untitled');
});

test('5. Which noindex pages are in a sitemap?', async () => {
  await id('view-urls').click();
  await readyFilter('Noindex, but in a sitemap');
  await listed('/hidden');
  await look(running, 'question-05');
});

test('6. Which pages of a sitemap does no page link to? The count leads to them', async () => {
  await id('view-sitemaps').click();
  await running.page.getByRole('button', { name: /2 of 5 linked from no page/ }).click();
  await listed('/orphan', '/second-orphan');
  await look(running, 'question-06');
});

test('7. Which resources does robots.txt block?', async () => {
  await id('view-urls').click();
  await id('class-resource').click();
  await chip('Blocked by robots.txt').click();
  await listed('/assets/private/app.js', '/assets/private/banner.png');
  await expect(id('url-grid').locator('.grid-row').first()).toContainText('No');
  await look(running, 'question-07');
});

test('8. Which pages have a canonical elsewhere?', async () => {
  await id('view-urls').click();
  await chip('Canonical elsewhere').click();
  await listed('/copy');
  await look(running, 'question-08');
});

test('9. Which pages are slow?', async () => {
  await id('view-urls').click();
  await readyFilter('Slow: over 1 second');
  await listed('/slow');
  await look(running, 'question-09');
});

test('10. Which pages are large?', async () => {
  await id('view-urls').click();
  await readyFilter('Large: over 500 KB');
  await listed('/large');
  await look(running, 'question-10');
});

test('11. What is blocked for Googlebot, but not for Bingbot?', async () => {
  await id('view-disagreements').click();
  await id('crawler-pair').click();
  await expect(id('disagreement-summary')).toContainText(/1 of \d+ URLs \(.*\) is blocked for Googlebot, but not for Bingbot/);
  await expect(id('disagreement-urls')).toContainText('/only-bing/offer');
  await look(running, 'question-11');
});

test('12. Why was this URL not crawled?', async () => {
  const { page } = running;
  await id('omnibox').fill(site.url('/assets/private/terms'));
  await page.keyboard.press('Enter');
  await expect(id('inspector-headline')).toContainText('robots.txt');
  await expect(id('inspector')).toContainText('Disallow: /assets/private/');
  await look(running, 'question-12');
  await page.keyboard.press('Control+i');
});

test('13. What if I add a Disallow line?', async () => {
  const { page } = running;
  await id('view-robots').click();
  await id('robots-tab-draft').click();
  await page.locator('[data-testid=draft-line]').first().click();
  await page.keyboard.press('End');
  await page.keyboard.type('\nDisallow: /twin-');
  await expect(id('draft-effect')).toHaveAttribute('data-state', 'done');
  await expect(id('draft-count-newlyBlocked')).toHaveText('2');
  await look(running, 'question-13');
  while (await id('draft-undo').isEnabled()) await id('draft-undo').click();
});

test('14. The list in Excel', async () => {
  const { page } = running;
  await id('view-urls').click();
  await id('urls-export').or(page.locator('.toolbar [data-testid="export-button"]')).first().click();
  await page.getByRole('radio', { name: /Excel|XLSX/ }).check();
  await expect(id('export-about')).toContainText('rows');
  await look(running, 'question-14');
  const path = join(folder, 'list.xlsx');
  await running.app.evaluate((_, chosen) => {
    process.env['CRAWLSCOPE_TEST_DIALOG_PATH'] = chosen;
  }, path);
  await id('export-start').click();
  await expect(id('toast').filter({ hasText: 'Exported “list.xlsx”' }).last()).toBeVisible();
});

test('15. A report for the client?', async () => {
  const path = join(folder, 'client.html');
  await running.app.evaluate((_, chosen) => {
    process.env['CRAWLSCOPE_TEST_DIALOG_PATH'] = chosen;
  }, path);
  await id('site-report').click();
  // The other format, PDF, is printed in site-report.spec.ts.
  await id('report-format-html').check();
  await id('report-start').click();
  await expect(id('toast').filter({ hasText: 'Saved “client.html”' }).last()).toBeVisible();
  expect(readFileSync(path, 'utf8')).toContain('/gone');
});

test('an empty tab says which other tabs have matches, and leads there', async () => {
  const { page } = running;
  await id('view-urls').click();
  const field = page.getByLabel('Filter the URLs', { exact: true });
  await field.fill('inurl:logo');
  await field.press('Enter');
  await expect(id('no-urls')).toContainText('No page matches inurl:logo.');
  await look(running, 'empty-tab');
  await page.getByRole('button', { name: 'Show 1 resource that matches' }).click();
  await expect(id('class-resource')).toHaveAttribute('aria-pressed', 'true');
  await listed('/assets/logo.png');
  // A HEAD request measures no body.
  await expect(id('url-grid').getByRole('columnheader', { name: 'Declared size' })).toBeVisible();
  await expect(id('url-grid').locator('.grid-row')).toContainText('4.3');
});

test('the tab is kept from one start to the next, and a count shows URLs of all tabs', async () => {
  const { page } = running;
  await id('view-urls').click();
  await id('class-resource').focus();
  await page.keyboard.press('Enter');
  await expect(id('class-resource')).toHaveAttribute('aria-pressed', 'true');
  await expect(id('class-resource')).toContainText('Resources 3');
  await page.reload();
  await expect(id('crawl-state')).toHaveAttribute('data-state', 'finished');
  await page.keyboard.press('Control+2');
  await expect(id('class-resource')).toHaveAttribute('aria-pressed', 'true');
  await id('view-overview').click();
  await page.locator('.tile').first().click();
  await expect(id('class-all')).toHaveAttribute('aria-pressed', 'true');
});
