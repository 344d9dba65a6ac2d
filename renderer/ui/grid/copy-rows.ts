/** Rows as text for the clipboard. */
export type CopyFormat = 'tsv' | 'csv' | 'json' | 'markdown';
export const copyFormats: readonly (readonly [format: CopyFormat, label: string])[] = [
  ['tsv', 'Tab-separated (spreadsheets)'],
  ['csv', 'CSV'],
  ['json', 'JSON'],
  ['markdown', 'Markdown table'],
];

type Value = string | number | null;

/** A spreadsheet would run such a text as a formula; the apostrophe, which it hides, makes it text. */
const harmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
const flat = (text: string): string => text.replace(/[\t\r\n]+/g, ' ');

/** `columns` name the fields; values are plain numbers and texts, missing ones are empty (null in JSON). */
export function copyText(
  format: CopyFormat,
  columns: readonly { readonly key: string; readonly label: string }[],
  rows: readonly (readonly Value[])[],
): string {
  const text = (value: Value): string => (typeof value === 'string' ? harmless(value) : String(value ?? ''));
  const head = columns.map(column => column.label);
  switch (format) {
    case 'tsv':
      return [head, ...rows].map(row => row.map(value => flat(text(value))).join('\t')).join('\n');
    case 'csv': {
      const cell = (value: Value): string => {
        const plain = text(value);
        return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
      };
      return [head, ...rows].map(row => row.map(cell).join(',')).join('\r\n');
    }
    case 'json':
      return JSON.stringify(
        rows.map(row => Object.fromEntries(columns.map(({ key }, index) => [key, row[index] ?? null]))),
        null,
        2,
      );
    case 'markdown': {
      const cell = (value: Value): string => flat(String(value ?? '')).replace(/[\\|`<*_[\]]/g, mark => `\\${mark}`);
      const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
      return [line(head.map(cell)), line(head.map(() => '---')), ...rows.map(row => line(row.map(cell)))].join('\n');
    }
    default: {
      const never: never = format;
      return never;
    }
  }
}
