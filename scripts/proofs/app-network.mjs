// What the processes of the app do with sockets. Starts the built app under strace, crawls the demo site in it, and lets its page, its sessions
// and its main process try to reach a server in 65 ways. Every system call that connects or sends is read, and the open sockets of every process
// are looked at throughout: only the engine may have one. Needs strace and a display or Xvfb.
//
//   node scripts/proofs/app-network.mjs
//
// What Playwright needs to drive the app is no fault: the sockets on which main itself listens on 127.0.0.1, and what was accepted there.
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findElectron } from '../run/electron-path.mjs';
import { hasNoDisplay, startDisplay } from '../run/with-display.mjs';
import { kindOf, namesIn, read, treeOf } from './app-processes.mjs';
import { printFigures } from './figures.mjs';
import { tryFromPage, tryFromShell } from './page-attempts.mjs';

const PAUSE_MS = 150;

/** Internet sockets of this machine by inode: `{ kind, port, isListening }`. */
function internetSockets() {
  const found = new Map();
  for (const kind of ['tcp', 'tcp6', 'udp', 'udp6', 'raw', 'raw6', 'icmp', 'icmp6'])
    for (const line of read(`/proc/net/${kind}`).split('\n').slice(1)) {
      const [, local = '', remote, state, , , , , , inode] = line.trim().split(/\s+/);
      if (inode)
        found.set(inode, { kind, local, remote, port: Number.parseInt(local.split(':')[1], 16), isListening: state === '0A' });
    }
  return found;
}

const LOOPBACK = /^(?:0100007F|00000000000000000000000001000000):/;
const threads = new Map();
const processes = new Map();
/** Ports of 127.0.0.1 on which main listens. */
const driven = new Set();

/** Looks at every process once. */
function look(root) {
  const sockets = internetSockets();
  for (const pid of treeOf(root)) {
    const kind = kindOf(pid);
    if (kind === 'strace' || kind === 'ended') continue;
    for (const thread of namesIn(`/proc/${pid}/task`)) threads.set(thread, { pid, kind });
    const own = processes.get(pid) ?? { kind, looked: 0, sockets: new Map() };
    processes.set(pid, own);
    own.kind = kind;
    own.looked += 1;
    for (const fd of namesIn(`/proc/${pid}/fd`)) {
      let inode;
      try {
        inode = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1];
      } catch {
        continue; // closed meanwhile
      }
      const socket = inode && sockets.get(inode);
      if (!socket) continue;
      if (kind === 'main' && socket.isListening && LOOPBACK.test(socket.local)) driven.add(socket.port);
      own.sockets.set(inode, socket);
    }
  }
}

const electron = findElectron();
if (!electron) throw new Error('There is no Electron on this machine; `npm test` fetches one.');
const folder = mkdtempSync(join(tmpdir(), 'app-network-'));
const traces = join(folder, 'traces');
mkdirSync(traces);
const traced = join(folder, 'electron');
writeFileSync(
  traced,
  `#!/bin/sh\nexec strace -ff -qq -yy -e trace=connect,sendto,sendmsg,sendmmsg -o '${traces}/t' '${electron.path}' "$@"\n`,
);
chmodSync(traced, 0o755);
const screen = hasNoDisplay() ? await startDisplay() : undefined;
if (screen) process.env['DISPLAY'] = screen.display;
process.env['ELECTRON_EXEC_PATH'] = traced;
const { launchApp, call } = await import(resolve('test/e2e/fixture.ts'));

let connections = 0;
const server = createServer(socket => {
  connections += 1;
  socket.destroy();
});
await new Promise(done => server.listen(0, '127.0.0.1', done));
const { port } = server.address();

let attempts = 0;
let crawled;
const running = await launchApp({ folder });
const root = running.app.process().pid;
const timer = setInterval(() => look(root), PAUSE_MS);
try {
  await call(running.page, 'crawl.demo');
  attempts += await running.page.evaluate(tryFromPage, port);
  attempts += await running.app.evaluate(tryFromShell, port);
  const end = Date.now() + 240_000;
  do {
    await new Promise(done => setTimeout(done, 1_000));
    crawled = (await call(running.page, 'status.get'))?.value;
  } while (crawled?.state === 'running' && Date.now() < end);
  look(root);
} finally {
  clearInterval(timer);
  await running.app.close();
  server.close();
  screen?.stop();
}

