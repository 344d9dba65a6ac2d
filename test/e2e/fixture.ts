import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { _electron, test as base, type ElectronApplication, errors, expect, type Page } from '@playwright/test';
import { patience } from '../support/patience.ts';
import { demoFile } from './demo-file.ts';
import { engineNode } from './engine-node.ts';
import { specFolder } from './spec-folder.ts';

/** Starts the built app for a test: own profile, own folder for crawls, the Electron this machine has. */
export interface AppOptions {
  /** Arguments for the app itself, after the app folder. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** `real`: out/engine/engine.cjs. `fake`: test/support/fake-engine.cjs, for tests of the shell alone. */
  readonly engine?: 'real' | 'fake';
  /** A folder of an earlier run, to start on the same profile and crawls. It is then not removed at the end. */
  readonly folder?: string;
  /** Start on a copy of a finished crawl of the demo site. */
  readonly demo?: true;
  /** Run as `nobody` with the operating system's sandbox on. Only for root on Linux. */
  readonly asNobody?: boolean;
}

export interface RunningApp {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** Contains `profile` and `crawls`. */
  readonly folder: string;
  readonly crawls: string;
  close(): Promise<void>;
}

/** Short: the name of Chromium's socket in it has at most 104 bytes on macOS. */
const temp = 't';

interface FoundElectron {
  readonly path: string;
  readonly kind: string;
}

export const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
const nobody = 65_534;

export async function electronOfThisMachine(): Promise<FoundElectron> {
  const module = (await import(new URL('../../scripts/run/electron-path.mjs', import.meta.url).href)) as {
    findElectron(): FoundElectron | null | undefined;
  };
  const found = module.findElectron();
  if (!found) throw new Error('There is no Electron on this machine; `npm test` fetches one.');
  return found;
}

/** Each Playwright worker has its own display, so that no window takes the focus or the clipboard of another. */
function ownDisplay(): Readonly<Record<string, string>> {
  const display = process.env['CRAWLSCOPE_TEST_DISPLAYS']?.split(' ')[Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)];
  return display === undefined ? {} : { DISPLAY: display };
}

/** Environment of a started app. Variables that control Electron or Node from outside are removed. */
export function appEnvironment(folder: string, options: AppOptions): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && !/^(ELECTRON_|NODE_|CRAWLSCOPE_)/.test(name)) env[name] = value;
  }
  return {
    ...env,
    ...ownDisplay(),
    CRAWLSCOPE_ENGINE_NODE: engineNode(),
    CRAWLSCOPE_FILES_DIR: join(folder, 'crawls'),
    // Chromium leaves a folder there when it is killed.
    TMPDIR: join(folder, temp),
    ...(options.engine === 'fake' ? { CRAWLSCOPE_ENGINE_ENTRY: resolve('test/support/fake-engine.cjs') } : {}),
    ...(options.asNobody
      ? { HOME: join(folder, 'home'), XDG_CONFIG_HOME: join(folder, 'home'), XDG_RUNTIME_DIR: join(folder, 'home') }
      : {}),
    ...options.env,
  };
}

/**
 * Chromium has no sandbox for root; only this test driver ever passes the switch. Without a graphics card Chromium's graphics process
 * fails and starts again, and about one page in twenty waits for it for ever.
 */
export const sandboxSwitches = (options: AppOptions): readonly string[] => [
  ...(isRoot && !options.asNobody ? ['--no-sandbox'] : []),
  ...(process.platform === 'linux' && !existsSync('/dev/dri') ? ['--disable-gpu'] : []),
];

function makeFolder(path: string, options: AppOptions): void {
  mkdirSync(path, { recursive: true });
  if (options.asNobody) chownSync(path, nobody, nobody);
}

/** A start takes about a second, on a busy machine many: each next start has twice the time. */
const firstStartMs = 12_000;
const mostStarts = 4;

/**
 * Starts the app and attaches Playwright. About one start in thirty fails in Playwright: it attaches while the window
 * changes from its empty page to ours. It then misses the change, or leaves the new page's process waiting for a
 * debugger. The app is then started again.
 */
