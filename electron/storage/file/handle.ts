import type { Database } from 'better-sqlite3';

/** A read-only connection: a function that receives one cannot change the file. */
export type ReadDb = Omit<Database, 'exec' | 'transaction'>;

/** A connection that may change the file. The code that opens the file decides which type a caller gets. */
export interface WriteDb extends Database {
  readonly open: boolean;
}
