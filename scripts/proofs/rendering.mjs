// Real single-page sites from npm packages, served on 127.0.0.1: the links of the rendered pages must be those that a scripted browser session
// collects. The request log of each server is judged: robots.txt first, nothing that it forbids, and the Crawl-delay between any two requests.
//
//   node scripts/proofs/rendering.mjs [--site NAME]…
//
// Needs an installed Chromium, and npm for the packages (kept in .cache/rendering). Exit 1 if links differ or a request is out of order.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = resolve(import.meta.dirname, '../..');
if (Number.parseInt(process.versions.node, 10) < 24) {
  const node = join(root, 'node_modules/.bin/node');
  const again = spawnSync(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  process.exit(again.status ?? 1);
}
const { createSession } = await import('../../electron/engine/session/session.ts');
const { installedBrowser } = await import('../../electron/engine/session/browser.ts');
const { findBrowser } = await import('../../electron/browser/find-browser.ts');
const { defaultSettings } = await import('../../shared/model/crawl.ts');
const { chromium } = await import('playwright-core');

const { values } = parseArgs({ options: { site: { type: 'string', multiple: true } } });
const cache = join(root, '.cache', 'rendering');
const delayMs = 150;

/** The files of a package, unpacked once. */
function packageFolder(name, version) {
  const folder = join(cache, `${name.replaceAll('/', '-')}-${version}`);
  if (existsSync(join(folder, 'package'))) return join(folder, 'package');
  mkdirSync(folder, { recursive: true });
  const packed = execFileSync('npm', ['pack', `${name}@${version}`, '--silent'], { cwd: folder, encoding: 'utf8' })
    .trim()
    .split('\n')
    .at(-1);
  execFileSync('tar', ['-xzf', packed], { cwd: folder });
  return join(folder, 'package');
}

const html = body => ({ type: 'text/html; charset=utf-8', body });
const fileOf = (folder, path) => {
  const file = join(folder, path);
  return existsSync(file) ? { type: types[extname(file)] ?? 'text/plain', body: readFileSync(file) } : null;
};
const types = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.html': 'text/html',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};

const openApi = JSON.stringify({
  ...{
    openapi: '3.0.0',
    info: { title: 'Shop', version: '1', contact: { url: '/contact' }, license: { name: 'MIT', url: '/license' } },
  },
  ...{
    externalDocs: { url: '/guide', description: 'Guide' },
    paths: { '/items': { get: { tags: ['items'], responses: { 200: { description: 'ok' } } } } },
  },
});

const routerApp = blocked => `
const { createApp, h } = Vue;
const { createRouter, createWebHistory, RouterLink, RouterView } = VueRouter;
const pages = { '/': ['/about', '/items/1', '/items/2'], '/about': ['/team'], '/team': [], '/items/1': ['/items/2'], '/items/2': [] };
const view = path => ({ render: () => h('main', [h('h1', path), ...pages[path].map(to => h(RouterLink, { to }, () => to))]) });
const router = createRouter({ history: createWebHistory(), routes: Object.keys(pages).map(path => ({ path, component: view(path) })) });
createApp({ render: () => h('div', [h('nav', [h(RouterLink, { to: '/' }, () => 'home')]), h(RouterView)]) }).use(router).mount('#app');
${blocked}`;

/** Sites by name: what each path answers, and what robots.txt says. */
const sites = {
  docsify() {
    const docsify = packageFolder('docsify', '4.13.1');
    const pages = {
      'README.md': '# Home\n\n[Guide](guide.md)\n\n[Elsewhere](/other/page)\n',
      'guide.md': '# Guide\n\n[More](more.md)\n',
      'more.md': '# More\n',
      '_sidebar.md': '* [Home](/)\n* [Guide](guide.md)\n* [Setup](setup.md)\n',
      'setup.md': '# Setup\n',
    };
    const shell = `<!DOCTYPE html><html><head><title>Docs</title></head><body><div id="app"></div><script>window.$docsify = { loadSidebar: true, routerMode: 'history', name: 'Docs' };</script><script src="/lib/docsify.min.js"></script></body></html>`;
    return {
      robots: '',
      seed: '/',
      answer: path =>
        path.startsWith('/lib/')
          ? fileOf(docsify, path)
          : pages[path.slice(1)]
            ? { type: 'text/markdown', body: pages[path.slice(1)] }
            : path.endsWith('.md')
              ? null
              : html(shell),
    };
  },
  'swagger-ui'() {
    const folder = packageFolder('swagger-ui-dist', '5.35.0');
    const shell = `<!DOCTYPE html><html><head><title>API</title><link rel="stylesheet" href="/ui/swagger-ui.css"></head><body><div id="ui"></div><script src="/ui/swagger-ui-bundle.js"></script><script>SwaggerUIBundle({ url: '/api.json', dom_id: '#ui' })</script></body></html>`;
    return {
      robots: '',
      seed: '/',
      answer: path =>
        path.startsWith('/ui/')
          ? fileOf(folder, path.slice(3))
          : path === '/api.json'
            ? { type: 'application/json', body: openApi }
            : path === '/'
              ? html(shell)
              : html('<title>Page</title>'),
    };
  },
  'vue-router'() {
    const [vue, router] = [packageFolder('vue', '3.5.45'), packageFolder('vue-router', '4.6.5')];
    const shell =
      '<!DOCTYPE html><html><head><title>App</title></head><body><div id="app"></div><script src="/vue.js"></script><script src="/router.js"></script><script src="/app.js"></script></body></html>';
    const files = {
      '/vue.js': () => fileOf(vue, 'dist/vue.global.prod.js'),
      '/router.js': () => fileOf(router, 'dist/vue-router.global.prod.js'),
      '/app.js': () => ({ type: 'text/javascript', body: routerApp('') }),
    };
    return { robots: '', seed: '/', answer: path => files[path]?.() ?? html(shell) };
  },
  'vue-blocked'() {
    const open = sites['vue-router']();
    return { ...open, robots: 'Disallow: /app.js\n', forbidden: ['/app.js'], isBlocked: true };
  },
};

async function serve({ robots, answer }) {
  const log = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url, 'http://a').pathname;
    const entry = { path, startedMs: performance.now(), endedMs: 0, agent: request.headers['user-agent'] ?? '' };
    log.push(entry);
    response.on('close', () => (entry.endedMs = performance.now()));
    if (path === '/robots.txt') {
      response.writeHead(200, { 'Content-Type': 'text/plain' });
      response.end(`User-agent: *\nCrawl-delay: ${delayMs / 1_000}\nAllow: /\n${robots}`);
      return;
    }
    const found = answer(path);
    response.writeHead(found ? 200 : 404, { 'Content-Type': found?.type ?? 'text/plain' });
    response.end(found?.body ?? 'Not found');
  });
  await new Promise(ready => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address();
  return { origin: `http://127.0.0.1:${port}`, log, close: () => new Promise(closed => server.close(closed)) };
}

