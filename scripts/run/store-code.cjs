// node store-code.cjs CRAWL.CJS F.crawl: crawls a site of two pages, and stores the code that V8 has compiled for that beside CRAWL.CJS.
const { writeFileSync } = require('node:fs');
const { createServer } = require('node:http');
const { dirname, join } = require('node:path');

const [, , program, file] = process.argv;
const { script, run } = require(program);
const page = (title, link) =>
  `<!doctype html><html lang="en"><head><title>${title}</title><meta name="description" content="${title}"></head><body><h1>${title}</h1>` +
  `<p>${'Plain words of a page. '.repeat(30)}<a href="${link}">more</a><img src="/none.png" alt="A picture"></body></html>`;
const answers = { '/robots.txt': 'User-agent: *\nDisallow: /private/\n', '/': page('One', '/two'), '/two': page('Two', '/') };

const server = createServer((request, response) => {
  const body = answers[request.url];
  const type = request.url === '/robots.txt' ? 'text/plain' : 'text/html; charset=utf-8';
  response.writeHead(body === undefined ? 404 : 200, { 'Content-Type': type });
  response.end(body);
});
// V8 uses stored code only with the options that stored it. A crawl sets some of its own when it starts
// (optimize-later.ts, collect-sooner.ts), after the code is read.
require('node:v8').setFlagsFromString = () => undefined;
process.on('exit', code => {
  if (code === 0) writeFileSync(join(dirname(program), 'crawl.cache'), script.createCachedData());
});
server.listen(0, '127.0.0.1', () => {
  process.argv = [
    process.execPath,
    program,
    'crawl',
    `http://127.0.0.1:${server.address().port}/`,
    '--delay',
    '0',
    '--out',
    file,
  ];
  run();
});
