import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'crawlscope-browser-';

/** A new folder for the profile of one browser. Its name holds the id of this process. Deletes those that a process left that died. */
export function newProfileFolder(parent: string = tmpdir()): string {
  sweepProfiles(parent);
  return mkdtempSync(join(parent, `${prefix}${process.pid}-`));
}

/** Deletes profile folders whose process no longer runs. */
export function sweepProfiles(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    if (pid === undefined || isRunning(Number(pid))) continue;
    removeProfile(join(parent, name));
  }
}

/** A browser that has just ended may still write: tried several times, and left to the next start if it does not succeed. */
export function removeProfile(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  } catch {
    // The next start tries again.
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