// The open sockets that were seen.
const bad = [];
const kinds = new Map();
let idleSockets = 0;
for (const [pid, { kind, looked, sockets }] of processes) {
  const foreign = [...sockets.values()].filter(each => !(kind === 'main' && LOOPBACK.test(each.local) && driven.has(each.port)));
  const sum = kinds.get(kind) ?? { processes: 0, looked: 0, sockets: 0 };
  kinds.set(kind, { processes: sum.processes + 1, looked: sum.looked + looked, sockets: sum.sockets + foreign.length });
  if (kind === 'engine') continue;
  // WebRTC opens datagram sockets that are bound to no address and have no peer. They are counted; one that sends is found below.
  const idle = foreign.filter(each => /^udp/.test(each.kind) && /^0+:/.test(each.local) && /^0+:0000$/.test(each.remote));
  idleSockets += idle.length;
  for (const each of foreign)
    if (!idle.includes(each)) bad.push(`${kind} ${pid} has a socket ${each.kind} ${each.local} ${each.remote}`);
}

// The system calls of every thread.
const calls = { unix: 0, engine: 0, driver: 0, routes: 0 };
/** Chromium asks the kernel which route it has: it connects a datagram socket, which sends nothing. What is sent on one later is a fault. */
const isRouteQuestion = line => /^connect\(\d+<UDP(?:v6)?:/.test(line) && /"2001:4860:4860::8888"|"8\.8\.8\.8"/.test(line);
for (const name of readdirSync(traces)) {
  const thread = name.slice('t.'.length);
  const { kind = 'a short thread', pid = thread } = threads.get(thread) ?? {};
  for (const line of readFileSync(join(traces, name), 'utf8').split('\n')) {
    const local = /^send\w+\(\d+<TCP(?:v6)?:\[(?:127\.0\.0\.1|\[::1\]):(\d+)->/.exec(line)?.[1];
    if (/^connect\(.*sa_family=AF_(?:UNIX|NETLINK)/.test(line) || /^send\w+\(\d+<(?:UNIX|NETLINK)/.test(line)) calls.unix += 1;
    else if (isRouteQuestion(line)) calls.routes += 1;
    else if (local && driven.has(Number(local))) calls.driver += 1;
    else if (!/^connect\(|^send\w+\(\d+<(?:TCP|UDP|RAW|PING|ICMP)|sa_family=AF_INET/.test(line)) continue;
    else if (kind === 'engine') calls.engine += 1;
    else bad.push(`${kind} ${pid}: ${line.slice(0, 200)}`);
  }
}
rmSync(folder, { recursive: true, force: true, maxRetries: 5 });

for (const [kind, { processes: count, looked, sockets }] of kinds)
  console.log(
    `${kind.padEnd(18)} ${String(count).padStart(3)} processes, looked at ${looked} times, ${sockets} sockets of their own`,
  );
console.log(
  `system calls: ${calls.engine} of the engine, ${calls.unix} to Unix sockets, ${calls.driver} of the test's driver, ${calls.routes} questions for a route`,
);
console.log(`${attempts} attempts reached the server ${connections} times; the crawl ended as ${crawled?.state}`);
if (connections > 0) bad.push(`${connections} connections arrived`);
// Controls: a proof that sees nothing of the engine sees nothing at all.
if (calls.engine === 0) bad.push('no system call of the engine was seen');
if ((kinds.get('engine')?.sockets ?? 0) === 0) bad.push('no socket of the engine was seen');
for (const needed of ['main', 'renderer', 'engine']) if (!kinds.has(needed)) bad.push(`no process was recognized as ${needed}`);
for (const line of bad.slice(0, 40)) console.log(line);
printFigures(attempts, bad.length, {
  connections,
  'system calls of the engine': calls.engine,
  'idle datagram sockets': idleSockets,
});
