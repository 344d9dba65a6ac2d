import { accessSync, constants } from 'node:fs';
import { dirname } from 'node:path';

/** Whether this user may write a file, and put another one in its place. Windows does not say this of a folder; there, writing it shows. */
export function mayReplace(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    accessSync(dirname(path), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
