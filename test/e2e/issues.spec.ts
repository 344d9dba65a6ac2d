import { spawn } from 'node:child_process';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { type Answer, type Site, startSite } from '../support/site.ts';
import { engineNode } from './engine-node.ts';
import { isRoot, launchApp, type RunningApp } from './fixture.ts';
import { look, resize, shoot } from './shots.ts';
import { specFolder } from './spec-folder.ts';

/** The checks of a crawl in the real app: from a check to a URL, from there to the place in the page's source. */

test.describe.configure({ mode: 'serial' });
const folder = specFolder();
const file = join(folder, 'shop.crawl');
const earlier = join(folder, 'last-week.crawl');
let site: Site;
let running: RunningApp;

const html = (head: string, body: string): string =>
  `<!doctype html>\n<html lang="en">\n<head>${head}</head>\n<body>${body}</body></html>`;
const products = Array.from({ length: 40 }, (_, at) => `/products/${at}`);

function shop(): Record<string, Answer> {
  const links = [...products, '/about', '/contact', '/blocked'].map(path => `<a href="${path}">${path.slice(1)}</a>`).join('\n');
  const answers: Record<string, Answer> = {
    '/robots.txt': 'User-agent: *\nDisallow: /blocked\n',
    '/': html('<title>Lamps, chairs and tables</title><meta name="description" content="A shop.">', links),
    '/about': html('<title>About the shop</title>\n<title>Welcome</title>', '<h1>About</h1><p>Who we are.</p>'),
    '/contact': html('', '<h1>Contact</h1><p>Write to us.</p>'),
  };
  for (const [at, path] of products.entries())
    answers[path] = html(
      at % 4 === 0 ? '' : `<title>Product ${at % 4 === 1 ? 'one' : at}</title>`,
      `<h1>Product</h1><p>One of our products, number ${at}.</p>`,
    );
  return answers;
}

/** The command line of another installation. */
async function elsewhere(...args: string[]): Promise<void> {
  const env = { ...process.env, CRAWLSCOPE_HOME: join(folder, 'home') };
  const child = spawn(engineNode(), [resolve('out/engine/cli.cjs'), ...args], { env, stdio: 'ignore' });
  const code = await new Promise<number | null>(done => child.once('exit', done));
  expect(code).toBe(0);
}

const crawlInto = (path: string): Promise<void> =>
  elsewhere('crawl', site.url('/'), '--out', path, '--delay', '0', '--no-sitemaps');

/** The path that the next system dialog returns. */
const answerDialogs = ({ app }: RunningApp, path: string): Promise<void> =>
  app.evaluate((_, chosen) => {
    process.env['CRAWLSCOPE_TEST_DIALOG_PATH'] = chosen;
  }, path);

const checkRow = (id: string) => running.page.locator(`[data-testid="check-row"][data-check="${id}"]`);
const undo = () => running.page.getByTestId('toast-action').filter({ hasText: 'Undo' }).first().click();
const whichHits = (name: string) =>
  running.page.getByRole('group', { name: 'Which hits' }).getByRole('button', { name, exact: true });

test.beforeAll(async () => {
  site = await startSite(shop());
  // In the earlier crawl, two products had a title that they lack now, and another one lacked it.
  const now = shop();
  for (const path of ['/products/0', '/products/4']) site.set(path, html('<title>Once</title>', '<h1>Product</h1>'));
  site.set('/products/3', html('', '<h1>Product</h1>'));
  await crawlInto(earlier);
  for (const path of ['/products/0', '/products/4', '/products/3']) site.set(path, now[path] ?? '');
  await crawlInto(file);
  running = await launchApp({ args: [file] });
  await resize(running.app, { width: 1_280, height: 800 });
});
test.afterAll(async () => {
  await running?.close();
  await site?.close();
});

test('the issues view counts each check against what it looked at', async () => {
  const { page } = running;
  await expect(page.getByTestId('crawl-state')).toHaveAttribute('data-state', 'finished');
  await page.keyboard.press('Control+3');
  await expect(page.getByTestId('audit-line')).toHaveAttribute('data-state', 'done');
  const missing = page.locator('[data-testid="check-row"][data-check="title.missing"]');
  await expect(missing).toContainText('11 of 43 checked');
  await expect(missing).toContainText('1 not checkable');
  await missing.click();
  await expect(page.getByTestId('check-detail')).toContainText('Why it matters');
  await expect(page.getByTestId('issue-urls')).toHaveAttribute('aria-rowcount', '12');
  await look(running, 'issues');
  await shoot(page, 'issues');
});

