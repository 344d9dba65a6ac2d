// node scripts/bench/with-lists.mjs [--urls N]: a crawl of very many URLs, and their lists in the same process, as in the window: most memory of
// this process, and how long the lists take while pages are stored. POSIX only (signals, /proc).
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ENGINE_FLAGS, runMain, Stop, say } from '../run/bootstrap.mjs';
import { buildEngine, emptyFolder, startSite } from './measure.mjs';
import { benchOptions } from './options.mjs';

const given = benchOptions(
  `node scripts/bench/with-lists.mjs [options]
  --urls N     URLs of the site (default 1000000)
  --columns C  orders of the list, separated by commas (default url,title)
  --runs N     lists of each order (default 10)`,
  {
    urls: { type: 'string', default: '1000000' },
    columns: { type: 'string', default: 'url,title' },
    runs: { type: 'string', default: '10' },
  },
);
const urls = given.number('urls');

const ended = child => new Promise(resolve => child.once('exit', resolve));
const wait = ms => new Promise(resolve => setTimeout(resolve, ms));

/** Crawls until nearly every URL is known, and some more pages are read. Every page brings 30 new URLs. */
async function crawlToWidest(site, file) {
  const words = [
    'crawl',
    site.url,
    '--out',
    file,
    '--delay',
    '0',
    '--max-pages',
    String(urls * 2),
    '--no-sitemaps',
    '--no-bodies',
  ];
  const child = spawn(process.execPath, [...ENGINE_FLAGS, buildEngine(), ...words, '--json'], { stdio: 'ignore' });
  const end = ended(child);
  const wanted = urls / 30 + urls / 20;
  for (let done = 0; done < wanted && child.exitCode === null; await wait(200)) done = (await site.counts()).requests;
  child.kill('SIGINT');
  await end;
  // 3: stopped before its end.
  if (child.exitCode !== 3) throw new Stop('the crawl ended before it was stopped');
}

await runMain(async () => {
  const site = await startSite('synthetic', urls, 'tiny');
  try {
    const file = join(emptyFolder('with-lists'), 'site.crawl');
    say(`crawling until ${urls} URLs are known`);
    await crawlToWidest(site, file);
    const script = new URL('with-lists-session.mjs', import.meta.url).pathname;
    const words = [file, given.values.columns, String(given.number('runs'))];
    const child = spawn(process.execPath, [...ENGINE_FLAGS, script, ...words], { stdio: 'inherit' });
    await ended(child);
    if (child.exitCode !== 0) throw new Stop('the lists failed');
  } finally {
    await site.close();
  }
});
