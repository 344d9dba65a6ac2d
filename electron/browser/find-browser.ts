import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** A browser cannot be found or started. The message is one line for the user. */
export class NoBrowser extends Error {}

type Kind = 'chrome' | 'msedge' | 'chromium';
const kinds: readonly Kind[] = ['chromium', 'chrome', 'msedge'];

/** Where to look: the surroundings of this process, or those of a test. */
export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  readonly isProgram: (path: string) => boolean;
  /** Names in a folder, or none. */
  readonly names: (folder: string) => readonly string[];
}

const here: Surroundings = {
  platform: process.platform,
  env: process.env,
  isProgram(path) {
    try {
      accessSync(path, process.platform === 'win32' ? constants.F_OK : constants.X_OK);
      return statSync(path).isFile();
    } catch {
      return false;
    }
  },
  names(folder) {
    try {
      return readdirSync(folder);
    } catch {
      return [];
    }
  },
};

const linuxNames: Record<Kind, readonly string[]> = {
  chromium: ['chromium', 'chromium-browser'],
  chrome: ['google-chrome-stable', 'google-chrome'],
  msedge: ['microsoft-edge-stable', 'microsoft-edge'],
};
const macApps: Record<Kind, string> = { chromium: 'Chromium', chrome: 'Google Chrome', msedge: 'Microsoft Edge' };
const windowsPaths: Record<Kind, readonly string[]> = {
  chromium: ['Chromium', 'Application', 'chrome.exe'],
  chrome: ['Google', 'Chrome', 'Application', 'chrome.exe'],
  msedge: ['Microsoft', 'Edge', 'Application', 'msedge.exe'],
};

function usualPlaces(kind: Kind, { platform, env, names }: Surroundings): readonly string[] {
  const installed =
    platform === 'win32'
      ? [env['ProgramFiles'], env['ProgramFiles(x86)'], env['LOCALAPPDATA']]
          .filter(folder => folder !== undefined)
          .map(folder => join(folder, ...windowsPaths[kind]))
      : platform === 'darwin'
        ? ['/Applications', ...(env['HOME'] ? [join(env['HOME'], 'Applications')] : [])].map(folder =>
            join(folder, `${macApps[kind]}.app`, 'Contents', 'MacOS', macApps[kind]),
          )
        : linuxNames[kind].flatMap(name =>
            (env['PATH'] ?? '')
              .split(delimiter)
              .filter(isAbsolute)
              .map(folder => join(folder, name)),
          );
  return kind === 'chromium' ? [...installed, ...playwrightPlaces(platform, env, names)] : installed;
}

/** Browsers that `npx playwright install chromium` has put there, the newest first. */
function playwrightPlaces(
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
  names: (folder: string) => readonly string[],
): readonly string[] {
  const home = env['HOME'] ?? env['USERPROFILE'] ?? '';
  const folder =
    env['PLAYWRIGHT_BROWSERS_PATH'] ??
    (platform === 'win32'
      ? join(env['LOCALAPPDATA'] ?? home, 'ms-playwright')
      : join(home, ...(platform === 'darwin' ? ['Library', 'Caches'] : ['.cache']), 'ms-playwright'));
  const revision = (name: string): number => Number(name.slice(name.lastIndexOf('-') + 1));
  const inside =
    platform === 'win32'
      ? [
          ['chrome-win', 'chrome.exe'],
          ['chrome-win64', 'chrome.exe'],
        ]
      : platform === 'darwin'
        ? [
            ['chrome-mac', 'Chromium.app', 'Contents', 'MacOS', 'Chromium'],
            ['chrome-mac-arm64', 'Chromium.app', 'Contents', 'MacOS', 'Chromium'],
          ]
        : [
            ['chrome-linux', 'chrome'],
            ['chrome-linux64', 'chrome'],
          ];
  return names(folder)
    .filter(name => /^chromium-\d+$/.test(name))
    .sort((a, b) => revision(b) - revision(a))
    .flatMap(name => inside.map(parts => join(folder, name, ...parts)));
}

/**
 * The program of a browser: `chrome`, `msedge`, `chromium`, the path of one, or null for the first of those that is installed. Throws
 * NoBrowser with what to install.
 */
export function findBrowser(wanted: string | null, surroundings: Surroundings = here): string {
  const isKind = (name: string): name is Kind => (kinds as readonly string[]).includes(name);
  if (wanted !== null && !isKind(wanted)) {
    if (surroundings.isProgram(wanted)) return wanted;
    throw new NoBrowser(`${wanted} is not a browser program. Give chrome, msedge, chromium or the path of one.`);
  }
  for (const kind of wanted === null ? kinds : [wanted]) {
    const found = usualPlaces(kind, surroundings).find(surroundings.isProgram);
    if (found !== undefined) return found;
  }
  const install: Record<Kind, string> = {
    chromium: surroundings.platform === 'linux' ? 'Install it (Debian: apt install chromium)' : 'Install it',
    chrome: 'Install Google Chrome',
    msedge: 'Install Microsoft Edge',
  };
  throw new NoBrowser(
    wanted === null
      ? `No browser to render with was found. ${
          surroundings.platform === 'linux' ? 'Install Chromium (Debian: apt install chromium)' : 'Install Chrome or Edge'
        }, or name one with --browser PATH.`
      : `The browser "${wanted}" was not found. ${install[wanted]}, or give its path.`,
  );
}
