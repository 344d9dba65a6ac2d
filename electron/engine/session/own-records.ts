import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What this installation has allowed a crawl file to do, stored outside of the file. There is one empty file in the
 * data folder for each permission. Its name is a keyed hash (HMAC-SHA-256) of the crawl's random id and of what is
 * allowed. A crawl file cannot write its own permission, and a changed request is a different permission. A copy of a
 * crawl file has the same id, and so the same permissions for hosts and site rules. A permission for automatic checks
 * also names the file on the disk.
 */
export interface OwnRecords {
  has(crawlId: string, what: string): boolean;
  /** False where the data folder cannot be written; the permission then lasts as long as the caller remembers it. */
  add(crawlId: string, what: string): boolean;
}

const keyBytes = 32;

export function ownRecords(folder: string): OwnRecords {
  const place = join(folder, 'own-crawls');
  const keyFile = join(place, 'key');
  const read = (): Buffer | null => {
    if (!existsSync(keyFile)) return null;
    const key = Buffer.from(readFileSync(keyFile, 'latin1').trim(), 'hex');
    return key.length === keyBytes ? key : null;
  };
  const create = (): Buffer | null => {
    mkdirSync(place, { recursive: true, mode: 0o700 });
    try {
      writeFileSync(keyFile, `${randomBytes(keyBytes).toString('hex')}\n`, { flag: 'wx', mode: 0o600 });
    } catch (error) {
      // Another process of this installation was quicker.
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    return read();
  };
  const nameOf = (key: Buffer, crawlId: string, what: string): string =>
    join(
      place,
      createHmac('sha256', key)
        .update(JSON.stringify([crawlId, what]))
        .digest('hex'),
    );
  return {
    has(crawlId, what) {
      const key = crawlId === '' ? null : orNull(read);
      return key !== null && existsSync(nameOf(key, crawlId, what));
    },
    add(crawlId, what) {
      const done = orNull(() => {
        const key = crawlId === '' ? null : (read() ?? create());
        if (!key) return null;
        writeFileSync(nameOf(key, crawlId, what), '', { mode: 0o600 });
        return true;
      });
      return done === true;
    },
  };
}

/** The outcome of work on files, null where the system does not allow it: then nothing is trusted. */
function orNull<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  }
}
