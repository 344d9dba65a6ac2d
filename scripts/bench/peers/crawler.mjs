// crawler 2.1.1 (node-crawler): links and title from the cheerio document it returns, JSON lines to a file. It does
// not support robots.txt, so this script excludes the forbidden folder. node crawler.mjs URL PAGES OUT
import { closeSync, openSync, writeSync } from 'node:fs';
import Crawler from 'crawler';

const [url, pages, out] = process.argv.slice(2);
const file = openSync(out, 'w');
const { origin } = new URL(url);
const seen = new Set([url]);
let lines = [];
let stored = 0;
function flush() {
  if (lines.length > 0) writeSync(file, `${lines.join('\n')}\n`);
  lines = [];
}
function end() {
  flush();
  closeSync(file);
  process.stdout.write(JSON.stringify({ pages: stored }));
  process.exit(0);
}

const crawler = new Crawler({
  maxConnections: 64,
  rateLimit: 0,
  retries: 0,
  silence: true,
  timeout: 20_000,
  callback: (error, response, done) => {
    if (error) {
      done();
      return;
    }
    const { $ } = response;
    const at = response.url ?? response.options.url;
    const links = [];
    if ($)
      $('a[href]').each((_, element) => {
        if (!URL.canParse(element.attribs.href, at)) return;
        const link = new URL(element.attribs.href, at);
        link.hash = '';
        links.push(link.href);
      });
    lines.push(JSON.stringify({ url: at, status: response.statusCode, title: $ ? $('title').text() : '', links }));
    if (lines.length >= 500) flush();
    if (response.statusCode === 200 && ++stored >= Number(pages)) end();
    for (const link of links)
      if (link.startsWith(`${origin}/`) && !seen.has(link) && !link.includes('/private/')) {
        seen.add(link);
        crawler.add(link);
      }
    done();
  },
});
crawler.on('drain', end);
process.on('SIGTERM', end);
crawler.add(url);
