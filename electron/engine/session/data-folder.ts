import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * The folder for data of this installation that is not part of a crawl: `CRAWLSCOPE_HOME`, otherwise the data folder
 * of the app, so that window and command line share it: `$XDG_CONFIG_HOME/Crawlscope` (~/.config),
 * `~/Library/Application Support/Crawlscope`, `%APPDATA%\Crawlscope`.
 */
export function dataFolder(env: NodeJS.ProcessEnv = process.env, platform: string = process.platform): string {
  const own = env['CRAWLSCOPE_HOME'];
  if (own) return own;
  const base =
    platform === 'win32'
      ? env['APPDATA'] || join(homedir(), 'AppData', 'Roaming')
      : platform === 'darwin'
        ? join(homedir(), 'Library', 'Application Support')
        : env['XDG_CONFIG_HOME'] || join(homedir(), '.config');
  return join(base, 'Crawlscope');
}

/** The folder for what can be made again at any time: below `CRAWLSCOPE_HOME`, else where the system keeps caches. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env, platform: string = process.platform): string {
  const own = env['CRAWLSCOPE_HOME'];
  if (own) return join(own, 'cache');
  const base =
    platform === 'win32'
      ? env['LOCALAPPDATA'] || join(homedir(), 'AppData', 'Local')
      : platform === 'darwin'
        ? join(homedir(), 'Library', 'Caches')
        : env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  return join(base, platform === 'win32' ? join('Crawlscope', 'Cache') : 'Crawlscope');
}
