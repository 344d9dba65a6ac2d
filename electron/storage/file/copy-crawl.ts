import { existsSync, rmSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import BetterSqlite3, { type Database } from 'better-sqlite3';
import { fail, RpcError } from '#shared/rpc/errors.ts';
import { refuseOtherFiles, storageError } from './database.ts';
import { isUnwritable } from './disk-full.ts';
import { megabytes, roomIn } from './disk-room.ts';
import { createHalf, modeOf } from './half-file.ts';
import { schemaVersion, versionOf } from './migrate.ts';

/** How far a copy is, in bytes of the file. */
export interface CopyProgress {
  readonly done: number;
  readonly total: number;
}

export interface Copied {
  readonly bytes: number;
  /** A living process crawled the file; the copy is a stopped crawl. */
  readonly wasCrawled: boolean;
}

/** Pages of one step: 2 MiB, some milliseconds. */
const pagesOfStep = 256;

class Cancelled extends Error {}

/** Refuses a target that exists, or whose folder does not. */
export function refuseTarget(target: string): void {
  if (existsSync(target)) fail('refused', `${basename(target)} already exists. Choose another name, or delete it first.`);
  if (!existsSync(dirname(target)))
    fail('bad_request', `The folder ${dirname(target)} does not exist. Create it first, or choose another.`);
}

/** One clear line: about the new file where it cannot be written, else about the crawl file. */
export function copyError(error: unknown, path: string, target: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (isUnwritable(code))
    return new RpcError(
      'unavailable',
      `The new file ${basename(target)} could not be written (${code}). Choose another folder, or make room.`,
    );
  return storageError(error, path);
}

/**
 * Writes a copy of a crawl file as it is at this moment (SQLite's backup API), also while another connection or process crawls it: a read
 * transaction keeps that state while the crawl goes on. `settle` gets the copy of a crawl that has not ended, before it has its name, and says whether a process crawls it. The copy appears
 * under its name when it is whole. `report` is called between steps; after 'cancel' nothing is left, and the result is null. Throws an `RpcError` if the target exists, there is no room, or the file is damaged.
 */
export async function copyCrawl(
  path: string,
  target: string,
  settle: (path: string) => boolean,
  report: (progress: CopyProgress) => 'go-on' | 'cancel',
): Promise<Copied | null> {
  refuseTarget(target);
  let source: Database | null = null;
  try {
    source = new BetterSqlite3(path, { readonly: true, timeout: 1_000 });
    source.pragma('trusted_schema = OFF');
    refuseOtherFiles(source, path);
    source.exec('BEGIN');
    const pages = source.prepare('SELECT page_count FROM pragma_page_count').pluck().get() as number;
    const bytes = pages * (source.pragma('page_size', { simple: true }) as number);
    const room = roomIn(dirname(target));
    if (room < bytes)
      fail(
        'unavailable',
        `The copy needs ${megabytes(bytes)} in ${dirname(target)}; ${megabytes(room)} are free. Make room, or choose another folder.`,
      );
    return await written(source, { target, mode: modeOf(path), settle, bytes }, report);
  } catch (error) {
    if (error instanceof Cancelled) return null;
    throw copyError(error, path, target);
  } finally {
    source?.close();
  }
}

async function written(
  source: Database,
  {
    target,
    mode,
    settle,
    bytes,
  }: { readonly target: string; readonly mode: number; readonly settle: (path: string) => boolean; readonly bytes: number },
  report: (progress: CopyProgress) => 'go-on' | 'cancel',
): Promise<Copied> {
  const half = createHalf(target, mode);
  try {
    const step = (done: number): void => {
      if (report({ done, total: bytes }) === 'cancel') throw new Cancelled();
    };
    step(0);
    await source.backup(half.path, {
      progress({ totalPages, remainingPages }) {
        step(Math.floor((bytes * (totalPages - remainingPages)) / Math.max(1, totalPages)));
        return pagesOfStep;
      },
    });
    const wasCrawled = isCrawled(half.path) && settle(half.path);

    step(bytes);
    refuseTarget(target);
    const { size } = statSync(half.path);
    half.finish();
    return { bytes: size, wasCrawled };
  } finally {
    half.discard();
    for (const suffix of ['-journal', '-wal', '-shm']) rmSync(half.path + suffix, { force: true });
  }
}

/** The copy is one file without a log. Returns whether the crawl was running, by this version of the program. */
function isCrawled(path: string): boolean {
  const db = new BetterSqlite3(path);
  try {
    db.pragma('trusted_schema = OFF');
    db.pragma('journal_mode = DELETE');
    const state = db.prepare('SELECT state FROM crawl').pluck().get();
    return versionOf(db) === schemaVersion && (state === 'running' || state === 'paused');
  } finally {
    db.close();
  }
}
