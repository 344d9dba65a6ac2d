// How the window behaves on a large file: start, scrolling, sorting and filtering, at rest, while a crawl writes into it, and while
// pages of it are rendered. --help lists the options. On a machine without a display, Xvfb renders in software; a graphics card would
// be faster.
import { fork } from 'node:child_process';
import { chownSync, copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { call, launchApp } from '../../test/e2e/fixture.ts';
import { benchFile } from './make-file.mjs';
import { benchOptions } from './options.mjs';
import { runAhead } from './run-ahead.mjs';
import { frameCategories, mainTimesOf, summaryOf, traced } from './window-trace.mjs';

const kinds = ['scroll', 'sort', 'filter'];
const times = ['rest', 'crawl', 'render'];
const given = benchOptions(
  `npm run build && npm run bench:window [-- options]
  --urls N      URLs of the file (default 1000000)
  --only PARTS  of ${[...kinds, ...times].join(',')}: those to run; at rest, while a crawl writes and while pages are rendered, unless one of these is named
  --ahead       run the app before all other programs (Linux, root): else a busy machine is measured, not the app
  --main        processor time of the window's main thread for each frame, from a trace
  --trace FILE  write what Chromium did during each scrolling to FILE-1.json and so on, and say where its threads spent their time
  --json FILE   write the numbers`,
  {
    urls: { type: 'string', default: '1000000' },
    only: { type: 'string', default: '' },
    main: { type: 'boolean', default: false },
    ahead: { type: 'boolean', default: false },
    trace: { type: 'string' },
    json: { type: 'string' },
  },
);
const { values } = given;
const only = new Set(given.words('only', [...kinds, ...times]));
/** Whether one of a group of parts is to run: all of them where none is named. */
const wants = (part, group) => only.has(part) || !group.some(each => only.has(each));
const port = 8790;
const results = [];
const note = (name, ms, target = '') => {
  results.push({ name, ...ms, target });
  const numbers = Object.entries(ms).map(([key, value]) => `${key} ${Math.round(value * 10) / 10}`);
  process.stdout.write(`${name.padEnd(52)}${numbers.join('  ').padEnd(48)}${target}\n`);
};

/** A site without an end, in a process of lower priority. */
async function startSite() {
  const site = fork(new URL('endless-site.mjs', import.meta.url), [String(port)]);
  const answer = () => new Promise(done => site.once('message', done));
  await answer();
  return {
    served: () => {
      const served = answer();
      site.send('served');
      return served;
    },
    close: () => site.disconnect(),
  };
}

const grid = page => page.getByTestId('url-grid');
const firstRow = page => grid(page).locator('.grid-row [role=gridcell]').first();

/** Milliseconds of processor time that the process of the page has used; 0 where the system does not tell. */
async function windowCpu() {
  const pid = await app.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId());
  const fields = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ') : [];
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10;
}

