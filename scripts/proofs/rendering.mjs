// Real sites whose pages are made by scripts, of packages of npm, served on 127.0.0.1: the links of the rendered pages must be those that a
// scripted browser session collects. The request log of each server is judged: robots.txt first, nothing that it forbids, and the Crawl-delay
// between any two requests.
//
//   node scripts/proofs/rendering.mjs [--site NAME]…
//
// Needs an installed Chromium, and npm for the packages (kept in .cache/rendering). Exit 1 if links differ or a request is out of order.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
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
const usualDelayMs = 150;

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

/** The static export of a small Next.js app, built once. Half of its links are in the exported files, half are written by scripts. */
function nextExport() {
  const folder = join(cache, 'next-15.5.4');
  if (existsSync(join(folder, 'out', 'index.html'))) return join(folder, 'out');
  mkdirSync(join(folder, 'pages', 'item'), { recursive: true });
  const write = (name, text) => writeFileSync(join(folder, name), text);
  write('package.json', '{ "name": "shop", "private": true }');
  write('next.config.js', "module.exports = { output: 'export', trailingSlash: true };");
  write(
    'pages/index.js',
    `import Link from 'next/link'; import { useEffect, useState } from 'react';
export default function Home() { const [all, setAll] = useState([]);
  useEffect(() => { fetch('/more.json').then(r => r.json()).then(setAll); }, []);
  return <main><h1>Shop</h1><Link href="/item/1/">one</Link>{all.map(id => <Link key={id} href={'/item/' + id + '/'}>{id}</Link>)}</main>; }`,
  );
  write(
    'pages/item/[id].js',
    `import Link from 'next/link'; import { useEffect, useState } from 'react';
export const getStaticPaths = () => ({ paths: ['1', '2', '3'].map(id => ({ params: { id } })), fallback: false });
export const getStaticProps = ({ params }) => ({ props: { id: params.id } });
export default function Item({ id }) { const [isHere, setHere] = useState(false); useEffect(() => setHere(true), []);
  return <main><h1>Item {id}</h1><Link href="/">home</Link>{isHere && <a href={'/review/' + id + '/'}>review</a>}</main>; }`,
  );
  mkdirSync(join(folder, 'public'));
  write('public/more.json', '[2, 3]');
  const options = { cwd: folder, env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' }, stdio: ['ignore', 'ignore', 'inherit'] };
  execFileSync(
    'npm',
    ['install', '--no-audit', '--no-fund', '--silent', 'next@15.5.4', 'react@19.1.1', 'react-dom@19.1.1'],
    options,
  );
  execFileSync(process.execPath, [join(folder, 'node_modules/next/dist/bin/next'), 'build'], options);
  return join(folder, 'out');
}

const html = body => ({ type: 'text/html; charset=utf-8', body });
const fileOf = (folder, path) => {
  const file = join(folder, path);
  return existsSync(file) && statSync(file).isFile()
    ? { type: types[extname(file)] ?? 'text/plain', body: readFileSync(file) }
    : null;
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

const reactApp = `
const { createElement: h, useEffect, useState, Suspense, lazy } = React;
const { createBrowserRouter, RouterProvider, Link, NavLink, Outlet, useLoaderData, useParams } = ReactRouterDOM;
const load = () => fetch('/items.json').then(r => r.json());
const Layout = () => h('div', null, h('nav', null, h(NavLink, { to: '/' }, 'home'), h(NavLink, { to: '/about' }, 'about')), h(Outlet));
const List = () => h('ul', null, useLoaderData().map(({ id }) => h('li', { key: id }, h(Link, { to: 'items/' + id }, 'item ' + id))));
const Item = () => { const { id } = useParams(); const item = useLoaderData().find(each => String(each.id) === id);
  return h('main', null, h('h1', null, 'Item ' + id), item && h(Link, { to: '../items/' + item.next, relative: 'route' }, 'next')); };
const About = lazy(() => new Promise(done => setTimeout(() => done({ default: () => h('p', null, h(Link, { to: '/team?of=1#x' }, 'team')) }), 300)));
const router = createBrowserRouter([{ path: '/', element: h(Layout), children: [
  { index: true, element: h(List), loader: load }, { path: 'items/:id', element: h(Item), loader: load },
  { path: 'about', element: h(Suspense, { fallback: 'wait' }, h(About)) }, { path: '*', element: h('p', null, h(Link, { to: '/about' }, 'nothing here')) }] }]);
ReactDOM.createRoot(document.getElementById('root')).render(h(RouterProvider, { router }));`;

const litApp = `
import { LitElement, html } from 'lit';
customElements.define('part-row', class extends LitElement { static properties = { n: {} }; render() { return html\`<a href="/part/\${this.n}">part \${this.n}</a>\`; } });
customElements.define('part-list', class extends LitElement { render() { return html\`<slot></slot>\${[1, 2, 3].map(n => html\`<part-row n=\${n}></part-row>\`)}\`; } });`;

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
  'react-router'() {
    const folders = [
      'react@18.3.1',
      'react-dom@18.3.1',
      '@remix-run/router@1.23.0',
      'react-router@6.30.1',
      'react-router-dom@6.30.1',
    ].map(each => packageFolder(each.slice(0, each.lastIndexOf('@')), each.slice(each.lastIndexOf('@') + 1)));
    const paths = [
      ['/react.js', 'umd/react.production.min.js'],
      ['/react-dom.js', 'umd/react-dom.production.min.js'],
      ['/remix-router.js', 'dist/router.umd.min.js'],
      ['/react-router.js', 'dist/umd/react-router.production.min.js'],
      ['/react-router-dom.js', 'dist/umd/react-router-dom.production.min.js'],
    ];
    const shell = `<!DOCTYPE html><html><head><title>App</title></head><body><div id="root"></div>${[...paths, ['/app.js']].map(([path]) => `<script src="${path}"></script>`).join('')}</body></html>`;
    const at = new Map(paths.map(([path, file], i) => [path, () => fileOf(folders[i], file)]));
    at.set('/app.js', () => ({ type: 'text/javascript', body: reactApp }));
    at.set('/items.json', () => ({ type: 'application/json', body: '[{"id":1,"next":2},{"id":2,"next":3},{"id":3,"next":1}]' }));
    return { robots: '', seed: '/', answer: path => at.get(path)?.() ?? html(shell) };
  },
  'next-export'() {
    const folder = nextExport();
    return {
      robots: '',
      seed: '/',
      answer: path => fileOf(folder, path.endsWith('/') ? `${path}index.html` : decodeURI(path)),
    };
  },
  redoc() {
    const folder = packageFolder('redoc', '2.5.1');
    const shell =
      '<!DOCTYPE html><html><head><title>API</title></head><body><redoc spec-url="/api.json"></redoc><script src="/redoc.js"></script></body></html>';
    return {
      robots: '',
      seed: '/',
      answer: path =>
        path === '/redoc.js'
          ? fileOf(folder, 'bundles/redoc.standalone.js')
          : path === '/api.json'
            ? { type: 'application/json', body: openApi }
            : path === '/'
              ? html(shell)
              : html('<title>Page</title>'),
    };
  },
  lit() {
    const packages = { lit: '3.3.1', 'lit-html': '3.3.1', 'lit-element': '4.2.1', '@lit/reactive-element': '2.1.1' };
    const folders = Object.entries(packages).map(([name, version]) => [`/node/${name}/`, packageFolder(name, version)]);
    const imports = Object.fromEntries(
      Object.keys(packages).flatMap(name => [
        [
          name,
          `/node/${name}/${name === 'lit' ? 'index.js' : name === 'lit-html' ? 'lit-html.js' : name === 'lit-element' ? 'index.js' : 'reactive-element.js'}`,
        ],
        [`${name}/`, `/node/${name}/`],
      ]),
    );
    const shell = `<!DOCTYPE html><html><head><title>Parts</title><script type="importmap">${JSON.stringify({ imports })}</script></head><body><part-list><a href="/given">given</a></part-list><script type="module" src="/app.js"></script></body></html>`;
    return {
      robots: '',
      seed: '/',
      answer(path) {
        if (path === '/app.js') return { type: 'text/javascript', body: litApp };
        const found = folders.find(([start]) => path.startsWith(start));
        return found ? fileOf(found[1], path.slice(found[0].length)) : html(shell);
      },
    };
  },
  'sixty-scripts'() {
    const names = Array.from({ length: 60 }, (_, i) => `/s/${i}.js`);
    const shell = `<!DOCTYPE html><html><head><title>Slow</title></head><body>${names.map(name => `<script src="${name}"></script>`).join('')}</body></html>`;
    const made = path =>
      `{ const a = document.createElement('a'); a.href = '/private/${path.slice(3)}'; a.textContent = 'x'; document.body.append(a); }`;
    return {
      ...{ robots: 'Disallow: /private/\n', seed: '/', delayMs: 1_000 },
      answer: path =>
        path.startsWith('/s/')
          ? { type: 'text/javascript', body: made(path) }
          : path.startsWith('/private/')
            ? null
            : html(shell),
    };
  },
  'vue-blocked'() {
    const open = sites['vue-router']();
    return { ...open, robots: 'Disallow: /app.js\n', forbidden: ['/app.js'], isBlocked: true };
  },
};

async function serve({ robots, answer, delayMs = usualDelayMs }) {
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
function offences(log, { forbidden = [], delayMs = usualDelayMs }) {
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
    // Some sites draw only after their last response, on a busy machine much later: until the links stay the same for two seconds.
    let hrefs = [];
    for (let same = 0, look = 0; same < 4 && look < 40; look++) {
      await page.waitForTimeout(500);
      const now = await page.$$eval('a[href]', all => all.map(a => a.href));
      same = now.length === hrefs.length && (now.length > 0 || look > 15) ? same + 1 : 0;
      hrefs = now;
    }
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
    const wrong = offences(requested, plan);
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
