// node scripts/docs/arial-widths.mjs [FONT.ttf] [--check]: writes electron/core/text/arial-widths.ts, the advance widths of Liberation
// Sans Regular, or says whether the file is what would be written (exit code 1 when it is not). Liberation Sans has the metrics of
// Arial (Debian package fonts-liberation). Only widths, which are facts, are taken from the font: tables cmap (format 4), hhea, hmtx.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const TARGET = join(resolve(import.meta.dirname, '../..'), 'electron/core/text/arial-widths.ts');
const DEBIAN_FONT = '/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf';

function tablesOf(font) {
  const tables = new Map();
  for (let i = 0; i < font.readUInt16BE(4); i++) {
    const at = 12 + 16 * i;
    const start = font.readUInt32BE(at + 8);
    tables.set(font.toString('latin1', at, at + 4), font.subarray(start, start + font.readUInt32BE(at + 12)));
  }
  return tables;
}

/** The cmap of the Unicode BMP: an array of [code point, glyph]. */
function glyphsOf(cmap) {
  for (let i = 0; i < cmap.readUInt16BE(2); i++) {
    const at = 4 + 8 * i;
    const map = cmap.subarray(cmap.readUInt32BE(at + 4));
    if (cmap.readUInt16BE(at) === 3 && cmap.readUInt16BE(at + 2) === 1 && map.readUInt16BE(0) === 4) return segments(map);
  }
  throw new Error('the font has no Unicode cmap of format 4');
}

function segments(map) {
  const doubled = map.readUInt16BE(6);
  const glyphs = [];
  for (let i = 0; i < doubled; i += 2) {
    const end = map.readUInt16BE(14 + i);
    const start = map.readUInt16BE(16 + doubled + i);
    const delta = map.readUInt16BE(16 + 2 * doubled + i);
    const offsetAt = 16 + 3 * doubled + i;
    const offset = map.readUInt16BE(offsetAt);
    for (let code = start; code <= end && code < 0xffff; code++) {
      const raw = offset === 0 ? code : map.readUInt16BE(offsetAt + offset + 2 * (code - start));
      const glyph = raw === 0 ? 0 : (raw + delta) & 0xffff;
      if (glyph !== 0) glyphs.push([code, glyph]);
    }
  }
  return glyphs;
}

/** Whether a page's text can contain the character with a separate width: no controls, no private use, no surrogates. */
const counts = code => code >= 0x20 && !(code >= 0x7f && code < 0xa0) && !(code >= 0xd800 && code < 0xf900);

/** Lines such as `20 569 569 727`: the first code point in hexadecimal, then the widths of it and its followers; `569*3` is three. */
function linesOf(widths) {
  const runs = [];
  for (const [code, width] of widths) {
    const run = runs.at(-1);
    if (run !== undefined && run.next === code) {
      const last = run.widths.at(-1);
      if (last.width === width) last.times++;
      else run.widths.push({ width, times: 1 });
      run.next++;
    } else runs.push({ first: code, next: code + 1, widths: [{ width, times: 1 }] });
  }
  return runs.flatMap(wrapped);
}

/** One run as lines of at most 120 characters, each beginning with its own first code point. */
function wrapped({ first, widths }) {
  const lines = [];
  let line = first.toString(16);
  let code = first;
  for (const { width, times } of widths) {
    const cell = times === 1 ? ` ${width}` : ` ${width}*${times}`;
    if (line.length + cell.length > 120) {
      lines.push(line);
      line = code.toString(16);
    }
    line += cell;
    code += times;
  }
  return [...lines, line];
}

function write(font) {
  const tables = tablesOf(font);
  const units = tables.get('head').readUInt16BE(18);
  if (units !== 2048) throw new Error(`the font has ${units} units an em, not 2048`);
  const count = tables.get('hhea').readUInt16BE(34);
  const hmtx = tables.get('hmtx');
  const widths = glyphsOf(tables.get('cmap'))
    .filter(([code]) => counts(code))
    .sort(([a], [b]) => a - b)
    .map(([code, glyph]) => [code, hmtx.readUInt16BE(4 * Math.min(glyph, count - 1))]);
  return `/**
 * Advance widths of Liberation Sans Regular, which has the metrics of Arial, in units of 1/2048 em; ${widths.length} characters.
 * Each line: the first code point in hexadecimal, then the widths of it and its followers; \`569*3\` stands for three of 569.
 * Written by scripts/docs/arial-widths.mjs from the tables cmap and hmtx of the font in Debian's package fonts-liberation.
 */
export const arialWidths = \`
${linesOf(widths).join('\n')}
\`;
`;
}

const path = process.argv.slice(2).find(argument => !argument.startsWith('--')) ?? DEBIAN_FONT;
const text = write(readFileSync(path));
const current = existsSync(TARGET) ? readFileSync(TARGET, 'utf8') : '';
if (process.argv.includes('--check')) {
  if (current !== text) {
    process.stderr.write('electron/core/text/arial-widths.ts is out of date: run node scripts/docs/arial-widths.mjs\n');
    process.exitCode = 1;
  }
} else if (current !== text) writeFileSync(TARGET, text);
