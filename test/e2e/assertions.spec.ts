import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { launchApp, type RunningApp } from './fixture.ts';

/** Assertions in the real app: typed, checked, saved, followed to the line of robots.txt, made of today's verdicts. */

test.describe.configure({ mode: 'serial' });

let running: RunningApp;
/** Where pictures go, for people who look at them; none are made otherwise. */
const shots = process.env['ASSERTION_SHOTS'] ?? '';

test.beforeAll(async () => {
  running = await launchApp({});
});
test.afterAll(async () => {
  await running?.close();
});

async function shoot(name: string): Promise<void> {
  if (shots === '') return;
  const { page, app } = running;
  for (const [width, height] of [
    [1280, 800],
    [1920, 1080],
  ] as const) {
    await app.evaluate(({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(size.width, size.height), {
      width,
      height,
    });
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(200);
      await page.screenshot({ path: join(shots, `${name}-${width}-${colorScheme}.png`) });
    }
  }
}

test('the panel offers an example, checks while typing and saves', async () => {
  test.setTimeout(120_000);
  const { page } = running;
  await page.getByTestId('demo-crawl').click();
  await expect(page.getByTestId('crawl-state')).toHaveText('finished', { timeout: 90_000 });
  await page.keyboard.press('Control+3');
  await page.getByTestId('robots-tab-assertions').click();
  await expect(page.getByTestId('assertion-totals')).toHaveText('No assertion about this robots.txt yet');
  await shoot('empty');
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
  await shoot('results');
  await page.getByTestId('assertion-text').press('Control+s');
  await expect(page.getByTestId('toast')).toContainText('Saved.');
  await expect(page.getByTestId('assertions-failing')).toHaveText('2 assertions not met since version 1');
  await page.keyboard.press('Control+1');
  await expect(page.getByTestId('failing-assertions')).toContainText('2 assertions since version 1');
  await shoot('overview');
  await page.keyboard.press('Control+3');
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
  await shoot('frozen');
});
