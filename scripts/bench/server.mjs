// The site server of the benchmark, in a separate process: a virtual site, or a folder of HTML files, on loopback.
// node server.mjs synthetic PAGES SHAPE | node server.mjs folder DIR (forked; sends its port, replies to 'count' and
// ends with its parent)
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { extname, join, sep } from 'node:path';
import { idOf, pageOf, pathOf, robotsTxt, shapes, sitemapOf } from './site.mjs';

const [mode, what, shapeName] = process.argv.slice(2);
/** Known once the server listens. */
let origin = '';
const counts = { requests: 0, pages: 0, private: 0 };

function answer(status, type, body, extra = '') {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const head = `HTTP/1.1 ${status}\r\nServer: bench\r\nDate: Sat, 21 Nov 2026 10:00:00 GMT\r\nContent-Type: ${type}\r\nContent-Length: ${bytes.length}\r\n${extra}\r\n`;
  return Buffer.concat([Buffer.from(head), bytes]);
}

const html = 'text/html; charset=utf-8';
const missing = () => answer('404 Not Found', html, '<title>404</title>not found\n');

function synthetic(pages, shape) {
  return path => {
    const plain = path.split('?')[0] ?? '/';
    const id = idOf(plain, pages);
    if (id >= 0) {
      counts.pages++;
      return answer('200 OK', html, pageOf(id, pages, shape));
    }
    if (plain === '/robots.txt')
      return answer('200 OK', 'text/plain', shape.sitemaps ? `${robotsTxt}\nSitemap: ${origin}/sitemap.xml\n` : robotsTxt);
    const sitemap = shape.sitemaps && /^\/sitemap(?:-(\d+))?\.xml$/.exec(plain);
    if (sitemap) {
      const text = sitemapOf(Number(sitemap[1] ?? 0), pages, origin);
      return text === null ? missing() : answer('200 OK', 'application/xml', text);
    }
    if (shape.sitemaps && plain.startsWith('/img/')) return answer('200 OK', 'image/png', 'x'.repeat(1_000 + plain.length * 50));
    if (plain.startsWith('/go/'))
      return answer(
        '301 Moved Permanently',
        html,
        'moved\n',
        `Location: ${pathOf((Number(plain.slice(4)) * 7 + 1) % pages)}\r\n`,
      );
    if (plain.startsWith('/private/')) counts.private++;
    return missing();
  };
}

const types = {
  '.html': html,
  '.htm': html,
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
};

/** Files of one folder and nothing outside it; a folder means its index.html. */
function folder(root) {
  const top = realpathSync(root);
  return path => {
    let file;
    try {
      file = join(top, decodeURIComponent(new URL(path, 'http://x/').pathname));
      if (statSync(file).isDirectory()) {
        if (!path.split('?')[0].endsWith('/')) return answer('301 Moved Permanently', html, 'moved\n', `Location: ${path}/\r\n`);
        file = join(file, 'index.html');
      }
      if (!realpathSync(file).startsWith(top + sep)) return missing();
      counts.pages++;
      return answer('200 OK', types[extname(file).toLowerCase()] ?? 'application/octet-stream', readFileSync(file));
    } catch {
      return missing();
    }
  };
}

const respond = mode === 'folder' ? folder(what) : synthetic(Number(what), shapes[shapeName]);

createServer({ noDelay: true }, socket => {
  let waiting = '';
  socket.on('error', () => socket.destroy());
  socket.on('data', data => {
    waiting += data.latin1Slice();
    for (let end = waiting.indexOf('\r\n\r\n'); end >= 0; end = waiting.indexOf('\r\n\r\n')) {
      const request = waiting.slice(0, end);
      waiting = waiting.slice(end + 4);
      const close = /\r\nconnection: *close/i.test(request);
      counts.requests++;
      socket.write(respond(request.split(' ', 2)[1] ?? '/'));
      if (close) socket.end();
    }
  });
}).listen(0, '127.0.0.1', function listening() {
  origin = `http://127.0.0.1:${this.address().port}`;
  process.send({ port: this.address().port });
});

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send({ ...counts, cpuUs: user + system });
});
process.on('disconnect', () => process.exit());
