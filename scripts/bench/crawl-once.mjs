// Crawls a generated site into a file that benchmarks keep for their next run.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { ENGINE_FLAGS, say } from '../run/bootstrap.mjs';
import { buildEngine, runMeasured, startSite } from './measure.mjs';

/**
 * Path of the crawl file; the site is crawled where it is missing. A crawl that fails leaves nothing under its name.
 * `pages`, `shape`: the generated site. `settings`: options of `crawlscope crawl`. `niceness`: how far the crawl steps back, 0 to 19.
 */
export async function crawlOnce(file, { pages, shape, settings, niceness = 4, entry = buildEngine() }) {
  if (existsSync(file)) return file;
  mkdirSync(dirname(file), { recursive: true });
  const part = file.replace(/(\.crawl)?$/, '.part.crawl');
  for (const end of ['', '-wal', '-shm']) rmSync(part + end, { force: true });
  const site = await startSite('synthetic', pages, shape);
  try {
    const what = ['crawl', site.url, '--out', part, '--max-pages', String(pages * 2), ...settings, '--json'];
    const run = await runMeasured([entry, ...what], { nodeOptions: ENGINE_FLAGS, niceness, timeoutMs: 7_200_000 });
    if (run.code !== 0) throw new Error(`the crawl failed (${run.code}): ${run.stderr}`);
    say(`crawled in ${(run.wallMs / 1000).toFixed(0)} s, ${(run.cpuUs / pages).toFixed(0)} µs of CPU a page`);
    renameSync(part, file);
    return file;
  } finally {
    await site.close();
  }
}
