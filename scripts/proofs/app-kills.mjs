// Kills the processes of the real app while it crawls a site with faults: the page of the window, the graphics process, the engine and the app itself,
// each with SIGKILL. After each kill the crawl must go on within 5 s, and the window must show the same view. An app that was killed is started again;
// it must offer to resume with the counts that the file has. At the end no URL is lost. Between the kills the calls and clicks of the window are timed.
//
//   node_modules/.bin/node scripts/proofs/app-kills.mjs [--kills N] [--minutes N] [--seed N]
//
// `--minutes` ends it before the kills are done. Linux, after `npm run build`; needs a display or Xvfb. Exit 1 if anything is wrong.
//
// A busy machine makes each time long. What is judged is therefore the time without that for which the threads of the app waited for a processor
// (`schedstat` of the kernel). Both times are printed.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import BetterSqlite3 from 'better-sqlite3';
import { processLives } from '../../electron/browser/process-lives.ts';
import { defaultSettings } from '../../shared/model/crawl.ts';
import { startFaultySite } from '../../test/support/proof/faulty-site.ts';
import { cliWords } from '../run/checkout.cjs';
import { hasNoDisplay, startDisplay } from '../run/with-display.mjs';
import { kindOf, read, treeOf, waitedMs, waitsOf } from './app-processes.mjs';
import { printFigures, randomOf, wholeNumber } from './figures.mjs';

const text = { type: 'string' };
const { values } = parseArgs({ options: { kills: text, minutes: text, seed: text } });
const kills = wholeNumber('kills', values.kills ?? 20);
const minutes = wholeNumber('minutes', values.minutes ?? 30);
const seed = wholeNumber('seed', values.seed ?? 1);
const random = randomOf(seed);
const pick = list => list[Math.floor(random() * list.length)];
const mostRecoveryMs = 5_000;
const mostCallMs = 200;
/** A time that no load explains. */
const patienceMs = 60_000;
/** The window keeps its place after 1.5 s (kept-place.ts). */
const keptMs = 1_700;
/** What it keeps reaches the disk within two further seconds (window.ts). */
const onDiskMs = 4_000;
const timesPerKill = 8;
/** Processes that must work one after the other for what is timed. */
const everyKind = ['main', 'renderer', 'gpu-process', 'engine'];
const drawing = ['renderer', 'gpu-process'];
const answering = ['renderer', 'main', 'engine'];
const concerned = { renderer: ['main', ...drawing], 'gpu-process': ['main', ...drawing], engine: ['main', 'engine'] };

const screen = hasNoDisplay() ? await startDisplay() : undefined;
if (screen) process.env['DISPLAY'] = screen.display;
const { launchApp } = await import(resolve('test/e2e/fixture.ts'));
const folder = mkdtempSync(join(tmpdir(), 'app-kills-'));
const site = await startFaultySite();
const wrong = [];
const times = [];
const recoveries = [];
const ends = [];
let running;
/** Clicks that no frame followed. Without a graphics card Chromium sometimes draws no more when its graphics process was killed. */
let frozen = 0;

const rootOf = () => running.app.process().pid;
/** Runs code in the page. Not by Playwright's page, which does not survive a crash. */
const inPage = code =>
  running.app.evaluate(
    ({ BrowserWindow }, given) => BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(given),
    code,
  );
const pagePid = () =>
  running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0);
const pidOf = kind => Number(treeOf(rootOf()).find(pid => kindOf(pid) === kind) ?? 0);

let nextId = 2_000_000;
/** Calls a procedure from the page; gives its reply and how long it took there. */
const call = (name, input = {}) => {
  const message = JSON.stringify({ kind: 'call', id: nextId++, name, input });
  return inPage(`new Promise(done => {
    const message = ${message}, began = performance.now();
    const off = crawlscope.onMessage(reply => {
      if (reply.kind === 'topic' || reply.id !== message.id) return;
      off(); clearTimeout(timer);
      done({ value: reply.value, error: reply.error, ms: performance.now() - began });
    });
    const timer = setTimeout(() => { off(); done({ error: { message: 'no reply' }, ms: 30000 }); }, 30000);
    crawlscope.send(message);
  })`);
};
/** Clicks on a view; gives how long it took until a frame showed it. */
const clickView = view =>
  inPage(`new Promise(done => {
    const began = performance.now();
    document.querySelector('[data-testid="view-${view}"]').click();
    const timer = setTimeout(() => done({ ms: 0, isFrozen: true }), 3000);
    requestAnimationFrame(() => { clearTimeout(timer); const painted = new MessageChannel(); painted.port1.onmessage = () => done({ ms: performance.now() - began }); painted.port2.postMessage(0); });
  })`);
