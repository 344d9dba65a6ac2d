// Eight responses that are made to exhaust a crawl, each in seven places: as a page, a robots.txt, a sitemap, a sitemap of an index, the body of a redirect, an
// error page and a resource that is checked. For each a crawl in a process of its own must end, with the next page read; the process may grow by 64 MiB meanwhile, and its
// thread may be held for 500 ms of processor time. Afterwards sockets, timers and open files must
// be as before, and a second bomb must not leave more memory.
//
//   node_modules/.bin/node --expose-gc scripts/proofs/bomb-places.mjs [--only WORDS]
//
// The server is a process of its own, so that its memory and time do not count. Linux. Exit 1 if anything is wrong.
import { fork } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { ENGINE_FLAGS } from '../run/checkout.cjs';
import { printFigures } from './figures.mjs';

const mebibyte = 1024 * 1024;
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    serve: { type: 'boolean', default: false },
    crawl: { type: 'string' },
    port: { type: 'string' },
  },
});

const mostGrowth = 64 * mebibyte;
const mostHoldMs = 500;

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const zeros = Buffer.alloc(128 * mebibyte);
const coded = (coding, make) => {
  let body;
  return { name: coding, headers: { 'Content-Encoding': coding }, body: () => (body ??= make()) };
};
const bombs = [
  coded('gzip', () => gzipSync(zeros)),
  coded('deflate', () => deflateSync(zeros)),
  coded('br', () => brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })),
  coded('zstd', () => zstdCompressSync(zeros)),
  coded('gzip, gzip', () => gzipSync(gzipSync(zeros))),
  { name: 'a body without an end', endless: 'body' },
  { name: 'header lines without an end', endless: 'headers' },
  { name: 'attributes and entities', headers: {}, body: () => Buffer.from(flood.repeat(15)) },
];
/** 1 MiB that is markup, XML and robots.txt at once. */
const line = '<a b=&lt;&#x41;&amp; c=d e f="&quot;">\nDisallow: /*a*b&amp;\n';
const flood = line.repeat(Math.floor(mebibyte / line.length));

/** A long page and a long sitemap as they are usual, of some 700 KB: they start the thread that reads long bodies. */
const usual = {
  html: `<title>long</title>${'<p>Some words of a page that is long. <a href="/next">next</a>\n'.repeat(11_000)}`,
  xml: host => `<urlset xmlns="${namespace}">${`<url><loc>http://${host}/next</loc></url>\n`.repeat(14_000)}</urlset>`,
};

/** Paths of a site, and the one that explodes. `next` must be read although it does. */
const places = [
  { name: 'page', bomb: '/bomb', links: ['/bomb', '/next'] },
  { name: 'robots.txt', bomb: '/robots.txt', links: ['/next'], mayWait: true },
  { name: 'sitemap', bomb: '/sitemap.xml', links: ['/next'], sitemaps: true },
  { name: 'sitemap of an index', bomb: '/child.xml', links: ['/next'], sitemaps: true },
  { name: 'redirect', bomb: '/bomb', links: ['/bomb', '/next'], status: 302 },
  { name: 'error page', bomb: '/bomb', links: ['/bomb', '/next'], status: 500 },
  { name: 'checked resource', bomb: '/bomb.png', links: ['/next'], check: true },
];

if (values.serve) serve();
else if (values.crawl !== undefined) await crawlOne(Number(values.crawl), Number(values.port));
else await crawlAll();

