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
    try {
      return await openChromium({ browser, unsandboxed });
    } catch (error) {
      throw error instanceof NoBrowser ? new RpcError('unavailable', error.message) : error;
    }
  };
