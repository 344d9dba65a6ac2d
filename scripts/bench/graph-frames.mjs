// How fluid the crawl graph of the view Structure is with very many pages, in the real app: milliseconds of the main thread for each frame
// while it is moved and zoomed, and the longest part of painting the whole picture once it rests. --help lists the options.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchApp } from '../../test/e2e/fixture.ts';
import { benchFile } from './make-file.mjs';
import { benchOptions } from './options.mjs';
import { runAhead } from './run-ahead.mjs';

const { values } = benchOptions(
  `npm run build && node scripts/run/with-display.mjs node scripts/bench/graph-frames.mjs [options]
  --file F.crawl   the file to open, which is not changed (default: 150,000 generated URLs)
  --shot FILE.png  a picture while it moves
  --ahead          run the app before all other programs (Linux, root)`,
  {
    file: { type: 'string', default: '' },
    shot: { type: 'string', default: '' },
    ahead: { type: 'boolean', default: false },
  },
);
const folder = mkdtempSync(join(tmpdir(), 'crawlscope-frames-'));
const file = join(folder, 'large.crawl');

/** Runs in the page: one key a frame, and the time that the frames took. */
function watch([keys, frames]) {
  const box = document.querySelector('[data-testid="graph-box"]');
  const ask = window.requestAnimationFrame;
  const later = window.setTimeout;
  const found = { moving: [], gaps: [], rest: 0 };
  let spent = 0;
  let isMoving = true;
  window.requestAnimationFrame = callback =>
    ask(now => {
      const started = performance.now();
      callback(now);
      const took = performance.now() - started;
      if (isMoving) spent += took;
      else found.rest = Math.max(found.rest, took);
    });
  // The picture at rest is painted in parts.
  window.setTimeout = (callback, ms, ...rest) =>
    later(() => {
      const started = performance.now();
      callback(...rest);
      if (!isMoving) found.rest = Math.max(found.rest, performance.now() - started);
    }, ms);
  return new Promise(done => {
    let at = 0;
    let last = performance.now();
    const next = now => {
      if (at > 0) {
        found.moving.push(spent);
        found.gaps.push(now - last);
      }
      last = now;
      spent = 0;
      if (at === frames) {
        isMoving = false;
        later(() => {
          window.requestAnimationFrame = ask;
          window.setTimeout = later;
          done(found);
        }, 1_500);
        return;
      }
      const started = performance.now();
      box.dispatchEvent(new KeyboardEvent('keydown', { key: keys[at++ % keys.length], bubbles: true }));
      spent += performance.now() - started;
      ask.call(window, next);
    };
    ask.call(window, next);
  });
}

const round = ms => Math.round(ms * 10) / 10;
const at = (times, q) => round([...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * q))] ?? 0);
let app = null;
try {
  cpSync(values.file || benchFile(150_000, line => process.stderr.write(`\r${line}   `)), file);
  app = await launchApp({ args: [file] });
  const { page } = app;
  if (values.ahead) runAhead(app.app.process().pid);
  await page.getByTestId('crawl-state').waitFor({ timeout: 240_000 });
  if (values.ahead) runAhead(app.app.process().pid);
  await page.getByTestId('view-structure').click();
  await page.getByTestId('structure-graph').click();
  const picture = page.locator('[data-testid="picture-graph"][data-state="drawn"]');
  await picture.waitFor({ timeout: 240_000 });
  await page.waitForTimeout(2_000);
  const note = await page.getByTestId('picture-note').innerText();
  const means = await picture.getAttribute('data-means');
  process.stdout.write(`${cpus()[0]?.model}, load ${loadavg()[0].toFixed(1)}; ${note}; ${means}\n`);
  const moves = {
    'moved, all of it in view': ['ArrowLeft', 'ArrowRight'],
    zoomed: ['+', '+', '+', '+', '-', '-', '-', '-'],
    'moved, close': ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown'],
  };
  for (const [name, keys] of Object.entries(moves)) {
    if (name.endsWith('close')) for (let turn = 0; turn < 5; turn++) await page.getByTestId('graph-box').press('+');
    const { moving, gaps, rest } = await page.evaluate(watch, [keys, 200]);
    process.stdout.write(
      `${name.padEnd(28)} a frame p50 ${at(moving, 0.5)}, p95 ${at(moving, 0.95)}, longest ${at(moving, 1)} ms; between frames p95 ${at(gaps, 0.95)} ms; longest part at rest ${round(rest)} ms\n`,
    );
  }
  if (values.shot) {
    const moving = page.evaluate(watch, [['ArrowLeft', 'ArrowRight'], 120]);
    await page.waitForTimeout(500);
    await page.screenshot({ path: values.shot });
    await moving;
  }
} finally {
  await app?.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
