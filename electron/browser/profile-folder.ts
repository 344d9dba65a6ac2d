import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

const prefix = 'crawlscope-browser-';

/** A new folder for the profile of one browser. Its name holds the id of this process. Deletes those that a process left that died. */
export function newProfileFolder(parent: string = tmpdir()): string {
  sweepProfiles(parent);
  return mkdtempSync(join(parent, `${prefix}${process.pid}-`));
}

/** Deletes profile folders whose process no longer runs. */
export function sweepProfiles(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = name.startsWith(prefix) ? /^(\d+)-/.exec(name.slice(prefix.length))?.[1] : undefined;
    if (pid === undefined || isRunning(Number(pid))) continue;
    removeProfile(join(parent, name));
  }
}

/** A browser that has just ended may still write: tried several times, and left to the next start if it does not succeed. */
export function removeProfile(folder: string): void {
  try {
    removeSocketFolder(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  } catch {
    // The next start tries again.
  }
}

/** On Linux and macOS a browser keeps its socket in a folder of its own, because the path of a socket must be short. */
function removeSocketFolder(profile: string): void {
  let socket: string;
  try {
    socket = readlinkSync(join(profile, 'SingletonSocket'));
  } catch {
    return;
  }
  const folder = dirname(socket);
  if (/^\.?(?:org\.chromium|com\.google|com\.microsoft)\./.test(basename(folder)))
    rmSync(folder, { recursive: true, force: true });
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