const shownView = () =>
  inPage(`document.querySelector('[data-testid^="view-"][aria-selected="true"]')?.dataset.testid.slice(5) ?? ''`);

/** Waits until something holds, and gives how long that took, with and without the time in which the app waited for a processor. */
async function until(what, holds, kinds = everyKind) {
  const [began, before] = [performance.now(), waitsOf(rootOf())];
  for (;;) {
    const ok = await Promise.race([Promise.resolve(holds()).catch(() => false), sleep(5_000, false)]);
    const wall = performance.now() - began;
    if (ok) return { wall, judged: Math.max(0, wall - waitedMs(before, waitsOf(rootOf()), kinds)) };
    if (wall > patienceMs) throw new Error(`${what}: not within ${patienceMs / 1_000} s`);
    await sleep(40);
  }
}

const views = ['overview', 'urls', 'issues', 'robots', 'sitemaps', 'custom', 'structure', 'signals', 'search', 'sql'];

/** Times calls and clicks while the crawl runs. */
async function timeWindow() {
  for (let n = 0; n < timesPerKill; n++) {
    const [began, before] = [performance.now(), waitsOf(rootOf())];
    const kind = ['urls.view', 'url.explain', 'click'][n % 3];
    const result =
      kind === 'click'
        ? await clickView(pick(views))
        : kind === 'url.explain'
          ? await call(kind, { url: pick(site.linked()) })
          : await call(kind, { filter: '', sort: 'url', descending: false, soon: true });
    // A URL may be linked by a page that the crawl has not read yet, and the window may have opened a newer list.
    if (result.error && !['not_found', 'refused'].includes(result.error.code))
      wrong.push(`${kind}: ${JSON.stringify(result.error)}`);
    // Reaching the page takes time as well. It waits for a processor as often.
    const share = Math.min(
      1,
      waitedMs(before, waitsOf(rootOf()), kind === 'click' ? drawing : answering) / (performance.now() - began),
    );
    if (result.isFrozen) {
      frozen += 1;
      continue;
    }
    times.push({ kind, wall: result.ms, judged: result.ms * (1 - share) });
    await sleep(50);
  }
}

const crawlFile = () => join(folder, 'crawls', readdirSync(join(folder, 'crawls')).find(name => name.endsWith('.crawl')) ?? '');

/** The counts of the file, read without a line of the app. */
function countsInFile() {
  const db = new BetterSqlite3(crawlFile());
  try {
    const one = sql => db.prepare(sql).pluck().get();
    return [
      'SELECT count(*) FROM url',
      "SELECT count(*) FROM url WHERE state = 'queued'",
      "SELECT count(*) FROM url WHERE state = 'leased'",
    ].map(one);
  } finally {
    db.close();
  }
}

