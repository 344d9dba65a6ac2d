import { openRobots, type Reply, redirect, robotsFile } from './site.ts';

/** The site of the crawls that docs/sources.md names. */

const meta = (content: string, ...more: readonly string[]): string =>
  `<!doctype html><title>Page</title><meta name="ROBOTS" content="${content}">${more.join('')}<p>Text <a href="/main">main</a>`;
const links = (...hrefs: readonly string[]): string => hrefs.map(href => `<a href="${href}">${href}</a>`).join(' ');
const twin = `<!doctype html><title>Twin</title><main>${'The harbour council met again about the ferry and the pier. '.repeat(20)}</main>`;

const paper: Reply = {
  headers: { 'Content-Type': 'application/pdf', 'X-Robots-Tag': 'nosnippet', Link: '</main.pdf>; rel="canonical"' },
  body: '%PDF-1.4',
};

/** `example.crawl`: what crawlers make of robots.txt, meta elements and headers. */
export const exampleSite: Readonly<Record<string, string | Reply>> = {
  '/robots.txt': robotsFile(
    [
      'User-agent: *',
      'Disallow: /private/',
      'Disallow: /closed',
      'Disallow: /data/',
      'Allow: /data/open/',
      '',
      'User-agent: GeoportalServer',
      'Disallow: /not-for-geoportal/',
      'Crawl-delay: 10',
      'Host: https://myhost:8443',
      '',
    ].join('\n'),
  ),
  '/': `<!doctype html><title>Home</title>${links(
    ...['/private/a', '/short', '/none', '/quiet', '/directories', '/copy', '/paper.pdf', '/frames', '/twin'],
    ...['/all', '/contrary', '/only-noindex', '/only-nofollow', '/plain', '/old-metas', '/cgi-bin/search?q=1'],
  )}<a rel="nofollow" href="/unfollowed">no</a>`,
  '/short': redirect('/closed'),
  '/none': meta('NONE'),
  '/quiet': meta('noarchive, NoSnippet'),
  '/directories': meta('noodp, noydir'),
  '/copy': `<!doctype html><title>Copy</title><link rel="canonical" href="/main"><p>Text`,
  '/main': '<!doctype html><title>Main</title><p>Text',
  '/paper.pdf': paper,
  '/frames': '<!doctype html><title>Frames</title><iframe src="/framed"></iframe>',
  '/framed': '<!doctype html><title>Framed</title><p>Text',
  '/twin': twin,
  '/all': meta('NOINDEX, ALL'),
  '/contrary': meta('FOLLOW, NOFOLLOW'),
  '/only-noindex': meta('NOINDEX'),
  '/only-nofollow': meta('NOFOLLOW'),
  '/plain': '<!doctype html><title>Plain</title><p>Text <a href="/main">main</a>',
  '/old-metas': meta(
    'INDEX',
    '<meta name="KEYWORDS" content="ferry, pier"><meta name="DESCRIPTION" content="About a ferry">',
    '<meta name="DOCUMENT-STATE" content="DYNAMIC"><meta name="URL" content="http://main.test/old-metas">',
  ),
  '/cgi-bin/search?q=1': '<!doctype html><title>Results</title><p>Text',
};

/** `frames.crawl`, crawled as Slurp. */
export const framesSite: Readonly<Record<string, string | Reply>> = {
  '/robots.txt': openRobots,
  '/': '<!doctype html><title>Home</title><a href="/next">n</a><iframe src="/framed"></iframe>',
  '/next': '<!doctype html><title>Next</title><p>Text',
  '/framed': '<!doctype html><title>Framed</title><p>Text',
};

/** `closed.crawl`, crawled as Slurp. */
export const closedSite: Readonly<Record<string, string | Reply>> = {
  '/robots.txt': robotsFile('User-agent: Slurp\nDisallow: /\n'),
  '/': '<!doctype html><title>Home</title><p>Text',
};
