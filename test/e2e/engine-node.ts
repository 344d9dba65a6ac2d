import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** The Node that runs the engine where the Electron's own is too old; ignored by the app otherwise. */
export const engineNode = (): string => {
  const own = resolve('node_modules/.bin/node');
  return existsSync(own) ? own : process.execPath;
};
