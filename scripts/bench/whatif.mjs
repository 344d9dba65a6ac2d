// Milliseconds from a key stroke in the draft editor of the real app to the new counts, and how evenly the window draws meanwhile.
// --help lists the options.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultSettings } from '#shared/model/crawl.ts';
import { createDatabase } from '#storage/file/database.ts';
import { InlinkCountWriter } from '#storage/links/inlink-count-rows.ts';
import { openStore } from '#storage/store.ts';
import { launchApp } from '#test/e2e/fixture.ts';
import { below, rulesText, word } from './generated-rules.mjs';
import { benchOptions } from './options.mjs';

const given = benchOptions(
  `npm run build && npm run bench:whatif [-- options]
  --urls N       URLs of the crawl (default 200000)
  --rules N      rules of its robots.txt (default 200)
  --links N      links of a page (default 3)
  --edits N      edits that are timed (default 24)
  --keep F.crawl keep the crawl file, and use it when it is there
  --each         print every edit`,
  {
    urls: { type: 'string', default: '200000' },
    rules: { type: 'string', default: '200' },
    links: { type: 'string', default: '3' },
    edits: { type: 'string', default: '24' },
    keep: { type: 'string' },
    each: { type: 'boolean', default: false },
  },
);
const { values } = given;
const [urls, rules, linksEach, edits] = ['urls', 'rules', 'links', 'edits'].map(name => given.number(name));
const origin = 'https://www.example.com';

function path(id) {
  const start = `/${word()}/${word()}${below(rules)}/`;
  if (below(4) === 0) return `${start}item-${id}.html?sort=${word()}&page=${below(40)}`;
  if (below(5) === 0) return `${start}caf%C3%A9-${id}`;
  if (below(5) === 0) return `${start}${word()}/print/${id}.pdf`;
  return `${start}item-${id}-${word()}-and-${word()}.html`;
}

/** A finished crawl of one large site. */
function makeCrawl(file) {
  const db = createDatabase(file);
  db.pragma('synchronous = OFF');
  const store = openStore(db);
  const [scheme, host] = origin.split('://');
  const decision = { stage: 'admission', verdict: 'accept', reason: 'linked', rule: 'otherwise', evidence: [], trace: [] };
  const site = store.transaction(() => {
    store.crawl.create(Date.now(), 'bench', { ...defaultSettings, seeds: [`${origin}/`] });
    return store.origins.insert({ key: origin, scheme, host, port: 443 });
  });
  const add = (url, via, depth) =>
    store.urls.insert({ url, originId: site.id, state: 'done', depth, hops: 0, via, viaId: null }, decision, 1, 1);
  const mention = db.prepare('UPDATE url SET in_sitemaps = ? WHERE id = ?');
  const inlinks = new InlinkCountWriter(db);
  store.transaction(() => add(`${origin}/`, 'seed', 0));
  for (let id = 2; id <= urls; )
    store.transaction(() => {
      for (const end = Math.min(urls, id + 9_999); id <= end; id += 1) {
        add(origin + path(id), 'link', 1 + below(8));
        inlinks.add(below(50), id);
        mention.run(below(3) === 0 ? 1 : 0, id);
      }
      inlinks.flush();
    });
  for (let id = 1; id <= urls; )
    store.transaction(() => {
      for (const end = Math.min(urls, id + 9_999); id <= end; id += 1)
        store.fetches.links(
          id,
          Array.from({ length: linksEach }, () => ({ to: 1 + below(urls), kind: 'a', rel: '', text: '', start: 0, end: 0 })),
        );
      store.inlinks.settle(0, id > urls ? 'end' : '');
    });
  store.transaction(() => {
    const version = store.robots.record(
      {
        originId: site.id,
        access: 'rules',
        status: 200,
        cause: null,
        detail: '',
        body: Buffer.from(`${rulesText(rules)}\n`),
        finalUrl: `${origin}/robots.txt`,
        redirects: '[]',
        contentType: 'text/plain',
        etag: null,
        lastModified: null,
        fetchId: null,
      },
      Date.now(),
    );
    store.origins.save({ ...store.origins.byKey(origin), robotsId: version.id, robotsCheckedAt: Date.now() });
    store.crawl.setState(Date.now(), 'finished', '', null);
  });
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
}

