import { lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';

const othersWrite = 0o002;
const groupOrOthersWrite = 0o022;
const sticky = 0o1000;

/**
 * Makes a folder for files that this program runs later, unless it exists. Gives its path without links if only this user can put files
 * there, else null: the folder is no link and belongs to the user, nobody else may write to it, and nobody else can put another one in its
 * place. Windows protects the folders of a user by itself. `user`: the id of the user, null where the system has none.
 */
export function ownFolder(folder: string, user: number | null = process.geteuid?.() ?? null): string | null {
  // A relative path would be looked for wherever the user happens to be.
  if (!isAbsolute(folder)) return null;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (user === null) return folder;
    const real = join(realpathSync(dirname(folder)), basename(folder));
    const own = lstatSync(real);
    if (!own.isDirectory() || own.uid !== user || (own.mode & groupOrOthersWrite) !== 0) return null;
    return above(real).every(each => isSafeAbove(each, user)) ? real : null;
  } catch {
    // It cannot be made or looked at: nothing is stored there.
    return null;
  }
}

/** The folders that a folder is in, up to the root. */
function above(folder: string): string[] {
  const found: string[] = [];
  for (let at = dirname(folder), last = folder; at !== last; last = at, at = dirname(at)) found.push(at);
  return found;
}

/** Whether strangers cannot rename what is in a folder: in a sticky one, such as /tmp, only its owner can. */
function isSafeAbove(folder: string, user: number): boolean {
  const { uid, mode } = lstatSync(folder);
  return (uid === user || uid === 0) && ((mode & othersWrite) === 0 || (mode & sticky) !== 0);
}
