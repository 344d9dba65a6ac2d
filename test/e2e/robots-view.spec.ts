import { expect, test } from './fixture.ts';

test.use({ options: { demo: true } });

/** The robots view of the demo crawl: the file, how crawlers read it, what the lint says. */
test('the demo’s robots.txt is shown as it is, as two crawlers read it, and checked', async ({ page }) => {
  const problems: string[] = [];
  page.on('pageerror', error => problems.push(error.message));
  page.on('console', message => message.type() === 'error' && problems.push(message.text()));
  const id = (name: string) => page.getByTestId(name);
  const line = (number: number) => page.locator(`[data-testid=robots-line][data-line="${number}"]`);
  const read = (number: number) => page.locator(`[data-testid=reading-line][data-line="${number}"]`);
  const lineWith = (text: string) => page.getByTestId('reading-line').filter({ hasText: text });

  await expect(id('app-ready')).toBeVisible();
  await expect(id('crawl-state')).toHaveText('finished');
  await page.keyboard.press('Control+4');

  // File: coloured, numbered, with the lines that apply to this crawl and what they decide.
  await expect(line(1)).toContainText('robots.txt of the Crawlscope demo site');
  await expect(id('robots-source')).toBeVisible();
  const styled = await line(4).evaluate(element => {
    const root = element.getRootNode();
    return {
      sheets: root instanceof ShadowRoot ? root.adoptedStyleSheets.length : 0,
      tags: root instanceof ShadowRoot ? root.querySelectorAll('style').length : -1,
      mono: getComputedStyle(element).fontFamily,
      border: getComputedStyle(element).borderLeftWidth,
    };
  });
  expect(styled).toMatchObject({ tags: 0, border: '3px' });
  expect(styled.sheets).toBeGreaterThan(0);
  expect(styled.mono).toContain('mono');
  await expect(page.locator('[data-testid=robots-line][data-chosen=true]').first()).toContainText('User-agent: Crawlscope');

  // The editor keeps its keys to itself and lets Tab through.
  await line(4).click();
  await page.keyboard.press('Control+f');
  await expect(page.locator('.cm-search')).toBeVisible();
  await page.keyboard.type('press?');
  await page.keyboard.press('Escape');
  await expect(page.locator('.cm-search')).toBeHidden();
  await page.keyboard.type('xyz');
  await expect(line(4)).toContainText('User-agent: Googlebot');

  // The gutter leads to the URLs a line decides, by mouse and by keyboard.
  await page.locator('.cm-slot button').first().click();
  await expect(id('covered')).toContainText(/^\d+ URLs? decided by line \d+/);
  await id('covered').getByLabel('Close the list').click();
  await page.locator('[data-testid=robots-line]', { hasText: 'Disallow: /*?sort=' }).click();
  await page.keyboard.press('Enter');
  await expect(id('covered-urls').getByRole('row').nth(1)).toContainText('sort=');
  await id('covered-urls').focus();
  await page.keyboard.press('Escape');
  await expect(id('covered')).toBeHidden();

  // Reading: our own profile first, then Googlebot, which drops the Crawl-delay.
  await id('robots-tab-reading').click();
  await expect(id('reading-counts')).toContainText('lines used');
  await expect(lineWith('Disallow: /robots/%7Eann/')).toContainText('Compared as /robots/~ann/');
  await id('reading-reader').selectOption('profile:googlebot');
  const delay = lineWith('Crawl-delay');
  await expect(delay).toHaveAttribute('data-outcome', 'dropped');
  await expect(delay).toContainText('this crawler does not use Crawl-delay');
  await expect(delay.locator('s')).toBeVisible();
  await expect(page.locator('[data-testid=reading-group][data-chosen=true]')).toContainText('User-agent: googlebot');
  await id('reading-against').selectOption('dialect:norobots-1996');
  await expect(id('reading-differences')).toContainText('differently');
  await expect(lineWith('Disallow: /*.bak$').getByTestId('reading-other')).toContainText('ordinary character');
  await id('reading-filter-differs').click();
  await expect(page.locator('[data-testid=reading-line][data-differs=false]')).toHaveCount(0);
  await expect(read(1)).toHaveCount(0);

  // Lint: a finding opens with its reason; its line is marked in the source.
  await id('robots-tab-lint').click();
  const finding = id('lint-finding').first();
  if ((await id('lint-finding').count()) > 0) {
    await finding.getByRole('button').click();
    await expect(finding).toContainText('Why');
    await expect(page.locator('[data-testid=robots-line]').first()).toBeVisible();
  } else {
    await expect(id('lint-empty')).toContainText('Nothing found');
  }
  expect(problems).toEqual([]);
});
