// The politeness campaign: two crawls in two processes share every host of a loopback site, which declares Crawl-delays. Both are killed at
// named points and at random, stopped for longer than a lease, resumed with other settings, and given a time of day that jumps; robots.txt
// and sitemaps are checked beside them. Only the server's log is judged. Exit 1 on any violation or too few gaps.
//
//   node scripts/proofs/politeness-campaign.mjs [--seed N] [--minutes N] [--min-gaps N] [--until-gaps N] [--hosts N] [--delay MS] [--log FILE.jsonl]
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const root = resolve(import.meta.dirname, '../..');
if (Number.parseInt(process.versions.node, 10) < 24) {
  const node = join(root, 'node_modules/.bin/node');
  const again = spawnSync(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  process.exit(again.status ?? 1);
}

const { judge, judgementTable } = await import('../../test/support/judge.ts');
const { startJudgeSite } = await import('../../test/support/judge-site.ts');
const { printFigures, randomOf } = await import('./figures.mjs');
const { killPoints } = await import('../../test/support/kill-points.mjs');

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '10' },
    'min-gaps': { type: 'string', default: '50000' },
    'until-gaps': { type: 'string' },
    hosts: { type: 'string', default: '60' },
    pages: { type: 'string', default: '400' },
    delay: { type: 'string', default: '20' },
    log: { type: 'string', default: join(root, '.cache/judge/campaign.jsonl') },
  },
});
const number = name => Number(values[name]);
const delayMs = number('delay');
/** Then it ends before its time. */
const enoughGaps = Math.round(Number(values['until-gaps'] ?? number('min-gaps') * 1.1));
const replay = `node scripts/proofs/politeness-campaign.mjs --seed ${values.seed} --minutes ${values.minutes} --min-gaps ${values['min-gaps']} --until-gaps ${enoughGaps} --hosts ${values.hosts} --pages ${values.pages} --delay ${values.delay}`;

/** The same seed takes the same turns. */
const random = randomOf(number('seed'));
const pick = list => list[Math.floor(random() * list.length)];

const manners = ['plain', 'plain', 'slow', 'moved', 'elsewhere', 'unavailable-first'];
const plan = Array.from({ length: number('hosts') }, (_, index) => ({
  delayMs: delayMs * (1 + (index % 3)),
  pages: number('pages'),
  robots: manners[index % manners.length],
}));
const site = await startJudgeSite(plan);
const folder = mkdtempSync(join(tmpdir(), 'crawlscope-campaign-'));
const home = join(folder, 'home');
const cli = join(root, 'electron/cli/index.ts');
const preload = name => ['--import', pathToFileURL(join(root, 'test/support', name)).href];
const deadline = performance.now() + number('minutes') * 60_000;
const isOver = () => performance.now() > deadline || gapsSoFar() >= enoughGaps;
// Every request but the first of a host makes a gap.
const gapsSoFar = () => site.log.length - plan.length;
const did = { kills: 0, 'kill points': 0, resumes: 0, sleeps: 0, 'clock steps': 0, checks: 0, 'changed delays': 0, crawls: 0 };
const passed = new Set();
const silences = [];
const complaints = [];
const running = new Set();

