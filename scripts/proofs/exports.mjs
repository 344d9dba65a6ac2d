// Exports lists in every format, reads the files back with other programs, and compares every cell with the source:
// CSV and JSON Lines with Python, XLSX with openpyxl (Debian: python3-openpyxl), Parquet with DuckDB. Prints a table;
// exit 1 on a difference. Needs on this machine, not in the project: openpyxl, and @duckdb/node-api in some folder.
//
//   node_modules/.bin/node scripts/proofs/exports.mjs --duckdb FOLDER [--python PATH] [--urls N] [--sheets]
import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, copyFileSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import { openSession } from '../../electron/engine/session/session.ts';
import { rowBlocks } from '../../electron/export/cell.ts';
import { undoNeutralised } from '../../electron/export/neutralise.ts';
import { toXlsx } from '../../electron/export/xlsx.ts';
import { exportPresets } from '../../shared/model/export-presets.ts';
import { benchFile } from '../bench/make-file.mjs';

const { values } = parseArgs({
  options: {
    duckdb: { type: 'string' },
    python: { type: 'string', default: '/usr/bin/python3' },
    urls: { type: 'string', default: '20000' },
    sheets: { type: 'boolean', default: false },
  },
});
if (values.duckdb === undefined) {
  console.error('usage: exports.mjs --duckdb FOLDER (where @duckdb/node-api is installed) [--python PATH] [--urls N] [--sheets]');
  process.exit(2);
}
const { DuckDBInstance } = createRequire(resolve(values.duckdb, 'package.json'))('@duckdb/node-api');
const duck = await (await DuckDBInstance.create(':memory:')).connect();

const temp = mkdtempSync(join(tmpdir(), 'crawlscope-exports-'));
const root = resolve(import.meta.dirname, '../..');
const cli = (...args) =>
  execFileSync(process.execPath, [join(root, 'electron/cli/index.ts'), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** Text that has broken exports of others. */
const hostile = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\tx',
  '\rx',
  "'=x",
  "''",
  "'tis",
  ';=1',
  'a;\t=1',
  'a\t@x',
  'a, -b',
  '"',
  '""',
  'say "x", y',
  'a\nb',
  'a\r\nb',
  '\n',
  ' ',
  '  lead',
  'trail  ',
  '',
  'é日本語',
  '\u{1f600}',
  'e\u0301',
  '\ufeff=1',
  '\uff1d1',
  '_x0041_',
  '_x005F_x0041_',
  '\u0001\u001f',
  '\u2028',
  '\u202eabc',
  '<b>&amp;</b>',
  ']]>',
  '1e5',
  '007',
  'TRUE',
  'NULL',
  '2026-01-02',
  `${'x'.repeat(32_767)}`,
  "x'y;'z",
];

/** A copy of a generated crawl whose titles are hostile. */
function hostileFile() {
  const path = join(temp, 'hostile.crawl');
  copyFileSync(benchFile(Number(values.urls)), path);
  const db = new Database(path);
  const set = db.prepare('UPDATE url SET title = ? WHERE id = ?');
  db.transaction(() => {
    for (const [i, text] of hostile.entries()) set.run(text, i + 1);
  })();
  db.close();
  return path;
}

function demoFile() {
  const path = join(temp, 'demo.crawl');
  cli('crawl', '--demo', '--out', path, '--json');
  return path;
}

const urlNames =
  'url,status,content_type,depth,state,reason,may_fetch,may_list,links_followed,inlinks,outlinks,title,bytes,total_ms,canonical,redirect_to,in_sitemaps,fetched_at'.split(
    ',',
  );

/** The source rows: of URLs by the documented view, of bulk exports as storage reads them. */
function sourceOf(path, list) {
  if (list === 'urls') {
    const db = new Database(path, { readonly: true });
    const rows = db
      .prepare(`SELECT ${urlNames.join(', ')} FROM urls ORDER BY id`)
      .raw()
      .all();
    db.close();
    const at = urlNames.indexOf('fetched_at');
    return { names: urlNames, rows: rows.map(row => row.with(at, row[at] === null ? null : new Date(row[at]).toISOString())) };
  }
  const session = openSession(path, { readOnly: true });
  const rows = [...session.preset(list)].flatMap(part => part.rows);
  void session.close();
  return { names: exportPresets.find(({ id }) => id === list).columns.map(({ name }) => name), rows };
}

/** Writes an export; returns the file. */
function exported(path, list, format) {
  const out = join(temp, `list.${format}`);
  const what = list === 'urls' ? ['urls', path, '--columns', urlNames.join(',')] : ['export', path, '--preset', list];
  cli(...what, '--format', format, '--out', out, '--force');
  return out;
}

function byPython(format, file) {
  const out = join(temp, 'read.jsonl');
  const handle = openSync(out, 'w');
  const ran = spawnSync(values.python, [join(root, 'scripts/proofs/exports.py'), format, file], {
    stdio: ['ignore', handle, 'pipe'],
  });
  closeSync(handle);
  if (ran.status !== 0) throw new Error(`python: ${ran.stderr}`);
  return readFileSync(out, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line));
}

