// Builds the same sources twice, in two folders, and compares every file that a package contains by its hash, and the archive made of them.
// The second folder is a copy of the tracked files beside hard links of node_modules.
//
//   node scripts/proofs/two-builds.mjs
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createPackage } from '@electron/asar';
import { writeComponents } from '../package/components.mjs';
import { node24, ROOT } from '../run/bootstrap.mjs';
import { printFigures } from './figures.mjs';

/** What electron-builder.config.cjs takes of a build. */
const TAKEN = 'out/{main,preload,renderer,engine}/**';
const isTaken = path => !path.endsWith('.map') && !path.startsWith('out/engine/crawl.');
const sha256 = bytes => createHash('sha256').update(bytes).digest('hex');

function run(command, args, cwd, env = {}) {
  const result = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 28, env: { ...process.env, ...env } });
  if (result.status !== 0) throw new Error(`${command} ${args.join(' ')}: ${result.stderr.slice(-2_000)}`);
  return result.stdout;
}

function copyOfSources(folder) {
  const tracked = run('git', ['ls-files', '-z'], ROOT)
    .split('\0')
    .filter(path => path !== '');
  for (const path of tracked) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(ROOT, path), join(folder, path), { preserveTimestamps: true });
  }
  run('cp', ['-al', join(ROOT, 'node_modules'), join(folder, 'node_modules')], ROOT);
}

/** Hashes of the files of a new build by path, and of the archive with all of them. */
async function built(folder) {
  run(node24(), ['scripts/run/build.mjs'], folder, { CRAWLSCOPE_RELEASE: '1' });
  writeComponents(folder);
  const paths = globSync(TAKEN, { cwd: folder, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter(isTaken);
  const packed = join(folder, 'packed');
  const found = new Map();
  for (const path of [...paths, 'out/components.cdx.json', 'out/third-party.txt'].sort()) {
    found.set(path, sha256(readFileSync(join(folder, path))));
    mkdirSync(dirname(join(packed, path)), { recursive: true });
    cpSync(join(folder, path), join(packed, path));
  }
  await createPackage(packed, join(folder, 'app.asar'));
  found.set('app.asar', sha256(readFileSync(join(folder, 'app.asar'))));
  return found;
}

// Beside the checkout's own folders, so that node_modules can be hard links.
mkdirSync(join(ROOT, '.cache'), { recursive: true });
const work = mkdtempSync(join(ROOT, '.cache/two-builds-'));
const builds = [];
try {
  for (const name of ['first', 'a-second-folder']) {
    const folder = join(work, name);
    mkdirSync(folder);
    copyOfSources(folder);
    builds.push(await built(folder));
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
const [first, second] = builds;
const names = [...new Set([...first.keys(), ...second.keys()])].sort();
const different = names.filter(name => first.get(name) !== second.get(name));
for (const name of different) console.log(`different: ${name}`);
console.log(
  `${names.length} files of two builds in two folders, ${different.length} different; app.asar ${first.get('app.asar')}`,
);
printFigures(names.length, different.length);
