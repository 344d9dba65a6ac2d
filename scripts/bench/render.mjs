// What rendering a page costs, beside a bare Playwright loop in the same browser with the same switches, by turns: pages/s, processor time
// a page (all processes, ours included), and how the memory of all of them grows after the first 200 pages.
//
//   node_modules/.bin/node scripts/bench/render.mjs [--pages N] [--rounds N] [--browser PATH] [--places N] [--only ours|playwright] [--live]
//
// --live: collects all garbage after each 100 pages, and prints how much memory our process uses then.
//
// Every page has a style sheet, a script that fetches a list and writes 40 links, and an image. Linux only: it reads /proc.
import { fork } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { asArguments } from '../../electron/browser/chromium-switches.ts';
import { findBrowser } from '../../electron/browser/find-browser.ts';
import { openChromium } from '../../electron/browser/renderer.ts';
import { networkSwitches, renderSwitches } from '../../shared/render-switches.ts';

const usage = 'usage: render.mjs [--pages N] [--rounds N] [--browser PATH] [--places N] [--only ours|playwright] [--live]';
const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '3' },
    browser: { type: 'string' },
    places: { type: 'string', default: '2' },
    only: { type: 'string' },
    live: { type: 'boolean' },
    child: { type: 'string' },
  },
});
const pages = Number(values.pages);
const places = Number(values.places);
if (!(pages > 0 && places > 0)) throw new Error(usage);

const list = JSON.stringify(Array.from({ length: 40 }, (_, i) => `/item/${i}`));
const script = `fetch('/list.json').then(r => r.json()).then(list => { for (const href of list) { const a = document.createElement('a'); a.href = href; a.textContent = href; const li = document.createElement('li'); li.append(a); document.getElementById('list').append(li); } document.title = 'Rendered'; });`;
const text = 'The quick survey of every harbour found that few boats were ready before noon. '.repeat(60);
const pageOf = i =>
  `<!doctype html><html lang=en><meta name=viewport content="width=device-width"><title>Page ${i}</title><link rel=stylesheet href=/a.css><nav>${Array.from({ length: 40 }, (_, n) => `<a href=/nav/${n}>${n}</a>`).join('')}</nav><h1>Page ${i}</h1><p>${text}</p><img src=/i.svg alt=""><ul id=list></ul><script src=/app.js></script></html>`;
const answers = {
  '/a.css': ['text/css', 'body{font:16px serif}li{margin:2px}'],
  '/app.js': ['text/javascript', script],
  '/list.json': ['application/json', list],
  '/i.svg': ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="4"/></svg>'],
};

const sum = numbers => numbers.reduce((all, one) => all + one, 0);

/** Processor seconds of a process and all below it, those that ended and were waited for included; and their private memory in MiB. */
function usageBelow(root) {
  const parents = new Map();
  const seconds = new Map();
  for (const pid of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      parents.set(Number(pid), Number(fields[1]));
      seconds.set(Number(pid), fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100);
    } catch {
      // It ended meanwhile.
    }
  }
  const isBelow = pid => pid === root || (parents.has(pid) && isBelow(parents.get(pid)));
  const own = [...parents.keys()].filter(isBelow);
  const memoryOf = pid => {
    try {
      const [, resident, shared] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ').map(Number);
      return ((resident - shared) * 4096) / 1024 / 1024;
    } catch {
      return 0; // It ended meanwhile.
    }
  };
  const memory = { ours: memoryOf(root), browsers: sum(own.filter(pid => pid !== root).map(memoryOf)) };
  return { seconds: sum(own.map(pid => seconds.get(pid))), memory: { ...memory, all: memory.ours + memory.browsers } };
}

/** Pages between two looks at the memory. A browser is replaced after 100 pages, so memory is told as the mean over as many. */
const lookEvery = 5;
const mean = numbers => sum(numbers) / numbers.length;

/** Mean memory of the 100 pages after page `from`. `part`: which memory, that of this process or of the browsers. */
const meanOf = (looks, from, part) => mean(looks.slice(from / lookEvery, (from + 100) / lookEvery).map(look => look[part]));

/**
 * Runs `render` for all pages, several at a time. `memory`: means over the last 100 pages. `growth`: these compared with the means over pages 101 to 200
 * and 201 to 300. `slope`: of the straight line through all samples after page 200, in MiB for 1,000 pages. `peak`: the largest sample.
 */
async function measure(render) {
  await render(0);
  const before = usageBelow(process.pid);
  const started = performance.now();
  let next = 1;
  const looks = [];
  const live = [];
  const work = async () => {
    while (next <= pages) {
      const i = next++;
      await render(i);
      if (i % lookEvery === 0) looks.push(usageBelow(process.pid).memory);
      if (values.live && i % 100 === 0) live.push(memoryInUse());
    }
  };
  await Promise.all(Array.from({ length: places }, work));
  const after = usageBelow(process.pid);
  const elapsed = (performance.now() - started) / 1000;
  const last = looks.length * lookEvery - 100;
  const parts = ['all', 'ours', 'browsers'];
  return {
    pagesPerSecond: pages / elapsed,
    cpuMs: ((after.seconds - before.seconds) * 1000) / pages,
    memory: Object.fromEntries(parts.map(part => [part, meanOf(looks, last, part)])),
    peak: Math.max(...looks.map(look => look.all)),
    growth: pages > 300 ? [100, 200].map(from => meanOf(looks, last, 'all') / meanOf(looks, from, 'all') - 1) : null,
    slope:
      pages > 300
        ? Object.fromEntries(parts.map(part => [part, slopeOf(looks.slice(200 / lookEvery).map(look => look[part]))]))
        : null,
    live,
    hundreds: parts.map(part =>
      Array.from({ length: Math.floor(pages / 100) }, (_, i) => Math.round(meanOf(looks, i * 100, part))),
    ),
  };
}

