import { Buffer } from 'node:buffer';
import { gzipSync } from 'node:zlib';
import { answer, type DemoAnswer } from './page.ts';

/** Files of the demo other than pages: robots.txt, sitemaps and the stylesheet. */

/** The crawl delay for Crawlscope in robots.txt: seconds between the end of a response and the next request. */
export const demoCrawlDelay = 0.1;

const robotsText = (origin: string): string => `# robots.txt of the Crawlscope demo site.
# A robot reads the group that names it; only without such a group does it read the group for *.

User-agent: Googlebot
Disallow: /private/
Disallow: /robots/not-for-googlebot

User-agent: *
Disallow: /private/
Disallow: /robots/star-only   # a robot with a group of its own does not see this line

User-agent: Crawlscope
Crawl-delay: ${demoCrawlDelay}
Disallow: /private/
Allow: /private/press/        # longer than the rule above, so it wins
Disallow: /*?sort=            # every sorted list
Disallow: /*.bak$             # only at the end of the path
Disallow: /caf%C3%A9/         # the same as /café/
Disallow: /robots/%7Eann/     # the same as /robots/~ann/

# Sitemap lines belong to no group.
Sitemap: ${origin}/sitemap-index.xml
`;

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const xml = (root: string, entry: string, locations: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<${root} ${namespace}>
${locations.map(loc => `  <${entry}><loc>${loc}</loc><lastmod>2026-01-15</lastmod></${entry}>`).join('\n')}
</${root}>
`;

/** Paths in the two sitemaps. They include orphans, a disallowed entry and a missing page. */
export const sitemapPaths = {
  pages: ['/', '/listing/plain', '/orphan', '/orphan-gone', '/private/in-sitemap'],
  archive: ['/archive/2024', '/follow/no-links'],
} as const;

const styleSheet = `:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5; }
body { margin: 0; }
main { max-width: 46rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.6rem; line-height: 1.2; }
h2 { font-size: 1.1rem; margin: 2rem 0 0.5rem; border-bottom: 1px solid currentColor; }
a { color: light-dark(#1a5f9e, #8fc7ff); }
li { margin: 0.3rem 0; }
code { font-size: 0.85em; opacity: 0.8; }
.back { margin-top: 2rem; }
`;

const xmlType = [['Content-Type', 'application/xml; charset=utf-8']] as const;

/** Files by path. Each function builds the response for the origin of the running server. */
export const demoDocuments: ReadonlyMap<string, (origin: string) => DemoAnswer> = new Map<string, (origin: string) => DemoAnswer>(
  [
    ['/robots.txt', origin => answer(robotsText(origin), [['Content-Type', 'text/plain; charset=utf-8']])],
    [
      '/sitemap-index.xml',
      origin =>
        answer(xml('sitemapindex', 'sitemap', [`${origin}/sitemaps/pages.xml`, `${origin}/sitemaps/archive.xml.gz`]), xmlType),
    ],
    [
      '/sitemaps/pages.xml',
      origin =>
        answer(
          xml(
            'urlset',
            'url',
            sitemapPaths.pages.map(path => origin + path),
          ),
          xmlType,
        ),
    ],
    [
      '/sitemaps/archive.xml.gz',
      origin => {
        const text = xml(
          'urlset',
          'url',
          sitemapPaths.archive.map(path => origin + path),
        );
        return answer(gzipSync(Buffer.from(text)), [['Content-Type', 'application/gzip']]);
      },
    ],
    ['/assets/demo.css', () => answer(styleSheet, [['Content-Type', 'text/css; charset=utf-8']])],
  ],
);