test('a URL of a check leads to the evidence, and that to the place in the source', async () => {
  const { page } = running;
  await page.locator('[data-testid="check-row"][data-check="title.multiple"]').click();
  const grid = page.getByTestId('issue-urls');
  await expect(grid).toHaveAttribute('aria-rowcount', '2');
  await grid.getByRole('row').nth(1).click();
  const found = page.locator('[data-testid="url-issue"][data-check="title.multiple"]');
  await expect(found).toContainText('Welcome');
  await look(running, 'issues-evidence');
  await found.getByTestId('finding-place').nth(1).click();
  await expect(page.locator('.source mark')).toContainText('<title>');
  await look(running, 'issues-source');
});

test('the keyboard alone leads from a check to its evidence and back', async () => {
  const { page } = running;
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+3');
  await page.locator('[data-testid="check-row"][data-check="title.missing"]').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('issue-urls')).toBeFocused();
  await expect(page.getByTestId('issue-urls').getByRole('row').nth(1)).toContainText('/');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-testid="url-issue"][data-check="title.missing"]')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByTestId('issue-urls').focus();
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-testid="check-row"][data-check="title.missing"]')).toBeFocused();
});

test('a check without hits says how many it looked at', async () => {
  const { page } = running;
  await page.getByRole('button', { name: 'All checks' }).click();
  await page.locator('[data-testid="check-row"][data-check="title.outside_head"]').click();
  await expect(page.getByTestId('no-hits')).toContainText('0 of 43 checked, 1 not checkable');
  await page.getByPlaceholder('Find a check').fill('no such check');
  await expect(page.getByText('No check matches this filter.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all checks' }).click();
  await expect(page.getByTestId('check-row').first()).toBeVisible();
  await look(running, 'issues-all');
});

test('the overview lists the gravest findings and leads to them; the health score says its formula', async () => {
  const { page } = running;
  await page.keyboard.press('Control+1');
  const finding = page.getByTestId('top-finding').filter({ hasText: 'Title missing' });
  await expect(finding).toContainText('11 of 43 checked');
  await page.getByTestId('health-score').hover();
  await expect(page.locator('.hint-popup')).toContainText('weight × hits ÷ checked');
  await look(running, 'issues-overview');
  await finding.click();
  await expect(page.getByTestId('check-detail')).toContainText('Title missing');
});

test('the facts of a page show how it may look in a search result, and as a social card', async () => {
  const { page } = running;
  await page.getByTestId('issue-urls').getByRole('row').nth(1).click();
  await page.getByTestId('tab-facts').click();
  await expect(page.getByTestId('search-preview')).toContainText('No title: search engines make one up.');
  await expect(page.getByTestId('social-preview')).toContainText('does not load it');
  await page.getByTestId('social-preview').scrollIntoViewIfNeeded();
  await look(running, 'issues-previews');
});

test('duplicates stand side by side with the difference of their texts', async () => {
  const { page } = running;
  await page.getByPlaceholder('Find a check').fill('title.duplicate');
  await page.locator('[data-testid="check-row"][data-check="title.duplicate"]').click();
  await page.getByRole('button', { name: /^Groups/ }).click();
  await expect(page.getByTestId('duplicate-groups')).toHaveAttribute('aria-rowcount', '2');
  await expect(page.getByTestId('side-by-side')).toContainText('10 pages in this group');
  await expect(page.getByTestId('text-difference')).toContainText('differs');
  await look(running, 'issues-groups');
  await page.getByRole('button', { name: 'List them' }).click();
  await expect(page.getByTestId('issue-urls')).toHaveAttribute('aria-rowcount', '11');
});

