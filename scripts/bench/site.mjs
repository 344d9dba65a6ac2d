// A virtual site, deterministic: every byte of a page follows from (shape, id), so nothing is stored and a crawl can be checked.
// Pages form a tree of `fanOut` children, so that every page is reached; the other links go to hot pages, neighbours and navigation.

const sections = 'guides products blog docs support news reference tutorials catalog research events about'.split(' ');
const topics = 'networking storage security design testing release hardware software mobile database search media'.split(' ');
const slugs = 'fast router quick start deep dive best practice annual report field notes open source case study'.split(' ');
const words =
  'the of harbour survey and boats noon storm quiet report few ready before after none every found caf&eacute; naïve river &amp; stone market north light paper small window letter street garden'.split(
    ' ',
  );

/** What a site is like. `kib`: size of a page; `links`: anchors to pages; `images`: images a page shows. */
export const shapes = {
  /** As in the performance report's sites: about 32 KB, 40 links to pages, 12 to resources. */
  ordinary: { kib: 32, links: 40, fanOut: 5, images: 8, traps: true },
  /** For the frontier: small pages, each with 30 new pages. */
  tiny: { kib: 3, links: 36, fanOut: 30, images: 0, traps: false },
  /** For every view of the window on very many URLs: small pages of all kinds, and sitemaps. 900,000 pages make a million URLs. */
  varied: { kib: 2, links: 14, fanOut: 8, images: 1, traps: true, sitemaps: true },
};

function mix(seed) {
  let x = Math.imul(seed ^ (seed >>> 16), 0x45d9f3b);
  x = Math.imul(x ^ (x >>> 15), 0x2c1b3c6d);
  return (x ^ (x >>> 16)) >>> 0;
}

function randomOf(seed) {
  let state = mix(seed + 0x9e3779b9);
  return n => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * n);
  };
}

/** A thousand pieces of running text of 60 to 400 characters, made once. */
const pieces = Array.from({ length: 1024 }, (_, i) => {
  const random = randomOf(i + 7);
  const text = Array.from({ length: 10 + random(60) }, () => words[random(words.length)]).join(' ');
  return `${text}. `;
});
const labels = pieces.map(piece => piece.replace(/[^a-z ]/g, '').slice(0, 12 + (piece.length % 20)));

export function pathOf(id) {
  if (id === 0) return '/';
  const h = mix(id);
  return `/${sections[h % 12]}/${topics[(h >>> 4) % 12]}/${slugs[(h >>> 8) % 16]}-${slugs[(h >>> 12) % 16]}-${id}.html`;
}

/** The page a path names, -1 for none. */
export function idOf(path, pages) {
  if (path === '/') return 0;
  const digits = /-(\d+)\.html$/.exec(path);
  const id = digits ? Number(digits[1]) : -1;
  return id > 0 && id < pages && pathOf(id) === path ? id : -1;
}

const isRedirecting = id => id % 20 === 7;
const isMissing = id => id % 50 === 11;
const isPrivate = id => id % 25 === 4;

/** What a correct crawl of the whole site finds. */
export function expected(pages, shape) {
  const count = rest => Array.from({ length: pages }, (_, id) => id).filter(rest).length;
  return shape.traps
    ? { pages, redirects: count(isRedirecting), missing: count(isMissing), blocked: count(isPrivate) }
    : { pages, redirects: 0, missing: 0, blocked: 0 };
}

export const redirectTarget = id => (id * 7) % 1_000_000_007;

