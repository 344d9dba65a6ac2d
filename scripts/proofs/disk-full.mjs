// Crawls into files on small disks: some are full while the crawl writes its log, some while SQLite copies the log into the file. The crawl must wait
// without a request, say so, and go on by itself when there is room, or end at Ctrl+C. Afterwards no URL is lost and none is invented.
//
//   node_modules/.bin/node scripts/proofs/disk-full.mjs [--disks N] [--seed S]
//
// Linux, where a tmpfs may be mounted: as root, or where users may have namespaces of their own. Exit 1 if anything is wrong.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import BetterSqlite3 from 'better-sqlite3';
import { createSession } from '../../electron/engine/session/session.ts';
import { defaultSettings } from '../../shared/model/crawl.ts';
import { linksTo, startSite } from '../../test/support/site.ts';
import { printFigures, randomOf, wholeNumber } from './figures.mjs';

const text = { type: 'string' };
const { values } = parseArgs({ options: { disks: text, seed: text } });
const most = wholeNumber('disks', values.disks ?? 16);
const seed = wholeNumber('seed', values.seed ?? 1);
const random = randomOf(seed);
const cli = resolve(import.meta.dirname, '../../electron/cli/index.ts');

const mount = (...words) => execFileSync('mount', words, { stdio: 'ignore' });
const folder = mkdtempSync(join(tmpdir(), 'crawlscope-disk-full-'));
const disk = join(folder, 'disk');
mkdirSync(disk);
try {
  mount('-t', 'tmpfs', '-o', 'size=400m', 'none', disk);
} catch {
  rmSync(folder, { recursive: true });
  const isInside = process.env.CRAWLSCOPE_OWN_MOUNTS === '1';
  const words = [
    '--user',
    '--map-root-user',
    '--mount',
    process.execPath,
    fileURLToPath(import.meta.url),
    ...process.argv.slice(2),
  ];
  const env = { ...process.env, CRAWLSCOPE_OWN_MOUNTS: '1' };
  const again = isInside ? null : spawnSync('unshare', words, { stdio: 'inherit', env });
  if (again?.status === null || again === null)
    process.stderr.write('disk-full: no small disk can be mounted here. Run it as root on Linux.\n');
  process.exit(again?.status ?? 2);
}

const kib = 1024;
const mib = 1024 * kib;
/** Room beside the empty crawl. The log is copied into the file when it has 32 MiB: with less room it is full before, with more during that. */
const rooms = [
  ...[0.1, 0.5, 1, 2, 4, 8, 16, 24].map(size => ({ phase: 'writing', bytes: size * mib })),
  ...[33, 36, 40, 44, 48, 52, 56, 60].map(size => ({ phase: 'copying the log', bytes: size * mib })),
];

/** Pages of 300 kB that cannot be compressed well: enough to fill the room twice. */
async function heavySite(bytes) {
  const pages = Math.max(12, Math.ceil((bytes * 2) / 220_000));
  const paths = Array.from({ length: pages }, (_, i) => `/p${i}`);
  const page = () => ({ body: randomBytes(225_000).toString('base64'), headers: { 'Content-Type': 'text/html' } });
  const answers = { '/': linksTo(...paths) };
  for (const path of paths) answers[path] = page();
  return { site: await startSite(answers), pages };
}

const usedBytes = () => {
  const { blocks, bfree, bsize } = statfsSync(disk);
  return (blocks - bfree) * bsize;
};
const remount = bytes => mount('-o', `remount,size=${Math.ceil(bytes / kib)}k`, disk);

