import type { ElectronOptions } from '#browser/electron-host.ts';
import type { NoBrowser } from '#browser/find-browser.ts';
import type { Renderer } from '#shared/model/rendering.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import type { OpenBrowser } from './network.ts';

/** The browser that renders pages: 'chrome', 'msedge', 'chromium' or its path; null: one that is installed. */
export interface BrowserChoice {
  readonly browser: string | null;
  /** Knowingly without the sandbox, as root needs it. */
  readonly unsandboxed: boolean;
}

/** Starts an installed browser. Loaded late: most sessions render nothing. */
export const installedBrowser =
  ({ browser, unsandboxed }: BrowserChoice): OpenBrowser =>
  async (): Promise<Renderer> => {
    const [{ openChromium }, { NoBrowser }] = await Promise.all([
      import('#browser/renderer.ts'),
      import('#browser/find-browser.ts'),
    ]);
    return orUnavailable(NoBrowser, () => openChromium({ browser, unsandboxed }));
  };

/**
 * The browser of the command line: the app's own Electron where the app started the command line (`CRAWLSCOPE_APP_BROWSER`, JSON of
 * `ElectronOptions`) and no other browser is named, else an installed one.
 */
export function chosenBrowser(choice: BrowserChoice, env: NodeJS.ProcessEnv = process.env): OpenBrowser {
  const own = ownOptions(choice, env);
  return own === null ? installedBrowser(choice) : ownElectron(own);
}

function ownOptions({ browser, unsandboxed }: BrowserChoice, env: NodeJS.ProcessEnv): ElectronOptions | null {
  const own = env['CRAWLSCOPE_APP_BROWSER'];
  return own === undefined || browser !== null ? null : { ...(JSON.parse(own) as ElectronOptions), unsandboxed };
}

/** Rejects with the line for the user where `chosenBrowser` is not installed, or may not start. Starts nothing. */
export async function requireChosenBrowser(choice: BrowserChoice, env: NodeJS.ProcessEnv = process.env): Promise<void> {
  const own = ownOptions(choice, env);
  if (own === null) return await requireBrowser(choice);
  const [{ electronStarter }, { NoBrowser }] = await Promise.all([
    import('#browser/electron-host.ts'),
    import('#browser/find-browser.ts'),
  ]);
  await orUnavailable(NoBrowser, async () => electronStarter(own));
}

/** Rejects with the line for the user where the chosen browser is not installed, or may not start. Starts nothing. */
export async function requireBrowser({ browser, unsandboxed }: BrowserChoice): Promise<void> {
  const [{ chromiumStarter }, { NoBrowser }] = await Promise.all([
    import('#browser/chromium.ts'),
    import('#browser/find-browser.ts'),
  ]);
  await orUnavailable(NoBrowser, async () => chromiumStarter({ browser, unsandboxed }));
}

/** Starts the app's own Electron as a browser, as the process that started the engine said. Loaded late. */
const ownElectron =
  (options: ElectronOptions): OpenBrowser =>
  async (): Promise<Renderer> => {
    const [{ openElectron }, { NoBrowser }] = await Promise.all([
      import('#browser/electron-host.ts'),
      import('#browser/find-browser.ts'),
    ]);
    return orUnavailable(NoBrowser, () => openElectron(options));
  };

/** `open`, with the one line for the user of a browser that cannot be used as an `RpcError`. */
async function orUnavailable<T>(noBrowser: typeof NoBrowser, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    throw error instanceof noBrowser ? new RpcError('unavailable', error.message) : error;
  }
}

/**
 * The browser that a session uses where it is not given one: the app's own Electron in an engine that the app started
 * (`CRAWLSCOPE_APP_BROWSER`, JSON of `ElectronOptions`), else an installed one.
 */
export function defaultBrowser(env: NodeJS.ProcessEnv): OpenBrowser {
  const own = env['CRAWLSCOPE_APP_BROWSER'];
  if (own === undefined) return installedBrowser({ browser: null, unsandboxed: false });
  return ownElectron(JSON.parse(own) as ElectronOptions);
}

/**
 * Prints our own document as PDF with an installed browser. Rejects with the line for the user where there is none. `stopped`: ends the browser, and null is
 * the result. Loaded late.
 */
export async function printInBrowser(html: string, choice: BrowserChoice, stopped: AbortSignal): Promise<Uint8Array | null> {
  const [{ printDocument }, { NoBrowser }] = await Promise.all([
    import('#browser/print-document.ts'),
    import('#browser/find-browser.ts'),
  ]);
  return orUnavailable(NoBrowser, () => printDocument(html, choice, stopped));
}
