import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostileTexts } from './hostile-texts.ts';

/** A site that says each hostile text in every place that a crawl stores. */
export interface HostileTextSite {
  readonly origin: string;
  /** Pages: one for each text. */
  readonly pages: number;
  close(): Promise<void>;
}

const attribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
const element = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
/** For an address; halves of characters become U+FFFD. */
const escaped = (text: string, length: number): string =>
  encodeURIComponent(Buffer.from(text.slice(0, length), 'utf8').toString('utf8'));
/** A header has no line breaks and no controls; its bytes are those of UTF-8. */
const header = (text: string): string =>
  Buffer.from(text.replace(/[\u0000-\u001f\u007f]/g, ' ').slice(0, 900), 'utf8')
    .toString('latin1')
    .replace(/[\x7f-\x9f]/g, '?') || 'x';

const longTitle = 'T'.repeat(1_000_000);

/** Each value is decoded by a reader of HTML to the text itself. */
function page(text: string, at: number, count: number): string {
  const [a, e] = [attribute(text), element(text)];
  const title = at === 1 ? longTitle : e;
  const links = [at + 1, at + 2, at * 7 + 3].map(n => `<a href="/p/${n % count}" title="${a}" rel="${a}">${e}</a>`).join('\n');
  return `<!DOCTYPE html><html lang="${a}"><head><meta charset="utf-8"><title>${title}</title>
<meta name="description" content="${a}"><meta name="keywords" content="${a}"><meta name="author" content="${a}">
<meta name="robots" content="${a}"><meta property="og:title" content="${a}"><meta property="og:image" content="${a}">
<meta name="twitter:card" content="${a}"><meta name="viewport" content="${a}"><meta http-equiv="refresh" content="${a}">
<link rel="canonical" href="${a}"><link rel="alternate" hreflang="${a}" href="/p/${at}?${escaped(text, 100)}">
<link rel="next" href="${a}"><link rel="icon" href="${a}"><link rel="stylesheet" href="${a}">
<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@type': 'Product', name: text, [text.slice(0, 40)]: text, offers: { '@type': text, price: text } }).replaceAll('<', '\\u003c')}</script>
<script type="application/ld+json">{"broken": ${text.replaceAll('</', '<\\/')}</script></head>
<body><h1>${e}</h1><h2>${e}</h2><h3>${e}</h3><p>${e}</p>
<img src="${a}" alt="${a}" title="${a}"><img src="/i/${at}.png" alt="${a}"><iframe title="${a}" src="${a}"></iframe>
<div itemscope itemtype="https://schema.org/${a}"><span itemprop="${a}">${e}</span></div>
<form action="${a}"><input name="${a}" type="password"></form>
<a href="${a}">${e}</a><a href="mailto:${a}">${e}</a><a href="/r/${at}">${e}</a><a href="/e/${at}">${e}</a><a href="/f/${escaped(text, 60).replaceAll('.', '%2e')}">${e}</a>
${links}</body></html>`;
}

/** What the server says of a page besides its HTML. */
function headers(response: ServerResponse, text: string, at: number): void {
  const value = header(text);
  response.setHeader('Content-Type', at % 9 === 5 ? `text/html; charset="${value}"` : 'text/html; charset=utf-8');
  response.setHeader('Server', value);
  response.setHeader('X-Powered-By', value);
  response.setHeader('Set-Cookie', `${value.replaceAll(/[;=,\s]/g, '_').slice(0, 200)}=${value}; Path=/`);
  response.setHeader('X-Robots-Tag', at % 5 === 0 ? value : `unavailable_after: ${value}`);
  response.setHeader('Link', `<${value.replaceAll('>', '%3E')}>; rel="canonical"`);
  response.setHeader('Content-Language', value);
  response.setHeader('Content-Disposition', `inline; filename="${value.replaceAll('"', "'")}"`);
  response.setHeader('ETag', `"${value}"`);
  response.setHeader('Last-Modified', value);
  response.setHeader('Cache-Control', value);
}

const oneLine = (text: string): string => text.replace(/[\u0000-\u001f]/g, ' ').slice(0, 400);
const robots = (texts: readonly string[], origin: string): string =>
  [
    'User-agent: *',
    'Allow: /p/',
    ...texts.slice(0, 200).map(text => `Disallow: /blocked/${oneLine(text)}`),
    ...texts.slice(200, 260).map(text => `${oneLine(text)}`),
    ...texts.slice(260, 300).map(text => `${oneLine(text)}: ${oneLine(text)} # ${oneLine(text)}`),
    ...texts
      .slice(0, 60)
      .map(text => `\nUser-agent: ${oneLine(text)}\nDisallow: /${oneLine(text)}\nCrawl-delay: ${oneLine(text)}`),
    ...texts.slice(0, 60).map(text => `Sitemap: ${oneLine(text)}`),
    `Sitemap: ${origin}/sitemap.xml`,
    `Sitemap: ${origin}/broken.xml`,
  ].join('\n');

const sitemap = (texts: readonly string[], origin: string): string =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${texts
    .map(oneLine)
    .map(
      (text, at) =>
        `<url><loc>${at % 3 === 0 ? attribute(text).replaceAll('<', '&lt;') : `${origin}/p/${at}`}</loc><lastmod>${element(text)}</lastmod><changefreq>${element(text)}</changefreq><priority>${element(text)}</priority></url>`,
    )
    .join('')}</urlset>`;

/** Starts the site on 127.0.0.1. Bounded: it has as many pages as texts, and each page links to others of them. */
export async function hostileTextSite(count = 500): Promise<HostileTextSite> {
  const texts = hostileTexts(count);
  let origin = '';
  const server = createServer((request, response) => {
    const [, kind = '', rest = ''] = (request.url ?? '').split('/');
    const at = Number.parseInt(rest, 10) || 0;
    const text = texts[at % count] ?? '';
    const send = (status: number, type: string, body: string): void => {
      if (!response.hasHeader('Content-Type')) response.setHeader('Content-Type', type);
      response.statusCode = status;
      response.end(body);
    };
    if (kind === 'robots.txt') send(200, 'text/plain; charset=utf-8', robots(texts, origin));
    else if (kind === 'sitemap.xml') send(200, 'application/xml', sitemap(texts, origin));
    else if (kind === 'broken.xml') send(200, 'application/xml', `<urlset><url><loc>${texts.join('')}`);
    else if (kind === 'r') {
      response.setHeader('Location', header(text));
      send(302, 'text/html', '');
    } else if (kind === 'e') {
      response.statusMessage = header(text).slice(0, 200);
      response.setHeader('Content-Encoding', header(text));
      response.setHeader('Content-Type', header(text));
      response.end(text.slice(0, 1_000));
    } else if (kind === 'p' || kind === '') {
      headers(response, text, at);
      send(at % 11 === 7 ? 404 : 200, 'text/html', page(text, at, count));
    } else {
      headers(response, text, at);
      send(404, 'text/html', page(text, at, count));
    }
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    pages: count,
    close: () =>
      new Promise(done => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
