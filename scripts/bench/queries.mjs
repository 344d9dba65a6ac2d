// How long the window's calls take, made through a session as the window makes them. --help lists the options. Files
// come from make-file.mjs, or `--file` names that of a crawl. Every run opens a new list, so only the reader's caches are reused.
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { openSession } from '#engine/session/session.ts';
import { urlColumnKeys } from '#shared/model/url-columns.ts';
import { benchFile } from './make-file.mjs';
import { quantile } from './median.mjs';
import { benchOptions } from './options.mjs';

const given = benchOptions(
  `npm run bench:queries [-- options]
  --sizes N,N    URLs of the files (default 10000,100000,1000000)
  --file F       a crawl file instead, which is only read
  --runs N       runs of each question (default 20)
  --only TEXT    those whose name holds it
  --columns C,C  orders by these columns only
  --json FILE    write the numbers`,
  {
    sizes: { type: 'string', default: '10000,100000,1000000' },
    file: { type: 'string' },
    runs: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
    columns: { type: 'string', default: urlColumnKeys.join() },
    json: { type: 'string' },
  },
);
const { values } = given;
const runs = given.number('runs');
const columns = given.words('columns', urlColumnKeys);
const ofFile = values.file === undefined ? null : startOf(values.file);
/** Every page links to it. */
const hub = ofFile?.seed ?? 'https://www.example.com/';
const filters = {
  'status:404': 'status:404',
  'status:4xx,5xx': 'status:4xx,5xx',
  'reason:robots-disallow': 'reason:robots-disallow',
  'site:shop.example.com': 'site:shop.example.com',
  'site: with a path': 'site:https://www.example.com/docs/',
  'inurl:falcon-': 'inurl:falcon-',
  'title:velvet': 'title:velvet',
  'heading:falcon': 'heading:falcon',
  'description:velvet': 'description:velvet',
  'free text, rare': 'zephyr-zephyr',
  'free text, common': 'harbor',
  'depth:3..5 type:html': 'depth:3..5 type:html',
  'status:200 inurl:docs inlinks:>5': 'status:200 inurl:docs inlinks:>5',
  '-status:200 in:sitemap': '-status:200 in:sitemap',
  'link: the most linked': `link:${hub}`,
  '-link: the most linked': `-link:${hub}`,
};

/** The first start URL of a crawl, and how many URLs it knows. */
function startOf(file) {
  const session = openSession(file, { readOnly: true });
  const { seeds, urls } = session.status();
  void session.close();
  return { seed: seeds[0], urls };
}

const open = size =>
  ofFile === null
    ? openSession(benchFile(size, line => process.stderr.write(`\r${line}   `)))
    : openSession(values.file, { readOnly: true });

const isWanted = name => name.includes(values.only);

/** Milliseconds of each run, sorted. */
async function time(work, many = runs) {
  const times = [];
  for (let run = 0; run < many; run++) {
    const started = performance.now();
    await work(run);
    times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b);
}
const round = ms => Math.round(ms * 100) / 100;

