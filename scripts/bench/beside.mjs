// node scripts/bench/beside.mjs --url URL [options] FOLDER FOLDER: the processor time of a crawl by two checkouts, both at once on one processor.
// Other programs can slow a crawl by a quarter. Here they slow both crawls alike: the times of one program differ by about 2 %.
// Linux only (taskset). The site is yours, served on this machine, best by a program that runs on another processor.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runMain, Stop } from '../run/bootstrap.mjs';
import { benchOptions } from './options.mjs';
import { shellSeconds } from './shell-times.mjs';

const given = benchOptions(
  `node scripts/bench/beside.mjs --url URL [options] FOLDER FOLDER
  --url URL      start of a site on this machine
  --pages N      most pages of a crawl (default 12000)
  --rounds N     how often (default 6)
  --bodies       store bodies (T2)
  --processor N  the processor that both share (default 0)`,
  {
    url: { type: 'string', default: '' },
    pages: { type: 'string', default: '12000' },
    rounds: { type: 'string', default: '6' },
    bodies: { type: 'boolean', default: false },
    processor: { type: 'string', default: '0' },
  },
  true,
);
const pages = String(given.number('pages'));
const rounds = given.number('rounds');

/** Seconds of processor time of a crawl by this checkout and all its processes, launcher included, by the shell's own account. */
function secondsOf(checkout, file) {
  const launcher = join(checkout, 'scripts/run/crawlscope.cjs');
  const words = ['crawl', given.values.url, '--out', file, '--max-pages', pages, '--delay', '0', '--json'];
  const command = [process.execPath, launcher, ...words, ...(given.values.bodies ? [] : ['--no-bodies'])];
  const before = ['taskset', '-c', given.values.processor];
  return shellSeconds('"$@" >/dev/null || exit 1', command, { what: `the crawl by ${checkout}`, before });
}

await runMain(async () => {
  const checkouts = given.positionals.map(folder => resolve(folder));
  if (checkouts.length !== 2 || given.values.url === '') throw new Stop('name --url and two folders; --help says more');
  // Each builds what is missing now.
  for (const checkout of checkouts) {
    const { status } = spawnSync(process.execPath, [join(checkout, 'scripts/run/crawlscope.cjs'), '--version'], {
      stdio: ['ignore', 2, 2],
    });
    if (status !== 0) throw new Stop(`${checkout} has no command line that starts`);
  }
  const folder = mkdtempSync(join(tmpdir(), 'crawlscope-beside-'));
  const ratios = [];
  try {
    for (let round = 0; round < rounds; round++) {
      // Who starts first alternates.
      const order = round % 2 === 0 ? [0, 1] : [1, 0];
      const times = [];
      const crawl = async at => {
        times[at] = await secondsOf(checkouts[at], join(folder, `${round}-${at}.crawl`));
      };
      // The folder goes only when both have ended.
      const failed = (await Promise.allSettled(order.map(crawl))).find(({ status }) => status === 'rejected');
      if (failed) throw failed.reason;
      ratios.push(times[1] / times[0]);
      process.stdout.write(`${times.map(time => `${time.toFixed(2)} s`).join('  ')}  ${ratios.at(-1).toFixed(3)}\n`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
  process.stdout.write(`the second takes ${mean.toFixed(3)} of the first (geometric mean of ${ratios.length} rounds)\n`);
});
