import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { ownFolder } from './own-folder.ts';
import { cacheFolder } from './session/data-folder.ts';

/**
 * From now on Node stores what it compiles of our programs, and a later run of the same files reads it: a short command takes a
 * quarter less time. Node runs what it finds there, whoever wrote it, so the folder must be the user's own. Without one, nothing is
 * stored. Sources of a checkout change all the time and are left alone.
 */
export function cacheCompiledCode(): void {
  if (import.meta.url.endsWith('.ts')) return;
  const folder = ownFolder(join(cacheFolder(), 'compiled'));
  if (folder !== null) enableCompileCache(folder);
}
