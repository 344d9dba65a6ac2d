// All checks of the audit on one crawl file: time, processor time and memory. The file is crawled once and kept for the next run.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { ENGINE_FLAGS, say } from '../run/bootstrap.mjs';
import { crawlOnce } from './crawl-once.mjs';
import { buildEngine, runMeasured, scratch } from './measure.mjs';
import { benchOptions } from './options.mjs';

const usage = `node scripts/bench/audit.mjs [--pages N] [--shape ordinary|tiny] [--file F.crawl] [--runs N]
--file: audit this crawl instead of a generated site`;
const options = benchOptions(usage, {
  pages: { type: 'string', default: '20000' },
  shape: { type: 'string', default: 'tiny' },
  file: { type: 'string', default: '' },
  runs: { type: 'string', default: '1' },
});
const pages = options.number('pages');
const runs = options.number('runs');
const [shape] = options.words('shape', ['ordinary', 'tiny']);
const entry = buildEngine();

const crawled = () =>
  crawlOnce(join(scratch, 'audit', `${shape}-${pages}.crawl`), {
    pages,
    shape,
    settings: ['--delay', '0', '--connections', '20', '--no-sitemaps', '--no-bodies'],
    niceness: 10,
    entry,
  });

const file = options.values.file || (await crawled());
say(`${file}, ${(statSync(file).size / 1e6).toFixed(0)} MB`);
for (let run = 1; run <= runs; run++) {
  const measured = await runMeasured([entry, 'issues', file, '--format', 'json'], {
    nodeOptions: ENGINE_FLAGS,
    timeoutMs: 3_600_000,
  });
  if (measured.code !== 0) throw new Error(`issues failed (${measured.code}): ${measured.stderr}`);
  const checks = JSON.parse(measured.stdout);
  const most = checks.reduce((all, { checked }) => Math.max(all, checked), 0);
  const hits = checks.reduce((all, each) => all + each.hits, 0);
  say(
    `${checks.length} checks, ${hits} findings, at most ${most} checked: ${(measured.wallMs / 1000).toFixed(1)} s, CPU ${(measured.cpuUs / 1e6).toFixed(1)} s, peak ${measured.peakMib.toFixed(0)} MiB`,
  );
}
