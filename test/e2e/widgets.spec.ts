import type { Page } from '@playwright/test';
import { expect, test } from './fixture.ts';

/** Dialogs, menus, panels, tooltips, toasts and panes under the page's policy, by keyboard and by pointer. */

const id = (page: Page, name: string) => page.getByTestId(name);

/** Refusals of the page's policy from now on. */
async function watchPolicy(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const refused: string[] = [];
    Object.assign(window, { refused });
    document.addEventListener('securitypolicyviolation', event => refused.push(`${event.violatedDirective} ${event.sourceFile}`));
  });
  return () => page.evaluate(() => (window as unknown as { refused: string[] }).refused);
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-testid') ?? '');

test('a dialog keeps the keyboard, Esc closes the upper one first, and the focus goes back', async ({ page }) => {
  await expect(id(page, 'app-ready')).toBeVisible();
  const refused = await watchPolicy(page);
  const opener = page.getByRole('button', { name: /^New crawl/ });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'New crawl' });
  await expect(dialog).toBeVisible();
  await expect.poll(() => focused(page)).toBe('seed-input');
  for (let turn = 0; turn < 60; turn++) {
    await page.keyboard.press('Tab');
    // At either end, the focus wraps around through an invisible element.
    await expect
      .poll(() =>
        page.evaluate(() => document.activeElement?.closest('[data-modal]')?.className ?? document.activeElement?.outerHTML),
      )
      .toBe('dialog');
  }
  // The window's own keys wait.
  await page.keyboard.press('Control+k');
  await expect(dialog).toBeVisible();

  await id(page, 'profile-input').click();
  await id(page, 'profile-input').fill('bingbot');
  await expect(id(page, 'profile-option').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(id(page, 'profile-option')).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await expect(id(page, 'profile-input')).not.toHaveValue('');

  await id(page, 'manage-profiles').click();
  const upper = page.getByRole('dialog', { name: 'Crawlers' });
  await expect(upper).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(upper).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
  expect(await refused()).toEqual([]);
  expect(await page.locator('style').count()).toBe(0);
});