function explode({ headers, body, endless }, status, path, request, response) {
  const type = path.endsWith('.xml')
    ? 'application/xml'
    : path.endsWith('.txt')
      ? 'text/plain'
      : path.endsWith('.png')
        ? 'image/png'
        : 'text/html';
  if (request.method === 'HEAD' && endless !== 'headers') {
    response.writeHead(status, { 'Content-Type': type, ...headers });
    response.end();
    return;
  }
  if (endless === 'headers') {
    const { socket } = request;
    const lines = Array.from({ length: 200 }, (_, i) => `X-${i}: ${'y'.repeat(60)}\r\n`).join('');
    socket.write(`HTTP/1.1 ${status} OK\r\nContent-Type: ${type}\r\n`);
    const more = () => {
      while (!socket.destroyed && socket.write(lines));
    };
    socket.on('drain', more);
    more();
    return;
  }
  response.writeHead(status, { 'Content-Type': type, ...(status === 302 ? { Location: '/target' } : {}), ...headers });
  if (endless === undefined) {
    response.end(request.method === 'HEAD' ? undefined : body());
    return;
  }
  const part = Buffer.from(flood.slice(0, 65_536));
  const more = () => {
    while (!response.destroyed && response.write(part));
  };
  response.on('drain', more);
  more();
}

const usualBody = (path, host) => ({
  headers: {},
  body: () => Buffer.from(path.endsWith('.xml') ? usual.xml(host) : usual.html),
});

/** The server: what explodes, and where, is told by the parent before each crawl. */
function serve() {
  let now = { bomb: null, place: places[0] };
  let paths = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    paths.push(path);
    const { bomb, place } = now;
    request.socket.on('error', () => undefined);
    response.on('error', () => undefined);
    if (bomb !== null && path === place.bomb) return explode(bomb, place.status ?? 200, path, request, response);
    if (path === place.bomb && path !== '/robots.txt')
      return explode(usualBody(path, request.headers.host), place.status ?? 200, path, request, response);
    if (path === '/robots.txt') return response.end('User-agent: *\nDisallow:\n');
    if (path === '/sitemap.xml') {
      response.writeHead(place.sitemaps ? 200 : 404, { 'Content-Type': 'application/xml' });
      return response.end(
        `<sitemapindex xmlns="${namespace}"><sitemap><loc>http://${request.headers.host}/child.xml</loc></sitemap></sitemapindex>`,
      );
    }
    response.writeHead(200, { 'Content-Type': 'text/html' });
    const links = path === '/' ? place.links.map(to => `<a href="${to}">x</a>`) : [];
    response.end(`<title>${path}</title>${links.join('')}${place.check ? '<img src="/bomb.png">' : ''}`);
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
  process.on('message', wish => {
    if (wish.paths) {
      process.send({ paths });
      return;
    }
    server.closeAllConnections();
    paths = [];
    now = { bomb: wish.bomb === null ? null : bombs[wish.bomb], place: places[wish.place] };
    now.bomb?.body?.();
    process.send({ ready: true });
  });
  process.on('disconnect', () => process.exit());
}

/**
 * One crawl in a process of its own, after a harmless one whose long page or sitemap starts the thread that reads such: the pages of the program that it
 * maps count once. What an earlier bomb took would hide what this one takes.
 */
async function crawlOne(place, port) {
  const { createSession } = await import('../../electron/engine/session/session.ts');
  const { defaultSettings } = await import('../../shared/model/crawl.ts');
  const { longestHold } = await import('../../test/support/longest-hold.ts');
  const folder = mkdtempSync(join(tmpdir(), 'crawlscope-bomb-places-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const { sitemaps = false, check = false } = places[place];
  const settings = { ...defaultSettings, delayMs: 0, maxAttempts: 1, maxPages: 10, sitemaps, checkResources: check };
  const seeds = [`http://127.0.0.1:${port}/`];
  /** What a crawl could leave behind, by kind. */
  const resources = async () => {
    // Buffers are given back some turns after they were collected.
    for (let i = 0; i < 4; i++) {
      await sleep(20);
      globalThis.gc();
    }
    return {
      memory: process.memoryUsage.rss(),
      sockets: process.getActiveResourcesInfo().filter(name => /TCP|TLS/.test(name)).length,
      timers: process.getActiveResourcesInfo().filter(name => name === 'Timeout').length,
      files: readdirSync('/proc/self/fd').length,
    };
  };
  const crawl = async name => {
    const before = await resources();
    const session = createSession(join(folder, name), { ...settings, seeds });
    let peak = 0;
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage.rss());
    }, 2);
    const hold = await longestHold(() => session.run());
    clearInterval(watch);
    const { state, detail } = session.status();
    await session.close();
    const after = await resources();
    const more = ['sockets', 'timers', 'files'].filter(kind => after[kind] > before[kind]);
    return { hold, growth: peak - before.memory, left: after.memory - before.memory, more, state, detail };
  };
  await crawl('harmless.crawl');
  const told = new Promise(done => process.once('message', done));
  process.send({ isWarm: true });
  await told;
  const first = await crawl('bomb.crawl');
  // What the first one leaves may be kept for the next. The second one must leave nothing more.
  const { left } = await crawl('bomb-again.crawl');
  process.send({ ...first, left });
  process.disconnect();
  process.exit();
}

