// npm run --silent crawlscope -- <command>: the command line of a checkout, run by Node 24.
const { existsSync } = require('node:fs');
const { delimiter, join } = require('node:path');
const { cliWords, ENGINE_FLAGS, isBuilt, isInstalledSince, programFor, ROOT, runMain, userFolder } = require('./checkout.cjs');

const args = process.argv.slice(2);
const folder = userFolder('crawlscope');
process.chdir(ROOT);

/** Runs the built command in this process, which npm has started as it should be, or which becomes such a one. False where neither can be. */
function runHere() {
  const words = cliWords(args);
  const [node] = words;
  const isReady = process.execPath === node && ENGINE_FLAGS.every(flag => process.execArgv.includes(flag));
  // Windows has no such function, nor have older Nodes.
  if (!isReady && (process.execve === undefined || process.platform === 'win32')) return false;
  process.chdir(folder);
  if (!isReady) process.execve(node, words, process.env);
  const program = programFor(args);
  process.argv = [node, program, ...args];
  require(program);
  return true;
}

/** PDF is printed by Electron in a hidden window. Without one, or without a screen, the command line looks for a browser. */
async function choosePrinter() {
  const { findElectron } = await import('./electron-path.mjs');
  const electron = findElectron();
  const hasDisplay = process.platform !== 'linux' || process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'];
  const hasScreen = hasDisplay || (process.env['PATH'] ?? '').split(delimiter).some(folder => existsSync(join(folder, 'Xvfb')));
  if (electron && hasScreen) {
    const screen = hasDisplay ? [] : [process.execPath, join(ROOT, 'scripts/run/with-display.mjs')];
    process.env['CRAWLSCOPE_PRINT'] = JSON.stringify([...screen, electron.path, ROOT, '--disable-gpu', '--print-report']);
  }
}

/** The command line's own "could not finish". */
const COULD_NOT_FINISH = 3;

/** Runs the command in a second process. */
async function runThere() {
  const { runCommand } = require('./run-command.cjs');
  const { code } = await runCommand(args, folder);
  process.exitCode = code;
}

/** Installs and builds what is missing, and runs the command in a second process. */
async function runAfterBuild() {
  const { ensureBuilt, ensureInstalled } = await import('./bootstrap.mjs');
  ensureInstalled();
  ensureBuilt();
  await runThere();
}

/** Runs the command where nothing is missing, without the code that installs and builds: to load it takes an older Node 0.1 s. */
async function runBuilt() {
  if (!runHere()) await runThere();
}

const isPdf = args[0] === 'report' && args.some(arg => /^(--format=)?pdf$/.test(arg));

function start() {
  const isCurrent = isInstalledSince() && isBuilt({ release: process.env['CRAWLSCOPE_RELEASE'] === '1', ofWindow: false });
  return runMain(isCurrent ? runBuilt : runAfterBuild, COULD_NOT_FINISH);
}

if (isPdf) choosePrinter().then(start);
else start();