test('a hit is ignored with a note, stays in the counts, and comes back by undo', async () => {
  const { page } = running;
  await page.getByPlaceholder('Find a check').fill('');
  await checkRow('title.missing').click();
  const grid = page.getByTestId('issue-urls');
  await expect(grid).toHaveAttribute('aria-rowcount', '12');
  await grid.getByRole('row').nth(2).click({ button: 'right' });
  await page.getByTestId('menu-ignore-hit').click();
  await page.getByTestId('ignore-note').fill('A page for a campaign');
  await page.getByTestId('ignore-until').fill('2099-12-31');
  await look(running, 'issues-ignore');
  await page.getByTestId('ignore-save').click();
  await expect(checkRow('title.missing')).toContainText('11 of 43 checked · 26 %, 1 of them ignored');
  await expect(grid).toHaveAttribute('aria-rowcount', '11');
  await whichHits('Ignored').click();
  await expect(grid).toHaveAttribute('aria-rowcount', '2');
  await expect(grid).toContainText('A page for a campaign (until 2099-12-31)');
  await look(running, 'issues-ignored');
  await grid.getByRole('row').nth(1).click();
  await grid.getByRole('row').nth(1).dblclick();
  await page.getByTestId('tab-issues').click();
  await expect(page.getByTestId('url-issue-ignored')).toContainText('A page for a campaign');
  await undo();
  await expect(checkRow('title.missing')).not.toContainText('ignored');
  await page.keyboard.press('Escape');
});

test('a whole check is ignored; the rules are listed, edited, expire and are removed', async () => {
  const { page } = running;
  await page.getByRole('button', { name: 'With hits' }).click();
  await checkRow('title.missing').click({ button: 'right' });
  await page.getByTestId('menu-ignore-check').click();
  await page.getByTestId('ignore-note').fill('Nobody reads titles');
  await page.keyboard.press('Control+Enter');
  await expect(checkRow('title.missing')).toHaveCount(0);
  await page.getByRole('button', { name: 'With ignored' }).click();
  await expect(checkRow('title.missing')).toContainText('all ignored');
  await checkRow('title.missing').click();
  await page.getByTestId('ignore-button').click();
  await page.getByRole('menuitem', { name: 'Ignore rules…' }).click();
  const rule = page.getByTestId('ignore-rule');
  await expect(rule).toContainText('Nobody reads titles');
  await look(running, 'issues-rules');
  await rule.getByRole('button', { name: 'Edit…' }).click();
  await page.getByTestId('ignore-until').fill('2020-01-31');
  await page.getByTestId('ignore-save').click();
  await expect(rule).toHaveAttribute('data-state', 'expired');
  await expect(rule).toContainText('Expired');
  await rule.getByTestId('ignore-remove').click();
  await expect(page.getByTestId('ignore-rules')).toContainText('No findings are ignored.');
  await page.getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.getByRole('button', { name: 'With hits' }).click();
  await expect(checkRow('title.missing')).toContainText('11 of 43 checked · 26 %');
});

test('a threshold is stored, marked as changed, and reset', async () => {
  const { page } = running;
  await page.getByRole('button', { name: 'All checks' }).click();
  await page.getByPlaceholder('Find a check').fill('title.over_chars');
  await checkRow('title.over_chars').click();
  await expect(checkRow('title.over_chars')).toContainText('0 of');
  await page.getByLabel('Longest title').fill('10');
  await page.getByRole('button', { name: 'Save and run again' }).click();
  await expect(checkRow('title.over_chars')).not.toContainText(/^0 of/);
  await expect(page.getByTestId('check-detail')).toContainText('Changed threshold');
  await expect(page.getByTestId('audit-line')).toContainText('1 check with changed thresholds');
  await look(running, 'issues-threshold');
  await page.getByTestId('threshold-reset').click();
  await expect(page.getByTestId('check-detail')).not.toContainText('Changed threshold');
  await undo();
  await expect(page.getByTestId('check-detail')).toContainText('Changed threshold');
  await page.getByTestId('reset-thresholds').click();
  await expect(page.getByTestId('audit-line')).not.toContainText('changed thresholds');
});

