import type { FileInfo } from './shell.ts';

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

/** How far a repair is. `table`: the one that is read, '' while the file is opened. */
export interface RepairStep {
  readonly table: string;
  /** 0 to 1, of the rows. */
  readonly share: number;
}

/** What a repair found, in sentences. */
export interface RepairFound {
  /** Size of the new file. */
  readonly bytes: number;
  readonly hasLosses: boolean;
  readonly lines: readonly string[];
}

/** The repair that the window started last. */
export interface RepairWork extends RepairStep {
  readonly state: 'none' | 'running' | 'done' | 'cancelled' | 'failed';
  /** The damaged file and the new one, as files are shown. */
  readonly source: FileInfo | null;
  readonly target: FileInfo | null;
  /** Milliseconds to the expected end; null when it cannot be said. */
  readonly etaMs: number | null;
  /** Set when it is done. */
  readonly found: RepairFound | null;
  /** What went wrong, one sentence; '' otherwise. */
  readonly problem: string;
}
