import { expect, test } from '@playwright/test';
import { launchApp, type RunningApp, selectFirstThree } from './fixture.ts';
import { look } from './shots.ts';

/** Assertions in the real app: typed, checked, saved, followed to the line of robots.txt, made of today's verdicts. */

test.describe.configure({ mode: 'serial' });

let running: RunningApp;

test.beforeAll(async () => {
  running = await launchApp({ demo: true });
});
test.afterAll(async () => {
  await running?.close();
});

test('the panel offers an example, checks while typing and saves', async () => {
  const { page } = running;
  await expect(page.getByTestId('crawl-state')).toHaveText('finished');
  await page.keyboard.press('Control+4');
  await page.getByTestId('robots-tab-assertions').click();
  await expect(page.getByTestId('assertion-totals')).toHaveText('No assertions about this robots.txt yet');
  await look(running, 'empty');
  await page.getByRole('button', { name: 'Start with this example' }).click();
  await expect(page.getByTestId('assertion-outcome').first()).toBeVisible();
  await page
    .getByTestId('assertion-text')
    .fill(
      'allow Googlebot /robots/not-for-googlebot\ndeny * /robots/not-for-googlebot\nsame as v7\nalow * /\nallow Googlebot /\n',
    );
  await expect(page.getByTestId('assertion-totals')).toContainText('1 line cannot be read');
  const outcome = (line: number) => page.locator(`[data-testid=assertion-outcome][data-line="${line}"]`);
  await expect(outcome(1)).toHaveAttribute('data-tone', 'bad');
  await expect(outcome(3)).toHaveAttribute('data-tone', 'warn');
  await expect(outcome(4)).toHaveAttribute('data-tone', 'bad');
  await expect(outcome(5)).toHaveAttribute('data-tone', 'ok');
  await outcome(1).click();
  await expect(page.getByTestId('assertion-detail')).toContainText('Disallow: /robots/not-for-googlebot');
  await look(running, 'results');
  await page.getByTestId('assertion-text').press('Control+s');
  await expect(page.getByTestId('toast')).toContainText('Saved.');
  await expect(page.getByTestId('assertions-failing')).toHaveText('2 assertions not met since version 1');
  await page.keyboard.press('Control+1');
  await expect(page.getByTestId('failing-assertions')).toContainText('2 assertions since version 1');
  await look(running, 'overview');
  await page.keyboard.press('Control+4');
});

test('the deciding line opens in the file, and what was typed is still there afterwards', async () => {
  const { page } = running;
  await page.locator('[data-testid=assertion-outcome][data-line="1"]').click();
  await page
    .getByTestId('assertion-detail')
    .getByRole('button', { name: /^Line \d+$/ })
    .click();
  await expect(page.locator('[data-testid="robots-line"][data-highlighted="true"]')).toContainText('not-for-googlebot');
  await page.getByTestId('robots-tab-assertions').click();
  await expect(page.getByTestId('assertion-text')).toHaveValue(/^allow Googlebot \/robots\/not-for-googlebot\n/);
});

test('verdicts of today become assertions that are met', async () => {
  const { page } = running;
  await page.getByTestId('assertion-text').fill('');
  await page.getByLabel('Filter of URLs').fill('robots:blocked');
  await page.getByTestId('assertion-freeze').click();
  await expect(page.getByTestId('assertion-text')).toHaveValue(/\ndeny \S+ \//);
  await expect(page.getByTestId('assertion-totals')).toHaveText(/^[\d,]+ assertions?: [\d,]+ met$/);
  await look(running, 'frozen');
});

const grid = () => running.page.getByTestId('url-grid');
async function selectThree(): Promise<void> {
  const { page } = running;
  await selectFirstThree(page);
  await expect(running.page.getByTestId('assert-selected')).toHaveText('Assert these 3');
}

test('three selected rows become three saved assertions with one click; again they are not added, and it can be undone', async () => {
  const { page } = running;
  const id = (name: string) => page.getByTestId(name);
  await id('assertion-text').fill('');
  await id('assertion-text').press('Control+s');
  await selectThree();
  await expect(id('assert-selected')).toHaveText('Assert these 3');
  await look(running, 'select');
  await id('assert-selected').click();
  await expect(id('assertion-totals')).toHaveText('3 assertions: 3 met');
  await expect(id('assertion-outcome')).toHaveCount(3);
  await expect(id('assertion-came')).toContainText(/^3 assertions for \S+ added, lines 2 to 4\./);
  await expect(id('toast').last()).toContainText('Saved.');
  const chosen = await id('assertion-text').evaluate((area: HTMLTextAreaElement) =>
    area.value.slice(area.selectionStart, area.selectionEnd).split('\n'),
  );
  expect(chosen).toHaveLength(3);
  expect(chosen.every(line => /^(allow|deny) \S+ \//.test(line))).toBe(true);
  await look(running, 'came');
  await selectThree();
  await page.keyboard.press('Control+Shift+A');
  await expect(id('assertion-came')).toContainText('Nothing was added. 3 verdicts were already asserted.');
  await selectThree();
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByTestId('copy-menu-button').click();
  await page.getByRole('menuitem', { name: 'Add to the assertions' }).click();
  await expect(id('assertion-totals')).toHaveText('4 assertions: 4 met');
  await id('assertion-text').press('Control+z');
  await expect(id('assertion-totals')).toHaveText('3 assertions: 3 met');
});

test('a draft that breaks one of them shows it, in the draft and in the panel', async () => {
  const { page } = running;
  const id = (name: string) => page.getByTestId(name);
  const text = await id('assertion-text').inputValue();
  const path = /^allow \S+ (\/\S+)$/m.exec(text)?.[1] ?? '';
  expect(path).not.toBe('');
  await id('robots-tab-draft').click();
  await expect(id('draft-assertions')).toHaveText('3 assertions: 3 met');
  await page.locator('[data-testid=draft-line]').first().click();
  await page.keyboard.press('Control+a');
  // What was denied stays so; one that was allowed is not any more.
  const denied = [...text.matchAll(/^deny \S+ (\/\S+)$/gm)].map(found => `Disallow: ${found[1]}$`);
  await page.keyboard.insertText(['User-agent: *', `Disallow: ${path}$`, ...denied, ''].join('\n'));
  await expect(id('draft-assertions')).toHaveText('3 assertions: 2 met, 1 not met');
  await look(running, 'draft');
  await id('draft-assertions').click();
  await expect(id('assertions-on-draft')).toHaveAttribute('aria-pressed', 'true');
  await expect(id('assertion-totals')).toHaveText('3 assertions: 2 met, 1 not met');
  await expect(page.locator('[data-testid=assertion-outcome][data-tone=bad]')).toHaveCount(1);
  await page.locator('[data-testid=assertion-outcome][data-tone=bad]').click();
  await expect(id('assertion-detail')).toContainText(`Disallow: ${path}$`);
  await page.keyboard.press('Control+2');
  await grid().focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+4');
  await look(running, 'with-inspector');
  await id('assertions-on-stored').click();
  await expect(id('assertion-totals')).toHaveText('3 assertions: 3 met');
});