async function crawlAll() {
  const own = fileURLToPath(import.meta.url);
  const server = fork(own, ['--serve']);
  const answer = from => new Promise(done => from.once('message', done));
  const tell = wish => {
    const told = answer(server);
    server.send(wish);
    return told;
  };
  const { port } = await answer(server);
  const wrong = [];
  const worst = { growth: 0, hold: 0, left: 0 };
  let count = 0;
  try {
    for (const [b, bomb] of bombs.entries())
      for (const [p, place] of places.entries()) {
        const name = `${bomb.name} as ${place.name}`;
        if (!name.includes(values.only)) continue;
        await tell({ bomb: null, place: p });
        const child = fork(own, ['--crawl', String(p), '--port', String(port)], { execArgv: ['--expose-gc', ...ENGINE_FLAGS] });
        const guard = setTimeout(() => child.kill('SIGKILL'), 120_000);
        const ended = new Promise(done => child.once('exit', () => done({ state: 'dead' })));
        await Promise.race([answer(child), ended]);
        await tell({ bomb: b, place: p });
        if (child.connected) child.send({});
        const result = await Promise.race([answer(child), ended]);
        await ended;
        clearTimeout(guard);
        const { paths } = await tell({ paths: true });
        const { hold = 0, growth = 0, left = 0, more = [], state, detail = '' } = result;
        count += 1;
        worst.growth = Math.max(worst.growth, growth);
        worst.hold = Math.max(worst.hold, hold);
        worst.left = Math.max(worst.left, left);
        const say = fault => wrong.push(`${name}: ${fault}`);
        if (growth > mostGrowth) say(`the process grew by ${Math.round(growth / mebibyte)} MiB`);
        if (hold > mostHoldMs) say(`the thread was held for ${Math.round(hold)} ms`);
        if (left > mostGrowth) say(`${Math.round(left / mebibyte)} MiB are left after it`);
        if (more.length > 0) say(`more ${more.join(' and ')} than before`);
        if (!paths.includes(place.bomb)) say('it was not requested');
        if (!place.mayWait && !paths.includes('/next')) say(`the next page was not read: ${state}, ${detail}`);
        if (state === 'running' || state === 'failed' || state === 'dead') say(`the crawl ended as ${state}: ${detail}`);
        const figures = [growth / mebibyte, hold, left / mebibyte].map(figure => String(Math.round(figure)).padStart(4));
        process.stdout.write(`${name.padEnd(50)} ${figures[0]} MiB more, held for ${figures[1]} ms, left ${figures[2]} MiB\n`);
      }
    for (const fault of wrong) process.stdout.write(`${fault}\n`);
    printFigures(count, wrong.length, {
      'most growth, MiB': Math.round(worst.growth / mebibyte),
      'longest hold, ms': Math.round(worst.hold),
      'left after it, MiB': Math.round(worst.left / mebibyte),
    });
  } finally {
    server.disconnect();
  }
  process.exit();
}
