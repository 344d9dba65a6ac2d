import type { ExportWish } from '#shared/export-list.ts';
import { type CsvSeparator, csvSeparators, type ExportFormat, exportFormats } from '#shared/model/export.ts';
import { type ExportPresetId, exportPresets } from '#shared/model/export-presets.ts';
import type { ExportOffer } from '../../bridge/export-offers.ts';

/** What the user chooses for a file. Kept from one export to the next. */
export interface FileChoice {
  readonly format: ExportFormat;
  readonly separator: CsvSeparator;
  readonly bom: boolean;
  readonly columns: 'shown' | 'all';
}

export const formatNames: Readonly<Record<ExportFormat, { readonly label: string; readonly about: string }>> = {
  csv: {
    label: 'CSV',
    about: 'For spreadsheets and most programs. Text that a spreadsheet would run as a formula gets an apostrophe.',
  },
  xlsx: {
    label: 'Excel (XLSX)',
    about: 'A workbook. After 1,048,575 rows, a further sheet starts. Cells over 32,767 characters are cut.',
  },
  jsonl: { label: 'JSON Lines', about: 'One JSON object in each line, with the exact text.' },
  parquet: { label: 'Parquet', about: 'For DuckDB, pandas and Spark: small, typed, with the exact text.' },
};

export const separatorNames: Readonly<Record<CsvSeparator, string>> = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab' };

/** Spreadsheets separate by semicolon where the comma is the decimal sign. */
export const separatorOf = (locale: string | undefined): CsvSeparator =>
  new Intl.NumberFormat(locale).formatToParts(1.5).some(({ type, value }) => type === 'decimal' && value === ',') ? ';' : ',';

/** What was chosen last, or the usual choice. Ignores what is damaged. */
export function readChoice(stored: string | null, locale: string | undefined): FileChoice {
  const usual: FileChoice = { format: 'csv', separator: separatorOf(locale), bom: true, columns: 'shown' };
  let old: Partial<Record<keyof FileChoice, unknown>> = {};
  try {
    const read: unknown = JSON.parse(stored ?? 'null');
    if (typeof read === 'object' && read !== null) old = read;
  } catch (error) {
    console.warn('The last choices of an export could not be read.', error);
  }
  return {
    format: exportFormats.find(each => each === old.format) ?? usual.format,
    separator: csvSeparators.find(each => each === old.separator) ?? usual.separator,
    bom: typeof old.bom === 'boolean' ? old.bom : usual.bom,
    columns: old.columns === 'all' ? 'all' : 'shown',
  };
}

/** A list on screen by its place among the offers, or a bulk export by its id. */
export type Picked = { readonly kind: 'offer'; readonly at: number } | { readonly kind: 'preset'; readonly id: ExportPresetId };

export const presetOf = (id: ExportPresetId) => exportPresets.find(preset => preset.id === id) ?? exportPresets[0];

/** The wish to send. Bulk exports always have all columns. */
export function wishOf(picked: Picked, offers: readonly ExportOffer[], choice: FileChoice): ExportWish | null {
  const { format, separator, bom, columns } = choice;
  const file = { format, separator, bom: format === 'csv' && bom };
  if (picked.kind === 'preset') return { ...file, list: { kind: 'preset', id: picked.id }, columns: null };
  const offer = offers[picked.at];
  return offer ? { ...file, list: offer.list, columns: columns === 'shown' ? offer.shown : null } : null;
}
