import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** A file on its way to its place: filled under a name of its own, then moved. */
export interface HalfFile {
  /** Where to write, absolute. The file exists and is empty. */
  readonly path: string;
  /** Flushes to the disk and moves the file to its place, which it replaces. Close other handles of it first. */
  finish(): void;
  /** Removes what was written, unless the file is finished. */
  discard(): void;
}

/**
 * Creates a file beside its place, under a name nobody can guess and never through a link (`wx`, POSIX O_EXCL).
 * `mode`: the permissions of the file, before the umask. Throws system errors as they are.
 */
export function createHalf(target: string, mode = 0o666): HalfFile {
  const place = resolve(target);
  const path = `${place}.${randomUUID().slice(0, 8)}.part`;
  closeSync(openSync(path, 'wx', mode));
  let isFinished = false;
  return {
    path,
    finish() {
      flush(path, 'r+');
      renameSync(path, place);
      isFinished = true;
      // Makes the rename survive a power loss. Windows cannot open a folder, and flushes it by itself.
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