/** Text comes as hexadecimal: the driver would drop a byte-order mark at its start. */
async function byDuck(file) {
  const described = await duck.runAndReadAll(`DESCRIBE SELECT * FROM read_parquet('${file}')`);
  const columns = described.getRows().map(([name, type]) => ({ name, type }));
  const cells = columns.map(({ name, type }) => {
    if (type === 'VARCHAR') return `hex("${name}")`;
    return type.startsWith('TIMESTAMP') ? `epoch_ms("${name}")` : `"${name}"`;
  });
  const read = await duck.runAndReadAll(`SELECT ${cells.join(', ')} FROM read_parquet('${file}')`);
  const plain = (cell, { type }) => {
    if (cell === null) return null;
    if (type === 'VARCHAR') return Buffer.from(cell, 'hex').toString('utf8');
    return type.startsWith('TIMESTAMP') ? new Date(Number(cell)).toISOString() : typeof cell === 'bigint' ? Number(cell) : cell;
  };
  return [columns.map(({ name }) => name), ...read.getRows().map(row => row.map((cell, i) => plain(cell, columns[i])))];
}

/** What a source cell must be in a format, and what a read cell means. */
const views = {
  csv: { wanted: cell => (cell === null ? '' : String(cell)), got: cell => undoNeutralised(cell) },
  jsonl: { wanted: cell => cell, got: cell => cell },
  // A line break in XML is \n, whatever it was; an empty text is no text in a sheet.
  xlsx: { wanted: cell => (cell === '' ? null : cell), got: cell => (cell === '' ? null : cell) },
  parquet: { wanted: cell => cell, got: cell => cell },
};

let wrong = 0;
function compare(title, format, { names, rows }, [header, ...read]) {
  const { wanted, got } = views[format];
  const faults = [];
  // Of an empty JSON Lines file there is no first record to take the names from.
  if (rows.length > 0 && JSON.stringify(header) !== JSON.stringify(names)) faults.push(`header ${JSON.stringify(header)}`);
  if (read.length !== rows.length) faults.push(`${read.length} rows instead of ${rows.length}`);
  for (let i = 0; i < rows.length && faults.length < 3; i++)
    for (let c = 0; c < names.length; c++) {
      const [want, have] = [wanted(rows[i][c]), got(read[i]?.[c] ?? (format === 'csv' ? '' : null))];
      if (want !== have)
        faults.push(
          `row ${i + 1}, ${names[c]}: ${JSON.stringify(have)?.slice(0, 80)} instead of ${JSON.stringify(want)?.slice(0, 80)}`,
        );
    }
  wrong += faults.length;
  console.log(
    `${title.padEnd(32)} ${format.padEnd(8)} ${String(rows.length).padStart(8)} rows × ${names.length}  ${faults.length === 0 ? 'same' : faults.join('; ')}`,
  );
}

async function readBack(format, file) {
  return format === 'parquet' ? byDuck(file) : byPython(format, file);
}

for (const [title, path, lists] of [
  ['hostile', hostileFile(), ['urls']],
  ['demo', demoFile(), ['urls', ...exportPresets.map(({ id }) => id)]],
])
  for (const list of lists) {
    const source = sourceOf(path, list);
    for (const format of ['csv', 'jsonl', 'xlsx', 'parquet'])
      compare(`${title} ${list}`, format, source, await readBack(format, exported(path, list, format)));
  }

if (values.sheets) {
  // More rows than fit into a sheet.
  const count = 1_048_576 + 10;
  const file = join(temp, 'sheets.xlsx');
  const handle = openSync(file, 'w');
  const row = i => [i, `https://example.com/${i}`];
  function* rows() {
    for (let i = 0; i < count; i++) yield row(i);
  }
  for await (const piece of toXlsx(['n', 'url'], rowBlocks(rows()), { sheetName: 'URLs' })) writeSync(handle, piece);
  closeSync(handle);
  compare(
    'two sheets',
    'xlsx',
    { names: ['n', 'url'], rows: Array.from({ length: count }, (_, i) => row(i)) },
    byPython('xlsx', file),
  );
}
rmSync(temp, { recursive: true, force: true });
process.exitCode = wrong === 0 ? 0 : 1;
