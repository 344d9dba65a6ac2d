// node with-lists-session.mjs FILE COLUMNS RUNS: resumes a crawl, and meanwhile opens lists as the window does. For with-lists.mjs.
import { setTimeout as wait } from 'node:timers/promises';
import { openSession } from '#engine/session/session.ts';
import { quantile } from './median.mjs';

const [file, columns, runs] = process.argv.slice(2);
/** Most memory of this process so far, in MiB. */
const mostMemory = () => Math.round(process.resourceUsage().maxRSS / 1_024);
const say = text => process.stdout.write(`${text}\n`);

const session = openSession(file);
const ask = session.handlers;
let isOver = false;
const crawl = session.run().finally(() => {
  isOver = true;
});
const stillCrawls = () => {
  if (isOver) throw new Error('the crawl ended before its lists were measured');
};
const pages = () => session.status().statuses.reduce((sum, { count }) => sum + count, 0);
const before = pages();
while (pages() < before + 2_000) {
  stillCrawls();
  await wait(100);
}
say(`the crawl alone, after 2,000 pages: ${mostMemory()} MiB at most`);

async function list(sort, descending, isWhole) {
  const started = performance.now();
  // As the window: the first screen may show an order that is a moment old.
  const { view, count, problem } = await ask['urls.view']({ filter: '', sort, descending, soon: !isWhole });
  if (problem) throw new Error(problem);
  await ask['urls.rows']({ view, from: isWhole ? Math.max(0, count - 100) : 0, limit: 100 });
  return performance.now() - started;
}

say(`the first list: ${Math.round(await list('depth', false, false))} ms`);
for (const column of columns.split(',')) {
  say(`by ${column} for the first time, to the end: ${Math.round(await list(column, false, true))} ms`);
  const times = [];
  for (let run = 0; run < Number(runs); run++) times.push(await list(column, run % 2 === 0, false));
  stillCrawls();
  times.sort((a, b) => a - b);
  const both = `${Math.round(quantile(times, 0.5))} / ${Math.round(quantile(times, 0.95))} ms`;
  say(`by ${column}, first screen, p50 / p95: ${both}; ${mostMemory()} MiB at most`);
}
const { urls } = session.status();
say(
  `${urls} URLs, ${pages() - before} pages meanwhile; ${mostMemory()} MiB at most, ${Math.round(process.memoryUsage.rss() / 1_048_576)} MiB now`,
);
await session.stop();
await crawl;
await session.close();