/** Times between frames while `work` runs, which gets the page. */
async function frames(page, name, work) {
  await page.evaluate(() => {
    const found = { frames: [], tasks: [], on: true };
    window.benchFrames = found;
    let last = performance.now();
    new PerformanceObserver(list => found.on && found.tasks.push(...list.getEntries().map(entry => entry.duration))).observe({
      type: 'longtask',
    });
    const frame = now => {
      found.frames.push(now - last);
      last = now;
      if (found.on) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  const cpu = await windowCpu();
  const trace = values.trace ? resolve(`${values.trace}-${results.length}.json`) : values.main ? join(folder, 'trace.json') : '';
  await (trace ? traced(app.app, trace, work, values.trace ? undefined : frameCategories) : work());
  const { frames: times, tasks } = await page.evaluate(() => {
    window.benchFrames.on = false;
    return window.benchFrames;
  });
  const sorted = times.slice(1).sort((a, b) => a - b);
  const at = q => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;
  note(
    name,
    {
      p50: at(0.5),
      p95: at(0.95),
      max: at(1),
      frames: sorted.length,
      over17: sorted.filter(ms => ms > 17).length,
      over50: sorted.filter(ms => ms > 50).length,
      longTasks: tasks.length,
      cpuPerFrame: ((await windowCpu()) - cpu) / sorted.length,
    },
    'p95 16.7, none over 50',
  );
  if (values.trace) process.stdout.write(`${summaryOf(trace)}\n`);
  if (values.main) {
    const main = mainTimesOf(trace);
    const of = q => main[Math.min(main.length - 1, Math.floor(main.length * q))] ?? 0;
    note(`  main thread: ${name}`, { p50: of(0.5), p95: of(0.95), max: of(1), frames: main.length }, 'p95 16.7');
  }
}

/** Wheel, Page Down, a dragged scroll bar. */
async function scrolls(page, when) {
  await grid(page).hover();
  await frames(page, `scroll by wheel, ${when}`, async () => {
    for (let turn = 0; turn < 120; turn++) {
      await page.mouse.wheel(0, 240);
      await wait(12);
    }
  });
  await grid(page).focus();
  await frames(page, `page down, ${when}`, async () => {
    for (let turn = 0; turn < 80; turn++) {
      await page.keyboard.press('PageDown');
      await wait(20);
    }
  });
  await frames(page, `scroll bar dragged through the list, ${when}`, () =>
    grid(page).evaluate(async element => {
      const end = element.scrollHeight;
      for (let step = 1; step <= 180; step++) {
        element.scrollTop = (end * step) / 180;
        await new Promise(requestAnimationFrame);
      }
      element.scrollTop = 0;
    }),
  );
}

/**
 * The time from a click on a header to the first row of the new order. If a slightly older list came first, also the
 * time to the current list.
 */
async function sorts(page, when) {
  // The rows of the last place are here before the first look.
  await wait(1_000);
  for (const label of ['Size', 'Title', 'URL', 'Links in']) {
    for (const again of ['first time', 'again']) {
      const before = await firstRow(page).innerText();
      const took = await page.evaluate(
        ([name, old]) =>
          new Promise(done => {
            const table = document.querySelector('[data-testid=url-grid]');
            const button = [...table.querySelectorAll('.head-button')].find(each => each.textContent.trim().startsWith(name));
            const started = performance.now();
            let first = null;
            const look = () => {
              const cell = table.querySelector('.grid-row [role=gridcell]');
              const isNew = cell && cell.textContent !== old && cell.textContent !== '…';
              const took = performance.now() - started;
              if (isNew) first ??= took;
              const isPresent = !/follow|so far/.test(document.querySelector('.toolbar .count').textContent);
              if ((isNew && isPresent) || took > 20_000) done({ ms: first ?? took, present: took });
              else requestAnimationFrame(look);
            };
            button.click();
            requestAnimationFrame(look);
          }),
        [label, before],
      );
      note(`sort by ${label} (${again}), ${when}`, took);
      await wait(again === 'again' ? 200 : 3_000);
    }
  }
}

async function filters(page, when) {
  const field = page.locator('.toolbar .filter');
  for (const filter of ['status:404', 'inurl:falcon', 'velvet harbor', 'depth:3 status:200']) {
    await page.evaluate(() => {
      window.benchCount = document.querySelector('.toolbar .count').textContent;
    });
    await field.fill(filter);
    const took = await page.evaluate(
      () =>
        new Promise(done => {
          const started = performance.now();
          const look = () => {
            const now = document.querySelector('.toolbar .count').textContent;
            if (now !== window.benchCount || performance.now() - started > 20_000) done(performance.now() - started);
            else requestAnimationFrame(look);
          };
          document.querySelector('.toolbar .filter').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
          requestAnimationFrame(look);
        }),
    );
    note(`filter ${filter} to its first rows, ${when}`, { ms: took });
    await wait(500);
    await field.fill('');
    await field.press('Enter');
    await wait(500);
  }
}

/** The answer of the engine; an error ends the benchmark. */
async function answer(page, name, input) {
  const { value, error } = (await call(page, name, input)) ?? {};
  if (error) throw new Error(`${name}: ${error.message}`);
  return value;
}

async function whileCrawling(page) {
  await grid(page).getByRole('columnheader', { name: 'Depth' }).getByRole('button').click();
  const before = await site.served();
  const begun = Date.now();
  await answer(page, 'crawl.resume');
  await wait(6_000);
  if (wants('scroll', kinds)) await scrolls(page, 'while a crawl writes');
  if (wants('sort', kinds)) await sorts(page, 'while a crawl writes');
  note('pages a second the crawl made meanwhile', { pages: (((await site.served()) - before) * 1_000) / (Date.now() - begun) });
  await answer(page, 'crawl.pause');
}

/** Crawls 500 pages, whose bodies the file then has, and renders them with the app's own Electron. Each needs a script of the site. */
async function whileRendering(page) {
  const start = await site.served();
  await answer(page, 'crawl.resume');
  while ((await site.served()) < start + 520) await wait(50);
  await answer(page, 'crawl.stop');
  await wait(2_000);
  const { view } = await answer(page, 'urls.view', { filter: 'status:200 type:html', sort: 'fetchedAt', descending: true });
  const rows = await answer(page, 'urls.rows', { view, from: 0, limit: 500 });
  const counts = () => answer(page, 'rendering.counts');
  const before = await counts();
  const begun = Date.now();
  const rendering = answer(page, 'rendering.start', { urls: rows.map(({ url }) => url), free: [], allow: true });
  await wait(6_000);
  if (wants('scroll', kinds)) await scrolls(page, 'while pages are rendered');
  if (wants('sort', kinds)) await sorts(page, 'while pages are rendered');
  const after = await counts();
  note('pages rendered a second meanwhile', { pages: ((after.rendered - before.rendered) * 1_000) / (Date.now() - begun) });
  await answer(page, 'crawl.stop');
  await rendering;
  if (after.rendered === before.rendered) throw new Error(`no page was rendered: ${JSON.stringify(after)}`);
}

/** The running app. */
let app = null;
const folder = mkdtempSync(join(tmpdir(), 'crawlscope-window-'));
const urls = given.number('urls');
const made = benchFile(urls, line => process.stderr.write(`\r${line}   `), port);
const file = join(folder, 'large.crawl');
copyFileSync(made, file);
// As root, Chromium takes back the priority that the engine gives up for the browser that renders. Users are not root.
const isRoot = process.getuid?.() === 0;
if (isRoot) for (const path of [folder, file]) chownSync(path, 65_534, 65_534);
async function launch() {
  const started = await launchApp({ args: [file], asNobody: isRoot });
  if (values.ahead) runAhead(started.app.process().pid);
  return started;
}
process.stdout.write(
  `${cpus()[0]?.model}, ${cpus().length} cores, ${new Date().toISOString()}, load ${loadavg()[0].toFixed(1)}; ${urls} URLs\n\n`,
);
const site = await startSite();
try {
  // Once to bring the file to this version and the programs into memory; the second start is measured.
  app = await launch();
  await app.page.getByTestId('crawl-state').waitFor({ timeout: 120_000 });
  await app.page.keyboard.press('Control+2');
  await firstRow(app.page).waitFor({ timeout: 120_000 });
  await app.close();
  const launched = Date.now();
  app = await launch();
  const { page } = app;
  const started = await page.evaluate(() => performance.timeOrigin);
  const painted = await page.evaluate(
    () =>
      new Promise(done => {
        const look = () => {
          const paint = performance.getEntriesByName('first-contentful-paint')[0];
          if (paint) done(paint.startTime);
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
  note('launch to first picture of the window', { ms: started + painted - launched }, '1000');
  await page.getByRole('button').first().waitFor();
  note('launch to interactive', { ms: Date.now() - launched }, '1500');
  await page.getByTestId('crawl-state').waitFor({ timeout: 60_000 });
  await page.keyboard.press('Control+2');
  await firstRow(page).filter({ hasText: 'http' }).waitFor({ timeout: 60_000 });
  note('launch to the file open, its first rows shown', { ms: Date.now() - launched }, '2000');
  await wait(6_000);
  // The engine has started since.
  if (values.ahead) runAhead(app.app.process().pid);
  if (wants('rest', times)) {
    if (wants('scroll', kinds)) await scrolls(page, 'at rest');
    if (wants('sort', kinds)) await sorts(page, 'at rest');
    if (wants('filter', kinds)) await filters(page, 'at rest');
  }
  // The file was written without the app, and its site is on this machine.
  if (wants('crawl', times) || wants('render', times)) await answer(page, 'crawl.allowRequests');
  if (wants('crawl', times)) await whileCrawling(page);
  if (wants('render', times)) await whileRendering(page);
} finally {
  await app?.close();
  site.close();
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(
  `\nload ${loadavg()
    .map(n => n.toFixed(1))
    .join(' ')}\n`,
);
if (values.json) writeFileSync(values.json, `${JSON.stringify({ at: new Date().toISOString(), urls, results }, null, 2)}\n`);
process.exit(0);
