// Lets every n-th system call on a crawl file fail, one after the other, while a crawl is made, resumed, converted, unpacked and read.
// No fault may end the process, each must be told in one of our own errors, and the file must be whole afterwards.
//
//   node_modules/.bin/node scripts/proofs/torture.mjs [--most N] [--only WORD]
//
// `--most`: the last n of each call. Linux with a C compiler. Exit 1 if anything is wrong.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, openSync, readdirSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { printFigures, wholeNumber } from './figures.mjs';

const text = { type: 'string' };
const { values } = parseArgs({ options: { most: text, only: text } });
const most = wholeNumber('most', values.most ?? 300);
const armed = process.env.LD_PRELOAD?.includes('fail-calls.so') ?? false;

if (!armed) {
  const folder = mkdtempSync(join(tmpdir(), 'crawlscope-torture-'));
  try {
    const library = join(folder, 'fail-calls.so');
    const source = join(import.meta.dirname, 'torture/fail-calls.c');
    const built = spawnSync('cc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl'], { stdio: ['ignore', 2, 2] });
    if (process.platform !== 'linux' || built.status !== 0) {
      process.stderr.write('torture: it needs Linux and a C compiler. On Debian: apt-get install gcc libc6-dev.\n');
      process.exit(2);
    }
    const words = [fileURLToPath(import.meta.url), ...process.argv.slice(2)];
    const env = { ...process.env, LD_PRELOAD: library, TMPDIR: folder };
    const { status, signal } = spawnSync(process.execPath, words, { stdio: 'inherit', env });
    if (signal !== null) process.stdout.write(`The process was ended by ${signal}.\n`);
    process.exit(status ?? 1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const { createSession, openSession } = await import('../../electron/engine/session/session.ts');
const { openDatabase } = await import('../../electron/storage/file/database.ts');
const { unpackFile } = await import('../../electron/storage/file/unpack.ts');
const { RpcError } = await import('../../shared/rpc/errors.ts');
const { quick, faults } = await import('../../test/support/crawling.ts');
const { oldFile } = await import('../../test/support/old-file.ts');
const { linksTo, startSite } = await import('../../test/support/site.ts');

/** Tells the preloaded library; returns the code of the error that is its answer. */
function tell(command) {
  try {
    openSync(`/fail-calls/${command}`);
  } catch (error) {
    return error.code;
  }
  throw new Error('The library that lets calls fail is not there.');
}
const disarm = () => tell('disarm') !== 'ENOENT';

const folder = mkdtempSync(join(tmpdir(), 'torture-'));
const site = await startSite({
  '/': linksTo('/a', '/b', '/c', '/none'),
  '/a': linksTo('/d', '/b'),
  '/b': linksTo('/'),
  '/c': linksTo('/a'),
  '/d': `<title>d</title>${'word '.repeat(20_000)}`,
});
/** Pages and one URL that is missing. */
const targets = 6;
// A crawl that waits for room has a campaign of its own: disk-full.mjs.
const settings = { ...quick, diskWaitMs: 0, seeds: [site.url('/')] };
const path = join(folder, 'x.crawl');
const clear = () => {
  for (const name of readdirSync(folder)) if (name.startsWith('x.')) rmSync(join(folder, name), { recursive: true });
};

const fresh = from => {
  clear();
  copyFileSync(from, path);
};

/** A crawl that has begun, one that has ended, and an old one, to copy from. */
const begun = join(folder, 'begun.crawl');
await createSession(begun, settings).close();
const ended = join(folder, 'ended.crawl');
const first = createSession(ended, settings);
await first.run();
await first.close();
const old = oldFile(4).path;

async function crawled(session) {
  try {
    return await session.run();
  } finally {
    await session.close();
  }
}

/** A crawl goes to its end, and its file is whole. */
async function wholeCrawl(file) {
  const session = openSession(file);
  try {
    if (session.status().queued > 0 || session.status().state !== 'finished') await session.run();
    const found = faults(session);
    if (session.status().fetched !== targets) found.push(`${session.status().fetched} of ${targets} URLs`);
    return found;
  } finally {
    await session.close();
  }
}
const intact = file => {
  const db = openDatabase(file);
  try {
    return db.pragma('integrity_check', { simple: true }) === 'ok' ? [] : ['integrity'];
  } finally {
    db.close();
  }
};

/** `prepare` copies; `work` is done while calls fail; `after` says what is wrong then. */
const scenarios = {
  crawl: {
    prepare: clear,
    work: () => crawled(createSession(path, settings)),
    after: () => (existsSync(path) ? wholeCrawl(path) : []),
  },
  resume: {
    prepare: () => fresh(begun),
    work: () => crawled(openSession(path)),
    after: () => wholeCrawl(path),
  },
  convert: {
    prepare: () => fresh(old),
    work: async () => openDatabase(path).close(),
    after: async () => {
      const db = openDatabase(path);
      const [links, found] = [db.prepare('SELECT count(*) FROM links').pluck().get(), intact(path)];
      db.close();
      return links > 0 ? found : [...found, 'links are lost'];
    },
  },
  unpack: {
    prepare: () => fresh(ended),
    work: async () => {
      for (const _ of unpackFile(path, join(folder, 'x.crawl.copy.db')));
    },
    after: () => wholeCrawl(path),
  },
  change: {
    prepare: () => fresh(begun),
    work: async () => {
      const session = openSession(path);
      try {
        session.changeSettings({ maxPages: 77 });
      } finally {
        await session.close();
      }
    },
    after: () => wholeCrawl(path),
  },
  read: {
    prepare: () => fresh(ended),
    work: async () => {
      const session = openSession(path, { readOnly: true });
      try {
        await session.handlers['url.explain']({ url: site.url('/a') });
        await session.handlers['url.explain']({ url: site.url('/never') });
      } finally {
        await session.close();
      }
    },
    after: () => wholeCrawl(path),
  },
};
const calls = [
  ['write', 'EIO'],
  ['write', 'ENOSPC'],
  ['sync', 'EIO'],
  ['cut', 'EIO'],
  ['open', 'EMFILE'],
  ['read', 'EIO'],
];

const wrong = [];
let tried = 0;
let told = 0;
let current = '';
for (const event of ['uncaughtException', 'unhandledRejection'])
  process.on(event, error => wrong.push(`${current}: ${event}: ${error?.stack ?? error}`));

for (const [name, { prepare, work, after }] of Object.entries(scenarios)) {
  if (values.only !== undefined && values.only !== name) continue;
  for (const [call, errno] of calls) {
    let n = 1;
    for (; n <= most; n++) {
      current = `${name}, ${call} ${n} fails with ${errno}`;
      prepare();
      tell(`arm/${call}/${n}/${constants.errno[errno]}/1`);
      let error = null;
      try {
        await work();
      } catch (caught) {
        error = caught;
      }
      const failed = disarm();
      if (!failed) break;
      tried += 1;
      if (error !== null) told += 1;
      if (error !== null && !(error instanceof RpcError))
        wrong.push(`${current}: not told in our words: ${error.stack ?? error}`);
      try {
        for (const fault of await after()) wrong.push(`${current}: ${fault}`);
      } catch (caught) {
        wrong.push(`${current}: afterwards ${caught.stack ?? caught}`);
      }
    }
    process.stdout.write(`${name.padEnd(8)} ${call.padEnd(6)} ${errno.padEnd(7)} ${n - 1} calls failed, one at a time\n`);
  }
}
await site.close();
for (const line of wrong.slice(0, 40)) process.stdout.write(`${line}\n`);
process.stdout.write(
  `${tried} failed calls, ${told} of them told, the others made good by trying again: ${wrong.length} wrong\n`,
);
printFigures(tried, wrong.length, { 'told in one error': told });
