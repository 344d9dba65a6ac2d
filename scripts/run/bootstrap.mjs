// Makes a fresh checkout usable before anything is installed. Plain Node (20 or newer), no dependencies. Every notice
// goes to stderr: stdout belongs to the requested command.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { INSTALL_STAMP, isBuilt, isInstalledSince, LOCK_FILE, MODULES, modified, ROOT, Stop, say } from './checkout.cjs';
import { processLives } from './process-lives.mjs';

export { ENGINE_FLAGS, isBuilt, node24, OUTPUTS, ROOT, runMain, Stop, say, userFolder } from './checkout.cjs';

export const CACHE = join(ROOT, '.cache');

/** Runs npm, its output on stderr. Uses the npm that started us when there is one. Returns the exit code. */
export function npm(args, options = {}) {
  const own = process.env['npm_execpath'];
  const viaNode = own !== undefined && /\.c?js$/.test(own);
  const [command, first] = viaNode ? [process.execPath, [own]] : ['npm', []];
  const result = spawnSync(command, [...first, ...args], {
    cwd: ROOT,
    stdio: ['ignore', 2, 2],
    shell: !viaNode && process.platform === 'win32',
    ...options,
  });
  if (result.error) throw new Stop(`npm could not be started (${result.error.message})`);
  return result.status ?? 1;
}

const sleep = ms => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** The process that a lock names; 0 for none yet. */
function ownerOf(file) {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return 0;
    throw error;
  }
}

/** Runs `work` while no other process runs a `work` of the same name in this checkout; a dead owner's lock is taken over. */
export function exclusively(name, work) {
  const lock = join(CACHE, `${name}.lock`);
  const owner = join(lock, 'pid');
  mkdirSync(CACHE, { recursive: true });
  let ownerless = 0;
  for (let waited = 0; ; waited += 100) {
    try {
      mkdirSync(lock);
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const pid = ownerOf(owner);
    // A lock without an owner is being made or removed at this moment, or its process was killed before it wrote its id.
    ownerless = pid > 0 ? 0 : ownerless + 100;
    if (pid > 0 ? !processLives(pid) : ownerless > 2_000) rmSync(lock, { recursive: true, force: true });
    else if (waited === 1_000) say(`waiting for process ${pid}, which has started the same step (${name})`);
    sleep(100);
  }
  writeFileSync(owner, String(process.pid));
  try {
    return work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

const lockHash = () => createHash('sha256').update(readFileSync(LOCK_FILE)).digest('hex');

function isInstalled() {
  if (isInstalledSince()) return true;
  if (modified(join(MODULES, '.package-lock.json')) === 0) return false;
  const seconds = Math.ceil(modified(LOCK_FILE)) / 1000;
  const isSame = existsSync(INSTALL_STAMP) && readFileSync(INSTALL_STAMP, 'utf8') === lockHash();
  // Git has rewritten the file without a change, so the next start need not compare it.
  if (isSame) {
    try {
      utimesSync(INSTALL_STAMP, seconds, seconds);
    } catch {
      // The folder belongs to another user or is read-only, so every start compares the file.
    }
  }
  return isSame;
}

/**
 * Runs `npm ci` when node_modules is missing, unfinished or older than package-lock.json. If node_modules is a link,
 * its folder belongs to another project and `npm ci` would empty it. So it is used as it is.
 */
export function ensureInstalled() {
  if (lstatSync(MODULES, { throwIfNoEntry: false })?.isSymbolicLink()) {
    if (existsSync(join(MODULES, '.package-lock.json'))) return;
    throw new Stop('node_modules is a link to a folder without installed packages: install there, or remove the link');
  }
  if (isInstalled()) return;
  exclusively('install', () => {
    if (isInstalled()) return;
    say('installing packages (npm ci, about half a minute) …');
    // The parent may be `npm run --silent` or a production shell, so pass these options explicitly.
    const status = npm(['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']);
    if (status !== 0) throw new Stop(`npm ci failed with exit code ${status}; its message is above`);
    writeFileSync(INSTALL_STAMP, lockHash());
  });
}

/** Runs `npm run build` when out/ is missing or older than a source. */
export function ensureBuilt({ release = process.env['CRAWLSCOPE_RELEASE'] === '1' } = {}) {
  if (isBuilt({ release })) return;
  exclusively('build', () => {
    if (isBuilt({ release })) return;
    say('building …');
    const status = npm(['run', '--silent', 'build'], { env: { ...process.env, CRAWLSCOPE_RELEASE: release ? '1' : '' } });
    if (status !== 0) throw new Stop(`the build failed with exit code ${status}; its message is above`);
  });
}

/** The file an installed package's command runs, for `spawn(node24(), [binFile('vite')])`. */
export function binFile(name, command = name) {
  const manifest = join(MODULES, name, 'package.json');
  const { bin } = createRequire(manifest)(manifest);
  return join(MODULES, name, typeof bin === 'string' ? bin : bin[command]);
}
