import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { fail } from '#shared/rpc/errors.ts';
import { hasCrawlHeader } from '#storage/file/first-bytes.ts';
import { createHalf } from '#storage/file/half-file.ts';

/** A file that appears under its name only when it is complete. */
export interface WholeFile {
  /** The temporary file, readable until `finish`; null for a device or a pipe. */
  readonly draft: string | null;
  /** Appends to the file. Text is written as UTF-8. */
  write(piece: string | Uint8Array): void;
  /** Flushes to the disk and moves the file to its target. Replaces what is there. */
  finish(): void;
  /** Removes the temporary file, unless `finish` has run. */
  discard(): void;
}

/**
 * Refuses to write a list or a report over a crawl file, because a crawl cannot be recreated. Throws an `RpcError`. Call it
 * before creating the list.
 */
export function refuseCrawlFile(path: string): void {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return;
  // The header of a new crawl is still in the log next to the file.
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  // A damaged crawl has no header to know it by.
  if (hasCrawlHeader(path) || log?.isFile() || /\.crawl$/i.test(path))
    fail(
      'bad_request',
      `${path} is a crawl file, which a list or report may not replace. Choose another name, or delete it first.`,
    );
}

/** Devices and pipes (`/dev/null`, `/dev/stdout`, a FIFO) are written directly, because a rename would replace them. */
const isPipeOrDevice = (path: string): boolean => {
  const there = statSync(path, { throwIfNoEntry: false });
  return there !== undefined && !there.isFile() && !there.isDirectory();
};

function writeAll(file: number, piece: string | Uint8Array): void {
  const bytes = typeof piece === 'string' ? Buffer.from(piece, 'utf8') : piece;
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}

/**
 * Starts a file next to its target (`createHalf`). `mode`: the permissions of the file, before the umask. Does not translate
 * system errors. Throws an `RpcError` if `path` is a crawl file.
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
    draft: half.path,
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
  return { draft: null, write: piece => writeAll(file, piece), finish: close, discard: close };
}

/** Writes text or bytes as a file, completely or not at all. Replaces what is there, but never a crawl file. */
export function writeWhole(path: string, content: string | Uint8Array, mode?: number): void {
  const file = openWhole(path, mode);
  try {
    file.write(content);
    file.finish();
  } finally {
    file.discard();
  }
}
