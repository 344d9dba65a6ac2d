import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';

/**
 * Pictures are made on demand, never by `npm test`: `npm run screenshots` sets CRAWLSCOPE_SHOTS to the folder of the
 * documents; CRAWLSCOPE_LOOKS names a folder for further pictures, for people who review a change.
 */
const shots = process.env['CRAWLSCOPE_SHOTS'] ?? '';
const looks = process.env['CRAWLSCOPE_LOOKS'] ?? '';
const schemes = ['dark', 'light'] as const;
const sizes = [
  { width: 1_280, height: 800 },
  { width: 1_920, height: 1_080 },
] as const;
/** Transitions of colours have ended by then. */
const settledMs = 400;

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const resize = (app: ElectronApplication, size: Size): Promise<void> =>
  app.evaluate(({ BrowserWindow }, { width, height }) => {
    BrowserWindow.getAllWindows()[0]?.setContentSize(width, height);
  }, size);

/** A picture of the documents, dark and light: `name-dark.png`, `name-light.png`. */
export async function shoot(page: Page, name: string): Promise<void> {
  if (shots !== '') await photograph(page, shots, name);
}

/** A picture for people who look a change over, dark and light, in two sizes. */
export async function look(
  { app, page }: { readonly app: ElectronApplication; readonly page: Page },
  name: string,
): Promise<void> {
  if (looks === '') return;
  for (const size of sizes) {
    await resize(app, size);
    await photograph(page, looks, `${name}-${size.width}`);
  }
}

/** The same for a page whose size cannot be set: all of it, however long. */
export async function lookAt(page: Page, name: string): Promise<void> {
  if (looks !== '') await photograph(page, looks, name, 'whole');
}

async function photograph(page: Page, folder: string, name: string, part: 'window' | 'whole' = 'window'): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    await page.waitForTimeout(settledMs);
    await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`), fullPage: part === 'whole' });
  }
}
