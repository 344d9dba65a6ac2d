import { RpcError } from '#shared/rpc/errors.ts';
import { type Cell, cellText, inBlocks, looksLikeFormula, type Rows } from './cell.ts';
import { type ZipEntry, zip } from './zip.ts';

/** Limits of a worksheet in Excel and LibreOffice. */
export const maxSheetRows = 1_048_576;
const maxCellCharacters = 32_767;

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelationships = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** XML 1.0 section 2.2 forbids these characters. ST_Xstring writes them as _xHHHH_, and also escapes `_x` in the text itself. */
const escapeText = (text: string): string =>
  text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(
      /[\u0000-\u0008\u000b\u000c\u000d\u000e-\u001f\ufffe\uffff]/g,
      c => `_x${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** 0 → A, 25 → Z, 26 → AA. */
export function columnName(index: number): string {
  let name = '';
  for (let n = index + 1; n > 0; n = Math.floor((n - 1) / 26)) name = String.fromCharCode(65 + ((n - 1) % 26)) + name;
  return name;
}

/** Styles: 0 plain, 1 header (bold), 2 text that looks like a formula (the apostrophe of a spreadsheet, `quotePrefix`). */
function cellXml(cell: Cell, place: string, header: boolean): string {
  if (cell === null) return '';
  if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  if (typeof cell === 'number' && Number.isFinite(cell)) return `<c r="${place}"><v>${cell}</v></c>`;
  // Spreadsheets compute in doubles, so larger integers stay text to keep every digit.
  if (typeof cell === 'bigint' && BigInt(Number(cell)) === cell && Number.isSafeInteger(Number(cell)))
    return `<c r="${place}"><v>${cell}</v></c>`;
  const whole = cellText(cell);
  const text = whole.length > maxCellCharacters ? `${whole.slice(0, maxCellCharacters - 1)}…` : whole;
  const style = header ? ' s="1"' : looksLikeFormula(text) ? ' s="2"' : '';
  return `<c r="${place}"${style} t="inlineStr"><is><t xml:space="preserve">${escapeText(text)}</t></is></c>`;
}

function rowXml(cells: readonly Cell[], number: number): string {
  let text = `<row r="${number}">`;
  for (let i = 0; i < cells.length; i++) text += cellXml(cells[i] ?? null, `${columnName(i)}${number}`, number === 1);
  return `${text}</row>`;
}

function* sheet(columns: readonly string[], rows: Rows, limit: number): Generator<string> {
  yield `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`;
  yield rowXml(columns, 1);
  let number = 1;
  for (const row of rows) {
    number++;
    if (number > limit)
      throw new RpcError(
        'refused',
        `An .xlsx sheet holds at most ${limit.toLocaleString('en')} rows and this list is longer. Export with --format csv instead.`,
      );
    yield rowXml(row, number);
  }
  yield '</sheetData></worksheet>';
}

const fixedParts = (sheetName: string): ZipEntry[] => [
  {
    name: '[Content_Types].xml',
    content: [
      `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
    ],
  },
  {
    name: '_rels/.rels',
    content: [
      `${xml}<Relationships xmlns="${packageRelationships}"><Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
  },
  {
    name: 'xl/workbook.xml',
    content: [
      `${xml}<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets><sheet name="${escapeText(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    content: [
      `${xml}<Relationships xmlns="${packageRelationships}"><Relationship Id="rId1" Type="${relationships}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relationships}/styles" Target="styles.xml"/></Relationships>`,
    ],
  },
  {
    name: 'xl/styles.xml',
    content: [
      `${xml}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
    ],
  },
];

/**
 * An Office Open XML workbook (ECMA-376) of one sheet, written front to back. Numbers are numbers; text is stored inline,
 * so nothing is ever read as a formula, and text that looks like one carries the spreadsheet's apostrophe mark.
 * Cells are cut at 32,767 characters, the format's limit. Refuses more rows than a sheet has (`rowLimit` is for tests).
 */
export async function* toXlsx(
  columns: readonly string[],
  rows: Rows,
  sheetName: string,
  rowLimit = maxSheetRows,
): AsyncGenerator<Uint8Array> {
  const entries = [
    ...fixedParts(sheetName),
    { name: 'xl/worksheets/sheet1.xml', content: inBlocks(sheet(columns, rows, rowLimit)) },
  ];
  yield* zip(entries);
}