async function measure(size) {
  const session = open(size);
  const ask = session.handlers;
  const rows = [];
  const record = async (name, work, many) => {
    if (!isWanted(name)) return;
    const times = await time(work, many);
    const row = {
      size,
      name,
      min: round(times[0]),
      p50: round(quantile(times, 0.5)),
      p95: round(quantile(times, 0.95)),
      max: round(times.at(-1)),
    };
    rows.push(row);
    process.stderr.write(`${String(size).padStart(8)}  ${name.padEnd(44)} ${row.p50} / ${row.p95}\n`);
  };
  /** A new list up to its first screen. */
  const firstScreen = async (filter, sort, descending) => {
    const { view, count, problem } = await ask['urls.view']({ filter, sort, descending });
    if (problem) throw new Error(problem);
    await ask['urls.rows']({ view, from: 0, limit: 100 });
    return { view, count };
  };
  const whole = async (filter, sort, descending) => {
    const { view, count } = await firstScreen(filter, sort, descending);
    await ask['urls.rows']({ view, from: Math.max(0, count - 100), limit: 100 });
  };
  try {
    const opened = performance.now();
    await firstScreen('', 'depth', false);
    const firstMs = round(performance.now() - opened);
    rows.push({ size, name: 'first list after opening', min: firstMs, p50: firstMs, p95: firstMs, max: firstMs });
    const warm = performance.now();
    await whole('', 'depth', false);
    const warmMs = round(performance.now() - warm);
    rows.push({ size, name: 'its last page', min: warmMs, p50: warmMs, p95: warmMs, max: warmMs });
    for (const column of columns) {
      if (!isWanted(`sort ${column}, first screen`) && !isWanted(`sort ${column}, last page`)) continue;
      const once = performance.now();
      await whole('', column, true);
      const ms = round(performance.now() - once);
      rows.push({ size, name: `sort ${column}, the very first time, to its end`, min: ms, p50: ms, p95: ms, max: ms });
      await record(`sort ${column}, first screen`, run => firstScreen('', column, run % 2 === 1));
      await record(`sort ${column}, last page`, run => whole('', column, run % 2 === 1));
    }
    for (const [name, filter] of Object.entries(filters)) {
      await record(`${name}, first screen`, run => firstScreen(filter, 'depth', run % 2 === 1));
      await record(`${name} by url, first screen`, run => firstScreen(filter, 'url', run % 2 === 1));
      await record(`${name}, all found`, async run => {
        const { view, searched } = await ask['urls.view']({ filter, sort: 'depth', descending: run % 2 === 1 });
        if (searched < 1) await ask['urls.complete']({ view });
      });
    }
    const { view, count } = await firstScreen('', 'bytes', true);
    const at = run => Math.floor(((run * 7919) % 1000) * (count / 1000));
    await record('urls.rows, 100 anywhere', run => ask['urls.rows']({ view, from: at(run), limit: 100 }));
    const some = [];
    for (let run = 0; run < runs; run++) some.push(...(await ask['urls.rows']({ view, from: at(run), limit: 1 })));
    await record('urls.position', run => ask['urls.position']({ view, url: some[run].url }));
    // Each run uses another URL. There are more runs than for other calls, because the first few run code for the first time.
    for (const [name, filter] of [
      ['any URL', ''],
      ['blocked', 'reason:robots-disallow'],
      ['waiting', 'state:queued'],
    ]) {
      const { view: wanted, count: found } = await ask['urls.view']({ filter, sort: 'bytes', descending: true });
      const urls = [];
      for (let n = 0; n < 5 * runs; n++)
        urls.push(
          ...(await ask['urls.rows']({ view: wanted, from: Math.floor((((n + 1) * 7919) % 1000) * (found / 1000)), limit: 1 })),
        );
      if (name === 'any URL') {
        const once = performance.now();
        await ask['url.explain']({ url: some[0].url });
        const ms = round(performance.now() - once);
        rows.push({ size, name: 'url.explain, the very first time', min: ms, p50: ms, p95: ms, max: ms });
      }
      await record(`url.explain (info:), ${name}`, run => ask['url.explain']({ url: urls[run].url }), urls.length);
    }
    await record('url.links out, 400 links', run =>
      ask['url.links']({ url: hub, direction: 'out', from: (run % 4) * 100, limit: 100 }),
    );
    await record('url.links in, the most linked', run =>
      ask['url.links']({ url: hub, direction: 'in', from: run * 100, limit: 100 }),
    );
    await record('sitemaps.tree', () => ask['sitemaps.tree']({}));
    if (ofFile === null)
      await record('sitemaps.entries', run => ask['sitemaps.entries']({ sitemap: 2, from: (run * 137) % 1_000, limit: 100 }));
    await record('robots.origins', () => ask['robots.origins']({}));
    await record('robots.file', () => ask['robots.file']({ origin: new URL(hub).origin }));
    await record('status', async () => session.status());
    rows.push({ size, ...(await firstLinked(size)) });
    return { rows, rss: Math.round(process.memoryUsage().rss / 1_048_576) };
  } finally {
    await session.close();
  }
}

/** The first list after opening once more, of those that link to the most linked URL. */
async function firstLinked(size) {
  const session = openSession(values.file ?? benchFile(size), { readOnly: true });
  try {
    const opened = performance.now();
    const { view } = await session.handlers['urls.view']({ filter: `link:${hub}`, sort: 'depth', descending: false });
    await session.handlers['urls.rows']({ view, from: 0, limit: 100 });
    const ms = round(performance.now() - opened);
    return { name: 'first list after opening, link: the most linked', min: ms, p50: ms, p95: ms, max: ms };
  } finally {
    await session.close();
  }
}

const machine = { at: new Date().toISOString(), cpu: cpus()[0]?.model ?? '', cores: cpus().length, node: process.version };
const results = [];
for (const size of ofFile === null ? given.numbers('sizes') : [ofFile.urls]) results.push({ size, ...(await measure(size)) });
const load = loadavg().map(n => Math.round(n * 10) / 10);
const names = [...new Set(results.flatMap(({ rows }) => rows.map(row => row.name)))];
const cell = text => String(text).padStart(18);
process.stdout.write(`${machine.cpu}, ${machine.cores} cores, Node ${machine.node}, ${machine.at}, load ${load.join(' ')}\n`);
process.stdout.write(
  `milliseconds, p50 / p95 of ${runs} runs\n\n${''.padEnd(52)}${results.map(({ size }) => cell(size)).join('')}\n`,
);
for (const name of names) {
  const cells = results
    .map(({ rows }) => rows.find(row => row.name === name))
    .map(row => cell(row ? `${row.p50} / ${row.p95}` : ''));
  process.stdout.write(`${name.padEnd(52)}${cells.join('')}\n`);
}
process.stdout.write(`${'resident MiB at the end'.padEnd(52)}${results.map(({ rss }) => cell(rss)).join('')}\n`);
if (values.json) writeFileSync(values.json, `${JSON.stringify({ machine, load, runs, results }, null, 2)}\n`);
