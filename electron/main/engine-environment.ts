import { allowManyLookups } from '#shared/lookup-threads.ts';
import { protocol } from '#shared/rpc/protocol.ts';

/** Environment variables that a process needs to work. Excludes NODE_OPTIONS, proxies and the user's tokens. */
const inherited = ['TMPDIR', 'TEMP', 'TMP', 'TZ', 'LANG', 'LC_ALL', 'SystemRoot', 'windir'];

/** Only for the engine: the browser that it starts needs the user's display on Linux, though it shows nothing. */
const ofDisplay = ['DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'XDG_RUNTIME_DIR'];

/** How the engine starts this app a second time, as a browser that renders. */
export interface AppBrowser {
  /** The app's program. */
  readonly program: string;
  /** Its folder in a checkout; null in a packaged app, which knows its own. */
  readonly app: string | null;
  /** The app itself runs without its sandbox. */
  readonly unsandboxed: boolean;
}

function taken(from: NodeJS.ProcessEnv, names: readonly string[]): Record<string, string> {
  const env: Record<string, string> = {};
  for (const name of names) {
    const value = from[name];
    if (value !== undefined) env[name] = value;
  }
  return env;
}

/** Of every program that main starts. `dataFolder`: where the engine stores data outside a crawl file. The app and the command line share it. */
export const programEnvironment = (from: NodeJS.ProcessEnv, dataFolder: string): Record<string, string> => ({
  CRAWLSCOPE_ENGINE_PROTOCOL: String(protocol),
  CRAWLSCOPE_HOME: dataFolder,
  ...taken(from, inherited),
});

/** Variables of the engine beyond `programEnvironment`: how it renders pages, and its number of lookup threads, which libuv on Windows only reads here. */
export function engineEnvironment(from: NodeJS.ProcessEnv, browser: AppBrowser): Record<string, string> {
  const environment = { ...taken(from, ofDisplay), CRAWLSCOPE_APP_BROWSER: JSON.stringify(browser) };
  allowManyLookups(environment);
  return environment;
}
