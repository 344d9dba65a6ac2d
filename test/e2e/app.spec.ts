import { readdirSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { call, launchApp, type RunningApp } from './fixture.ts';
import { resize, shoot } from './shots.ts';

/**
 * The whole workflow in the real app: crawl the demo site, explain URLs, follow the evidence to the line, the header
 * and the bytes. `npm run screenshots` makes the pictures of README and docs here.
 */

const small = { width: 1_280, height: 800 };
const large = { width: 1_920, height: 1_080 };

test.describe.configure({ mode: 'serial' });

let running: RunningApp;
let site = '';

test.beforeAll(async () => {
  running = await launchApp({});
  await resize(running.app, small);
});
test.afterAll(async () => {
  await running?.close();
});

async function lookUp(text: string): Promise<void> {
  const { page } = running;
  await page.keyboard.press('Control+K');
  await page.getByTestId('omnibox').fill(text);
  await page.keyboard.press('Enter');
}

test('starts with a form, the demo and the recent files', async () => {
  const { page } = running;
  await expect(page.getByTestId('app-ready')).toBeVisible();
  await expect(page.getByTestId('demo-crawl')).toBeVisible();
  await shoot(running.page, 'start');
});

test('crawls the demo site to its end', async () => {
  const { page } = running;
  const problems: string[] = [];
  page.on('pageerror', error => problems.push(error.message));
  page.on('console', message => message.type() === 'error' && problems.push(message.text()));
  await page.getByTestId('demo-crawl').click();
  await expect(page.getByTestId('crawl-state')).toHaveText('running');
  await page.keyboard.press('Control+2');
  await expect(page.locator('.grid-row').first()).toBeVisible();
  await page.getByTestId('view-overview').click();
  const fetched = async () => ((await call(page, 'status.get'))?.value as { fetched: number } | undefined)?.fetched ?? 0;
  await expect.poll(fetched).toBeGreaterThan(15);
  await shoot(running.page, 'overview-crawling');
  await expect(page.getByTestId('crawl-state')).toHaveText('finished');
  const seen = /^([\d,]+) URLs seen = ([\d,]+) decided$/.exec(
    (await page.locator('.statusbar span').first().textContent()) ?? '',
  );
  expect(seen?.[1]).toBeDefined();
  expect(seen?.[1]).toBe(seen?.[2]);
  expect(problems).toEqual([]);
  await shoot(running.page, 'overview');
  expect(readdirSync(running.crawls).filter(name => name.endsWith('.crawl'))).toHaveLength(1);
});

test('lists every URL in a grid that the keyboard can walk', async () => {
  const { page } = running;
  await page.getByTestId('view-urls').click();
  const grid = page.getByTestId('url-grid');
  await expect(grid).toHaveAttribute('aria-rowcount', /^\d{2,}$/);
  await expect(grid.getByRole('row').nth(3)).toContainText(/127\.0\.0\.1|\//);
  const home = await page.evaluate(async () => {
    const bridge = (
      window as unknown as { crawlscope: { send(m: unknown): void; onMessage(l: (m: unknown) => void): () => void } }
    ).crawlscope;
    return new Promise<string>(done => {
      const off = bridge.onMessage(message => {
        const reply = message as { id?: number; value?: { seeds: string[] } };
        if (reply.id !== 990_001) return;
        off();
        done(reply.value?.seeds[0] ?? '');
      });
      bridge.send({ kind: 'call', id: 990_001, name: 'status.get', input: {} });
    });
  });
  site = home;
  expect(site).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  await grid.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('inspector')).toBeVisible();
  await shoot(running.page, 'urls');
  await resize(running.app, large);
  await shoot(running.page, 'urls-large');
  await resize(running.app, small);
});

test('a blocked URL: the evidence is the line of robots.txt that blocks it', async () => {
  const { page } = running;
  await lookUp(`info:${site}private/report`);
  await expect(page.getByTestId('inspector-headline')).toContainText(/not fetched/i);
  await expect(page.getByTestId('answer-may-fetch')).toContainText(/no/i);
  await expect(page.getByTestId('answer-may-fetch')).toContainText('Disallow: /private/');
  await shoot(running.page, 'window');
  await page.getByTestId('evidence').and(page.locator('[data-kind="robots-line"]')).first().click();
  const line = page.locator('[data-testid="robots-line"][data-highlighted="true"]');
  await expect(line).toHaveCount(1);
  await expect(line).toContainText('Disallow: /private/');
  await expect(line).toBeInViewport();
  await shoot(running.page, 'robots-line');
});

test('a page that says noindex: the evidence is the tag, marked in the source', async () => {
  const { page } = running;
  await lookUp(`info:${site}listing/meta-noindex`);
  await expect(page.getByTestId('answer-may-list')).toContainText(/noindex/);
  await page.getByTestId('inspector').getByTestId('evidence').and(page.locator('[data-kind="bytes"]')).first().click();
  const mark = page.getByTestId('source-mark').first();
  await expect(mark).toContainText(/<meta[^>]*noindex/i);
  await expect(mark).toBeInViewport();
  await shoot(running.page, 'source');
});

test('a header that says noindex: the evidence is the header', async () => {
  const { page } = running;
  await lookUp(`info:${site}listing/header-noindex`);
  await page.getByTestId('inspector').getByTestId('evidence').and(page.locator('[data-kind="header"]')).first().click();
  const row = page.locator('[data-testid="header-row"][data-highlighted="true"]');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(/x-robots-tag/i);
  await shoot(running.page, 'headers');
});

test('a URL the crawl never saw still gets an answer, marked as a prediction', async () => {
  const { page } = running;
  await lookUp(`info:${site}private/never-linked`);
  await expect(page.getByTestId('inspector-headline')).toContainText(/never saw/i);
  await expect(page.getByTestId('answer-may-fetch')).toContainText('Disallow: /private/');
  await shoot(running.page, 'never-seen');
});

test('the same URL as other crawlers read it: the group for Googlebot shuts out Googlebot alone', async () => {
  const { page } = running;
  await lookUp(`info:${site}robots/not-for-googlebot`);
  await expect(page.getByTestId('inspector').getByRole('heading', { level: 2 })).toContainText('not-for-googlebot');
  await page.getByTestId('tab-crawlers').click();
  const row = (profile: string) => page.locator(`[data-testid="matrix-row"][data-profile="${profile}"]`);
  await expect(row('crawlscope')).toHaveAttribute('data-verdict', 'yes');
  await expect(row('googlebot')).toHaveAttribute('data-verdict', 'no');
  await expect(row('googlebot')).toContainText('Disallow: /robots/not-for-googlebot');
  await expect(row('googlebot')).toContainText('group for “Googlebot”');
  await expect(row('bingbot')).toBeHidden();
  await shoot(running.page, 'crawlers');
  await page.getByTestId('matrix-agreeing').click();
  await expect(row('bingbot')).toHaveAttribute('data-verdict', 'yes');
  await row('googlebot').getByTestId('matrix-line').click();
  await expect(page.locator('[data-testid="robots-line"][data-highlighted="true"]')).toContainText(
    'Disallow: /robots/not-for-googlebot',
  );
  await page.getByTestId('tab-why').click();
});

test('operators filter the grid; a wrong one is named', async () => {
  const { page } = running;
  await lookUp('status:404');
  await expect(page.getByTestId('url-grid')).toHaveAttribute('aria-rowcount', /^[2-9]$/);
  await shoot(running.page, 'filter');
  await page.keyboard.press('Control+K');
  await page.getByTestId('omnibox').fill('colour:red');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/no operator/i).first()).toBeVisible();
  await page.keyboard.press('Escape');
});

