import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** A file that is written under a temporary name and then moved to its target. */
export interface HalfFile {
  /** Where to write, absolute. The file exists and is empty. */
  readonly path: string;
  /** Flushes to the disk, which takes long for a large file. Afterwards `finish` takes no time. */
  flush(): void;
  /** Flushes to the disk and moves the file to its target, or to another name in its folder, replacing what is there. Close other handles first. */
  finish(as?: string): void;
  /** Removes the temporary file, unless `finish` has run. */
  discard(): void;
}

/** The permissions of a copy, for `createHalf`: nobody may read it who may not read the file. Its owner may write it. */
export const modeOf = (path: string): number => (statSync(path).mode & 0o666) | 0o600;

/**
 * Creates a file next to its target, under an unguessable name, and never through a link (`wx`, POSIX O_EXCL). `mode`: the
 * permissions of the file, before the umask. Does not translate system errors.
 */
export function createHalf(target: string, mode = 0o666): HalfFile {
  const place = resolve(target);
  const path = `${place}.${randomUUID().slice(0, 8)}.part`;
  closeSync(openSync(path, 'wx', mode));
  let isFinished = false;
  return {
    path,
    flush: () => flush(path, 'r+'),
    finish(as = place) {
      flush(path, 'r+');
      renameSync(path, resolve(as));
      isFinished = true;
      // Makes the rename survive a power loss. Windows cannot open a folder, and flushes it automatically.
      if (process.platform !== 'win32') flush(dirname(place), 'r');
    },
    discard() {
      if (!isFinished) rmSync(path, { force: true });
    },
  };
}

function flush(path: string, flags: 'r' | 'r+'): void {
  const file = openSync(path, flags);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
