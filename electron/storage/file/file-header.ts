import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';

const headerBytes = 100;
/** Offsets in the header (sqlite.org/fileformat2.html#the_database_header). */
const at = { writeVersion: 18, changes: 24, pages: 28, freePages: 36, schema: 40 } as const;

/** The state of a database, as its first bytes describe it. */
export interface FileState {
  /** The file uses a write-ahead log. These bytes do not describe changes in the log. */
  readonly isWal: boolean;
  /** Changes with every write to a file without a log, and with every change of its journal mode. */
  readonly changes: number;
  /** Identifies this state of a file without a log. No other state of the file has the same mark. */
  readonly mark: string;
}

/**
 * Reads the header of an open database directly, without SQLite. Closing any descriptor of a file releases all locks of this
 * process on it (POSIX). So the descriptor stays open until the connection has been closed.
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

  /** Whether the log of this file is empty. */
  hasEmptyLog(): boolean {
    const log = `${this.path}-wal`;
    return !existsSync(log) || statSync(log).size === 0;
  }
}
