// One table: our engine in two tiers, the bare fetch loop, and two npm crawlers, on the same pages of the same server.
import { copyFileSync, existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ENGINE_FLAGS, npm, ROOT, Stop, say } from '../run/bootstrap.mjs';
import { buildEngine, emptyFolder, runMeasured, scratch } from './measure.mjs';
import { stagesOf } from './stages.mjs';

/** T1: URLs, facts, all links and decisions. T2: response bodies as well. */
const tiers = { T1: ['--no-bodies'], T2: [] };

const round = (value, digits = 0) => Math.round(value * 10 ** digits) / 10 ** digits;

function row(name, run, pages, extra = {}) {
  return {
    name,
    pages,
    pagesPerSecond: round((pages / run.wallMs) * 1000),
    cpuUsPerPage: round(run.cpuUs / pages, 1),
    userUsPerPage: round(run.userUs / pages, 1),
    systemUsPerPage: round(run.systemUs / pages, 1),
    peakMib: round(run.peakMib),
    wallSeconds: round(run.wallMs / 1000, 1),
    finished: !run.late,
    ...extra,
  };
}

/** Crawls with our command line; every response counts as a page, as with the peers. */
async function ours(entry, tier, site, options, nodeOptions = []) {
  const folder = emptyFolder(`run-${tier}`);
  const file = join(folder, 'site.crawl');
  const args = ['crawl', site.url, '--out', file, '--delay', '0', '--connections', String(options.connections)];
  const before = await site.counts();
  const run = await runMeasured(
    [entry, ...args, '--max-pages', String(options.pages * 2), '--no-sitemaps', ...tiers[tier], '--json'],
    {
      nodeOptions: [...ENGINE_FLAGS, ...nodeOptions],
      timeoutMs: options.timeoutMs,
    },
  );
  if (run.code !== 0 && !run.late) throw new Error(`our crawl failed (${run.code}): ${run.stderr}`);
  const status = JSON.parse(run.stdout);
  const after = await site.counts();
  const sum = status.status ?? status;
  const responses = sum.statuses.reduce((all, { count }) => all + count, 0);
  const ok = sum.statuses.find(entry => entry.status === 200)?.count ?? 0;
  return row(`crawlscope ${tier}`, run, responses, {
    ok,
    urls: sum.urls,
    decisions: sum.decisions,
    forbiddenAsked: after.private - before.private,
    fileBytes: statSync(file).size,
    serverUsPerPage: round((after.cpuUs - before.cpuUs) / responses, 1),
  });
}

async function bare(site, options) {
  const pages = Math.min(options.pages, 10_000);
  const run = await runMeasured([
    join(ROOT, 'scripts/bench/bare-undici.mjs'),
    new URL(site.url).origin,
    String(pages),
    String(options.connections),
  ]);
  if (run.code !== 0) throw new Error(`the bare loop failed: ${run.stderr}`);
  return row('bare undici', run, pages);
}

/** The peers live in .cache: they are no dependency of ours. False when they cannot be installed. */
function installPeers() {
  const folder = join(scratch, 'peers');
  const from = join(ROOT, 'scripts/bench/peers');
  const wanted = ['crawler', 'simplecrawler'].map(name => join(folder, 'node_modules', name, 'package.json'));
  if (!wanted.every(existsSync)) {
    emptyFolder('peers');
    copyFileSync(join(from, 'package.json'), join(folder, 'package.json'));
    if (npm(['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder }) !== 0) return false;
  }
  for (const file of ['simplecrawler.cjs', 'crawler.mjs']) copyFileSync(join(from, file), join(folder, file));
  return true;
}

async function peer(name, script, site, options) {
  const folder = join(scratch, 'peers');
  const out = join(folder, 'out.jsonl');
  rmSync(out, { force: true });
  const run = await runMeasured([join(folder, script), site.url, String(options.peerPages), out], {
    cwd: folder,
    timeoutMs: options.timeoutMs,
  });
  const { pages } = JSON.parse(run.stdout || '{"pages":0}');
  // Not worth the numbers that were measured before it.
  if (pages === 0) say(`${name} stored no page of ${site.url} and is omitted${run.stderr ? `: ${run.stderr.trim()}` : '.'}`);
  return pages === 0 ? null : row(name, run, pages);
}

/** Every crawler starts at this page; without it there is nothing to measure. */
async function checkStart({ url }, fix) {
  let answer;
  try {
    const response = await fetch(url, { redirect: 'follow', signal: AbortSignal.timeout(10_000) });
    await response.body?.cancel();
    if (response.ok && /html/i.test(response.headers.get('content-type') ?? '')) return;
    answer = `answers with ${response.ok ? `${response.headers.get('content-type') ?? 'no content type'}, not HTML` : `status ${response.status}`}`;
  } catch (error) {
    answer = `cannot be read (${error.cause?.code ?? error.cause?.message ?? error.message})`;
  }
  throw new Stop(`${url} ${answer}, so there is no page to start with. ${fix}`);
}

/** Runs everything once and returns rows and the profile of T1. `fix`: what helps when the first page is missing. */
export async function crawlBench(site, options) {
  await checkStart(site, options.fix);
  const rows = [];
  const entry = buildEngine();
  const add = result => {
    rows.push(result);
    say(`${result.name}: ${result.cpuUsPerPage} µs CPU a page, ${result.pagesPerSecond} pages/s`);
    return result;
  };
  if (options.synthetic) add(await bare(site, options));
  for (const tier of options.tiers) add(await ours(entry, tier, site, options));
  let profile = null;
  if (options.profile) {
    const folder = emptyFolder('profile');
    const source = join(ROOT, 'electron/cli/index.ts');
    const flags = ['--cpu-prof', '--cpu-prof-interval', '250', '--cpu-prof-dir', folder];
    const profiled = await ours(source, options.tiers[0], site, options, flags);
    profile = { tier: options.tiers[0], ...stagesOf(folder, profiled.pages) };
  }
  if (options.peers && installPeers()) {
    for (const [name, script] of [
      ['simplecrawler 1.1.9', 'simplecrawler.cjs'],
      ['crawler 2.1.1', 'crawler.mjs'],
    ]) {
      const result = await peer(name, script, site, options);
      if (result) add(result);
    }
  } else if (options.peers) say('the peers could not be installed and are omitted');
  return { rows, profile };
}
