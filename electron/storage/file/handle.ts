import type { Database } from 'better-sqlite3';

/** A connection that only reads; a function given one cannot change the file. */
export type ReadDb = Omit<Database, 'exec' | 'transaction'>;

/** A connection that may change the file. Which of the two a caller gets is decided where the file is opened. */
export interface WriteDb extends Database {
  readonly open: boolean;
}
