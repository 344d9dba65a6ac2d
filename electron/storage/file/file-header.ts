import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';

const headerBytes = 100;
/** Offsets in the header (sqlite.org/fileformat2.html#the_database_header). */
const at = { writeVersion: 18, changes: 24, pages: 28, freePages: 36, schema: 40 } as const;

/** What the first bytes of a database say about its state. */
export interface FileState {
  /** Changes lie in a log beside the file, which these bytes know nothing of. */
  readonly isWal: boolean;
  /** Another number after every change of a file without a log, and after a change of its journal mode. */
  readonly changes: number;
  /** Names this state of a file without a log: no other state of it has the same. */
  readonly mark: string;
}

/**
 * The header of an open database, read past SQLite. Closing any descriptor of a file ends the locks that this process holds on it
 * (POSIX), so it is closed after the connection, with it.
 */
export class FileHeader {
  private readonly path: string;
  private readonly fd: number;

  constructor(path: string, db: Database) {
    this.path = path;
    this.fd = openSync(path, 'r');
    const close = db.close.bind(db);
    let open = true;
    db.close = () => {
      close();
      if (open) closeSync(this.fd);
      open = false;
      return db;
    };
  }

  read(): FileState {
    const bytes = Buffer.alloc(headerBytes);
    readSync(this.fd, bytes, 0, headerBytes, 0);
    const numbers = [at.changes, at.pages, at.freePages, at.schema].map(offset => bytes.readUInt32BE(offset));
    return {
      isWal: bytes[at.writeVersion] !== 1,
      changes: numbers[0] ?? 0,
      mark: numbers.map(number => number.toString(16).padStart(8, '0')).join(' '),
    };
  }

  /** Nothing was written to the log of this file. */
  hasEmptyLog(): boolean {
    const log = `${this.path}-wal`;
    return !existsSync(log) || statSync(log).size === 0;
  }
}
