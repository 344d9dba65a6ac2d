import type { CrawlFacts, CrawlLink, CrawlOrigin, CrawlSitemap, CrawlUrl } from '#core/lint/crawl-facts.ts';
import type { LintInput } from '#core/lint/diagnostic.ts';
import { bytesOf } from '../robots/reading.ts';
import { type Examples, forAll } from './example.ts';

const ORIGIN = 'https://e.com';
interface Seen {
  readonly file?: string;
  readonly urls?: readonly (string | (Partial<CrawlUrl> & { readonly url: string }))[];
  readonly links?: readonly CrawlLink[];
  readonly sitemaps?: readonly CrawlSitemap[];
  readonly origins?: readonly CrawlOrigin[];
  readonly earlier?: string;
}

/** A crawl of https://e.com; paths in place of its URLs. */
export function crawled({ file = forAll('Disallow: /closed/'), ...seen }: Seen): LintInput {
  const full = (path: string): string => (path.startsWith('/') ? ORIGIN + path : path);
  const crawl: CrawlFacts = {
    origin: ORIGIN,
    urls: (seen.urls ?? []).map(each => ({
      status: 200,
      inlinks: 1,
      inSitemaps: 0,
      noindex: false,
      canonical: null,
      redirectTo: null,
      ...(typeof each === 'string' ? { url: full(each) } : { ...each, url: full(each.url) }),
    })),
    links: (seen.links ?? []).map(({ from, to, kind }) => ({ from: full(from), to: full(to), kind })),
    sitemaps: seen.sitemaps ?? [],
    origins: seen.origins ?? [],
    earlier: seen.earlier === undefined ? null : { bytes: bytesOf(seen.earlier), until: '2026-01-02' },
  };
  return { bytes: bytesOf(file), url: `${ORIGIN}/robots.txt`, crawl };
}

const host = (origin: string, access: CrawlOrigin['access'], hash: string | null = null, text = ''): CrawlOrigin => ({
  origin,
  access,
  hash,
  bytes: () => bytesOf(text),
});
const own = host(ORIGIN, 'rules', 'a');
const hosts = (count: number): CrawlOrigin[] =>
  Array.from({ length: count }, (_, at) => host(`https://h${at}.test`, 'rules', 'a'));
const link = (from: string, to: string, kind: CrawlLink['kind']): CrawlLink => ({ from, to, kind });

const folders = forAll('Disallow: /data/', 'Allow: /data/open/');

