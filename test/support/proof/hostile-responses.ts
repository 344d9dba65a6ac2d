import { gzipSync } from 'node:zlib';
import { type Answer, page, robotsFile } from '../site.ts';

/** A site designed to block the crawl's thread with one response. */
export interface HostileSite {
  readonly name: string;
  /** Path → response. Its last request is the hostile one. */
  answers(): Readonly<Record<string, Answer>>;
  /** Whether the crawl has to read sitemaps. */
  readonly sitemaps: boolean;
}

const mebibyte = 1024 * 1024;
const pageSize = 15 * mebibyte;
const sitemapSize = 50 * mebibyte - 200;
const robotsSize = mebibyte - 200;

// Bodies are bytes: the server runs on the thread that is measured, and encoding a text would count.
const htmlType = { 'Content-Type': 'text/html' };

const filled = (part: string, bytes: number): string => part.repeat(Math.floor(bytes / part.length));
const numbered = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, i) => part(i)).join('');

const html = (name: string, body: () => string): HostileSite => ({
  name: `a page of ${name}`,
  answers: () => ({ '/': { headers: htmlType, body: Buffer.from(page(body())) } }),
  sitemaps: false,
});
const sitemap = (name: string, body: () => string | Uint8Array): HostileSite => ({
  name: `a sitemap of ${name}`,
  answers: () => ({
    '/robots.txt': { status: 404 },
    '/': page('x'),
    '/sitemap.xml': { headers: { 'Content-Type': 'application/xml' }, body: Buffer.from(body()) },
  }),
  sitemaps: true,
});
const robots = (name: string, body: () => string): HostileSite => ({
  name: `a robots.txt of ${name}`,
  answers: () => ({ '/robots.txt': robotsFile(body()), '/': page('<a href=/x>x</a>'), '/x': page('x') }),
  sitemaps: true,
});
const headers = (name: string, lines: () => Readonly<Record<string, string | string[]>>): HostileSite => ({
  name: `headers of ${name}`,
  answers: () => ({ '/': { headers: { 'Content-Type': 'text/html', ...lines() }, body: page('x') } }),
  sitemaps: false,
});

const entry = '<url><loc>http://127.0.0.1/abcdefgh</loc><lastmod>2020-01-01</lastmod></url>';

/** Responses as long as the crawl accepts, each of one kind. */
export const hostileSites: readonly HostileSite[] = [
  html('canonicals', () => filled('<link rel=canonical href=/a>', pageSize)),
  html('links', () => filled('<a href=/abc>x</a>', pageSize)),
  html('different links', () => numbered(600_000, i => `<a href=q${i}>`)),
  html('long links', () => numbered(1_900, i => `<a href="/${i}/${'x'.repeat(7_900)}">x</a>`)),
  html('meta robots', () => filled('<meta name=robots content=noindex>', pageSize)),
  html('long meta robots', () => numbered(1_900, i => `<meta name=robots content="${filled('noindex,', 8_000)}${i}">`)),
  html('elements inside each other', () => filled('<div><svg><g>', pageSize)),
  html('an attribute that never ends', () => `<a href="${filled('x', pageSize)}`),
  html('one attribute of references', () => `<a href="${filled('&amp;', pageSize)}">x</a>`),
  html('a title of references', () => `<title>${filled('&amp;', pageSize)}`),
  html('a base of 8,000 characters', () => `<base href="/${'a'.repeat(8_000)}/">${numbered(50_000, i => `<a href=q${i}>`)}`),
  {
    name: 'an error page of links',
    answers: () => ({
      '/': { status: 404, headers: htmlType, body: Buffer.from(filled('<a href=/abc>x</a>', pageSize)) },
    }),
    sitemaps: false,
  },
  sitemap('entries', () => `<urlset>${filled(entry, sitemapSize)}</urlset>`),
  sitemap('entries, as gzip', () => gzipSync(`<urlset>${filled(entry, sitemapSize)}</urlset>`, { level: 1 })),
  sitemap(
    'a mebibyte of entries that are no addresses',
    () => `<urlset>${filled('<url><loc>http://</loc></url>', mebibyte - 100)}</urlset>`,
  ),
  sitemap(
    'a mebibyte of entries of other hosts',
    () => `<urlset>${numbered(29_000, i => `<url><loc>http://${i}/</loc></url>`)}</urlset>`,
  ),
  sitemap(
    'a mebibyte of entries inside another element',
    () => `<urlset><x>${filled('<url><loc>http://</loc></url>', mebibyte - 100)}</urlset>`,
  ),
  sitemap('half a mebibyte of lines that are no addresses', () => filled('http://\n', mebibyte / 2)),
  sitemap(
    'half a mebibyte of entries with comments',
    () => `<urlset>${filled('<url><!----><loc>http://1/</loc></url>', mebibyte / 2 - 100)}</urlset>`,
  ),
  robots('rules', () => `User-agent: *\n${numbered(60_000, i => `Disallow: /${i}/\n`)}`),
  robots('wildcards', () => `User-agent: *\n${filled('Disallow: /*a*b*c*d*e$\n', robotsSize)}`),
  robots('groups', () => filled('User-agent: *\nAllow: /\n', robotsSize)),
  robots('sitemaps', () => numbered(24_000, i => `Sitemap: http://127.0.0.1/s${i}.xml\n`)),
  headers('X-Robots-Tag', () => ({
    'X-Robots-Tag': Array.from({ length: 900 }, () => 'googlebot: noindex, nofollow, nosnippet'),
  })),
  headers('Link', () => ({ Link: numbered(1_500, i => `<http://a.test/${i}>; rel=canonical,`) })),
];

/** More of them, for the proof alone: each takes seconds. */
export const moreHostileSites: readonly HostileSite[] = [
  {
    name: 'a page in Shift JIS',
    answers: () => ({
      '/': {
        headers: { 'Content-Type': 'text/html; charset=shift_jis' },
        body: Buffer.from(filled('\u0082\u00a0<b>', pageSize), 'latin1'),
      },
    }),
    sitemaps: false,
  },
  sitemap('tags', () => `<urlset>${filled('<a>', sitemapSize)}`),
  sitemap('lines', () => filled('http://127.0.0.1/b\n', sitemapSize)),
  sitemap('one address of references', () => `<urlset><url><loc>${filled('&amp;', sitemapSize)}`),
  sitemap('random bytes', () => randomBytes(sitemapSize)),
];

/** Bytes that no compressor shortens; the same in every run. */
function randomBytes(length: number): Uint8Array {
  const words = new Uint32Array(Math.ceil(length / 4));
  let state = 1;
  for (let i = 0; i < words.length; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    words[i] = state;
  }
  return new Uint8Array(words.buffer, 0, length);
}