function start(args, { point = '', jumps = false } = {}) {
  const before = [...(point === '' ? [] : preload('kill-points.mjs')), ...(jumps ? preload('clock-steps.mjs') : [])];
  const env = { ...process.env, CRAWLSCOPE_HOME: home, ...(point === '' ? {} : { KILL_POINT: point }) };
  const child = spawn(process.execPath, [...before, cli, ...args], { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'] });
  running.add(child);
  let said = '';
  child.stderr.setEncoding('utf8').on('data', part => {
    said = (said + part).slice(-2_000);
  });
  const ended = new Promise(done => {
    child.once('exit', (code, signal) => {
      running.delete(child);
      // Not a silence: the other crawl goes on. It excuses only a Retry-After that the dead process could not write down.
      if (signal) silences.push({ fromMs: site.now(), untilMs: site.now() });
      done({ code, signal, said });
    });
  });
  return { child, ended };
}

/** Requests before an accident. */
const startRequests = 100;
/** How often each named point was tried. */
const tried = new Map();
function nextPoint() {
  const rare = killPoints.find(each => !passed.has(each) && (tried.get(each) ?? 0) < 3) ?? pick(killPoints);
  tried.set(rare, (tried.get(rare) ?? 0) + 1);
  return rare;
}

/** Crawls the whole site again and again, into a new file each time, with an accident in every run. */
async function crawler(name) {
  for (let file = 0; !isOver(); file++) {
    const path = join(folder, `${name}-${file}.crawl`);
    did.crawls += 1;
    let isEnded = false;
    while (!isEnded && !isOver()) {
      const own = pick([0, 0, delayMs / 2_000, delayMs / 1_000]);
      const settings = ['--delay', String(own), '--connections', pick(['16', '24', '48'])];
      const isNew = !existsSync(path);
      const args = isNew ? ['crawl', ...site.seeds, '--out', path, ...settings] : ['resume', path, ...settings];
      if (isNew === false) did.resumes += 1;
      if (isNew === false && own > 0) did['changed delays'] += 1;
      const accident = pick(['point', 'point', 'kill', 'kill', 'sleep', 'none']);
      const point = accident === 'point' ? nextPoint() : '';
      const often = /take|began|ended|journal|give-back/.test(point);
      const jumps = random() < 0.3;
      if (jumps) did['clock steps'] += 1;
      const { child, ended } = start(args, { point: point && `${point}:${often ? 5 + Math.floor(random() * 400) : 1}`, jumps });
      const timer = new AbortController();
      const lasts = 1_000 + random() * 6_000;
      const guard = sleep(Math.min(lasts + 75_000, Math.max(1_000, deadline - performance.now())), 'late', {
        signal: timer.signal,
      });
      const begunAt = site.log.length;
      const accidentAt = (async () => {
        // On a busy machine a crawl takes long to start. One that is killed before it requests anything proves nothing.
        for (let waits = 0; site.log.length < begunAt + startRequests && waits < 300; waits++)
          await sleep(100, undefined, { signal: timer.signal });
        if (accident === 'kill') {
          await sleep(lasts, undefined, { signal: timer.signal });
          child.kill('SIGKILL');
        } else if (accident === 'sleep') {
          await sleep(lasts / 2, undefined, { signal: timer.signal });
          did.sleeps += 1;
          child.kill('SIGSTOP');
          await sleep(pick([500, 3_000, 17_000]), undefined, { signal: timer.signal });
          child.kill('SIGCONT');
        }
      })().catch(() => undefined);
      const result = await Promise.race([ended, guard.catch(() => ended)]);
      if (result === 'late') child.kill('SIGKILL');
      const outcome = await ended;
      timer.abort();
      await accidentAt;
      if (outcome.signal) {
        did.kills += 1;
        if (point !== '' && accident === 'point') {
          did['kill points'] += 1;
          passed.add(point);
        }
      } else if (outcome.code !== 0 && outcome.code !== 3)
        complaints.push(`${args[0]} ended with ${outcome.code}: ${outcome.said.trim()}`);
      isEnded = outcome.code === 0;
    }
    if (existsSync(path)) known = path;
  }
}

let known = '';
/** Checks of robots.txt and of sitemaps beside the crawls. */
async function checker() {
  while (!isOver()) {
    await sleep(1_500);
    const host = pick(site.seeds);
    const args =
      known !== '' && random() < 0.5
        ? ['robots', 'check', known, host]
        : ['sitemap', 'check', `${host}sitemap.xml`, '--delay', '0'];
    did.checks += 1;
    const { child, ended } = start(args);
    const timer = setTimeout(() => child.kill('SIGKILL'), 60_000);
    await ended;
    clearTimeout(timer);
  }
}

const begun = performance.now();
const teller = setInterval(() => {
  const [gaps, wanted] = [Math.max(0, gapsSoFar()), enoughGaps];
  const pastMs = performance.now() - begun;
  const leftMs = Math.min(deadline - performance.now(), gaps > 0 ? pastMs * (wanted / gaps - 1) : Number.POSITIVE_INFINITY);
  console.log(`  ${gaps} of ${wanted} gaps, ${did.kills} kills, about ${Math.max(0, Math.round(leftMs / 1_000))} s left`);
}, 15_000);
try {
  console.log(
    `${plan.length} hosts, Crawl-delay ${delayMs} to ${delayMs * 3} ms, seed ${values.seed}, at most ${values.minutes} min`,
  );
  await Promise.all([crawler('a'), crawler('b'), checker()]);
} finally {
  clearInterval(teller);
  for (const child of running) child.kill('SIGKILL');
  await sleep(300);
  await site.close();
  rmSync(folder, { recursive: true, force: true });
}

mkdirSync(dirname(values.log), { recursive: true });
writeFileSync(values.log, site.log.map(item => `${JSON.stringify(item)}\n`).join(''));
const judgement = judge(site.log, site.sites, silences);
const [, , ...rest] = judgementTable(judgement)
  .split('\n')
  .slice(plan.length - 1);
console.log(rest.join('\n'));
console.log(
  `\n${Object.entries(did)
    .map(([what, count]) => `${what} ${count}`)
    .join(', ')}; ${passed.size} of ${killPoints.length} named points`,
);
for (const complaint of complaints.slice(0, 10)) console.log(complaint);
const failures = [
  ...(judgement.violations.length > 0 ? [`${judgement.violations.length} violations`] : []),
  ...(judgement.gaps < number('min-gaps') ? [`only ${judgement.gaps} of ${values['min-gaps']} gaps`] : []),
  ...(complaints.length > 0 ? [`${complaints.length} commands failed`] : []),
];
console.log(failures.length === 0 ? '\nInnocent.' : `\nGUILTY or incomplete: ${failures.join('; ')}. Again: ${replay}`);
printFigures(judgement.gaps, judgement.violations.length + complaints.length, {
  requests: judgement.requests,
  kills: did.kills,
  'named points': passed.size,
  sleeps: did.sleeps,
  'clock steps': did['clock steps'],
});
if (failures.length > 0) process.exitCode = 1;
process.exit();
