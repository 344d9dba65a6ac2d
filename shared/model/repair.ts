/** What a repair gave of one table. Rows that were read, that the table forbids, damaged places, and rows that they held at most. */
export interface RepairedTable {
  readonly name: string;
  readonly rows: number;
  readonly refused: number;
  readonly places: number;
  readonly missing: number;
  /** The damaged file does not have the table, or another program has changed it. */
  readonly isGone: boolean;
}

/** Rows of a table that were changed or removed, because what they refer to is lost. */
export interface MendedRows {
  readonly table: string;
  readonly rows: number;
  readonly what: string;
}

/** A new file with what could be read of a damaged one. */
export interface Repaired {
  /** Size of the new file. */
  readonly bytes: number;
  /** What was wrong with the first bytes of the damaged file; '' for nothing. */
  readonly header: string;
  readonly tables: readonly RepairedTable[];
  readonly mended: readonly MendedRows[];
  /** Tables, views, indexes and triggers that Crawlscope does not make and that are not in the new file. */
  readonly leftOut: readonly string[];
}
