// Where all CPU time of a crawl goes, including every thread and the kernel. Uses Linux perf (Debian package
// linux-perf):
//   npm run bench:perf [-- --pages N --tier T1]
//   The profile of `npm run bench -- --profile` shows only the main thread's JavaScript.
import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ENGINE_FLAGS } from '../run/bootstrap.mjs';
import { buildEngine, emptyFolder, startSite } from './measure.mjs';
import { benchOptions } from './options.mjs';

const usage = `npm run bench:perf [-- options], on Linux with perf
  --pages N  pages of the virtual site (default 10000)
  --tier T   T1: URLs, facts, links, decisions; T2: bodies as well (default T1)`;
const given = benchOptions(usage, { pages: { type: 'string', default: '10000' }, tier: { type: 'string', default: 'T1' } });
const pages = given.number('pages');
const [tier] = given.words('tier', ['T1', 'T2']);
if (spawnSync('perf', ['--version']).status !== 0) {
  process.stderr.write('perf is not installed, or there is none for this system.\n');
  process.exit(2);
}

/** What a sample on a thread was at, by the file and the function it was in. */
function kindOf(file, name, isMain) {
  if (file.includes('kernel')) return 'kernel';
  if (/better.sqlite3|linux-x64\.node|sqlite3\.node/.test(file)) return 'SQLite and its binding';
  if (/\[JIT\]|perf-\d+\.map/.test(file)) return 'compiled JavaScript';
  if (/^lib|\/lib|ld-linux|vdso/.test(file)) return 'system libraries';
  if (/^(ZSTD|HUF|FSE|HIST)_/.test(name)) return 'zstd';
  if (/sha256/i.test(name)) return 'SHA-256';
  if (/Scaveng|Mark|Sweep|Evacu|GarbageCollect/.test(name)) return 'V8, collecting';
  if (/compiler::|turboshaft|maglev/i.test(name) || !isMain) return 'V8, optimizing';
  if (/interpreter::|Pars|Scanner|Ast|baseline|Scope::|Bytecode/.test(name)) return 'V8, reading source';
  if (name.startsWith('Builtins_')) return "V8's builtins";
  return 'the rest of Node and V8';
}

const folder = emptyFolder('perf');
const data = join(folder, 'perf.data');
const site = await startSite('synthetic', pages, 'ordinary');
const tiers = { T1: ['--no-bodies'], T2: [] };
const crawl = ['crawl', site.url, '--out', join(folder, 'site.crawl'), '--delay', '0', '--connections', '32'];
const limits = ['--max-pages', String(pages * 2), '--no-sitemaps', '--json'];
const options = [...ENGINE_FLAGS, '--perf-basic-prof', buildEngine(), ...crawl, ...limits, ...tiers[tier]];
try {
  execFileSync('perf', ['record', '-q', '-F', '2500', '-o', data, process.execPath, ...options], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
} finally {
  await site.close();
}
const { stdout } = spawnSync('perf', ['script', '-i', data, '-F', 'tid,ip,sym,dso'], { maxBuffer: 2 ** 30, encoding: 'utf8' });
const samples = [];
for (const line of stdout.split('\n')) {
  const found = /^\s*(\d+)\s+[0-9a-f]+ (.*?) \(([^()]*|\[.*?\].*?)\)\s*$/.exec(line);
  if (found) samples.push({ thread: found[1], name: found[2], file: found[3] });
}
const threads = Map.groupBy(samples, ({ thread }) => thread);
const main = [...threads].sort(([, a], [, b]) => b.length - a.length)[0]?.[0];
// What V8 wrote for perf, by the process; its own log is in the folder.
rmSync(`/tmp/perf-${main}.map`, { force: true });
const print = (title, list) => {
  process.stdout.write(`\n${title}\n`);
  for (const [name, all] of [...list].sort(([, a], [, b]) => b.length - a.length).slice(0, 12))
    process.stdout.write(`${((100 * all.length) / samples.length).toFixed(1).padStart(6)} %  ${name}\n`);
};
const of = isMain => samples.filter(({ thread }) => (thread === main) === isMain);
process.stdout.write(`${tier}, ${pages} pages, ${samples.length} samples of processor time\n`);
print(
  'main thread',
  Map.groupBy(of(true), ({ file, name }) => kindOf(file, name, true)),
);
print(
  'other threads',
  Map.groupBy(of(false), ({ file, name }) => kindOf(file, name, false)),
);