test('an over-long URL stays inside the inspector', async () => {
  const { page } = running;
  await lookUp('inurl:links/long-x');
  const grid = page.getByTestId('url-grid');
  await expect(grid).toHaveAttribute('aria-rowcount', '2');
  await expect(grid).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  for (const tab of ['why', 'facts', 'headers']) {
    await page.getByTestId(`tab-${tab}`).click();
    const over = await page.locator('.inspector-body').evaluate(body => body.scrollWidth - body.clientWidth);
    expect(over, tab).toBeLessThanOrEqual(0);
  }
  await page.getByTestId('inspector').getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByTestId('toast')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('toast')).toHaveCount(0);
  await expect(page.getByTestId('inspector')).toBeVisible();
});

test('sitemaps are a tree with entries and coverage', async () => {
  const { page } = running;
  await page.getByTestId('view-sitemaps').click();
  await expect(page.getByTestId('sitemap-tree')).toContainText('sitemap');
  await shoot(running.page, 'sitemaps');
});

test('a new crawl: the form shows its defaults and names what is wrong', async () => {
  const { page } = running;
  await page.keyboard.press('Control+N');
  await expect(page.getByTestId('new-crawl-form')).toBeVisible();
  await page.getByTestId('seed-input').fill('not a url');
  await expect(page.getByTestId('new-crawl-form')).toContainText(/not an HTTP URL/i);
  await shoot(running.page, 'new-crawl');
  await page.keyboard.press('Escape');
});
