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