async function startDriven(
  executablePath: string,
  folder: string,
  options: AppOptions,
): Promise<{ app: ElectronApplication; page: Page }> {
  for (let start = 1; ; start += 1) {
    let app: ElectronApplication | undefined;
    const startMs = firstStartMs * 2 ** (start - 1);
    try {
      app = await _electron.launch({
        executablePath,
        args: [...sandboxSwitches(options), `--user-data-dir=${join(folder, 'profile')}`, resolve('.'), ...(options.args ?? [])],
        env: appEnvironment(folder, options),
        timeout: startMs,
        // Otherwise Playwright adds --no-sandbox on Linux.
        chromiumSandbox: true,
      });
      const page = await app.firstWindow({ timeout: startMs });
      // Polled, not awaited as an event, because the window may have loaded before Playwright listened. By the clock,
      // because a hidden window renders no frames.
      await page.waitForFunction(() => location.protocol === 'app:' && document.readyState !== 'loading', undefined, {
        polling: 100,
        timeout: startMs,
      });
      return { app, page };
    } catch (error) {
      app?.process().kill('SIGKILL');
      if (start === mostStarts || !(error instanceof errors.TimeoutError)) throw error;
      if (options.folder === undefined)
        for (const name of ['crawls', 'profile']) {
          rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 5 });
          makeFolder(join(folder, name), options);
        }
    }
  }
}

async function demoCopy(folder: string): Promise<string> {
  const path = join(folder, 'demo.crawl');
  await demoFile(path);
  return path;
}

export async function launchApp(options: AppOptions = {}): Promise<RunningApp> {
  const electron = await electronOfThisMachine();
  const folder = options.folder ?? specFolder();
  for (const name of ['crawls', 'profile', 'home', temp]) makeFolder(join(folder, name), options);
  let executablePath = electron.path;
  if (options.asNobody) {
    executablePath = join(folder, 'electron-as-nobody');
    writeFileSync(
      executablePath,
      `#!/bin/sh\nexec setpriv --reuid=nobody --regid=nogroup --clear-groups -- "${electron.path}" "$@"\n`,
    );
    chmodSync(executablePath, 0o755);
    chownSync(folder, nobody, nobody);
  }
  const args = [...(options.args ?? []), ...(options.demo ? [await demoCopy(folder)] : [])];
  const { app, page } = await startDriven(executablePath, folder, { ...options, args });
  return {
    app,
    page,
    folder,
    crawls: join(folder, 'crawls'),
    async close() {
      await app.close();
      if (options.folder === undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The shell's and the engine's log of a running app. */
export const readLog = (running: RunningApp): string =>
  readFileSync(join(running.folder, 'profile', 'logs', 'crawlscope.log'), 'utf8');

export interface WireReply {
  readonly kind: string;
  readonly id?: number;
  readonly value?: unknown;
  readonly json?: string;
  readonly error?: { readonly code: string; readonly message: string };
}

/**
 * Sends one message over the bridge as hostile page code could, and gives the reply with its id; null after `waitMs`. Rows that came as JSON are
 * given as a result.
 */
export async function sendRaw(page: Page, message: unknown, waitMs: number = patience.timeout): Promise<WireReply | null> {
  return page.evaluate(
    ([sent, wait]) =>
      new Promise<WireReply | null>(done => {
        const bridge = (
          window as unknown as { crawlscope: { send(m: unknown): void; onMessage(l: (m: unknown) => void): () => void } }
        ).crawlscope;
        const timer = setTimeout(() => finish(null), wait as number);
        const off = bridge.onMessage(received => {
          const reply = received as WireReply;
          if (reply.kind === 'topic' || reply.id !== (sent as { id?: number }).id) return;
          finish(reply.json === undefined ? reply : { ...reply, kind: 'result', value: JSON.parse(reply.json) });
        });
        const finish = (reply: WireReply | null) => {
          clearTimeout(timer);
          off();
          done(reply);
        };
        bridge.send(sent);
      }),
    [message, waitMs] as const,
  );
}

let nextId = 1_000_000;
/** A well-formed call from the page; ids are far from those the page's own client uses. */
export const call = (page: Page, name: string, input: unknown = {}): Promise<WireReply | null> =>
  sendRaw(page, { kind: 'call', id: nextId++, name, input });

/** For tests of one window each: `app` and `page` of a freshly started app with the real engine. */
export const test = base.extend<{ options: AppOptions; running: RunningApp; app: ElectronApplication; page: Page }>({
  options: [{}, { option: true }],
  running: async ({ options }, use) => {
    const running = await launchApp(options);
    await use(running);
    await running.close();
  },
  app: async ({ running }, use) => use(running.app),
  page: async ({ running }, use) => use(running.page),
});
export { expect };

/** Selects the first three rows of the list of URLs by key, once it has rows. */
export async function selectFirstThree(page: Page): Promise<void> {
  const grid = page.getByTestId('url-grid');
  await page.keyboard.press('Control+2');
  await expect(grid).toHaveAttribute('aria-rowcount', /^\d{2,}$/);
  await grid.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
}
