import type { ZipEntry } from './zip.ts';

/** The parts of a workbook (ECMA-376 part 1, section 12.3) around its sheets. */

export const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelationships = 'http://schemas.openxmlformats.org/package/2006/relationships';
const contentTypes = 'http://schemas.openxmlformats.org/package/2006/content-types';
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const special = /[&<>"_\u0000-\u0008\u000b-\u001f\ud800-\udfff\ufffe\uffff]/;

/** XML 1.0 section 2.2 forbids these characters. ST_Xstring writes them as _xHHHH_, and also escapes `_x` in the text itself. */
export function escapeText(text: string): string {
  if (!special.test(text)) return text;
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(
      /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g,
      c => `_x${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Styles of cells by number: plain, header (bold), text that looks like a formula (the spreadsheet's apostrophe), cut text. */
export const styles = { plain: 0, header: 1, formula: 2, cut: 3 } as const;

const fonts = `<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>`;
const fills = `<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFFFE699"/><bgColor indexed="64"/></patternFill></fill></fills>`;
const cellFormats = `<cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/><xf numFmtId="49" fontId="0" fillId="2" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1" applyFill="1"/></cellXfs>`;

/** Parts that are the same in every workbook. They come first, so that programs recognize the file by its first entry. */
export const firstParts: readonly ZipEntry[] = [
  {
    name: '_rels/.rels',
    content: [
      `${xml}<Relationships xmlns="${packageRelationships}"><Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
  },
  {
    name: 'xl/styles.xml',
    content: [
      `${xml}<styleSheet xmlns="${main}">${fonts}${fills}<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>${cellFormats}<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
    ],
  },
];

export const sheetPath = (sheet: number): string => `xl/worksheets/sheet${sheet}.xml`;

const longestName = 31;

/** Names of the sheets, with a number from the second on. Without the characters that Excel refuses, and not longer than it allows. */
export function sheetNames(name: string, count: number): string[] {
  const plain = name.replace(/[[\]:*?/\\\u0000-\u001f]/g, ' ').replace(/^'+|'+$/g, '');
  return Array.from({ length: count }, (_, i) => {
    const number = i === 0 ? '' : ` ${i + 1}`;
    return (plain.trim().slice(0, longestName - number.length) || 'Sheet') + number;
  });
}

/** Parts that name the sheets. They come last, because only then is their number known. */
export function lastParts(sheetName: string, sheets: number): ZipEntry[] {
  const numbers = Array.from({ length: sheets }, (_, i) => i + 1);
  const names = sheetNames(sheetName, sheets);
  const each = (part: (number: number) => string): string => numbers.map(part).join('');
  return [
    {
      name: 'xl/workbook.xml',
      content: [
        `${xml}<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets>${each(n => `<sheet name="${escapeText(names[n - 1] as string)}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
      ],
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: [
        `${xml}<Relationships xmlns="${packageRelationships}">${each(n => `<Relationship Id="rId${n}" Type="${relationships}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="rId${sheets + 1}" Type="${relationships}/styles" Target="styles.xml"/></Relationships>`,
      ],
    },
    {
      name: '[Content_Types].xml',
      content: [
        `${xml}<Types xmlns="${contentTypes}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/>${each(n => `<Override PartName="/${sheetPath(n)}" ContentType="${spreadsheet}.worksheet+xml"/>`)}<Override PartName="/xl/styles.xml" ContentType="${spreadsheet}.styles+xml"/></Types>`,
      ],
    },
  ];
}
