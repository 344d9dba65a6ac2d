// One crawl of very many URLs: memory and speed over its whole length, the size of the file, how soon a resumed one sends, and how soon it stops.
import { spawn } from 'node:child_process';
import { closeSync, copyFileSync, existsSync, fsyncSync, openSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { ENGINE_FLAGS, say } from '../run/bootstrap.mjs';
import { buildEngine, emptyFolder, residentMib, runMeasured, startSite } from './measure.mjs';

const clockTicks = 100;

/** User and system CPU of a living process in microseconds, from /proc. */
function cpuOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return ((Number(fields[11]) + Number(fields[12])) / clockTicks) * 1e6;
  } catch {
    return null;
  }
}

/** Bytes that a living process has written, from /proc; 0 where it is not told. */
function writtenBy(pid) {
  try {
    return Number(/wchar: (\d+)/.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

function countsOf(file) {
  const db = new Database(file, { readonly: true });
  try {
    const count = state => db.prepare(`SELECT count(*) FROM url WHERE state = '${state}'`).pluck().get();
    return { queued: count('queued'), urls: db.prepare('SELECT max(id) FROM url').pluck().get() ?? 0 };
  } finally {
    db.close();
  }
}

/** Requests of a resumed crawl before it is asked to stop: by then it claims pages ahead. */
const requestsBeforeStop = 2_000;

/** Resumes a crawl and stops it: milliseconds from the start of the process to its first request, and from SIGINT to its end. */
async function resumeAndStop(entry, site, file) {
  const { queued } = countsOf(file);
  const before = (await site.counts()).requests;
  const started = performance.now();
  const child = spawn(process.execPath, [...ENGINE_FLAGS, entry, 'resume', file, '--json'], { stdio: 'ignore' });
  let firstRequestMs = Number.POSITIVE_INFINITY;
  while (performance.now() - started < 120_000) {
    if ((await site.counts()).requests > before) {
      firstRequestMs = performance.now() - started;
      break;
    }
    await wait(5);
  }
  const ended = new Promise(resolve => child.once('exit', resolve));
  while (child.exitCode === null && (await site.counts()).requests < before + requestsBeforeStop) await wait(20);
  const asked = performance.now();
  child.kill('SIGINT');
  await ended;
  return { queued, firstRequestMs, stopMs: performance.now() - asked };
}

/** Options of a crawl of all pages of a site with `urls` URLs. */
const largeCrawl = (urls, connections) => [
  '--delay',
  '0',
  '--connections',
  String(connections),
  '--max-pages',
  String(urls * 2),
  '--no-sitemaps',
  '--no-bodies',
];

export async function scaleBench({ urls, connections }) {
  const entry = buildEngine();
  const site = await startSite('synthetic', urls, 'tiny');
  const folder = emptyFolder('scale');
  const file = join(folder, 'site.crawl');
  const settings = largeCrawl(urls, connections);
  try {
    const samples = [];
    const marks = [{ done: 0, at: 0, cpu: 0, written: 0 }];
    let running = true;
    let watching;
    const started = performance.now();
    const run = await runMeasured([entry, 'crawl', site.url, '--out', file, ...settings, '--json'], {
      nodeOptions: ENGINE_FLAGS,
      niceness: 10,
      // Ten million pages take hours.
      timeoutMs: Math.max(3_600_000, urls * 2),
      onStart: child => {
        watching = (async () => {
          // The file is there when the first request was sent.
          let nextSample = 1;
          while (running) {
            await wait(500);
            if (!running) return;
            const { requests } = await site.counts();
            const cpu = cpuOf(child.pid);
            if (cpu === null) continue;
            marks.push({ done: requests, at: performance.now() - started, cpu, written: writtenBy(child.pid) });
            if (requests >= nextSample) {
              const now = {
                done: requests,
                ...countsOf(file),
                residentMib: residentMib(child.pid),
                seconds: (performance.now() - started) / 1000,
              };
              samples.push(now);
              say(`${now.done} pages, ${now.queued} queued, ${now.residentMib.toFixed(0)} MiB, ${now.seconds.toFixed(0)} s`);
              nextSample = requests + Math.max(2_000, urls / 25);
            }
          }
        })();
      },
    });
    running = false;
    await watching;
    if (run.code !== 0) throw new Error(`the crawl failed (${run.code}): ${run.stderr}`);
    const status = JSON.parse(run.stdout);
    const sum = status.status ?? status;
    const done = sum.statuses.reduce((all, { count }) => all + count, 0);
    marks.push({ done, at: run.wallMs, cpu: run.cpuUs, written: marks.at(-1).written });
    const at = share =>
      marks.reduce((best, mark) => (Math.abs(mark.done - share * done) < Math.abs(best.done - share * done) ? mark : best));
    const tenths = Array.from({ length: 10 }, (_, i) => {
      const [from, to] = [at(i / 10), at((i + 1) / 10)];
      const pages = Math.max(1, to.done - from.done);
      return {
        pagesPerSecond: (pages / Math.max(1, to.at - from.at)) * 1000,
        cpuUsPerPage: (to.cpu - from.cpu) / pages,
        writtenKibPerPage: (to.written - from.written) / pages / 1024,
      };
    });
    const bytesPerUrl = statSync(file).size / sum.urls;
    const resume = await resumeAtWidest(entry, site, urls, connections);
    return {
      urls: sum.urls,
      pages: done,
      samples,
      tenths,
      resume,
      bytesPerUrl,
      peakMib: run.peakMib,
      cpuUsPerPage: run.cpuUs / done,
      wallSeconds: run.wallMs / 1000,
    };
  } finally {
    await site.close();
  }
}

/**
 * Crawls until nearly every URL is known, and `more` pages more. Then it ends the crawl with a signal. False if the crawl ended before.
 * Every page brings 30 new URLs.
 */
export async function crawlToWidest({ entry, site, urls, connections, file, more, signal }) {
  const words = ['crawl', site.url, '--out', file, ...largeCrawl(urls, connections), '--json'];
  const child = spawn(process.execPath, [...ENGINE_FLAGS, entry, ...words], { stdio: 'ignore' });
  const end = new Promise(resolve => child.once('exit', resolve));
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const before = (await site.counts()).requests;
  while ((await site.counts()).requests - before < urls / 30 + more && !hasEnded()) await wait(20);
  const isEnded = hasEnded();
  child.kill(signal);
  await end;
  return !isEnded;
}

/**
 * A second crawl, killed when nearly every URL is queued, as a power cut would, and resumed. Then a copy of it, which is looked at first, as a file
 * from elsewhere is.
 */
async function resumeAtWidest(entry, site, urls, connections) {
  const file = join(emptyFolder('scale-resume'), 'site.crawl');
  await crawlToWidest({ entry, site, urls, connections, file, more: 1_000, signal: 'SIGKILL' });
  const copy = join(dirname(file), 'copy.crawl');
  for (const suffix of ['', '-wal']) if (existsSync(file + suffix)) copyToDisk(file + suffix, copy + suffix);
  const own = await resumeAndStop(entry, site, file);
  const { firstRequestMs } = await resumeAndStop(entry, site, copy);
  return { ...own, copyFirstRequestMs: firstRequestMs };
}

/** Copies a file, and waits until the disk has it: otherwise the crawl that opens it would wait for that. */
function copyToDisk(from, to) {
  copyFileSync(from, to);
  const file = openSync(to, 'r+');
  fsyncSync(file);
  closeSync(file);
}
