import { closeSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { fail } from '#shared/rpc/errors.ts';
import { createHalf } from '#storage/file/half-file.ts';

/** A file that appears under its name only when it is whole. */
export interface WholeFile {
  /** Writes behind what was written before; text as UTF-8. */
  write(piece: string | Uint8Array): void;
  /** Flushes to the disk and moves the file to its place. Replaces what is there. */
  finish(): void;
  /** Removes what was written, unless the file is finished. */
  discard(): void;
}

/** 'SQLite format 3\0' begins every database, and our application id 'CRSC' stands at byte 68 (sqlite.org/fileformat2.html). */
function isCrawlFile(path: string): boolean {
  const bytes = Buffer.alloc(72);
  const file = openSync(path, 'r');
  try {
    readSync(file, bytes, 0, bytes.length, 0);
  } finally {
    closeSync(file);
  }
  return bytes.toString('latin1', 0, 15) === 'SQLite format 3' && bytes.toString('latin1', 68, 72) === 'CRSC';
}

/**
 * Refuses to write a list or a report over a crawl file: a crawl cannot be made again. Throws an `RpcError`.
 * Call it before the work that makes the list.
 */
export function refuseCrawlFile(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() && isCrawlFile(path))
    fail(
      'bad_request',
      `${path} is a crawl file, and a list or report may not replace it. Choose another name, or delete it first.`,
    );
}

/** A device or a pipe (`/dev/null`, `/dev/stdout`, a FIFO) is written into: a rename would replace it. */
const isPipeOrDevice = (path: string): boolean => {
  const there = statSync(path, { throwIfNoEntry: false });
  return there !== undefined && !there.isFile() && !there.isDirectory();
};

function writeAll(file: number, piece: string | Uint8Array): void {
  const bytes = typeof piece === 'string' ? Buffer.from(piece, 'utf8') : piece;
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}

/**
 * Begins a file beside its place (`createHalf`). `mode`: the permissions of the file, before the umask.
 * Throws system errors as they are, and an `RpcError` where `path` is a crawl file.
 */
export function openWhole(path: string, mode?: number): WholeFile {
  refuseCrawlFile(path);
  if (isPipeOrDevice(path)) return openDevice(path);
  const half = createHalf(path, mode);
  const file = openSync(half.path, 'r+');
  let isOpen = true;
  const close = (): void => {
    if (isOpen) closeSync(file);
    isOpen = false;
  };
  return {
    write: piece => writeAll(file, piece),
    finish() {
      close();
      half.finish();
    },
    discard() {
      close();
      half.discard();
    },
  };
}

function openDevice(path: string): WholeFile {
  const file = openSync(path, 'w');
  let isOpen = true;
  const close = (): void => {
    if (isOpen) closeSync(file);
    isOpen = false;
  };
  return { write: piece => writeAll(file, piece), finish: close, discard: close };
}

/** Writes text or bytes as a file, whole or not at all. Replaces what is there, but never a crawl file. */
export function writeWhole(path: string, content: string | Uint8Array, mode?: number): void {
  const file = openWhole(path, mode);
  try {
    file.write(content);
    file.finish();
  } finally {
    file.discard();
  }
}
