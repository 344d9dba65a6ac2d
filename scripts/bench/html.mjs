// What reading a page and resolving its links costs, warm, in µs a page: medians, since the clock counts other programs too.
//
//   node_modules/.bin/node scripts/bench/html.mjs [--dir FOLDER] [--rounds N]
//
// Generated 32 KB pages with 60 links, pages of the virtual site of `npm run bench`, and the .html files of a folder.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { extractHtml } from '../../electron/core/html/extract.ts';
import { loadLanguageDetector } from '../../electron/core/text/language.ts';
import { normalizeUrl } from '../../electron/core/url/normalize.ts';
import { nodeOctets } from '../../electron/engine/crawl/node-octets.ts';
import { startScores } from '../../electron/engine/wasm/score-machine.ts';
import { pageOf, pathOf, shapes } from './site.mjs';

const { values } = parseArgs({ options: { dir: { type: 'string' }, rounds: { type: 'string', default: '40' } } });

const PAGES = 50;
const ROUNDS = Number(values.rounds);
const BYTES = 32 * 1024;
const detectLanguage = await loadLanguageDetector(async () => startScores());
const LINKS = 60;

const ENGLISH =
  'the quick survey of every harbour found that few boats were ready before noon and none at all after the storm'.split(' ');
const GERMAN =
  'die schönen Häuser über der Straße gehören größtenteils älteren Menschen, für die es früher „zu viele“ Gäste gab'.split(' ');

function page(seed, words) {
  let state = seed * 2654435761;
  const next = n => ((state = (Math.imul(state, 1103515245) + 12345) >>> 0) >>> 8) % n;
  const text = n => Array.from({ length: n }, () => words[next(words.length)]).join(' ');
  const parts = [
    `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${text(6)}</title><meta name="description" content="${text(20)}">`,
    `<link rel="canonical" href="/page/${seed}"><link rel="stylesheet" href="/style.css"><script src="/app.js"></script>`,
    `<style>body{color:#123}${'.a{margin:0}'.repeat(60)}</style></head><body class="page"><h1>${text(5)}</h1>`,
  ];
  const links = Array.from(
    { length: LINKS },
    () => `<a class="link" href="/section/${next(99)}/item-${next(9999)}.html">${text(3)}</a>`,
  );
  const budget = BYTES - parts.join('').length - links.join('').length - 40;
  const each = Math.floor(budget / LINKS);
  for (const link of links) {
    const before = `<div class="card card-wide"><p id="p${next(9999)}">`;
    let body = '';
    while (before.length + body.length + 10 < each) body += next(4) === 0 ? ` <b>${text(2)}</b> &amp;` : ` ${text(8)}.`;
    parts.push(before, link, body, '</p></div>\n');
  }
  parts.push('</body></html>');
  return new TextEncoder().encode(parts.join(''));
}

/** Median and best of `work` over all pages, per page. */
function time(pages, work) {
  for (let i = 0; i < 20; i++) pages.forEach(work);
  const times = [];
  for (let i = 0; i < ROUNDS; i++) {
    const start = process.hrtime.bigint();
    pages.forEach(work);
    times.push(Number(process.hrtime.bigint() - start) / 1000 / pages.length);
  }
  times.sort((a, b) => a - b);
  return `${times[Math.floor(times.length / 2)].toFixed(1)} (best ${times[0].toFixed(1)})`;
}

/** `pages`: bytes and URL of each. */
function measure(name, pages) {
  const options = { contentType: 'text/html; charset=utf-8', maxLinks: 10_000 };
  const found = pages.map(({ bytes }) => extractHtml(bytes, options));
  const links = found.reduce((sum, { links }) => sum + links.length, 0) / pages.length;
  const kib = pages.reduce((sum, { bytes }) => sum + bytes.length, 0) / pages.length / 1024;
  const portable = time(pages, ({ bytes }) => extractHtml(bytes, options));
  const read = time(pages, ({ bytes }) => extractHtml(bytes, { ...options, octets: nodeOctets }));
  const facts = { detectLanguage };
  const all = time(pages, ({ bytes }) => extractHtml(bytes, { ...options, octets: nodeOctets, facts }));
  const resolve = time(pages, ({ url }, i) => {
    for (const link of found[i].links) normalizeUrl(link.href, url);
  });
  // What `postMessage` does to a page's facts on both sides.
  const handOver = time(found, each => deserialize(serialize(each)));
  console.log(
    `${name}: ${kib.toFixed(1)} KiB, ${links.toFixed(0)} links: read ${read}, with all facts of the audit ${all}, without Node's help ${portable}, resolve ${resolve}, hand the facts to another thread ${handOver}`,
  );
}

function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.html?$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
    .slice(0, 500)
    .map(path => ({ bytes: readFileSync(path), url: `https://www.example/${path.slice(folder.length).replace(/^\//, '')}` }));
}

const seeds = Array.from({ length: PAGES }, (_, i) => i + 1);
const generated = words => seeds.map(seed => ({ bytes: page(seed, words), url: `https://www.example/section/${seed}.html` }));
if (values.dir) measure(values.dir, filesOf(values.dir));
else {
  measure('ASCII', generated(ENGLISH));
  measure('UTF-8', generated(GERMAN));
  const site = seeds.map(id => ({
    bytes: Buffer.from(pageOf(id, 10_000, shapes.ordinary)),
    url: `http://localhost${pathOf(id)}`,
  }));
  measure('bench site', site);
}