export const crawlExamples: Examples = {
  'C-FOLDER': {
    fires: crawled({ file: folders, urls: ['/', '/data/x'] }),
    near: crawled({ file: folders, urls: ['/', '/data/open/1.html'] }),
    line: 3,
  },
  'C-GENERATED': {
    fires: crawled({ urls: ['/', '/cgi-bin/search?q=x'] }),
    near: crawled({ urls: ['/', '/a?1', '/a?2', '/a?3', '/a?4', '/closed/x.cgi', { url: '/gone.cgi', status: 404 }] }),
    line: 0,
  },
  'F-ORIGIN': {
    fires: crawled({ origins: [own, host('https://e.com:8443', 'none')] }),
    near: crawled({ origins: [own, host('https://e.org', 'none')] }),
    line: 0,
  },
  'F-ORIGINS-DIFFER': {
    fires: crawled({ origins: [own, host('http://www.e.com', 'rules', 'b')] }),
    near: crawled({ origins: [own, host('http://www.e.com', 'rules', 'a')] }),
  },
  'F-CHANGED': { fires: crawled({ earlier: 'User-agent: *\n' }), near: crawled({}) },
  'F-FARM': { fires: crawled({ origins: [own, ...hosts(4)] }), near: crawled({ origins: [own, ...hosts(3)] }) },
  'F-PER-AGENT': {
    fires: { ...crawled({}), fetch: { status: 200, otherAgents: [{ userAgent: 'Googlebot', same: false }] } },
    near: { ...crawled({}), fetch: { status: 200, otherAgents: [{ userAgent: 'Googlebot', same: true }] } },
  },
  'P-DEAD': { fires: crawled({ urls: ['/', '/open/a'] }), near: crawled({ urls: ['/', '/closed/a'] }), line: 2 },
  'P-PREFIX-WIDE': {
    fires: crawled({ file: forAll('Disallow: /AL'), urls: ['/AL/x', '/ALASKA.html'] }),
    near: crawled({ file: forAll('Disallow: /AL'), urls: ['/AL/x', '/AL.html', '/alaska.html'] }),
    line: 2,
    fixed: 'Disallow: /AL/',
  },
  'P-CASE': {
    fires: crawled({ file: forAll('Disallow: /Private'), urls: ['/Private/a', '/private/b'] }),
    near: crawled({ file: forAll('Disallow: /Private', 'Disallow: /private'), urls: ['/Private/a', '/private/b'] }),
    line: 2,
    fixed: 'Disallow: /Private\nDisallow: /private',
  },
  'P-NO-END-SLASH': {
    fires: crawled({ urls: ['/closed', '/closed/a'] }),
    near: crawled({ urls: [{ url: '/closed', status: 301, redirectTo: `${ORIGIN}/closed/` }, '/closed/a'] }),
    line: 2,
    fixed: 'Disallow: /closed/\nDisallow: /closed$',
  },
  'P-TIE': {
    fires: crawled({ file: forAll('Allow: /*/b', 'Disallow: /a/b'), urls: ['/a/b'] }),
    near: crawled({ file: forAll('Allow: /*/b', 'Disallow: /a/b'), urls: ['/c/b', '/a/d'] }),
    line: 2,
  },
  'P-SESSION': {
    fires: crawled({ urls: ['/a?sid=1', '/a?sid=2', '/b?sid=3'] }),
    near: crawled({ urls: ['/a?id=1', '/a?id=2', '/b?id=3', '/closed/?sid=1', '/closed/?sid=2', '/closed/?sid=3'] }),
    line: 0,
  },
  'X-SITEMAP-STATUS': {
    fires: crawled({ sitemaps: [{ url: 'https://e.com/s.xml', status: 404, problem: 'it answers 404', line: 4 }] }),
    near: crawled({ sitemaps: [{ url: 'https://e.com/s.xml', status: 200, problem: '', line: 4 }] }),
    line: 4,
  },
  'C-NOINDEX-HIDDEN': {
    fires: crawled({ urls: [{ url: '/closed/a', noindex: true }] }),
    near: crawled({ urls: [{ url: '/open/a', noindex: true }] }),
    line: 2,
  },
  'C-CANONICAL-BLOCKED': {
    fires: crawled({ urls: [{ url: '/a', canonical: `${ORIGIN}/closed/a` }] }),
    near: crawled({
      urls: [
        { url: '/closed/b', canonical: `${ORIGIN}/closed/a` },
        { url: '/c', canonical: 'https://o.test/closed/' },
      ],
    }),
    line: 2,
  },
  'C-REDIRECT-BLOCKED': {
    fires: crawled({ urls: [{ url: '/go/1', redirectTo: `${ORIGIN}/closed/1` }] }),
    near: crawled({ urls: [{ url: '/go/1', redirectTo: `${ORIGIN}/open/1` }] }),
    line: 2,
  },
  'C-BLOCKED-LINKED': {
    fires: crawled({ urls: [{ url: '/closed/a', inlinks: 10 }] }),
    near: crawled({
      urls: [
        { url: '/closed/a', inlinks: 9 },
        { url: '/open', inlinks: 900 },
      ],
    }),
    line: 2,
  },
  'C-BLOCKED-SITEMAP': {
    fires: crawled({ urls: [{ url: '/closed/a', inSitemaps: 1 }] }),
    near: crawled({ urls: ['/closed/a', { url: '/a', inSitemaps: 1 }] }),
    line: 2,
  },
  'C-HREFLANG-BLOCKED': {
    fires: crawled({ urls: ['/a', '/closed/a'], links: [link('/a', '/closed/a', 'hreflang')] }),
    near: crawled({ urls: ['/a', '/closed/a'], links: [link('/closed/a', '/a', 'hreflang')] }),
    line: 2,
  },
  'C-SPLIT': {
    fires: crawled({ file: forAll('Disallow: /a/', 'Allow: /a/b'), urls: ['/a/b'] }),
    near: crawled({ file: forAll('Allow: /a/b', 'Disallow: /a/'), urls: ['/a/b', '/a/c', '/d'] }),
    line: 3,
  },
  'C-PAGINATION': {
    fires: crawled({ file: forAll('Disallow: /*?page='), urls: ['/list?page=2'] }),
    near: crawled({ file: forAll('Disallow: /*?sort='), urls: ['/list?page=2', '/list?sort=up'] }),
    line: 2,
  },
  'C-MOBILE': {
    fires: crawled({ urls: ['/a'], origins: [own, host('https://m.e.com', 'rules', 'b', 'User-agent: *\nDisallow: /\n')] }),
    near: crawled({ urls: ['/a'], origins: [own, host('https://m.e.com', 'rules', 'b', 'User-agent: *\nDisallow: /b\n')] }),
    line: 0,
  },
  'C-DIFF': {
    fires: crawled({ urls: ['/closed/a', '/s'], earlier: 'User-agent: *\nDisallow: /s\n' }),
    near: crawled({ urls: ['/open'], earlier: 'User-agent: *\nDisallow: /s\n' }),
    line: 0,
  },
};
