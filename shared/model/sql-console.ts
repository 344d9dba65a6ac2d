import type { FileInfo } from './shell.ts';

/** Limits of the SQL console. `most…`: what the user may ask for. */
export const sqlLimits = {
  /** Characters of a statement. */
  text: 20_000,
  seconds: 30,
  mostSeconds: 600,
  rows: 10_000,
  mostRows: 1_000_000,
  /** Bytes of a result that is kept, roughly. */
  resultBytes: 256 * 1024 * 1024,
  /** Bytes of memory of the process that runs the statement. */
  memoryBytes: 1_536 * 1024 * 1024,
  /** Characters of a cell that the window gets; exports have the whole one. */
  shownCell: 2_000,
  /** Rows of one request of the window. */
  shownRows: 500,
} as const;

export const sqlFormats = ['csv', 'jsonl'] as const;
export type SqlFormat = (typeof sqlFormats)[number];

/** A value as the window shows it. Bytes are text in the form `x'0a1b'`. */
export type SqlCell = string | number | null;

/** A range of a statement, in UTF-16 units, `to` exclusive. */
export interface SqlPlace {
  readonly from: number;
  readonly to: number;
}

/** The result of a statement that was run. */
export interface SqlResult {
  /** Names the result in later calls, until the next statement or another file. */
  readonly id: number;
  readonly columns: readonly string[];
  readonly rows: number;
  /** Why there may be more rows: the limit of rows, or of the size of a result. Null: these are all. */
  readonly cut: 'rows' | 'size' | null;
  readonly tookMs: number;
}

/** How a statement ended. */
export type SqlOutcome =
  | { readonly kind: 'done'; readonly result: SqlResult }
  /** `at`: where in the statement; null where SQLite does not say. */
  | { readonly kind: 'problem'; readonly problem: string; readonly at: SqlPlace | null }
  | { readonly kind: 'too-slow'; readonly seconds: number }
  /** Its process ended: it used too much memory, or something else ended it. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'stopped' };

/** A result that was written to a file. `grant` shows it in its folder. */
export interface SqlSaved {
  readonly rows: number;
  readonly grant: string;
  readonly file: FileInfo;
}

/** A table or view of the open file, as its version has it. */
export interface SqlTable {
  readonly name: string;
  readonly kind: 'table' | 'view';
  /** `type`: as declared, '' for columns of views. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}
