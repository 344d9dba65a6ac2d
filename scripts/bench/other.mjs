// node scripts/bench/other.mjs --url URL --other COMMAND [options]: processor time a page of this checkout and of another crawler, by turns.
// Launchers and all processes count. The site is yours, served on this machine. POSIX only (sh).
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, runMain, Stop } from '../run/bootstrap.mjs';
import { median } from './median.mjs';
import { benchOptions } from './options.mjs';
import { shellSeconds } from './shell-times.mjs';

const given = benchOptions(
  `node scripts/bench/other.mjs --url URL --other COMMAND [options]
  --url URL        start of a site on this machine
  --other COMMAND  a shell command that crawls "$1", at most "$2" pages of it, and writes a line for each page to "$3"
  --pages N        most pages of a crawl (default 12000)
  --rounds N       how often (default 5)`,
  {
    url: { type: 'string', default: '' },
    other: { type: 'string', default: '' },
    pages: { type: 'string', default: '12000' },
    rounds: { type: 'string', default: '5' },
  },
);
const pages = String(given.number('pages'));
const rounds = given.number('rounds');
const launcher = join(ROOT, 'scripts/run/crawlscope.cjs');

/** Microseconds a page, and pages a second. `pagesOf` counts the pages of a run that has ended. */
async function measured(name, script, words, pagesOf) {
  const started = performance.now();
  const seconds = await shellSeconds(`${script} || exit 1`, words, { what: name });
  const wall = (performance.now() - started) / 1_000;
  const count = pagesOf();
  if (!(count > 0)) throw new Stop(`${name} has stored no page`);
  return { name, us: (seconds * 1e6) / count, perSecond: count / wall, count };
}

/** Number of pages in a crawl file that have a response. */
function pagesOfFile(file) {
  const sql = "SELECT count(*) AS n FROM fetches WHERE purpose = 'page' AND status IS NOT NULL";
  const { stdout, status } = spawnSync(process.execPath, [launcher, 'sql', file, sql, '--json'], { encoding: 'utf8' });
  const count = /"n":\s*(\d+)/.exec(stdout)?.[1];
  if (status !== 0 || count === undefined) throw new Stop(`${file} could not be read`);
  return Number(count);
}

const ours = (name, options) => folder => {
  const file = join(folder, `${name}.crawl`);
  const words = ['crawl', given.values.url, '--out', file, '--max-pages', pages, '--delay', '0', '--json', ...options];
  return measured(name, '"$@" >/dev/null', [process.execPath, launcher, ...words], () => pagesOfFile(file));
};
const other = folder => {
  const file = join(folder, 'other');
  const lines = () => readFileSync(file, 'utf8').split('\n').length - 1;
  return measured('the other', `(${given.values.other}) >/dev/null`, [given.values.url, pages, file], lines);
};

await runMain(async () => {
  if (given.values.url === '' || given.values.other === '') throw new Stop('give --url and --other; see --help');
  const runs = [];
  for (let round = 0; round < rounds; round++) {
    for (const crawl of [other, ours('T1', ['--no-bodies']), ours('T2', [])]) {
      const folder = mkdtempSync(join(tmpdir(), 'crawlscope-other-'));
      try {
        runs.push(await crawl(folder));
      } finally {
        rmSync(folder, { recursive: true });
      }
      const { name, us, perSecond, count } = runs.at(-1);
      process.stderr.write(`${name}: ${us.toFixed(0)} µs a page, ${perSecond.toFixed(0)} pages/s, ${count} pages\n`);
    }
  }
  const rows = runs.slice(0, 3).map(({ name }) => {
    const all = runs.filter(run => run.name === name);
    return { name, us: median(all.map(({ us }) => us)), perSecond: median(all.map(({ perSecond }) => perSecond)) };
  });
  const [base] = rows;
  process.stdout.write(
    '| | CPU µs/page | times the other | pages/s | share of the other |\n| --- | ---: | ---: | ---: | ---: |\n',
  );
  for (const { name, us, perSecond } of rows) {
    const cells = [name, us.toFixed(0), (us / base.us).toFixed(2), perSecond.toFixed(0), (perSecond / base.perSecond).toFixed(2)];
    process.stdout.write(`| ${cells.join(' | ')} |\n`);
  }
});