/** Runs the command line on the file. Resolves when it ended. */
function run(words, home) {
  const env = { ...process.env, CRAWLSCOPE_HOME: home };
  const child = spawn(process.execPath, [cli, ...words], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const said = { text: '' };
  child.stderr.setEncoding('utf8').on('data', part => (said.text = (said.text + part).slice(-4_000)));
  const guard = setTimeout(() => child.kill('SIGKILL'), 120_000);
  const ended = new Promise(done => {
    child.once('close', (code, signal) => {
      clearTimeout(guard);
      done(code ?? signal);
    });
  });
  return { child, said, ended };
}

async function until(what, ms) {
  for (const end = performance.now() + ms; performance.now() < end; await sleep(50)) if (what()) return true;
  return false;
}

const wrong = [];
const figures = { waits: 0, stops: 0, repeated: 0, 'slowest stop, ms': 0, 'slowest to go on, ms': 0 };

/** One disk: full, and then with room. What is wrong is added to `wrong`. */
async function tryDisk({ phase, bytes }, index) {
  const name = `${phase}, ${(bytes / mib).toFixed(1)} MiB`;
  const fault = what => wrong.push(`${name}: ${what}. Again: --seed ${seed} --disks ${index + 1}`);
  const path = join(disk, 'x.crawl');
  remount(400 * mib);
  for (const each of readdirSync(disk)) rmSync(join(disk, each), { recursive: true });
  const { site, pages } = await heavySite(bytes);
  let wentOnMs = null;
  try {
    // Every third one has the data of the program on the same disk.
    const home = join(index % 3 === 2 ? disk : folder, `home-${index}`);
    process.env.CRAWLSCOPE_HOME = home;
    await createSession(path, { ...defaultSettings, delayMs: 0, sitemaps: false, seeds: [site.url('/')] }).close();
    remount(usedBytes() + bytes);
    let crawl = run(['resume', path], home);
    if (
      !(await until(() => crawl.said.text.includes(' is full') || crawl.child.exitCode !== null, 60_000)) ||
      crawl.child.exitCode !== null
    )
      return fault(`it did not wait: exit ${crawl.child.exitCode} ${crawl.said.text.trim()}`);
    figures.waits += 1;
    if (!/needs [\d.,]+ MB to go on/.test(crawl.said.text)) fault(`it does not say what it needs: ${crawl.said.text}`);
    const requests = site.log.length;
    await sleep(2_500);
    if (site.log.length !== requests) fault(`${site.log.length - requests} requests while it waited`);
    if (random() < 0.3) {
      figures.stops += 1;
      const begun = performance.now();
      crawl.child.kill('SIGINT');
      const code = await crawl.ended;
      figures['slowest stop, ms'] = Math.max(figures['slowest stop, ms'], Math.round(performance.now() - begun));
      if (code !== 3) fault(`exit ${code} after Ctrl+C: ${crawl.said.text}`);
      remount(400 * mib);
      crawl = run(['resume', path], home);
    } else {
      remount(400 * mib);
      const begun = performance.now();
      if (!(await until(() => site.log.length > requests || crawl.child.exitCode !== null, 30_000)))
        fault('it did not go on by itself');
      wentOnMs = Math.round(performance.now() - begun);
      figures['slowest to go on, ms'] = Math.max(figures['slowest to go on, ms'], wentOnMs);
    }
    const code = await crawl.ended;
    if (code !== 0) fault(`exit ${code}: ${crawl.said.text.trim()}`);
    const audited = run(['audit', path], home);
    if ((await audited.ended) !== 0) fault(`the audit finds faults: ${audited.said.text}`);
    const db = new BetterSqlite3(path, { readonly: true });
    const one = sql => db.prepare(sql).pluck().get();
    const [urls, fetched] = [one('SELECT count(*) FROM url'), one("SELECT count(*) FROM url WHERE state = 'done'")];
    if (urls !== pages + 1 || fetched !== pages + 1) fault(`${fetched} of ${pages + 1} pages, ${urls} URLs`);
    const attempts = new Map(db.prepare('SELECT target, count(*) FROM fetches GROUP BY 1').raw().all());
    db.close();
    const seen = new Map();
    for (const each of site.paths()) seen.set(each, (seen.get(each) ?? 0) + 1);
    for (const [each, count] of seen) {
      figures.repeated += count - 1;
      if ((attempts.get(site.url(each)) ?? 0) < count) fault(`${count} requests of ${each}, fewer attempts on disk`);
    }
  } finally {
    await site.close();
  }
  return wentOnMs === null ? '' : `, went on after ${wentOnMs} ms`;
}

const chosen = rooms.slice(0, most);
try {
  for (const [index, room] of chosen.entries()) {
    const begun = performance.now();
    const how = (await tryDisk(room, index)) ?? '';
    process.stdout.write(
      `${index + 1} of ${chosen.length} disks, ${room.phase} ${(room.bytes / mib).toFixed(1)} MiB: ${((performance.now() - begun) / 1000).toFixed(1)} s${how}\n`,
    );
  }
} finally {
  execFileSync('umount', ['-l', disk]);
  if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
}
for (const line of wrong) process.stdout.write(`${line}\n`);
printFigures(figures.waits, wrong.length, figures);
