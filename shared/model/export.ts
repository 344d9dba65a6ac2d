/** File formats of an exported list, in the order in which the window offers them. The ending of the file is the id. */
export const exportFormats = ['csv', 'xlsx', 'jsonl', 'parquet'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** What separates the fields of a CSV file. */
export const csvSeparators = [',', ';', '\t'] as const;
export type CsvSeparator = (typeof csvSeparators)[number];

/**
 * The type of a column in formats that store types (Parquet). `integer`: whole numbers of up to 64 bits. `time`: ISO 8601 text,
 * stored as a timestamp where the format has one. `any`: the first rows decide.
 */
export type ColumnType = 'text' | 'integer' | 'number' | 'boolean' | 'time' | 'any';

/** A column of an exported list. Names are unique within a list. */
export interface ExportColumn {
  readonly name: string;
  readonly type: ColumnType;
}

/** An export that runs or ran. One runs at a time. */
export interface ExportProgress {
  /** `checking`: the rows are written and are counted from the file. */
  readonly state: 'running' | 'checking' | 'done' | 'cancelled' | 'failed';
  /** Rows written so far; of sitemaps the URLs that were looked at or written; of a copy of the crawl megabytes. */
  readonly rows: number;
  /** What `rows` counts, where it is not rows. */
  readonly unit?: 'URL' | 'MB';
  /** How much of the list is read, from 0 to 1. */
  readonly share: number;
  /** Milliseconds left at the pace so far, null while that cannot be said. */
  readonly etaMs: number | null;
  /** What was written, one or two sentences; '' until it is done. */
  readonly written: string;
  /** What went wrong, one sentence; '' otherwise. */
  readonly problem: string;
}
