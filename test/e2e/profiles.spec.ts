import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './fixture.ts';
import { look } from './shots.ts';

/** Crawler profiles and site rules in the window, with the real engine and a site of this test. */

test('own profiles are copied, refused with the reason, saved, chosen in the form and removed', async ({ page, app }) => {
  const id = (name: string) => page.getByTestId(name);
  await expect(id('app-ready')).toBeVisible();
  await page.keyboard.press('Control+Shift+P');
  await expect(id('profiles-search')).toBeFocused();
  await id('profiles-search').fill('googlebot news');
  await expect(id('profiles-item')).toHaveCount(1);
  await expect(id('profiles')).toContainText('Falls back to');
  await expect(id('profiles')).toContainText(/reported by .*, as of \d{4}-\d{2}-\d{2}/);
  await look({ app, page }, 'crawlers');
  await id('profile-copy').click();
  await id('profile-id').fill('googlebot');
  await id('profile-productToken').fill('News Bot');
  await id('profile-save').click();
  await expect(id('profile-editor')).toContainText('is a built-in profile');
  await expect(id('profile-editor')).toContainText('is no product token');
  await look({ app, page }, 'crawlers-edit');
  await id('profile-id').fill('newsbot');
  await id('profile-name').fill('The news bot');
  await id('profile-productToken').fill('NewsBot');
  await id('profile-userAgent').fill('NewsBot/1.0');
  await id('profile-save').click();
  await expect(id('profiles')).toContainText('1 your own');
  await expect(page.locator('[data-profile=newsbot]')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+N');
  await id('seed-input').fill('https://example.com/');
  await id('profile-input').click();
  await id('profile-input').fill('news');
  await expect(page.locator('[data-testid=profile-option][data-profile=newsbot]')).toBeVisible();
  await look({ app, page }, 'form-profiles');
  await id('profile-input').fill('the news bot');
  await id('profile-input').press('Enter');
  await expect(id('user-agent')).toHaveValue('NewsBot/1.0');
  await id('user-agent').fill('Mine/2');
  await expect(id('new-crawl-form')).toContainText('still chosen by the name NewsBot');
  await id('advanced').click();
  await id('add-site-rule').click();
  await id('site-rule-pattern').fill('example.com/path');
  await id('site-rule-consent').check();
  await expect(id('site-rules')).toContainText('names no site');
  await expect(id('start-crawl')).toBeDisabled();
  await id('site-rule-pattern').fill('example.com');
  await expect(id('start-crawl')).toBeEnabled();
  await id('site-rule-consent').uncheck();
  await expect(id('site-rules')).toContainText('Confirm it first');
  await expect(page.locator('.dialog-foot')).toContainText('robots.txt rules per site: Confirm it first');
  await expect(id('start-crawl')).toBeDisabled();
  await look({ app, page }, 'form-site-rules');

  await id('manage-profiles').click();
  await id('profiles-search').fill('newsbot own');
  await id('profile-remove').click();
  await expect(id('profiles')).toContainText('No crawler matches');
  await page.keyboard.press('Escape');
  await expect(id('seed-input')).toHaveValue('https://example.com/');
});

test('a profile chosen in the form decides the crawl; a site that is never obeyed is fetched and says so', async ({ page }) => {
  const asked: { path: string; agent: string }[] = [];
  const server = createServer((request, response) => {
    asked.push({ path: request.url ?? '', agent: request.headers['user-agent'] ?? '' });
    const robots = 'User-agent: *\nDisallow:\n\nUser-agent: bingbot\nDisallow: /private\n';
    const isRobots = request.url === '/robots.txt';
    response.writeHead(200, { 'Content-Type': isRobots ? 'text/plain' : 'text/html' });
    response.end(isRobots ? robots : '<title>Page</title><a href="/private">On</a>');
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const id = (name: string) => page.getByTestId(name);
  const lookUp = async (text: string): Promise<void> => {
    await id('omnibox').fill(text);
    await id('omnibox').press('Enter');
  };
  try {
    await expect(id('app-ready')).toBeVisible();
    await page.keyboard.press('Control+N');
    await id('seed-input').fill(`${origin}/`);
    await id('profile-input').click();
    await id('profile-input').fill('bingbot');
    await id('profile-input').press('Enter');
    await page.getByLabel('Delay', { exact: true }).fill('0');
    await expect(id('start-crawl')).toBeEnabled();
    await page.keyboard.press('Control+Enter');
    await expect(id('crawl-state')).toHaveText('finished');
    expect(asked.every(({ agent }) => agent.includes('bingbot'))).toBe(true);
    expect(asked.map(({ path }) => path)).not.toContain('/private');
    await lookUp(`${origin}/private`);
    await expect(id('inspector-headline')).toContainText('This URL was not fetched. Line 5');

    await page.keyboard.press('Control+1');
    await id('change-site-rules').click();
    await id('add-site-rule').click();
    await id('site-rule-pattern').fill(origin);
    await expect(id('site-rules-resume')).toBeDisabled();
    await id('site-rule-consent').check();
    await id('site-rules-resume').click();
    await expect.poll(() => asked.map(({ path }) => path)).toContain('/private');
    await expect(id('crawl-state')).toHaveText('finished');
    await lookUp(`${origin}/private`);
    await expect(id('inspector-headline')).toContainText(`because you set “never obey robots.txt on ${origin}”`);
    await expect(id('answer-may-fetch')).toHaveAttribute('data-verdict', 'no');
    await expect(id('answer-may-list')).toHaveAttribute('data-verdict', 'url-only');
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('robots.txt is switched off for every host by one choice; the notes of a URL say what else a crawler does', async ({
  page,
  app,
}) => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const robots = 'User-agent: *\nDisallow: /private\n\nUser-agent: GeoportalServer\nDisallow: /x\nHost: https://myhost:8443\n';
    const isRobots = request.url === '/robots.txt';
    response.writeHead(200, { 'Content-Type': isRobots ? 'text/plain' : 'text/html' });
    response.end(isRobots ? robots : '<title>Page</title><a href="/private?utm_source=elsewhere">On</a>');
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const id = (name: string) => page.getByTestId(name);
  try {
    await expect(id('app-ready')).toBeVisible();
    await page.keyboard.press('Control+N');
    await id('seed-input').fill(`${origin}/`);
    await page.getByLabel('Delay', { exact: true }).fill('0');
    await id('advanced').click();
    await page.getByLabel('Names of one IP address share the delay').check();
    await id('site-rule-others').selectOption('never');
    await expect(id('site-rules')).toContainText('I run every site of this crawl');
    await expect(id('start-crawl')).toBeDisabled();
    await look({ app, page }, 'form-never-obey');
    await id('site-rule-consent').check();
    await page.keyboard.press('Control+Enter');
    await expect(id('crawl-state')).toHaveText('finished');
    expect(asked).toContain('/private?utm_source=elsewhere');
    await page.keyboard.press('Control+1');
    await expect(page.getByText('never obey robots.txt on any host').first()).toBeVisible();
    await id('omnibox').fill(`${origin}/private?utm_source=elsewhere`);
    await id('omnibox').press('Enter');
    await expect(id('inspector-headline')).toContainText('because you set “never obey robots.txt on any host”');
    await expect(id('url-notes')).toContainText('whatever links to it');
    await look({ app, page }, 'url-notes');
    await page.getByRole('tab', { name: 'Crawlers' }).click();
    await expect(page.locator('[data-profile=geoportal]').getByTestId('matrix-note')).toContainText(
      'requests https://myhost:8443/private?utm_source=elsewhere instead',
    );
    await look({ app, page }, 'matrix-notes');
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
