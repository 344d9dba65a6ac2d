// How long a whole crawl takes to replay, to count and to compare. Run: node scripts/bench-replay.mjs [runs]

import { readerOf } from '#core/replay/reader.ts';
import { replay } from '#core/replay/replay.ts';
import { finish } from '#core/replay/steps.ts';
import { UrlTable } from '#core/replay/url-table.ts';
import { robotsAccess } from '#core/robots/access.ts';
import { dialectById } from '#core/robots/dialects/registry.ts';

const runs = Number(process.argv[2] ?? 20);
const WORDS = ['shop', 'product', 'private', 'archive', 'search', 'images', 'news', 'user', 'cart', 'forum', 'tag', 'api'];
const ENDINGS = ['.pdf$', '.gif$', '?sort=', 'sessionid=', '/print/', '&page='];

// A small generator with a fixed seed, so that every run measures the same crawl.
let state = 12345;
const below = count => {
  state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
  return (state >>> 8) % count;
};
const word = () => WORDS[below(WORDS.length)];

function rulesText(count) {
  const lines = ['User-agent: *'];
  for (let index = 0; index < count; index += 1) {
    const kind = below(10);
    const key = below(4) === 0 ? 'Allow' : 'Disallow';
    if (kind < 7) lines.push(`${key}: /${word()}/${word()}${below(count)}/`);
    else if (kind < 9) lines.push(`${key}: /${word()}/*${ENDINGS[below(ENDINGS.length)]}`);
    else lines.push(`${key}: /*${word()}${below(count)}${ENDINGS[below(ENDINGS.length)]}`);
  }
  return lines.join('\n');
}

function targetFor(count) {
  const path = `/${word()}/${word()}${below(count)}/`;
  switch (below(8)) {
    case 0:
      return path;
    case 1:
      return `${path}item-${below(9999)}.html?sort=${word()}&page=${below(40)}`;
    case 2:
      return `${path}caf%C3%A9-${below(9999)}`;
    case 3:
      return `${path}${word()}/print/${below(9999)}.pdf`;
    case 4:
      return `${path}?sessionid=${below(1e6)}&lang=en`;
    default:
      return `${path}item-${below(99999)}-${word()}-and-${word()}.html`;
  }
}

function tableOf(urls, rules) {
  const table = new UrlTable('https://www.example.com');
  for (let id = 1; id <= urls; id += 1)
    table.add({ id, target: targetFor(rules), inlinks: below(50), depth: below(8), inSitemap: below(3) === 0 });
  return table;
}

const encoder = new TextEncoder();
function readerOfText(text, id) {
  const dialect = dialectById(id);
  const access = robotsAccess({ kind: 'status', status: 200 }, dialect);
  return readerOf(access, encoder.encode(text), dialect, { productToken: 'Crawlscope', userAgent: '' });
}

function measure(what, work) {
  work();
  const times = [];
  for (let run = 0; run < runs; run += 1) {
    const started = performance.now();
    work();
    times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  const at = share => times[Math.min(times.length - 1, Math.floor(times.length * share))].toFixed(0).padStart(6);
  console.log(`  ${what.padEnd(34)} p50 ${at(0.5)} ms   p95 ${at(0.95)} ms`);
}

for (const [urls, rules] of [
  [200_000, 200],
  [1_000_000, 100],
]) {
  const started = performance.now();
  const heap = process.memoryUsage();
  const table = tableOf(urls, rules);
  const now = process.memoryUsage();
  const grown = (now.heapUsed + now.arrayBuffers - heap.heapUsed - heap.arrayBuffers) / urls;
  console.log(
    `${urls.toLocaleString('en')} URLs × ${rules} rules; generated in ${(performance.now() - started).toFixed(0)} ms, about ${grown.toFixed(0)} octets a URL`,
  );
  const text = rulesText(rules);
  for (const id of ['crawlscope', 'rfc9309', 'google', 'protego']) {
    const reader = readerOfText(text, id);
    measure(`replay, ${id}`, () => finish(replay(table, reader)));
  }
}
