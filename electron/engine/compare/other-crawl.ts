import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { fail, RpcError } from '#shared/rpc/errors.ts';
import { openDatabase, storageError } from '#storage/file/database.ts';
import type { WriteDb } from '#storage/file/handle.ts';
import { crawlTable } from '#storage/tables/crawls.ts';
import { isAlive } from '../session/owner.ts';
import { isSameFile } from '../session/same-file.ts';

/**
 * Opens the other crawl of a comparison, read-only. Throws an error that names the file and says what to do for: the open file
 * itself, a file that is not a crawl, a damaged or newer file, a file with a running crawl.
 */
export function openOther(path: string, open: string): WriteDb {
  const name = basename(path);
  if (!existsSync(path)) fail('not_found', `“${name}” does not exist any more. Choose another file.`);
  if (isSameFile(path, open)) fail('bad_request', `“${name}” is the crawl that is open. Choose another file to compare it with.`);
  let db: WriteDb | undefined;
  try {
    db = openDatabase(path, { readOnly: true });
    const row = crawlTable(db).read() ?? fail('bad_request', 'no crawl');
    if ((row.state === 'running' || row.state === 'paused') && isAlive(row.owner, row.heartbeatAt, Date.now()))
      fail('unavailable', `“${name}” is being crawled by another process. Stop it there, then compare again.`);
    return db;
  } catch (error) {
    db?.close();
    throw refusal(storageError(error, path), name);
  }
}

/** The same error as for opening a file, with advice for a comparison. */
export function refusal(error: unknown, name: string): unknown {
  if (!(error instanceof RpcError)) return error;
  if (error.code === 'bad_request')
    return new RpcError('bad_request', `“${name}” is not a crawl file. Choose one that Crawlscope wrote.`);
  if (/ is damaged\b/.test(error.message)) return damaged(name);
  return error;
}

const damaged = (name: string): RpcError =>
  new RpcError('refused', `“${name}” is damaged and cannot be compared. Choose another copy of it.`);
