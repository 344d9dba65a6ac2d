import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { appVersion } from '#shared/version.ts';

/** The version the build carries; run from its sources, the one in the nearest package.json of this product. */
export function version(): string {
  if (appVersion !== 'source') return appVersion;
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const found = readPackage(join(folder, 'package.json'));
    if (found !== null) return found;
    if (folder === dirname(folder)) return 'unknown';
  }
}

function readPackage(path: string): string | null {
  try {
    const { name, version: number } = JSON.parse(readFileSync(path, 'utf8')) as { name?: unknown; version?: unknown };
    return name === 'crawlscope' && typeof number === 'string' ? number : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return null;
    throw error;
  }
}