test('compared with an earlier crawl, hits are new, persisting, fixed', async () => {
  const { page } = running;
  await page.getByPlaceholder('Find a check').fill('');
  await page.getByRole('button', { name: 'With hits' }).click();
  await answerDialogs(running, earlier);
  await page.getByTestId('baseline-choose').click();
  await expect(page.getByTestId('baseline')).toContainText('Compared with last-week');
  await checkRow('title.missing').click();
  await expect(checkRow('title.missing').getByTestId('trend-of')).toHaveText('2 new9 persisting1 fixed');
  const grid = page.getByTestId('issue-urls');
  await expect(grid).toContainText('Persisting');
  await whichHits('New only').click();
  await expect(grid).toHaveAttribute('aria-rowcount', '3');
  await look(running, 'issues-new');
  await whichHits('Fixed').click();
  await expect(grid).toHaveAttribute('aria-rowcount', '2');
  await expect(grid).toContainText('/products/3');
  await page.getByRole('button', { name: 'New only' }).first().click();
  await expect(checkRow('title.missing')).toBeVisible();
  await expect(checkRow('title.duplicate')).toHaveCount(0);
  await page.getByRole('button', { name: 'With hits' }).click();
  await page.getByTestId('baseline-drop').click();
  await expect(page.getByTestId('baseline-choose')).toBeVisible();
  await expect(checkRow('title.missing').getByTestId('trend-of')).toHaveCount(0);
});

test('the evidence of a check is exported', async () => {
  const { page } = running;
  await checkRow('title.multiple').click();
  await page.getByRole('button', { name: 'Export evidence…' }).click();
  await expect(page.getByTestId('export-list')).toContainText('Evidence of the issue');
  const out = join(folder, 'evidence.csv');
  await answerDialogs(running, out);
  await page.getByTestId('export-start').click();
  await expect.poll(() => existsSync(out)).toBe(true);
  const [head, ...rows] = readFileSync(out, 'utf8').trim().split('\r\n');
  expect(head).toMatch(/^\W?check.url.group.since.ignored.item.items.value/);
  expect(rows).toHaveLength(2);
  expect(rows[1]).toContain('Welcome');
});

test('ignore rules of a crawl that was made elsewhere are taken over, and from a JSON document', async () => {
  const { page } = running;
  const reason = ['--note', 'Agreed with the shop', '--by', 'Ann'];
  await elsewhere('issues', 'ignore', 'add', earlier, '--check', 'title.missing', ...reason);
  const before = readFileSync(earlier);
  await page.keyboard.press('Control+3');
  await page.getByTestId('ignore-rules-open').click();
  const rules = page.getByTestId('ignore-rules');
  await expect(rules).toContainText('No findings are ignored.');
  await answerDialogs(running, earlier);
  await page.getByTestId('ignore-take').click();
  const rule = page.getByTestId('ignore-rule');
  await expect(rule).toContainText('Agreed with the shop');
  await expect(rule).toContainText('Ann');
  await expect(rule).toHaveAttribute('data-state', 'active');
  await look(running, 'issues-taken');
  await page.getByTestId('ignore-take').click();
  await expect(page.getByTestId('toast').filter({ hasText: 'this crawl has them all' })).toBeVisible();
  expect(readFileSync(earlier).equals(before)).toBe(true);
  await answerDialogs(running, join(folder, 'agreed'));
  await page.getByRole('button', { name: 'Save as JSON…' }).click();
  await expect(page.getByTestId('toast').filter({ hasText: 'agreed.json' })).toBeVisible();
  await rule.getByTestId('ignore-remove').click();
  await expect(rule).toHaveCount(0);
  await answerDialogs(running, join(folder, 'agreed.json'));
  await page.getByTestId('ignore-take').click();
  await expect(rule).toContainText('Ann');
  await page.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(checkRow('title.missing')).toHaveCount(0);
});

test('a file that cannot be written shows its ignore rules, and changes last until it is closed', async () => {
  chmodSync(earlier, 0o444);
  const before = readFileSync(earlier);
  const other = await launchApp({ args: [earlier], ...(isRoot ? { asNobody: true } : {}) });
  const { page } = other;
  await expect(page.getByTestId('crawl-state')).toHaveAttribute('data-state', 'finished');
  await page.keyboard.press('Control+3');
  await expect(page.getByTestId('audit-line')).toHaveAttribute('data-state', 'done');
  await page.getByTestId('ignore-rules-open').click();
  await expect(page.getByTestId('ignore-rules')).toContainText('The file is read-only, so changes apply until you close it.');
  await expect(page.getByTestId('ignore-rule')).toContainText('Agreed with the shop');
  await look(other, 'issues-read-only');
  await page.getByTestId('ignore-remove').click();
  await expect(page.getByTestId('ignore-rules')).toContainText('No findings are ignored.');
  expect(readFileSync(earlier).equals(before)).toBe(true);
  await other.close();
});
