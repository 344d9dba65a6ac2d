import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cacheFolder, dataFolder } from '#engine/session/data-folder.ts';

const home = homedir();

test.each([
  ['win32', {}, join(home, 'AppData/Roaming/Crawlscope'), join(home, 'AppData/Local/Crawlscope/Cache')],
  ['win32', { APPDATA: '/r', LOCALAPPDATA: '/l' }, join('/r', 'Crawlscope'), join('/l', 'Crawlscope', 'Cache')],
  ['darwin', {}, join(home, 'Library/Application Support/Crawlscope'), join(home, 'Library/Caches/Crawlscope')],
  ['linux', {}, join(home, '.config/Crawlscope'), join(home, '.cache/Crawlscope')],
  ['linux', { XDG_CONFIG_HOME: '/c', XDG_CACHE_HOME: '/k' }, join('/c', 'Crawlscope'), join('/k', 'Crawlscope')],
  ['linux', { CRAWLSCOPE_HOME: '/own', XDG_CACHE_HOME: '/k' }, '/own', join('/own', 'cache')],
])('folders of a user on %s with %o', (platform, env, data, cache) => {
  expect(dataFolder(env, platform)).toBe(data);
  expect(cacheFolder(env, platform)).toBe(cache);
});
