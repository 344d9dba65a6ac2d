// What reading one page costs, warm, on generated 32 KB pages with 60 links. Run: node scripts/bench-html.mjs
import { extractHtml } from '../electron/core/html/extract.ts';

const PAGES = 50;
const ROUNDS = 60;
const BYTES = 32 * 1024;
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

function measure(name, pages) {
  let links = 0;
  const round = () => {
    for (const bytes of pages)
      links += extractHtml(bytes, { contentType: 'text/html; charset=utf-8', maxLinks: 10_000 }).links.length;
  };
  for (let i = 0; i < 20; i++) round();
  const times = [];
  for (let i = 0; i < ROUNDS; i++) {
    const start = process.hrtime.bigint();
    round();
    times.push(Number(process.hrtime.bigint() - start) / 1000 / pages.length);
  }
  times.sort((a, b) => a - b);
  const kib = pages.reduce((sum, bytes) => sum + bytes.length, 0) / pages.length / 1024;
  const median = times[Math.floor(times.length / 2)];
  console.log(
    `${name}: median ${median.toFixed(1)} µs a page (best ${times[0].toFixed(1)}), ${kib.toFixed(1)} KiB, ${(links / (pages.length * (ROUNDS + 20))).toFixed(0)} links`,
  );
}

const seeds = Array.from({ length: PAGES }, (_, i) => i + 1);
measure(
  'ASCII',
  seeds.map(seed => page(seed, ENGLISH)),
);
measure(
  'UTF-8',
  seeds.map(seed => page(seed, GERMAN)),
);
