// Crawls very many URLs and opens lists in the same process, as the engine of the window does. Prints the most memory that this process had, and how
// long the lists take while pages are stored. POSIX only (signals).
//
//   node_modules/.bin/node scripts/bench/with-lists.mjs [--urls N] [--columns C,C] [--runs N]
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { urlColumnKeys } from '#shared/model/url-columns.ts';
import { ENGINE_FLAGS, runMain, Stop, say } from '../run/bootstrap.mjs';
import { buildEngine, emptyFolder, startSite } from './measure.mjs';
import { benchOptions } from './options.mjs';
import { crawlToWidest } from './scale-bench.mjs';

const given = benchOptions(
  `node_modules/.bin/node scripts/bench/with-lists.mjs [options]
  --urls N       URLs of the site, at least 100,000 (default 1000000)
  --columns C,C  orders of the list (default url,title)
  --runs N       lists of each order (default 10)`,
  {
    urls: { type: 'string', default: '1000000' },
    columns: { type: 'string', default: 'url,title' },
    runs: { type: 'string', default: '10' },
  },
);
const urls = given.number('urls');
const columns = given.words('columns', urlColumnKeys);
const runs = given.number('runs');

await runMain(async () => {
  if (urls < 100_000) throw new Stop('give at least 100000 URLs: a smaller crawl ends before its lists are measured');
  const site = await startSite('synthetic', urls, 'tiny');
  try {
    const file = join(emptyFolder('with-lists'), 'site.crawl');
    say(`crawling until ${urls} URLs are known`);
    const crawl = { entry: buildEngine(), site, urls, connections: 16, file, more: urls / 20, signal: 'SIGINT' };
    if (!(await crawlToWidest(crawl))) throw new Stop('the crawl ended before it was stopped');
    const words = [join(import.meta.dirname, 'with-lists-session.mjs'), file, columns.join(), String(runs)];
    const child = spawn(process.execPath, [...ENGINE_FLAGS, ...words], { stdio: 'inherit' });
    const code = await new Promise(resolve => child.once('exit', resolve));
    if (code !== 0) throw new Stop('the lists failed');
  } finally {
    await site.close();
  }
});
