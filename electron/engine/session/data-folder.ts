import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where systems keep one kind of a user's files: an environment variable, and the folder in AppData, Library or the home folder. */
interface Places {
  readonly windows: readonly [variable: string, folder: string];
  readonly mac: string;
  readonly others: readonly [variable: string, folder: string];
}

const dataPlaces: Places = {
  windows: ['APPDATA', 'Roaming'],
  mac: 'Application Support',
  others: ['XDG_CONFIG_HOME', '.config'],
};
const cachePlaces: Places = { windows: ['LOCALAPPDATA', 'Local'], mac: 'Caches', others: ['XDG_CACHE_HOME', '.cache'] };

function placeOf({ windows, mac, others }: Places, env: NodeJS.ProcessEnv, platform: string): string {
  if (platform === 'win32') return env[windows[0]] || join(homedir(), 'AppData', windows[1]);
  if (platform === 'darwin') return join(homedir(), 'Library', mac);
  return env[others[0]] || join(homedir(), others[1]);
}

/**
 * The folder for data of this installation that is not part of a crawl: `CRAWLSCOPE_HOME`, otherwise the data folder
 * of the app, so that window and command line share it: `$XDG_CONFIG_HOME/Crawlscope` (~/.config),
 * `~/Library/Application Support/Crawlscope`, `%APPDATA%\Crawlscope`.
 */
export function dataFolder(env: NodeJS.ProcessEnv = process.env, platform: string = process.platform): string {
  return env['CRAWLSCOPE_HOME'] || join(placeOf(dataPlaces, env, platform), 'Crawlscope');
}

/** The folder for what can be made again at any time: below `CRAWLSCOPE_HOME`, else where the system keeps caches. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env, platform: string = process.platform): string {
  const own = env['CRAWLSCOPE_HOME'];
  if (own) return join(own, 'cache');
  return join(placeOf(cachePlaces, env, platform), platform === 'win32' ? join('Crawlscope', 'Cache') : 'Crawlscope');
}
