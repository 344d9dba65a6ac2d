import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixture.ts';
import { look, lookAt } from './shots.ts';

/** Limits, order, guards and settings files in the window, with the real engine and a site of this test. */

/** Opens the form of a new crawl for a server, without a delay and one link deep, with the advanced fields. */
async function fillForm(page: Page, server: Server): Promise<void> {
  await expect(page.getByTestId('app-ready')).toBeVisible();
  await page.keyboard.press('Control+N');
  await page.getByTestId('seed-input').fill(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.getByLabel('Delay', { exact: true }).fill('0');
  await page.getByLabel('Depth limit', { exact: true }).fill('1');
  await page.getByTestId('advanced').click();
}

test('limits are typed, end a crawl, and are raised; settings are loaded, saved and compared', async ({ page, app, running }) => {
  const asked: string[] = [];
  const server = createServer(({ url = '/' }, response) => {
    asked.push(url);
    response.setHeader('Content-Type', url === '/robots.txt' ? 'text/plain' : 'text/html');
    const links = Array.from({ length: 6 }, (_, n) => `<a href="/blog/${n}">${n}</a>`).join('');
    response.end(url === '/robots.txt' ? 'User-agent: *\nDisallow:\n' : `<title>Page</title>${url === '/' ? links : ''}`);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const id = (name: string) => page.getByTestId(name);
  const dialogs = (path: string) =>
    app.evaluate((_, chosen) => {
      process.env['CRAWLSCOPE_TEST_DIALOG_PATH'] = chosen;
    }, path);
  try {
    await expect(id('app-ready')).toBeVisible();
    const settings = join(running.folder, 'shop.json');
    const written = { delayMs: 0, sitemaps: false, crawlOrder: 'parameters', hostLimits: [{ host: '*', connections: 2 }] };
    writeFileSync(settings, JSON.stringify({ crawlscope: 'settings', version: 1, settings: written }));
    await dialogs(settings);
    await page.keyboard.press('Control+N');
    await id('seed-input').fill(`${origin}/`);
    await id('load-settings').click();
    await expect(id('form-differences')).toContainText('loaded from shop.json');
    await expect(id('seed-input')).toHaveValue(`${origin}/`);
    await id('advanced').click();
    await expect(id('host-limits')).toHaveValue('* connections=2');
    await expect(id('crawl-order')).toHaveValue('parameters');
    await id('prefix-limits').fill('blog 2');
    await expect(id('new-crawl-form')).toContainText('“blog” is not a path.');
    await expect(id('start-crawl')).toBeDisabled();
    await id('prefix-limits').fill('/blog/ 2');
    await id('prefix-limits').scrollIntoViewIfNeeded();
    await look({ app, page }, 'form-limits');
    await page.getByTestId('form-differences').locator('summary').click();
    await id('form-differences').scrollIntoViewIfNeeded();
    await look({ app, page }, 'form-differences');
    await id('form-differences').scrollIntoViewIfNeeded();
    await lookAt(page, 'form-differences-shown');
    await dialogs(join(running.folder, 'saved.json'));
    await id('save-settings').click();
    await expect(page.getByText('Saved the settings in saved.json')).toBeVisible();
    await expect(id('start-crawl')).toBeEnabled();
    await page.keyboard.press('Control+Enter');
    await expect(id('crawl-state')).toHaveText('finished');
    expect(asked.filter(path => path.startsWith('/blog/'))).toHaveLength(2);

    await dialogs(settings);
    await id('settings-changed').click();
    await expect(id('settings-differences')).toContainText('Limits per path');
    await id('settings-differences').scrollIntoViewIfNeeded();
    await look({ app, page }, 'settings-differences');
    await id('settings-differences').scrollIntoViewIfNeeded();
    await lookAt(page, 'settings-differences-shown');
    await id('settings-compare').click();
    await expect(id('settings-differences')).toContainText('1 setting differs from shop.json');

    await id('continue').click();
    await expect(id('continue-paths')).toHaveValue('/blog/ 4');
    await look({ app, page }, 'continue-limits');
    await id('continue-crawl').click();
    await expect.poll(() => asked.filter(path => path.startsWith('/blog/')).length).toBe(4);
    await expect(id('crawl-state')).toHaveText('finished');
  } finally {
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
  }
});

test('a finished crawl goes on when a limit of single URLs is raised, also with the keyboard', async ({ page, app }) => {
  const asked: string[] = [];
  const long = `/${'a'.repeat(200)}`;
  const pages: Readonly<Record<string, string>> = {
    '/': `<a href="/1">one</a><a href="/r0">moved</a><a href="${long}">long</a>`,
    '/1': '<a href="/2">two</a>',
    '/2': 'Two',
    '/r2': 'At last',
    [long]: 'Long',
  };
  const server = createServer(({ url = '/' }, response) => {
    asked.push(url);
    const hop = /^\/r([01])$/.exec(url)?.[1];
    if (hop) response.writeHead(302, { Location: `/r${Number(hop) + 1}` }).end();
    else if (url === '/robots.txt') response.setHeader('Content-Type', 'text/plain').end('User-agent: *\nDisallow:\n');
    else response.setHeader('Content-Type', 'text/html').end(`<title>Page</title>${pages[url] ?? ''}`);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const id = (name: string) => page.getByTestId(name);
  try {
    await fillForm(page, server);
    await id('max-redirects').fill('51');
    await expect(id('start-crawl')).toBeDisabled();
    await id('max-redirects').fill('1');
    await id('max-url-length').fill('150');
    await id('max-body').fill('2');
    await id('max-url-length').scrollIntoViewIfNeeded();
    await look({ app, page }, 'form-more-limits');
    await page.keyboard.press('Control+Enter');
    await expect(id('crawl-state')).toHaveText('finished');
    expect(asked.filter(url => ['/2', '/r2', long].includes(url))).toEqual([]);

    await id('continue').click();
    await expect(id('continue-depth')).toHaveValue('2');
    await expect(id('continue-redirects')).toHaveValue('2');
    await expect(id('continue-url-length')).toHaveValue('300');
    await look({ app, page }, 'continue-single-limits');
    await id('continue-redirects').fill('0');
    await expect(id('continue-crawl')).toBeDisabled();
    await id('continue-redirects').fill('1');
    await id('continue-depth').fill('1');
    await id('continue-url-length').fill('150');
    await expect(id('continue-crawl')).toBeDisabled();
    await id('continue-url-length').fill('250');
    await page.keyboard.press('Enter');
    await expect.poll(() => asked.filter(url => url === long).length).toBe(1);
    await expect(id('crawl-state')).toHaveText('finished');
    await id('continue').click();
    await expect(id('continue-url-length')).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect.poll(() => asked.filter(url => ['/2', '/r2'].includes(url)).length).toBe(2);
    await expect(id('crawl-state')).toHaveText('finished');
    await expect(id('continue')).toHaveCount(0);
  } finally {
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
  }
});

test('in a finished crawl, more attempts and a larger page size request again what failed and what was cut', async ({
  page,
  app,
}) => {
  const asked: string[] = [];
  const server = createServer(({ url = '/' }, response) => {
    asked.push(url);
    const isFirst = asked.filter(each => each === url).length === 1;
    if (url === '/robots.txt') response.setHeader('Content-Type', 'text/plain').end('User-agent: *\nDisallow:\n');
    else if (url === '/flaky' && isFirst) response.writeHead(500).end();
    else
      response
        .setHeader('Content-Type', 'text/html')
        .end(
          url === '/'
            ? '<a href="/flaky">flaky</a><a href="/long">long</a>'
            : `${url === '/long' ? '<p>Words.'.repeat(160_000) : ''}<a href="/last">last</a>`,
        );
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const id = (name: string) => page.getByTestId(name);
  const times = (url: string): number => asked.filter(each => each === url).length;
  try {
    await fillForm(page, server);
    await expect(id('robots-lifetime')).toHaveValue('1,440');
    await id('max-attempts').fill('21');
    await expect(id('start-crawl')).toBeDisabled();
    await id('max-attempts').fill('1');
    await id('max-body').fill('1');
    await id('max-attempts').scrollIntoViewIfNeeded();
    await look({ app, page }, 'form-attempts');
    await page.keyboard.press('Control+Enter');
    await expect(id('crawl-state')).toHaveText('finished');
    expect([times('/flaky'), times('/long'), times('/last')]).toEqual([1, 1, 0]);

    await id('continue').click();
    await expect(id('continue-form')).toContainText(
      '1 URL had no usable response on any attempt. The body of 1 URL is incomplete.',
    );
    await expect(id('continue-attempts')).toHaveValue('2');
    await expect(id('continue-body')).toHaveValue('2');
    await look({ app, page }, 'continue-attempts');
    await page.keyboard.press('Enter');
    await expect.poll(() => [times('/flaky'), times('/long')]).toEqual([2, 2]);
    await expect(id('crawl-state')).toHaveText('finished');
    // The page is whole now, and its last link is known: only the depth limit keeps its target out.
    await id('continue').click();
    await expect(id('continue-form')).toContainText('Limits kept 1 URL from being requested.');
    await expect(id('continue-attempts')).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect.poll(() => times('/last')).toBe(1);
    await expect(id('crawl-state')).toHaveText('finished');
    await expect(id('continue')).toHaveCount(0);
  } finally {
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
  }
});
