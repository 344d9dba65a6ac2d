import type { ElectronApplication } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { launchApp, type RunningApp } from './fixture.ts';

/** The question before a window closes over a running crawl. The system's own message box is replaced by one that notes the question. */

interface Asked {
  readonly message: string;
  readonly detail: string;
  readonly buttons: readonly string[];
  readonly defaultId: number;
  readonly cancelId: number;
}

/** From now on, each message box returns this: the number of a button. */
async function answerWith(app: ElectronApplication, response: number): Promise<void> {
  await app.evaluate(({ dialog }, button) => {
    const asked: unknown[] = [];
    Object.assign(globalThis, { asked });
    Object.assign(dialog, {
      showMessageBox: (...given: readonly unknown[]) => {
        asked.push(given.at(-1));
        return Promise.resolve({ response: button, checkboxChecked: false });
      },
    });
  }, response);
}

const questions = (app: ElectronApplication): Promise<readonly Asked[]> =>
  app.evaluate(() => (globalThis as unknown as { asked: Asked[] }).asked);

const closeWindow = (app: ElectronApplication): Promise<void> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());

let running: RunningApp | null = null;
test.afterEach(async () => {
  await running?.close();
  running = null;
});

test('closing the window over a running crawl asks; Keep crawling keeps it, Stop and close ends it', async () => {
  running = await launchApp({ env: { CRAWLSCOPE_TEST_STOP: 'ask' } });
  const { app, page } = running;
  await page.getByTestId('demo-crawl').click();
  const state = page.getByTestId('crawl-state');
  await expect(state).toHaveAttribute('data-state', 'running');

  await answerWith(app, 1);
  await closeWindow(app);
  await expect.poll(() => questions(app)).toHaveLength(1);
  const [question] = await questions(app);
  expect(question).toMatchObject({
    message: '“Demo” is still crawling.',
    buttons: ['Stop and close', 'Keep crawling'],
    // Enter and Esc keep the crawl.
    defaultId: 1,
    cancelId: 1,
  });
  expect(question?.detail).toContain('resume it later');
  await expect(state).toHaveAttribute('data-state', 'running');

  await answerWith(app, 0);
  const closed = app.waitForEvent('close');
  await closeWindow(app);
  await closed;
});

test('without a running crawl the window closes without a question', async () => {
  running = await launchApp({ env: { CRAWLSCOPE_TEST_STOP: 'ask' }, demo: true });
  const { app, page } = running;
  await expect(page.getByTestId('crawl-state')).toHaveAttribute('data-state', 'finished');
  // The set button would keep the window open, so it closes only if no message box appears.
  await answerWith(app, 1);
  const closed = app.waitForEvent('close');
  await closeWindow(app);
  await closed;
});