/** Kills the app, starts it again, opens the crawl as a user does, and resumes it. */
async function killApp(view, name) {
  const [engine, gone] = [pidOf('engine'), running.app.waitForEvent('close')];
  process.kill(rootOf(), 'SIGKILL');
  // Left alone, the engine stops the crawl in order. Killed with the app, it leaves what the app must tell.
  if (random() < 0.6) process.kill(engine, 'SIGKILL');
  await gone;
  for (let waits = 0; processLives(engine) && waits < 600; waits++) await sleep(50);
  if (processLives(engine)) throw new Error(`${name}: the engine outlived the app by 30 s`);
  const counts = countsInFile();
  running = await launchApp({ folder });
  await until(`${name}: the recent crawl is offered`, () =>
    inPage(`(button => { button?.click(); return Boolean(button); })(document.querySelector('ul.recent button.open'))`),
  );
  let status;
  // The engine stops the crawl when the app is gone, if it still can.
  await until(`${name}: the file is open`, async () => {
    status = (await call('status.get')).value;
    return status?.state === 'interrupted' || status?.state === 'stopped';
  });
  const told = [status.urls, status.queued, status.urls - status.queued - status.fetched - status.failed - status.disregarded];
  if (told.join() !== counts.join()) wrong.push(`${name}: the app says ${told}, the file has ${counts}`);
  ends.push(status.state);
  const sentence = [...status.detail.matchAll(/([\d,]+) (?:URLs? (?:is|are) stored|waits?|(?:was|were) under way)/g)].map(
    ([, count]) => Number(count.replaceAll(',', '')),
  );
  if (status.state === 'interrupted' && sentence.join() !== counts.slice(0, counts[2] > 0 ? 3 : 2).join())
    wrong.push(`${name}: the file has ${counts}, the window says: ${status.detail}`);
  if (status.detail === '') wrong.push(`${name}: no sentence says how the crawl ended`);
  process.stdout.write(`${name}: ${status.state}. ${status.detail}\n`);
  await until(`${name}: ${view} is shown again`, async () => (await shownView()) === view);
  const requests = site.requests();
  await until(`${name}: a button offers to resume`, () =>
    inPage(
      `(button => { button?.click(); return Boolean(button); })([...document.querySelectorAll('.crawl-state ~ button')].find(each => each.textContent === 'Resume'))`,
    ),
  );
  return until(`${name}: resumed`, () => site.requests() > requests);
}

async function kill(kind, name) {
  const view = pick(views);
  await until(`${name}: ${view} is shown`, async () => {
    await inPage(`document.querySelector('[data-testid="view-${view}"]').click()`);
    return (await shownView()) === view;
  });
  await sleep((kind === 'main' ? onDiskMs : keptMs) + random() * 600);
  if (kind === 'main') return killApp(view, name);
  const pid = kind === 'renderer' ? await pagePid() : pidOf(kind);
  process.kill(pid, 'SIGKILL');
  const requests = site.requests();
  let seen = '';
  const isBack = async () => {
    const now = kind === 'renderer' ? await pagePid() : pidOf(kind);
    // Chromium may start no other graphics process.
    const isNew = kind === 'gpu-process' ? now !== pid : now !== pid && now > 0;
    const state = isNew ? (await call('status.get')).value?.state : '';
    const shown = isNew ? await shownView() : '';
    seen = `process ${now} after ${pid}, crawl ${state}, ${shown} shown, ${site.requests() - requests} requests`;
    return isNew && site.requests() > requests && state === 'running' && shown === view;
  };
  return until(`${name}: ${view} is shown again and the crawl goes on`, isBack, concerned[kind]).catch(error => {
    throw new Error(`${error.message}; ${seen}`);
  });
}

/** Rounds of all four, each in another order: between two kills of the app no process is killed so often that Electron gives up. */
function* kinds() {
  for (;;) {
    const round = ['renderer', 'gpu-process', 'engine', 'main'];
    while (round.length > 0) yield round.splice(Math.floor(random() * round.length), 1)[0];
  }
}

const quantile = (list, share) =>
  [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))] ?? 0;
