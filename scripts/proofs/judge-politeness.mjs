// The politeness judge: crawls a hostile loopback site with the built command line, kills it with SIGKILL at seeded
// times, and resumes it until it ends. It judges only the server's log. Exit 1 on any violation or too few gaps. With
// --checks only the home pages are crawled, and every other URL is checked: the same rules apply. With --render a browser
// renders every page, and its scripts, frames and requests are judged as well.
//
//   node scripts/proofs/judge-politeness.mjs [--seed N] [--kills N] [--min-gaps N] [--cli FILE] [--log FILE.jsonl] [--checks] [--render]
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = resolve(import.meta.dirname, '../..');

// The site is TypeScript, which only Node 24 runs as it is.
if (Number.parseInt(process.versions.node, 10) < 24) {
  const node = join(root, 'node_modules/.bin/node');
  const again = spawnSync(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  process.exit(again.status ?? 1);
}

const { judge, judgementTable } = await import('../../test/support/judge.ts');
const { printFigures, randomOf } = await import('./figures.mjs');
const { renderPlan, startJudgeSite } = await import('../../test/support/judge-site.ts');

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    kills: { type: 'string', default: '4' },
    'min-gaps': { type: 'string', default: '500' },
    cli: { type: 'string', default: join(root, 'out/engine/cli.cjs') },
    checks: { type: 'boolean', default: false },
    render: { type: 'boolean', default: false },
    log: { type: 'string', default: join(root, '.cache/judge/requests.jsonl') },
  },
});
const cli = resolve(values.cli);
if (!existsSync(cli)) {
  console.error(`No command line at ${cli}: run "npm run build" first.`);
  process.exit(2);
}

/** The same seed kills at the same instants. */
const random = randomOf(Number(values.seed));

/** A run that sends nothing for so long hangs. On a busy machine a whole run may take many times as long. */
const longestSilenceMs = values.render ? 120_000 : 75_000;
const site = await startJudgeSite(values.render ? renderPlan : undefined);
/** As root a browser has no sandbox. These pages are ours. */
const rootWords = values.render && process.getuid?.() === 0 ? ['--unsandboxed'] : [];
const folder = mkdtempSync(join(tmpdir(), 'crawlscope-judge-'));
const file = join(folder, 'judge.crawl');
const silences = [];
let endedMs = null;
const began = site.now();

/** Runs the command line; kills it `killAfterMs` after its first request when that is a number. Resolves with how it ended. */
const run = (args, killAfterMs) =>
  new Promise((done, fail) => {
    if (endedMs !== null) silences.push({ fromMs: endedMs, untilMs: site.now() });
    const child = spawn(process.execPath, [cli, ...args], { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
    let complaint = '';
    child.stderr.setEncoding('utf8').on('data', part => {
      complaint = (complaint + part).slice(-2_000);
    });
    let requests = site.log.length;
    let firstMs = null;
    let lastMs = site.now();
    const watch = setInterval(() => {
      const now = site.now();
      if (site.log.length > requests) {
        requests = site.log.length;
        firstMs ??= now;
        lastMs = now;
      }
      const isDue = killAfterMs !== null && firstMs !== null && now - firstMs >= killAfterMs;
      if (isDue || now - lastMs > longestSilenceMs) child.kill('SIGKILL');
    }, 20);
    child.once('error', fail);
    child.once('exit', (code, signal) => {
      clearInterval(watch);
      endedMs = site.now();
      console.log(
        `  ${args[0]}: ${signal ?? `exit ${code}`} after ${((endedMs - began) / 1_000).toFixed(1)} s, ${site.log.length} requests`,
      );
      done({ code, signal, complaint });
    });
  });

const visited = origin => site.log.some(item => item.origin === origin && !item.robots);
const starved = () => site.sites.filter(({ origin }) => !visited(origin));

let failure = '';
try {
  console.log(`${site.seeds.length} origins, seed ${values.seed}`);
  let args = ['crawl', ...site.seeds, '--out', file, '--delay', '0', '--connections', '16'];
  if (values.checks) args.push('--scope', 'page', '--check-external', '--check-resources', '--check-delay', '0');
  if (values.render) args.push('--render', 'all', ...rootWords);
  let outcome = { code: null, signal: null, complaint: '' };
  let kills = 0;
  for (let runs = 0; runs < Number(values.kills) + 4; runs++) {
    const killAfterMs = kills < Number(values.kills) ? Math.round(700 + random() * 2_600) : null;
    outcome = await run(args, killAfterMs);
    // It was killed before the file existed: start again with the same log of the site.
    if (existsSync(file)) args = ['resume', file, ...rootWords];
    if (outcome.signal === 'SIGKILL' && killAfterMs !== null) kills += 1;
    else if (outcome.code !== 0) break;
    // An origin whose robots.txt was unavailable is requested again when the crawl is resumed.
    else if (starved().length === 0) break;
    else kills = Number(values.kills);
  }
  if (outcome.code !== 0) failure = `The command line ended with ${outcome.signal ?? outcome.code}: ${outcome.complaint.trim()}`;
  else if (starved().length > 0)
    failure = `Never visited: ${starved()
      .map(({ origin }) => origin)
      .join(', ')}`;
  else if (kills < Number(values.kills)) console.log(`  the crawl ended after ${kills} of ${values.kills} kills`);
  // Requests after this point come after the end of the crawl.
  silences.push({ fromMs: endedMs, untilMs: Number.POSITIVE_INFINITY });
  await new Promise(done => setTimeout(done, 300));
} finally {
  await site.close();
  rmSync(folder, { recursive: true, force: true });
}

mkdirSync(dirname(values.log), { recursive: true });
writeFileSync(values.log, site.log.map(item => `${JSON.stringify(item)}\n`).join(''));

const judgement = judge(site.log, site.sites, silences);
console.log(`\n${judgementTable(judgement)}`);
if (judgement.gaps < Number(values['min-gaps']))
  failure ||= `Only ${judgement.gaps} gaps, at least ${values['min-gaps']} are wanted.`;
if (judgement.violations.length > 0) failure ||= `${judgement.violations.length} violations.`;
console.log(failure === '' ? '\nInnocent.' : `\nGUILTY or incomplete: ${failure}`);
printFigures(judgement.gaps, failure === '' ? 0 : Math.max(1, judgement.violations.length));
process.exit(failure === '' ? 0 : 1);
