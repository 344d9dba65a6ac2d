import { type Block, type Blocks, type Cell, cellText, looksLikeFormula } from './cell.ts';
import { escapeText, firstParts, lastParts, main, sheetPath, styles, xml } from './xlsx-parts.ts';
import { type ZipEntry, zip } from './zip.ts';

/** Limits of a worksheet in Excel and LibreOffice: rows with the header line, and characters of a cell. */
const maxSheetRows = 1_048_576;
export const maxCellCharacters = 32_767;

/** Streams queue 16 pieces. */
const pieceSize = 16_384;

/** 0 → A, 25 → Z, 26 → AA. */
export function columnName(index: number): string {
  let name = '';
  for (let n = index + 1; n > 0; n = Math.floor((n - 1) / 26)) name = String.fromCharCode(65 + ((n - 1) % 26)) + name;
  return name;
}

/** Text of the longest length that a cell takes, with a mark that says how long it was. */
function cutText(text: string): string {
  const mark = ` … [cut: ${text.length} characters]`;
  const kept = text.slice(0, maxCellCharacters - mark.length);
  return kept.replace(/[\ud800-\udbff]$/, '') + mark;
}

/** Rows of a list, taken one by one across the borders of blocks. */
class RowSource {
  readonly #blocks: AsyncIterator<Block> | Iterator<Block>;
  #block: Block = [];
  #at = 0;

  constructor(blocks: Blocks) {
    this.#blocks = Symbol.asyncIterator in blocks ? blocks[Symbol.asyncIterator]() : blocks[Symbol.iterator]();
  }

  /** Whether `take` has a row, after reading the next block if it is needed. */
  async fill(): Promise<boolean> {
    while (this.#at >= this.#block.length) {
      const next = await this.#blocks.next();
      if (next.done === true) return false;
      this.#block = next.value;
      this.#at = 0;
    }
    return true;
  }

  /** A row of the block that is read, or null at its end. */
  take(): readonly Cell[] | null {
    return this.#block[this.#at++] ?? null;
  }

  async close(): Promise<void> {
    await this.#blocks.return?.();
  }
}

interface SheetWriter {
  readonly columns: readonly string[];
  readonly rows: RowSource;
  readonly limit: number;
  readonly onCut: () => void;
}

function cellXml(cell: Cell, place: string, { onCut }: Pick<SheetWriter, 'onCut'>): string {
  if (cell === null) return '';
  if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  if (typeof cell === 'number' && Number.isFinite(cell)) return `<c r="${place}"><v>${cell}</v></c>`;
  // Spreadsheets compute in doubles, so larger integers stay text to keep every digit.
  if (typeof cell === 'bigint' && BigInt(Number(cell)) === cell && Number.isSafeInteger(Number(cell)))
    return `<c r="${place}"><v>${cell}</v></c>`;
  const text = cellText(cell);
  if (text.length <= maxCellCharacters) return textXml(text, place, looksLikeFormula(text) ? styles.formula : styles.plain);
  onCut();
  return textXml(cutText(text), place, styles.cut);
}

const textXml = (text: string, place: string, style: number): string =>
  `<c r="${place}"${style === styles.plain ? '' : ` s="${style}"`} t="inlineStr"><is><t xml:space="preserve">${escapeText(text)}</t></is></c>`;

async function* sheet(writer: SheetWriter): AsyncGenerator<string> {
  const { columns, rows, limit } = writer;
  const letters = columns.map((_, i) => columnName(i));
  const header = columns.map((name, i) => textXml(name, `${letters[i]}1`, styles.header)).join('');
  yield `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData><row r="1">${header}</row>`;
  let number = 1;
  while (number < limit && (await rows.fill())) {
    let text = '';
    while (number < limit && text.length < pieceSize) {
      const row = rows.take();
      if (row === null) break;
      number += 1;
      text += `<row r="${number}">`;
      for (let i = 0; i < letters.length; i++) text += cellXml(row[i] ?? null, `${letters[i]}${number}`, writer);
      text += '</row>';
    }
    yield text;
  }
  yield '</sheetData></worksheet>';
}

export interface XlsxOptions {
  readonly sheetName: string;
  /** Called for each cell that had to be cut. */
  readonly onCut?: () => void;
  /** Rows of a sheet with its header line; smaller in tests. */
  readonly rowLimit?: number;
}

/**
 * An Office Open XML workbook (ECMA-376), written front to back. After 1,048,575 rows, a further sheet starts with
 * the same header. Numbers stay numbers. Text is stored inline, so the spreadsheet never reads it as a formula; text
 * that looks like one has the spreadsheet's apostrophe mark. A cell over 32,767 characters, the format's limit, is
 * cut: it is coloured and ends with “[cut: 45000 characters]”.
 */
export async function* toXlsx(
  columns: readonly string[],
  blocks: Blocks,
  { sheetName, onCut = () => undefined, rowLimit = maxSheetRows }: XlsxOptions,
): AsyncGenerator<Uint8Array> {
  const rows = new RowSource(blocks);
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield* firstParts;
    let sheets = 0;
    do {
      sheets += 1;
      yield { name: sheetPath(sheets), content: sheet({ columns, rows, limit: rowLimit, onCut }) };
    } while (await rows.fill());
    yield* lastParts(sheetName, sheets);
  }
  try {
    yield* zip(entries());
  } finally {
    await rows.close();
  }
}