test.describe('over a finished crawl', () => {
  test.use({ options: { demo: true } });

  test('menus, panels, tooltips and toasts work by keyboard under the page’s policy', async ({ page }) => {
    await expect(id(page, 'crawl-state')).toHaveText('finished');
    const refused = await watchPolicy(page);
    await id(page, 'view-urls').click();
    await expect(page.locator('.grid-row').first()).toBeVisible();

    await id(page, 'copy-menu-button').focus();
    await page.keyboard.press('Enter');
    const items = id(page, 'copy-menu').getByRole('menuitem');
    await expect(items.first()).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(items.nth(1)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(id(page, 'copy-menu')).toHaveCount(0);
    await expect(id(page, 'copy-menu-button')).toBeFocused();

    await id(page, 'columns-menu-button').click();
    await expect(id(page, 'columns-menu').getByRole('checkbox', { name: 'Title', exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(id(page, 'columns-menu')).toHaveCount(0);

    // A right click selects the row it is on; the inspector stays closed.
    await page.locator('.grid-row').nth(2).click({ button: 'right' });
    await expect(page.locator('.grid-row').nth(2)).toHaveAttribute('aria-selected', 'true');
    await expect(id(page, 'inspector')).toHaveCount(0);
    await id(page, 'row-menu').getByRole('menuitem', { name: 'Inspect' }).click();
    await expect(id(page, 'row-menu')).toHaveCount(0);
    await expect(id(page, 'inspector')).toBeVisible();

    await page.locator('.grid-row').nth(1).click();
    await expect(id(page, 'inspector')).toBeVisible();
    await id(page, 'inspector').getByRole('button', { name: 'Copy', exact: true }).click();
    await expect(id(page, 'toast')).toContainText('URL copied');
    await id(page, 'inspector').getByRole('button', { name: 'Visit' }).focus();
    await page.keyboard.press('Escape');
    await expect(id(page, 'toast')).toHaveCount(0);
    await expect(id(page, 'inspector')).toBeVisible();

    await id(page, 'save-dossier').hover();
    await expect(page.locator('.hint-popup')).toContainText('one HTML document');

    await id(page, 'tab-why').focus();
    await page.keyboard.press('ArrowRight');
    await expect(id(page, 'tab-timeline')).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('tabpanel', { name: 'Timeline' })).toBeVisible();
    expect(await refused()).toEqual([]);
    expect(await page.locator('style').count()).toBe(0);
  });

  test('the inspector is as wide as it was left, and the splitter moves by keyboard', async ({ page }) => {
    await expect(id(page, 'crawl-state')).toHaveText('finished');
    await id(page, 'view-urls').click();
    await page.locator('.grid-row').nth(1).click();
    const width = async (): Promise<number> => Math.round((await id(page, 'inspector').boundingBox())?.width ?? 0);
    await expect(id(page, 'inspector')).toBeVisible();
    const first = await width();
    const splitter = page.getByRole('separator', { name: 'Width of the inspector' });
    await splitter.focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(width).toBeGreaterThan(first);
    const wider = await width();
    await page.reload();
    await expect(id(page, 'crawl-state')).toBeVisible();
    await id(page, 'view-urls').click();
    await page.locator('.grid-row').nth(1).click();
    await expect.poll(width).toBe(wider);
    const at = await splitter.boundingBox();
    if (!at) throw new Error('The splitter has no place.');
    await page.mouse.move(at.x, at.y + 200);
    await page.mouse.down();
    await page.mouse.move(at.x + 60, at.y + 200, { steps: 4 });
    await page.mouse.up();
    await expect.poll(width).toBeLessThan(wider - 40);
  });

  test('the omnibox suggests operators, and the arrow keys, Enter, Tab and Esc work on them', async ({ page }) => {
    await expect(id(page, 'crawl-state')).toHaveText('finished');
    const refused = await watchPolicy(page);
    const box = id(page, 'omnibox');
    await page.keyboard.press('Control+k');
    await expect(box).toBeFocused();
    await expect(box).toHaveRole('combobox');
    await page.keyboard.type('sta');
    const options = page.getByRole('option');
    await expect(options.first()).toContainText('status:');
    await expect(box).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('ArrowDown');
    await expect(box).toHaveAttribute('aria-activedescendant', (await options.first().getAttribute('id')) ?? '?');
    // The list stays for the next operator; the keyboard stays in the field.
    await page.keyboard.press('Enter');
    await expect(box).toHaveValue('status:');
    await expect(box).toBeFocused();
    await page.keyboard.type('200 dep');
    await expect(options).toHaveCount(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await expect(box).toHaveValue('status:200 depth:');
    await expect(box).toBeFocused();
    await page.keyboard.type('0');
    await page.keyboard.press('Escape');
    await expect(box).toHaveAttribute('aria-expanded', 'false');
    await expect(box).toHaveValue('status:200 depth:0');
    await page.keyboard.press('Enter');
    await expect(id(page, 'url-grid')).toHaveAttribute('aria-rowcount', '2');
    await box.click();
    await box.fill('noi');
    await options.first().click();
    await expect(box).toHaveValue(/:$/);
    await expect(box).toBeFocused();
    expect(await refused()).toEqual([]);
  });

  test('a list beside a robots.txt is as wide as it was left', async ({ page }) => {
    await expect(id(page, 'crawl-state')).toHaveText('finished');
    await id(page, 'view-robots').click();
    await id(page, 'robots-tab-lint').click();
    const list = page.locator('.lint-side');
    const width = async (): Promise<number> => Math.round((await list.boundingBox())?.width ?? 0);
    const splitter = page.getByRole('separator', { name: 'Size of the list of findings' });
    await expect(splitter).toBeVisible();
    const first = await width();
    await splitter.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(width).toBeGreaterThan(first);
    const wider = await width();
    await id(page, 'robots-tab-file').click();
    await id(page, 'robots-tab-lint').click();
    await expect.poll(width).toBe(wider);
  });
});