/** The HTML of a page. */
export function pageOf(id, pages, shape) {
  const random = randomOf(id);
  const link = (target, attributes = '') => `<a ${attributes}href="${pathOf(target)}">${labels[random(1024)]}</a>`;
  const children = [];
  for (let k = 1; k <= shape.fanOut; k++) if (id * shape.fanOut + k < pages) children.push(id * shape.fanOut + k);
  const out = [
    `<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>${labels[random(1024)]} | ${id}</title>\n<meta name="description" content="${pieces[random(1024)]}">\n`,
    `<link rel="canonical" href="${shape.traps && id % 50 === 20 ? pathOf(id - 1) : pathOf(id)}">\n`,
  ];
  if (shape.traps && id % 100 === 33) out.push('<meta name="robots" content="noindex, follow">\n');
  if (shape.images > 0)
    out.push(
      '<link rel="stylesheet" href="/css/main.css"><link rel="stylesheet" href="/css/theme.css"><link rel="icon" href="/favicon.ico"><script src="/js/app.js" defer></script>\n',
    );
  out.push('</head>\n<body class="page layout-two">\n<nav class="main" aria-label="Main"><ul>\n');
  let left = shape.links - children.length;
  for (let k = 1; k <= 8 && left > 3; k++, left--) out.push(`<li class="item">${link(k % pages, 'class="nav-link" ')}</li>\n`);
  out.push(
    `</ul></nav>\n<main id="content">\n<h1>${labels[random(1024)]} ${id}</h1>\n<p>${link(Math.floor(id / shape.fanOut))}</p>\n`,
  );
  left--;
  const size = out.reduce((sum, part) => sum + part.length, 0) + children.length * 110;
  const each = Math.max(0, (shape.kib * 1024 - size - left * 110) / Math.max(1, left));
  let images = shape.images;
  for (; left > 0; left--) {
    // Every third link near, the others to hot pages: the logarithm of the target is evenly spread.
    const target =
      left % 3 === 0 ? (id + random(200)) % pages : Math.floor(Math.exp((random(1 << 20) / (1 << 20)) * Math.log(pages)));
    let paragraph = `<p class="copy">${link(Math.min(target, pages - 1), shape.traps && left === 5 && id % 10 === 6 ? 'rel="nofollow" ' : '')} `;
    while (paragraph.length < each) paragraph += pieces[random(1024)];
    if (images-- > 0)
      paragraph += `<img src="/img/${random(200)}.png" width="640" height="360" loading="lazy" alt="${labels[random(1024)]}">`;
    out.push(paragraph, '</p>\n');
  }
  if (shape.traps) {
    if (isRedirecting(id)) out.push(`<a href="/go/${id}">moved</a> `);
    if (isMissing(id)) out.push(`<a href="/missing/${id}.html">old</a> `);
    if (isPrivate(id)) out.push(`<a href="/private/${id}.html">members</a> `);
    if (id % 10 === 0)
      out.push('<a href="https://external.invalid/page?x=1&amp;y=2">external</a> <a href="mailto:a@external.invalid">mail</a> ');
  }
  out.push('<ul class="children">\n');
  for (const child of children) out.push(`<li>${link(child)}</li>\n`);
  out.push('</ul>\n</main>\n</body>\n</html>\n');
  return out.join('');
}

export const robotsTxt = 'User-agent: *\nDisallow: /private/\nDisallow: /*?session=\nAllow: /\n';

const entriesOfFile = 40_000;

/** Sitemaps of every third page, `origin` without a path: number 0 is the index. Null where there is none of this number. */
export function sitemapOf(number, pages, origin) {
  const files = Math.ceil(pages / 3 / entriesOfFile);
  const entries = [];
  const xmlns = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
  if (number === 0) {
    for (let file = 1; file <= files; file++) entries.push(`<sitemap><loc>${origin}/sitemap-${file}.xml</loc></sitemap>`);
    return `<?xml version="1.0"?>\n<sitemapindex ${xmlns}>\n${entries.join('\n')}\n</sitemapindex>\n`;
  }
  if (number > files) return null;
  const end = Math.min(pages, number * entriesOfFile * 3);
  for (let id = (number - 1) * entriesOfFile * 3; id < end; id += 3) {
    const path = id % 150 === 111 ? `/missing/${id}.html` : id % 300 === 129 ? `/private/${id}.html` : pathOf(id);
    entries.push(`<url><loc>${origin}${path}</loc><lastmod>2026-${String(1 + (id % 9)).padStart(2, '0')}-11</lastmod></url>`);
  }
  return `<?xml version="1.0"?>\n<urlset ${xmlns}>\n${entries.join('\n')}\n</urlset>\n`;
}