const done = { renderer: 0, 'gpu-process': 0, engine: 0, main: 0 };
const killed = () => Object.values(done).reduce((sum, count) => sum + count, 0);
const began = performance.now();
try {
  running = await launchApp({ folder });
  await until('the window is ready', () => inPage(`Boolean(document.querySelector('[data-testid="app-ready"]'))`));
  const settings = { ...defaultSettings, sitemaps: false, delayMs: 60, maxAttempts: 4, maxDepth: 1_000, seeds: site.seeds };
  const started = await call('crawl.start', { destination: null, settings });
  if (started.error) throw new Error(JSON.stringify(started.error));
  await until('the crawl has begun', () => site.requests() > 20);
  for (const kind of kinds()) {
    if (killed() >= kills || performance.now() - began > minutes * 60_000) break;
    await timeWindow();
    if (kind === 'gpu-process' && pidOf(kind) === 0) continue;
    const name = `kill ${killed() + 1} (${kind})`;
    const { wall, judged } = await kill(kind, name);
    done[kind] += 1;
    recoveries.push({ wall, judged });
    if (judged > mostRecoveryMs) wrong.push(`${name}: the crawl went on after ${Math.round(judged)} ms`);
    process.stdout.write(
      `${name} of ${kills}: goes on after ${Math.round(wall)} ms, ${Math.round(judged)} without waits for a processor; ${site.requests()} requests\n`,
    );
  }
  // What was in flight at the last kill is requested again first: a page that comes after the end links to nothing.
  await sleep(5_000);
  site.end();
  let status;
  await until('the crawl ends', async () => {
    status = (await call('status.get')).value;
    return status?.state !== 'running';
  });
  if (status.state !== 'finished' || status.queued > 0)
    wrong.push(`the crawl ended as ${status.state}, ${status.queued} URLs wait: ${status.detail}`);
  await running.app.close();
  running = undefined;
  const db = new BetterSqlite3(crawlFile(), { readonly: true });
  const fetched = new Set(db.prepare("SELECT url FROM url WHERE state = 'done'").pluck().all());
  db.close();
  const lost = site.linked().filter(url => !fetched.has(url));
  if (lost.length > 0) wrong.push(`${lost.length} of ${site.linked().length} URLs are lost: ${lost.slice(0, 5)}`);
  const [program, ...words] = cliWords(['audit', crawlFile()]);
  const audit = spawnSync(program, words, { encoding: 'utf8' });
  if (audit.status !== 0)
    wrong.push(
      `the audit of the file ended with ${audit.status}: ${(audit.stdout + audit.stderr)
        .split('\n')
        .filter(line => !/ 0 of | ok\b/.test(line))
        .join('\n')
        .slice(0, 3_000)}`,
    );
} catch (error) {
  wrong.push(error instanceof Error ? error.message : String(error));
  const shown =
    running && (await Promise.race([inPage('document.body.innerText').catch(String), sleep(10_000, 'nothing in 10 s')]));
  if (shown) process.stdout.write(`The window shows: ${String(shown).replaceAll(/\s+/g, ' ').slice(0, 1_000)}\n`);
  process.stdout.write(`The log ends with:\n${read(join(folder, 'profile/logs/crawlscope.log')).slice(-1_500)}\n`);
} finally {
  running?.app.process().kill('SIGKILL');
  await site.close();
  screen?.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

const p95 = (which, of = times) =>
  Math.round(
    quantile(
      of.map(each => each[which]),
      0.95,
    ),
  );
if (times.length >= 20 && p95('judged') > mostCallMs) wrong.push(`calls and clicks took ${p95('judged')} ms (p95)`);
for (const kind of ['urls.view', 'url.explain', 'click']) {
  const own = times.filter(each => each.kind === kind);
  process.stdout.write(
    `${kind.padEnd(12)} ${String(own.length).padStart(4)} times, p95 ${p95('wall', own)} ms, ${p95('judged', own)} without waits for a processor\n`,
  );
}
for (const line of wrong) process.stdout.write(`${line}\n`);
const { broken, cut, slow } = site.faults();
process.stdout.write(
  `${killed()} kills: page ${done.renderer}, graphics ${done['gpu-process']}, engine ${done.engine}, app ${done.main}; ${site.linked().length} URLs, ${broken} connections broken, ${cut} bodies cut, ${slow} slow answers\n`,
);
printFigures(killed(), wrong.length, {
  URLs: site.linked().length,
  'interrupted by a kill': ends.filter(each => each === 'interrupted').length,
  faults: broken + cut + slow,
  'longest until it went on, ms': Math.round(Math.max(0, ...recoveries.map(each => each.judged))),
  'clicks without a frame': frozen,
  'with waits, ms': Math.round(Math.max(0, ...recoveries.map(each => each.wall))),
  'calls and clicks, p95 in ms': p95('judged'),
  'p95 with waits, ms': p95('wall'),
});
process.exit();
