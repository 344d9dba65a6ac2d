import { lstatSync, mkdtempSync, readdirSync, readlinkSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { processLives } from './process-lives.ts';

const prefix = 'crawlscope-browser-';

/** A new folder for the profile of one browser. Its name holds the id of this process. Deletes those that a process left that died. */
export function newProfileFolder(parent: string = tmpdir()): string {
  sweepProfiles(parent);
  return mkdtempSync(join(parent, `${prefix}${process.pid}-`));
}

/**
 * The temporary folder of a browser on Linux. What a killed browser leaves there is deleted with its profile. The folder is the profile itself. If that
 * path is too long, it is a folder in /tmp: Chromium adds a name like /.org.chromium.Chromium.aB3xYz/SingletonSocket for its socket, and the path of
 * a socket has at most 107 bytes (sockaddr_un). Null if neither is possible, and on other systems, because Chromium does not read TMPDIR there.
 */
export function newTemporaryFolder(profile: string): string | null {
  if (process.platform !== 'linux') return null;
  if (Buffer.byteLength(profile) + '/.org.chromium.Chromium.aB3xYz/SingletonSocket'.length <= 107) return profile;
  try {
    return newProfileFolder('/tmp');
  } catch {
    return null;
  }
}

/** Deletes profile folders whose process no longer runs. The parent may be shared: what is a link or of another user stays. */
export function sweepProfiles(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = name.startsWith(prefix) ? /^(\d+)-/.exec(name.slice(prefix.length))?.[1] : undefined;
    if (pid === undefined || processLives(Number(pid))) continue;
    const folder = join(parent, name);
    if (isOwnFolder(folder)) removeProfile(folder);
  }
}

/**
 * Deletes a folder of `newProfileFolder`, whoever owns it now: a browser may run as another user than we do. A browser that has just ended may
 * still write, so several attempts are made, and the next start makes another if none succeeds. `sockets`: what `socketFolderOf` said of it.
 */
export function removeProfile(folder: string, sockets: string | null = socketFolderOf(folder)): void {
  try {
    if (sockets !== null) removeSocketFolder(sockets);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  } catch {
    // The next start tries again.
  }
}

/**
 * On Linux and macOS a browser keeps its socket in a folder of its own, because the path of a socket must be short. A profile that another
 * browser left says where: only a folder directly in the temporary folder is believed. A browser that ends removes what it says before
 * that folder, so ask while it runs.
 */
export function socketFolderOf(profile: string): string | null {
  try {
    const folder = dirname(readlinkSync(join(profile, 'SingletonSocket')));
    const isNamed = /^\.?(?:org\.chromium|com\.google|com\.microsoft)\.[^/]+$/.test(basename(folder));
    return isNamed && isTemporary(dirname(folder)) && isOwnFolder(folder) ? folder : null;
  } catch {
    return null;
  }
}

/** Only the files of a browser go. */
function removeSocketFolder(folder: string): void {
  if (!isOwnFolder(folder)) return;
  for (const name of socketFiles) rmSync(join(folder, name), { force: true });
  try {
    rmdirSync(folder);
  } catch {
    // It holds something that is no browser's.
  }
}
const socketFiles = ['SingletonSocket', 'SingletonCookie'];

const isTemporary = (folder: string): boolean => [tmpdir(), '/tmp'].some(one => resolve(one) === folder);

/** A folder itself, not a link to one, and of this user where the system has users by number. */
function isOwnFolder(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isDirectory() === true && (process.getuid === undefined || found.uid === process.getuid());
}
