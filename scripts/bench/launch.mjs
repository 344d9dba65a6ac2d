// How long the app takes to start: without a file, and with a file that it has opened before. Each start is a new process with the profile of
// the first one. Milliseconds, the median and the least; Playwright's own time is part of them.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchApp } from '../../test/e2e/fixture.ts';
import { benchFile } from './make-file.mjs';
import { median } from './median.mjs';
import { benchOptions } from './options.mjs';

const given = benchOptions(
  `npm run build && node scripts/run/with-display.mjs node_modules/.bin/node scripts/bench/launch.mjs [options]
  --runs N  starts of each kind, after one that is not counted (default 5)
  --urls N  URLs of the file (default 200000)`,
  { runs: { type: 'string', default: '5' }, urls: { type: 'string', default: '200000' } },
);
const folder = mkdtempSync(join(tmpdir(), 'crawlscope-launch-'));
for (const name of ['profile', 'crawls', 't']) mkdirSync(join(folder, name));
const file = join(folder, 'large.crawl');
copyFileSync(
  benchFile(given.number('urls'), line => process.stderr.write(`\r${line}   `), 8790),
  file,
);

/** Starts the app once; gives the milliseconds from the start to each point that it reaches. */
async function start(args, points) {
  const begun = Date.now();
  const { app, page } = await launchApp({ args, folder });
  try {
    const times = {};
    for (const [name, reached] of Object.entries(points)) {
      await reached(page);
      times[name] = Date.now() - begun;
    }
    const painted = await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
    times['first picture'] = (await page.evaluate(() => performance.timeOrigin)) + (await painted.jsonValue()) - begun;
    return times;
  } finally {
    await app.close();
  }
}

const kinds = {
  'no file': [[], { 'start screen': page => page.getByRole('button').first().waitFor() }],
  'a file': [
    [file],
    {
      'file open': page => page.getByTestId('crawl-state').waitFor({ timeout: 60_000 }),
      'rows of the URL table': async page => {
        await page.keyboard.press('Control+2');
        await page.locator('.grid-row [role=gridcell]').filter({ hasText: 'http' }).first().waitFor({ timeout: 60_000 });
      },
    },
  ],
};
try {
  for (const [kind, [args, points]] of Object.entries(kinds)) {
    await start(args, points);
    const runs = [];
    for (let run = 0; run < given.number('runs'); run += 1) runs.push(await start(args, points));
    for (const name of ['first picture', ...Object.keys(points)]) {
      const times = runs.map(each => each[name]);
      const numbers = `${Math.round(median(times))} (least ${Math.round(Math.min(...times))})`;
      process.stdout.write(`${`${kind}: ${name}`.padEnd(34)}${numbers}\n`);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(
  `load ${loadavg()
    .map(n => n.toFixed(1))
    .join(' ')}\n`,
);
