// simplecrawler 1.1.9: its own link discovery, its robots.txt, title by a regular expression, JSON lines to a file.
// node simplecrawler.cjs URL PAGES OUT
const { closeSync, openSync, writeSync } = require('node:fs');
const SimpleCrawler = require('simplecrawler');

const [url, pages, out] = process.argv.slice(2);
const file = openSync(out, 'w');
let lines = [];
let stored = 0;
function put(row) {
  lines.push(JSON.stringify(row));
  if (row.status === 200) stored++;
  if (lines.length >= 500) flush();
}
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

const crawler = new SimpleCrawler(url);
Object.assign(crawler, {
  interval: 1,
  maxConcurrency: 64,
  respectRobotsTxt: true,
  parseScriptTags: false,
  parseHTMLComments: false,
  decodeResponses: false,
  acceptCookies: false,
  timeout: 20_000,
});
crawler.addFetchCondition(item => !/\.(png|css|js|ico)(\?|$)/.test(item.path));
const read = new Map();
crawler.on('fetchcomplete', (item, body, response) => {
  const title = /<title>([^<]*)/.exec(body.toString());
  read.set(item.url, { title: title ? title[1] : '', status: response.statusCode });
});
crawler.on('discoverycomplete', (item, links) => {
  put({ url: item.url, ...read.get(item.url), links });
  read.delete(item.url);
  if (stored >= Number(pages)) end();
});
crawler.on('fetch404', item => put({ url: item.url, status: 404 }));
crawler.on('fetchredirect', item => put({ url: item.url, status: 301 }));
crawler.on('complete', end);
process.on('SIGTERM', end);
crawler.start();
