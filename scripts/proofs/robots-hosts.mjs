// Very many hosts with 1 MiB of robots.txt each, crawled by the built command line: how much memory its process needs. The hosts are addresses of the
// loopback network 127.0.0.0/8, which only Linux gives a machine as a whole.
//
//   node_modules/.bin/node scripts/proofs/robots-hosts.mjs [--hosts N] [--filling N]
//
// It prints the most memory that the process had. `bombs.mjs` calls it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { page } from '../../test/support/site.ts';
import { ensureBuilt } from '../run/bootstrap.mjs';
import { cliWords } from '../run/checkout.cjs';
import { costOf } from './app-processes.mjs';
import { wholeNumber } from './figures.mjs';

const mebibyte = 1024 * 1024;

/** 1 MiB of lines that differ by their number. */
const filled = line => {
  const lines = [];
  for (let at = 0, length = 0; length < mebibyte; at++) {
    lines.push(line(at));
    length += lines[at].length + 1;
  }
  return Buffer.from(lines.join('\n').slice(0, mebibyte - 100));
};

/** What fills the robots.txt of every fourth host. The first takes the most memory and time: 50,000 rules with a wildcard. */
const fillings = () => [
  filled(at => `Disallow: /a${at}*b/`),
  filled(at => `Disallow: /${`folder-${at}/`.repeat(16)}`),
  filled(at => `# ${`line ${at} of a comment, `.repeat(4)}`),
  filled(at => `User-agent: robot-${at}\nDisallow: /${at}\nSitemap: http://a.test/${at}.xml\n`),
];

/** The address of host N. */
const addressOf = at => `127.1.${Math.floor(at / 250)}.${(at % 250) + 1}`;

/** Answers for every address of the loopback network, and for no other machine. Runs in a thread: the crawl does not wait for this one. */
async function serve({ filling }) {
  const bodies = fillings();
  const server = createServer((request, response) => {
    const { localAddress = '', remoteAddress = '' } = request.socket;
    if (!remoteAddress.startsWith('127.')) {
      request.socket.destroy();
      return;
    }
    const isRobots = request.url === '/robots.txt';
    response.writeHead(200, { 'Content-Type': isRobots ? 'text/plain' : 'text/html' });
    if (!isRobots) {
      response.end(page(localAddress));
      return;
    }
    response.write(`User-agent: *\nDisallow: /own/${localAddress}\n`);
    response.end(bodies[filling ?? Number(localAddress.split('.')[3]) % bodies.length]);
  });
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  return server.address().port;
}

/** Crawls this many hosts. Prints progress; gives how many pages were read, and the most memory of the process in bytes. */
export async function crawlRobotsHosts(count, filling) {
  if (process.platform !== 'linux') throw new Error('The hosts are addresses of 127.0.0.0/8: this needs Linux.');
  const folder = mkdtempSync(join(tmpdir(), 'crawlscope-robots-hosts-'));
  const server = new Worker(new URL(import.meta.url), { workerData: { filling } });
  try {
    const [port] = await once(server, 'message');
    const list = join(folder, 'hosts.txt');
    writeFileSync(list, Array.from({ length: count }, (_, at) => `http://${addressOf(at)}:${port}/\n`).join(''));
    const [node, ...words] = cliWords(['crawl', '--list', list, '--delay', '0', '--out', join(folder, 'hosts.crawl'), '--json']);
    const env = { ...process.env, CRAWLSCOPE_HOME: folder };
    const child = spawn(node, words, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    let memory = 0;
    child.stdout.on('data', data => (out += data));
    // Progress of the crawl itself, with its counts and what is left.
    child.stderr.pipe(process.stderr);
    const watch = setInterval(() => (memory = Math.max(memory, costOf(child.pid)?.peak ?? 0)), 200);
    const [code] = await once(child, 'close');
    clearInterval(watch);
    if (code !== 0) throw new Error(`the crawl ended with ${code}: ${out.slice(-500)}`);
    return { fetched: JSON.parse(out).fetched, memory };
  } finally {
    await server.terminate();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (!isMainThread) {
  const { parentPort } = await import('node:worker_threads');
  parentPort.postMessage(await serve(workerData));
} else if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = { type: 'string' };
  const { values } = parseArgs({ options: { hosts: text, filling: text } });
  ensureBuilt();
  const { fetched, memory } = await crawlRobotsHosts(
    wholeNumber('hosts', values.hosts ?? 300),
    values.filling === undefined ? undefined : wholeNumber('filling', values.filling, 0) % 4,
  );
  process.stdout.write(`${fetched} hosts read, ${Math.round(memory / mebibyte)} MiB at most\n`);
}