/** Memory in use after a garbage collection, in MiB: the heap, and external memory that belongs to it. */
function memoryInUse() {
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1024 / 1024;
}

/** Least squares: MiB for 1,000 pages. */
function slopeOf(values) {
  const middle = (values.length - 1) / 2;
  const average = mean(values);
  const rise = sum(values.map((value, i) => (i - middle) * (value - average)));
  return (rise / sum(values.map((_, i) => (i - middle) ** 2))) * (1_000 / lookEvery);
}

const unsandboxed = process.getuid?.() === 0;

async function ours() {
  const renderer = await openChromium({ browser: values.browser ?? null, unsandboxed }, { places });
  const limits = {
    pageMs: 5_000,
    wallMs: 30_000,
    lifeMs: 60_000,
    memoryBytes: 2 ** 30,
    requests: 100,
    answerBytes: 1e7,
    htmlBytes: 1e7,
  };
  const result = await measure(async i => {
    const outcome = await renderer.render(
      {
        url: `http://site.test/${i}`,
        response: { status: 200, headers: [['Content-Type', 'text/html; charset=utf-8']], body: Buffer.from(pageOf(i)) },
        device: 'smartphone',
        locale: 'en-GB',
        wait: { kind: 'idle' },
        limits,
        screenshots: false,
        userAgent: 'Examplebot/1.0',
      },
      async ({ url }) => {
        const [type, body] = answers[new URL(url).pathname];
        return { kind: 'response', status: 200, headers: [['Content-Type', type]], body: Buffer.from(body), fetch: null };
      },
      new AbortController().signal,
    );
    if (outcome.kind !== 'rendered' || outcome.scripted.length < 40)
      throw new Error(`page ${i}: ${JSON.stringify(outcome.detail)}`);
  });
  await renderer.close();
  return result;
}

async function playwright() {
  const browser = await chromium.launch({
    executablePath: findBrowser(values.browser ?? null),
    chromiumSandbox: !unsandboxed,
    args: [...asArguments(networkSwitches), ...asArguments(renderSwitches)],
  });
  const result = await measure(async i => {
    const context = await browser.newContext({ viewport: { width: 412, height: 732 }, deviceScaleFactor: 2.625, isMobile: true });
    const page = await context.newPage();
    await page.route('**/*', route => {
      const { pathname } = new URL(route.request().url());
      const [contentType, body] = answers[pathname] ?? ['text/html; charset=utf-8', pageOf(i)];
      return route.fulfill({ status: 200, contentType, body });
    });
    await page.goto(`http://site.test/${i}`, { waitUntil: 'networkidle' });
    // On a busy machine the network is idle before the script has run.
    await page.waitForSelector('a[href="/item/39"]', { state: 'attached' });
    const html = await page.content();
    if (!html.includes('/item/39')) throw new Error(`page ${i} was not rendered`);
    await context.close();
  });
  await browser.close();
  return result;
}

if (values.child) {
  process.send(await (values.child === 'ours' ? ours() : playwright()));
  process.disconnect();
} else {
  const run = name =>
    new Promise((resolve, reject) => {
      const child = fork(import.meta.filename, [...process.argv.slice(2), '--child', name], {
        execArgv: values.live ? ['--expose-gc'] : [],
      });
      child.once('message', resolve);
      child.once('exit', code => code !== 0 && reject(new Error(`${name} ended with ${code}`)));
    });
  const sides = values.only ? [values.only] : ['ours', 'playwright'];
  const results = Object.fromEntries(sides.map(name => [name, []]));
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const name of round % 2 === 0 ? sides : [...sides].reverse()) {
      const result = await run(name);
      results[name].push(result);
      const { memory, growth, slope } = result;
      console.log(
        `${name.padEnd(10)} ${result.pagesPerSecond.toFixed(1)} pages/s, ${result.cpuMs.toFixed(0)} ms CPU a page, ${memory.all.toFixed(0)} MiB (most ${result.peak.toFixed(0)})`,
      );
      if (values.live)
        console.log(`  in use after each 100 pages, MiB, this process: ${result.live.map(one => one.toFixed(1)).join(' ')}`);
      if (growth === null) continue;
      const percent = growth.map(one => `${(one * 100).toFixed(0)} %`);
      console.log(`  the last 100 pages beside the pages 101 to 200: ${percent[0]}, beside 201 to 300: ${percent[1]}`);
      const line = Object.entries(slope).map(([part, one]) => `${part} ${one.toFixed(0)} MiB`);
      console.log(`  line through all looks after page 200, for 1,000 pages: ${line.join(', ')}`);
      for (const [at, part] of ['all', 'this process', 'browsers'].entries())
        console.log(`  means of each 100 pages, MiB, ${part}: ${result.hundreds[at].join(' ')}`);
    }
  }
  const median = name => results[name].map(one => one.cpuMs).sort((a, b) => a - b)[Math.floor(results[name].length / 2)];
  if (sides.length === 2) console.log(`CPU a page, ours to Playwright's: ${(median('ours') / median('playwright')).toFixed(2)}`);
}
