// The long campaigns, with what each promises, tried and found. --help lists the options.
// The last line is `N passed, N failed`; exit code 1 when a campaign found a fault, did not reach its count, or printed no figures.
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { benchOptions } from '../bench/options.mjs';
import { campaigns } from '../proofs/campaigns.mjs';
import { ensureInstalled, node24, npm, ROOT, runMain, Stop, say } from './bootstrap.mjs';
import { isBuilt } from './checkout.cjs';
import { runFolder } from './run-folder.mjs';
import { aptCommand, aptInstall, isDebian, isRoot } from './system-packages.mjs';
import { recordRuns } from './trust-page.mjs';

/** What a campaign needs besides Node: a command that shows whether it is there, and the packages of Debian that bring it. */
const TOOLS = {
  strace: [['strace', '--version'], ['strace']],
  compiler: [
    ['cc', '--version'],
    ['gcc', 'libc6-dev'],
  ],
  browser: [['chromium', '--version'], ['chromium']],
  protego: [['/usr/bin/python3', '-c', 'import protego'], ['python3-protego']],
};
const isThere = ([command, ...words]) => spawnSync(command, words, { stdio: 'ignore' }).status === 0;
/** A campaign is ended after this many times the minutes that it takes on a quiet machine. */
const PATIENCE = 6;

/** Seed of a run that names none: another one each day. */
const ofToday = () => Math.floor(Date.now() / 86_400_000);

const seconds = ms => `${(ms / 1000).toFixed(0)} s`;
const number = value => value.toLocaleString('en');

function installTools(chosen) {
  const wanted = [...new Set(chosen.flatMap(({ needs }) => needs))].filter(need => need in TOOLS);
  const missing = wanted.filter(need => !isThere(TOOLS[need][0])).flatMap(need => TOOLS[need][1]);
  if (missing.length === 0) return;
  const canInstall = isDebian() && isRoot();
  if (canInstall) {
    say(`installing system packages: ${missing.join(' ')} …`);
    if (aptInstall(missing)) return;
  }
  throw new Stop(`the campaigns need ${missing.join(' ')}${isDebian() ? `; install them with: ${aptCommand(missing)}` : ''}`);
}

/** Runs one campaign; resolves with its figures, or with why there are none. */
async function run({ script, flags, words, minutes }) {
  const child = spawn(node24(), [...flags, join('scripts/proofs', script), ...words], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 2],
  });
  const guard = setTimeout(() => child.kill('SIGKILL'), minutes * PATIENCE * 60_000);
  let figures = null;
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('figures ')) figures = JSON.parse(line.slice('figures '.length));
    else process.stdout.write(`   ${line}\n`);
  }
  const [code, signal] =
    child.exitCode === null && child.signalCode === null ? await ended(child) : [child.exitCode, child.signalCode];
  clearTimeout(guard);
  return { figures, code, signal };
}

const ended = child => new Promise(done => child.once('close', (code, signal) => done([code, signal])));

/** What failed, '' for nothing. */
function faultOf({ figures, code, signal }, least) {
  if (signal !== null) return `it was ended by ${signal}`;
  if (figures === null) return `it printed no figures, exit code ${code}`;
  if (figures.wrong > 0) return `${number(figures.wrong)} wrong`;
  if (figures.count < least) return `only ${number(figures.count)} of ${number(least)}`;
  return code === 0 ? '' : `exit code ${code}`;
}

function chosenOf(only) {
  if (only === undefined) return campaigns;
  const ids = only.split(',');
  const unknown = ids.filter(id => !campaigns.some(each => each.id === id));
  if (unknown.length > 0)
    throw new Stop(`there is no campaign ${unknown.join(', ')}; known: ${campaigns.map(each => each.id).join(', ')}`);
  return campaigns.filter(({ id }) => ids.includes(id));
}

const usage = `npm run trust [-- options]
  --nightly      the counts of each night instead of those of each push
  --only ID,…    only these campaigns
  --seed N       seed of what is random (default: another one each day)
  --write        record the runs in docs/trust-runs.jsonl and docs/trust.md
  --list         say what the campaigns promise and how long they take, and end`;

async function main() {
  const flag = { type: 'boolean', default: false };
  const text = { type: 'string' };
  const { values } = benchOptions(usage, { nightly: flag, write: flag, list: flag, only: text, seed: text });
  const seed = Number(values.seed ?? ofToday());
  if (!Number.isInteger(seed) || seed < 1) throw new Stop(`--seed is a whole number from 1, not ${values.seed}`);
  const name = values.nightly ? 'nightly' : 'ci';
  const chosen = chosenOf(values.only);
  if (values.list) {
    for (const { id, promise, [name]: stage } of chosen)
      process.stdout.write(`${id.padEnd(16)}${`${stage.minutes} min`.padStart(7)}  ${promise}\n`);
    return;
  }
  ensureInstalled();
  installTools(chosen);
  if (chosen.some(({ needs }) => needs.includes('build')) && !isBuilt() && npm(['run', '--silent', 'build']) !== 0)
    throw new Stop('the build failed; its message is above');
  runFolder();
  const results = [];
  for (const { id, promise, unit, script, flags, seeded, [name]: stage } of chosen) {
    const words = seeded ? [...stage.words, '--seed', String(seed)] : stage.words;
    const again = `node_modules/.bin/node ${[...flags, `scripts/proofs/${script}`, ...words].join(' ')}`;
    process.stdout.write(`\n== ${id}: ${promise}\n`);
    const begun = Date.now();
    const result = await run({ script, flags, words, minutes: stage.minutes });
    const fault = faultOf(result, stage.least);
    if (fault !== '') process.stdout.write(`   FAILED: ${fault}. Again: ${again}\n`);
    results.push({ id, unit, seed: seeded ? seed : null, ms: Date.now() - begun, least: stage.least, fault, ...result.figures });
  }
  process.stdout.write('\n');
  for (const { id, count = 0, unit, ms, fault } of results)
    process.stdout.write(
      `${id.padEnd(16)}${seconds(ms).padStart(7)}  ${number(count).padStart(12)} ${unit}${fault === '' ? '' : `  FAILED: ${fault}`}\n`,
    );
  const failed = results.filter(({ fault }) => fault !== '').length;
  if (values.write) recordRuns(name, results, new Date().toISOString().slice(0, 10));
  process.exitCode = failed > 0 ? 1 : 0;
  process.stdout.write(`\n${results.length - failed} passed, ${failed} failed\n`);
}

await runMain(main, 2);
