// A crawl file of very many URLs of all kinds, as a real crawl of the generated site "varied" leaves it: statuses, redirects, blocked
// pages, canonicals, noindex, sitemaps, resources, bodies and the facts of the audit.
//   node scripts/bench/varied-file.mjs [pages] [F.crawl]
// 900,000 pages make a million URLs; that takes half an hour. Kept in .cache/bench where no file is named.
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ENGINE_FLAGS, say } from '../run/bootstrap.mjs';
import { buildEngine, runMeasured, scratch, startSite } from './measure.mjs';

const settings = '--delay 0 --connections 20 --max-depth 50 --check-resources --no-trap-guards'.split(' ');

/** Path of the file of this many pages; it is crawled where it is missing. */
export async function variedFile(pages, file = join(scratch, `varied-${pages}.crawl`)) {
  if (existsSync(file)) return file;
  mkdirSync(dirname(file), { recursive: true });
  const part = file.replace(/\.crawl$/, '.part.crawl');
  const site = await startSite('synthetic', pages, 'varied');
  try {
    const what = ['crawl', site.url, '--out', part, ...settings, '--max-pages', String(pages * 2), '--json'];
    const run = await runMeasured([buildEngine(), ...what], { nodeOptions: ENGINE_FLAGS, niceness: 4, timeoutMs: 7_200_000 });
    if (run.code !== 0) throw new Error(`the crawl failed (${run.code}): ${run.stderr}`);
    say(`crawled in ${(run.wallMs / 1000).toFixed(0)} s, ${(run.cpuUs / pages).toFixed(0)} µs of CPU a page`);
    renameSync(part, file);
    return file;
  } finally {
    await site.close();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [pages = '900000', file] = process.argv.slice(2);
  say(await variedFile(Number(pages), file && resolve(file)));
}