/** What is wrong with the order of the requests. */
function offences(log, forbidden = []) {
  const found = [];
  if (log[0]?.path !== '/robots.txt') found.push(`${log[0]?.path} before robots.txt`);
  for (const { path } of log) if (forbidden.includes(path)) found.push(`${path} is forbidden`);
  for (let at = 2; at < log.length; at++) {
    const gap = log[at].startedMs - log[at - 1].endedMs;
    if (log[at - 1].endedMs === 0 || gap < delayMs) found.push(`${log[at].path} ${gap.toFixed(1)} ms after ${log[at - 1].path}`);
  }
  return found;
}

/** Links of the same pages, as a browser of its own sees them. */
async function linksInBrowser(browser, pages, blocked = []) {
  const found = new Map();
  for (const url of pages) {
    const page = await browser.newPage({ viewport: { width: 412, height: 732 } });
    for (const path of blocked) await page.route(`**${path}`, route => route.abort());
    await page.goto(url, { waitUntil: 'networkidle' });
    // Some sites draw only after their last response.
    await page.waitForTimeout(1_000);
    const hrefs = await page.$$eval('a[href]', all => all.map(a => a.href));
    found.set(url, [...new Set(hrefs.map(href => href.replace(/#.*$/, '')))].filter(href => /^https?:/.test(href)).sort());
    await page.close();
  }
  return found;
}

const unsandboxed = process.getuid?.() === 0;
const browser = await chromium.launch({ executablePath: findBrowser(null), args: unsandboxed ? ['--no-sandbox'] : [] });
let failed = false;
for (const [name, make] of Object.entries(sites)) {
  if (values.site && !values.site.includes(name)) continue;
  const plan = make();
  const site = await serve(plan);
  const folder = mkdtempSync(join(tmpdir(), 'rendering-'));
  const settings = {
    ...defaultSettings,
    seeds: [site.origin + plan.seed],
    render: 'all',
    delayMs: 0,
    maxPages: 30,
    sitemaps: false,
  };
  const session = createSession(join(folder, 'site.crawl'), settings, {
    openBrowser: installedBrowser({ browser: null, unsandboxed }),
  });
  try {
    await session.run();
    const rows = [
      ...session.sql(
        `SELECT u.url, t.url FROM rendering r JOIN url u ON u.id = r.url_id LEFT JOIN link l ON l.from_id = u.id
      AND l.kind = (SELECT id FROM link_kind WHERE name = 'a') LEFT JOIN url t ON t.id = l.to_id WHERE r.state = 'done'`,
        { timeMs: 10_000, maxRows: 100_000 },
      ).rows,
    ];
    const ours = new Map();
    for (const [from, to] of rows) ours.set(from, [...(ours.get(from) ?? []), ...(to === null ? [] : [to])]);
    const requested = [...site.log];
    const wrong = offences(requested, plan.forbidden);
    const theirs = await linksInBrowser(browser, ours.keys(), plan.forbidden);
    let links = 0;
    for (const [url, expected] of theirs) {
      const got = [...new Set((ours.get(url) ?? []).filter(href => /^https?:/.test(href)))].sort();
      links += got.length;
      if (JSON.stringify(got) !== JSON.stringify(expected))
        wrong.push(`${url}: rendered ${JSON.stringify(got)}, browser ${JSON.stringify(expected)}`);
    }
    if (theirs.size === 0) wrong.push('no page was rendered');
    if (!plan.isBlocked && links === 0) wrong.push('no link was found');
    const results = [
      ...session.sql('SELECT result, count(*) FROM rendering GROUP BY result', { timeMs: 10_000, maxRows: 100 }).rows,
    ];
    console.log(
      `${name}: ${theirs.size} pages rendered, ${links} links, ${requested.length} requests, ${results.map(([result, count]) => `${result} ${count}`).join(', ')}`,
    );
    for (const each of wrong) console.log(`  WRONG ${each}`);
    failed ||= wrong.length > 0;
  } finally {
    await session.close();
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
await browser.close();
process.exit(failed ? 1 : 0);
