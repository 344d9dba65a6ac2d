// Cuts the power of a crawl at many points, as far as a file can tell: what was synced is there, and of what was written
// since, any part may be. Each such file must open whole, and must hold every request that had left before the cut.
//
//   node scripts/proofs/power-loss.mjs [--pages N] [--cuts N] [--resumes N] [--seed N]
//
// Linux, needs strace. It crawls a site on 127.0.0.1 under strace, and replays the writes and syncs of the file and its log.
// Some of the files are crawled to the end afterwards; every URL must have the depth and inlinks of a crawl that was not cut. Exit 1 if a cut leaves a wrong file.
import { spawn, spawnSync } from 'node:child_process';
import { createReadStream, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = resolve(import.meta.dirname, '../..');
const node = join(root, 'node_modules/.bin/node');
// The file is opened by the program's own TypeScript, which only Node 24 runs as it is.
if (Number.parseInt(process.versions.node, 10) < 24) {
  const again = spawnSync(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  process.exit(again.status ?? 1);
}
const { printFigures, randomOf } = await import('./figures.mjs');
const { openDatabase } = await import('../../electron/storage/file/database.ts');

const count = { type: 'string' };
const { values } = parseArgs({ options: { pages: count, cuts: count, resumes: count, seed: count } });
const whole = (name, standard) => {
  const number = Number(values[name] ?? standard);
  if (Number.isInteger(number) && number >= 1) return number;
  process.stderr.write(`power-loss: --${name} is a whole number from 1, not ${values[name]}.\n`);
  process.exit(2);
};
const [pages, cuts, resumes, seed] = [whole('pages', 6_000), whole('cuts', 200), whole('resumes', 10), whole('seed', 1)];
if (spawnSync('strace', ['-V']).status !== 0) {
  process.stderr.write('power-loss: strace is missing. On Debian: apt-get install strace.\n');
  process.exit(2);
}

/** The cuts of a seed are the same each time. */
const random = randomOf(seed);

/** A tree of pages whose text does not compress well, so that the log is folded into the file several times. */
function startSite() {
  const text = n => Array.from({ length: 900 }, (_, i) => ((n * 7_919 + i * 104_729) % 1_679_616).toString(36)).join(' ');
  // Pages are known from the sitemap before the links that give their depths are found.
  const listed = host => Array.from({ length: pages }, (_, n) => `<url><loc>http://${host}/p${n}</loc></url>`).join('');
  const server = createServer((request, response) => {
    const n = Number(/^\/p(\d+)$/.exec(request.url)?.[1] ?? (request.url === '/' ? 0 : -1));
    const isPage = n >= 0 && n < pages;
    const links = [3 * n + 1, 3 * n + 2, 3 * n + 3].filter(to => to < pages).map(to => `<a href="/p${to}">page ${to}</a>`);
    if (request.url === '/sitemap.xml') {
      response.writeHead(200, { 'Content-Type': 'application/xml' });
      response.end(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${listed(request.headers.host)}</urlset>`);
      return;
    }
    response.writeHead(isPage ? 200 : 404, { 'Content-Type': 'text/html' });
    response.end(isPage ? `<!doctype html><title>${n}</title>${links.join(' ')}<p>${text(n)}` : 'no');
  });
  return new Promise(done => server.listen(0, '127.0.0.1', () => done(server)));
}

const folder = mkdtempSync(join(tmpdir(), 'power-loss-'));
const path = join(folder, 'site.crawl');
const site = await startSite();
const origin = `http://127.0.0.1:${site.address().port}`;
const cli = (...words) => [node, join(root, 'out/engine/cli.cjs'), ...words];

/** Runs a command to its end; resolves with its exit code. */
const run = words => new Promise(done => spawn(words[0], words.slice(1), { stdio: 'ignore' }).once('close', done));

// -- the replay

/** A file as the disk has it, and what was written since its last sync. */
class OnDisk {
  bytes = Buffer.alloc(1 << 20);
  size = 0;
  pending = [];

  sync() {
    for (const change of this.pending) this.#apply(change);
    this.pending = [];
  }

  #apply({ at, bytes, size }) {
    if (bytes === undefined) {
      if (size > this.size) this.bytes.fill(0, this.size, size);
      this.size = size;
      return;
    }
    const end = at + bytes.length;
    if (end > this.bytes.length) {
      const larger = Buffer.alloc(Math.max(end, this.bytes.length * 2));
      this.bytes.copy(larger, 0, 0, this.size);
      this.bytes = larger;
    }
    if (at > this.size) this.bytes.fill(0, this.size, at);
    bytes.copy(this.bytes, at);
    this.size = Math.max(this.size, end);
  }

  /** What the disk may hold after the cut: each sector of each waiting write arrives with this probability. */
  after(share) {
    const made = new OnDisk();
    made.bytes = Buffer.from(this.bytes.subarray(0, Math.max(this.size, 1)));
    made.size = this.size;
    for (const change of this.pending) {
      if (change.bytes === undefined) {
        if (random() < share) made.#apply(change);
        continue;
      }
      for (let from = 0; from < change.bytes.length; ) {
        const to = Math.min(change.bytes.length, (Math.floor((change.at + from) / 4_096) + 1) * 4_096 - change.at);
        if (random() < share) made.#apply({ at: change.at + from, bytes: change.bytes.subarray(from, to) });
        from = to;
      }
    }
    return made.bytes.subarray(0, made.size);
  }
}

const hex = text => Buffer.from(text.replaceAll('\\x', ''), 'hex');
const call = /^(\w+)\(\d+<([^>]*)>(?:, (?:"([^"]*)"|\[(.*)\]))?(?:, )?(.*)\) += (-?\d+)/;

/** Calls `at` after each event of the trace: files by suffix, and the paths of the requests that have left. */
async function replay(trace, at) {
  const files = new Map();
  const sent = [];
  let event = 0;
  let folded = 0;
  for await (const line of createInterface({ input: createReadStream(trace) })) {
    const removed = /^unlink\("([^"]*)"\) += 0/.exec(line)?.[1];
    if (removed !== undefined) files.delete(hex(removed).toString());
    const [, name, on, text, parts, rest, result] = call.exec(line) ?? [];
    if (name === undefined || Number(result) < 0) continue;
    const target = on.startsWith('\\x') ? hex(on).toString() : on;
    if (target.startsWith(path) && !target.endsWith('-shm')) {
      if (!files.has(target)) files.set(target, new OnDisk());
      const file = files.get(target);
      if (name === 'pwrite64')
        file.pending.push({ at: Number(rest.split(', ')[1]), bytes: hex(text).subarray(0, Number(result)) });
      else if (name === 'ftruncate') file.pending.push({ size: Number(line.match(/, (\d+)\)/)[1]) });
      else if (name === 'fsync' || name === 'fdatasync') {
        if (target === path && file.pending.length > 0) folded += 1;
        file.sync();
      } else throw new Error(`The replay does not know ${name}: ${line.slice(0, 200)}`);
    } else if (target.startsWith('socket:') || target.startsWith('TCP:')) {
      const first = text ?? /"([^"]*)"/.exec(parts ?? '')?.[1] ?? '';
      const asked = /^(?:GET|HEAD) (\S+) /.exec(hex(first.slice(0, 4 * 2_000)).toString('latin1'))?.[1];
      if (asked !== undefined) sent.push(asked);
    } else continue;
    await at({ event: event++, files, sent });
  }
  return { events: event, folded };
}

// -- what must hold

/** Opens a cut file, and returns what is wrong with it. */
function faultsOf(file, sent) {
  const db = openDatabase(file);
  try {
    const one = sql => db.prepare(sql).pluck().get();
    const found = [];
    if (db.pragma('integrity_check', { simple: true }) !== 'ok') found.push('integrity');
    if (one('SELECT count(*) FROM url') !== one('SELECT count(*) FROM current_decisions')) found.push('current decisions');
    if (one('SELECT count(*) FROM (SELECT url FROM url GROUP BY url HAVING count(*) > 1)') !== 0) found.push('URLs twice');
    if (one('SELECT count(*) FROM url u JOIN current_decisions d ON d.url_id = u.id WHERE d.reason <> u.reason') !== 0)
      found.push('reasons');
    if (
      one("SELECT count(*) FROM url WHERE state = 'leased' AND id NOT IN (SELECT url_id FROM fetch WHERE ended_at IS NULL)") !== 0
    )
      found.push('leases without an attempt');
    if (one("SELECT count(*) FROM url WHERE state = 'done' AND status = 200 AND id NOT IN (SELECT url_id FROM page)") !== 0)
      found.push('pages without facts');
    if (one('SELECT coalesce(sum(count), 0) FROM page_links') !== one('SELECT count(*) FROM links')) found.push('links');
    const stored = new Set(db.prepare('SELECT target FROM fetches').pluck().all());
    for (const asked of sent) if (!stored.has(origin + asked)) found.push(`no attempt of ${asked}, which had left`);
    const rows = db.prepare('SELECT url, depth, inlinks FROM urls ORDER BY url').raw().all();
    return { found, rows: rows.map(row => row.join(' ')) };
  } finally {
    db.close();
  }
}

const write = (files, name, share) => {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(name + suffix, { force: true });
  for (const [target, file] of files) {
    const bytes = file.after(share);
    if (bytes.length > 0) writeFileSync(name + target.slice(path.length), bytes);
  }
};

const wrong = [];
try {
  if (!existsSync(join(root, 'out/engine/cli.cjs'))) throw new Error('Build first: npm run build');
  const trace = join(folder, 'trace');
  const crawl = cli('crawl', `${origin}/`, '--out', path, '--delay', '0', '--connections', '8');
  const calls = 'pwrite64,fsync,fdatasync,ftruncate,unlink,write,writev,sendto';
  const code = await run(['strace', '-qq', '-y', '-xx', '-s', '1048576', '-e', `trace=${calls}`, '-o', trace, ...crawl]);
  if (code !== 0) throw new Error(`The crawl ended with ${code}.`);
  const expected = faultsOf(path, []).rows;
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });

  let first = 0;
  let left = 0;
  const unsynced = [];
  const { events, folded } = await replay(trace, ({ event, files, sent }) => {
    if (first === 0 && sent.length > 0) first = event;
    left = sent.length;
    if (sent.length > 0 && [...files.values()].some(({ pending }) => pending.length > 0)) unsynced.push(event);
  });
  /** Number of cut files for each instant. */
  const points = new Map();
  while (points.size < Math.min(cuts, events - first)) points.set(first + Math.floor(random() * (events - first)), 1);
  const isResumed = new Set([...points.keys()].slice(0, resumes));
  // The rest of the cuts are at instants with unsynced writes: each part of these writes that reaches the disk makes another file.
  for (let more = cuts - points.size; more > 0 && unsynced.length > 0; more--) {
    const event = unsynced[Math.floor(random() * unsynced.length)];
    points.set(event, (points.get(event) ?? 0) + 1);
  }
  const wanted = [...points.values()].reduce((sum, count) => sum + count, 0);
  process.stdout.write(
    `${events} writes, syncs and requests (${left} requests); the log was folded into the file ${folded} times; ${wanted} cuts at ${points.size} instants\n`,
  );

  let done = 0;
  let lost = 0;
  let resumed = 0;
  const tryCut = async ({ event, files, sent }, share, goesOn) => {
    const cut = join(folder, `cut.crawl`);
    lost += [...files.values()].reduce((sum, file) => sum + (file.pending.length > 0 && share < 1 ? 1 : 0), 0);
    write(files, cut, share);
    try {
      const { found } = faultsOf(cut, sent);
      if (found.length > 0) wrong.push(`cut ${event}, ${share}: ${found.join(', ')}`);
      if (goesOn) {
        resumed += 1;
        await run(cli('resume', cut));
        const after = faultsOf(cut, sent);
        const differ =
          expected.filter((row, at) => row !== after.rows[at]).length + Math.abs(after.rows.length - expected.length);
        if (after.found.length > 0 || differ > 0)
          wrong.push(`resumed after ${event}: ${differ} URLs differ in depth or inlinks ${after.found.join(', ')}`);
      }
    } catch (error) {
      wrong.push(`cut ${event}, ${share}: ${error.message}`);
    }
    done += 1;
    if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${wanted}`);
  };
  await replay(trace, async moment => {
    for (let n = 0; n < (points.get(moment.event) ?? 0); n++) {
      // None, some, or all of what was not synced; then other parts of it.
      const share = n > 0 ? 0.05 + 0.9 * random() : [0, 0.5, 0.9, 1, random()][Math.floor(random() * 5)];
      await tryCut(moment, share, n === 0 && isResumed.has(moment.event));
    }
  });
  for (const line of wrong) process.stdout.write(`${line}\n`);
  process.stdout.write(
    `${done} cuts of ${basename(path)}, ${lost} with writes that were not synced: ${wrong.length} wrong; ${resumed} crawled to the end\n`,
  );
  if (lost === 0) wrong.push('no cut fell between a write and its sync');
  printFigures(done, wrong.length, {
    instants: points.size,
    'with writes that were not synced': lost,
    'crawled to the end': resumed,
  });
} finally {
  site.close();
  rmSync(folder, { recursive: true });
}
