import type { Renderer } from '#shared/model/rendering.ts';
import { startOverPipe } from './chromium.ts';
import { NoBrowser } from './find-browser.ts';
import { newProfileFolder } from './profile-folder.ts';
import { openRenderer, type RendererOptions } from './renderer.ts';
import type { StartBrowser } from './running-browser.ts';

export interface ElectronOptions {
  /** The app's program. */
  readonly program: string;
  /** Its folder in a checkout; null in a packaged app, which knows its own. */
  readonly app: string | null;
  readonly unsandboxed: boolean;
}

/** How to start the app a second time, as a browser that renders (`electron/main/render-worker`). */
export function electronStarter({ program, app, unsandboxed }: ElectronOptions): StartBrowser {
  if (!unsandboxed && process.getuid?.() === 0) {
    throw new NoBrowser(
      'As root the browser has no sandbox against the pages it renders. Run as an ordinary user, or accept that with --unsandboxed.',
    );
  }
  const hasDisplay = process.platform !== 'linux' || Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);
  return () => {
    const profile = newProfileFolder();
    return startOverPipe({
      program,
      arguments: [
        ...(unsandboxed ? ['--no-sandbox'] : []),
        ...(hasDisplay ? [] : ['--ozone-platform=headless']),
        ...(app === null ? [] : [app]),
        `--render-worker=${profile}`,
      ],
      profile,
      display: true,
    });
  };
}

/** A renderer with the app's own Chromium. Rejects with NoBrowser, whose message is one line for the user. */
export const openElectron = (options: ElectronOptions, own: RendererOptions = {}): Promise<Renderer> =>
  openRenderer(electronStarter(options), own);
