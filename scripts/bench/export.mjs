// Writes a list of many URLs in every format: rows a second, CPU, peak memory, size of the file.
//   node scripts/bench/export.mjs [--urls N] [--json]
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ENGINE_FLAGS, say } from '../run/bootstrap.mjs';
import { benchFile } from './make-file.mjs';
import { buildEngine, emptyFolder, runMeasured } from './measure.mjs';
import { benchOptions } from './options.mjs';

const budgetMib = 300;
const formats = ['csv', 'jsonl', 'xlsx', 'parquet'];
const given = benchOptions(
  `node scripts/bench/export.mjs [options]
  --urls N  rows of the list (default 1000000)
  --json    one JSON document instead of a table`,
  { urls: { type: 'string', default: '1000000' }, json: { type: 'boolean', default: false } },
);
const { values } = given;
const urls = given.number('urls');
const file = benchFile(urls, say);
const entry = buildEngine();
const folder = emptyFolder('export');

const measured = [];
for (const format of formats) {
  const out = join(folder, `urls.${format}`);
  const run = await runMeasured([entry, 'urls', file, '--format', format, '--out', out], { nodeOptions: ENGINE_FLAGS });
  if (run.code !== 0) throw new Error(`${format}: exit code ${run.code}\n${run.stderr}`);
  const rows = Number(/: ([\d,]+) rows?\./.exec(run.stderr)?.[1]?.replaceAll(',', ''));
  if (rows !== urls) throw new Error(`${format}: ${rows} rows instead of ${urls}`);
  measured.push({
    format,
    rows,
    peakMib: run.peakMib,
    rowsPerSecond: rows / (run.wallMs / 1000),
    cpuUsPerRow: run.cpuUs / rows,
    fileMib: statSync(out).size / 2 ** 20,
  });
  rmSync(out);
}

if (values.json) console.log(JSON.stringify(measured, null, 2));
else {
  console.log('| format | peak MiB | rows/s | CPU µs/row | file MiB |\n| --- | ---: | ---: | ---: | ---: |');
  for (const { format, peakMib, rowsPerSecond, cpuUsPerRow, fileMib } of measured)
    console.log(
      `| ${format} | ${peakMib.toFixed(0)} | ${Math.round(rowsPerSecond).toLocaleString('en')} | ${cpuUsPerRow.toFixed(1)} | ${fileMib.toFixed(0)} |`,
    );
}
const over = measured.filter(({ peakMib }) => peakMib > budgetMib);
if (over.length > 0) {
  console.error(`over ${budgetMib} MiB: ${over.map(({ format }) => format).join(', ')}`);
  process.exitCode = 1;
}