const at = (times, share) => [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
const ms = n => `${n.toFixed(0)} ms`;

/** In the page: notes when a key goes down, when the counts of a text of this length are drawn, and the longest frame. */
function watch() {
  const bench = { down: 0, wanted: -2, took: null, frames: [] };
  window.bench = bench;
  window.addEventListener('keydown', event => void (event.key.length === 1 && (bench.down = performance.now())), true);
  const panel = document.querySelector('[data-testid=draft-effect]');
  const look = () => {
    if (Number(panel.dataset.of) !== bench.wanted || panel.dataset.state !== 'done' || bench.took !== null) return;
    bench.took = -1;
    requestAnimationFrame(() => {
      bench.took = performance.now() - bench.down;
    });
  };
  new MutationObserver(look).observe(panel, { attributes: true });
  let last = performance.now();
  const frame = now => {
    bench.frames.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

const folder = mkdtempSync(join(tmpdir(), 'crawlscope-bench-'));
const file = values.keep ?? join(folder, 'bench.crawl');
let running = null;
try {
  const making = performance.now();
  if (!existsSync(file)) makeCrawl(file);
  console.log(
    `${urls.toLocaleString('en')} URLs × ${rules} rules, ${linksEach} links a page; file ready after ${ms(performance.now() - making)}`,
  );
  running = await launchApp({ args: [file] });
  const { page } = running;
  await page.getByTestId('view-robots').click();
  const opened = performance.now();
  await page.getByTestId('robots-tab-draft').click();
  await page.locator('[data-testid=draft-effect][data-state=done]').waitFor({ timeout: 120_000 });
  console.log(`  first counts (the URLs are read once)        ${ms(performance.now() - opened)}`);
  await page.locator('[data-testid=draft-line]').first().click();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.evaluate(watch);
  const typed = 'Disallow: /shop/product1/*sort=price&page=12345'.slice(0, edits);
  await page.waitForTimeout(1_500);
  let length = await page.evaluate(() => Number(document.querySelector('[data-testid=draft-effect]').dataset.of));
  const times = [];
  const judged = [];
  for (const character of typed) {
    length += 1;
    await page.evaluate(wanted => Object.assign(window.bench, { wanted, took: null }), length);
    await page.keyboard.type(character);
    // The list of completions would take the next key.
    await page.waitForFunction(() => window.bench.took > 0, null, { timeout: 60_000 });
    times.push(await page.evaluate(() => window.bench.took));
    judged.push(Number(/([\d,]+) ms/.exec(await page.getByTestId('draft-ms').textContent())?.[1]?.replace(',', '')));
  }
  if (values.each)
    console.log(times.map((took, n) => `    ${JSON.stringify(typed[n])} ${ms(took)}, engine ${ms(judged[n])}`).join('\n'));
  const slow = await page.evaluate(() => window.bench.frames.splice(0));
  console.log(`  key stroke to counts, ${times.length} edits            p50 ${ms(at(times, 0.5))}   p95 ${ms(at(times, 0.95))}`);
  console.log(`  of this in the engine                        p50 ${ms(at(judged, 0.5))}   p95 ${ms(at(judged, 0.95))}`);
  console.log(
    `  frames while typing (${slow.length})                   p99 ${ms(at(slow, 0.99))}   longest ${ms(Math.max(...slow))}`,
  );
  // As fast as somebody types: nothing is waited for, older work is cancelled.
  await page.keyboard.type('\nDisallow: /news/user7/ \nAllow: /tag/ \nDisallow: /news/', { delay: 40 });
  const burst = await page.evaluate(() => window.bench.frames.splice(0));
  console.log(
    `  frames in a burst of keys (${burst.length})              p99 ${ms(at(burst, 0.99))}   longest ${ms(Math.max(...burst))}`,
  );
  const walking = performance.now();
  await page.locator('[data-testid=draft-discovery][data-state=done]').waitFor({ timeout: 120_000 });
  console.log(`  lost discovery after that                    ${ms(performance.now() - walking)}`);
} finally {
  await running?.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
