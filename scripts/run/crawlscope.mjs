// npm run --silent crawlscope -- <command>: the command line of a checkout, run by Node 24.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { cliWords, ENGINE_FLAGS, isBuilt, isInstalledSince, programFor, userFolder } from './checkout.mjs';

const args = process.argv.slice(2);
const folder = userFolder('crawlscope');

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
  createRequire(program)(program);
  return true;
}

/** PDF is printed by Electron. The command line says so where there is none. */
if (args[0] === 'report' && args.some(arg => /^(--format=)?pdf$/.test(arg))) {
  const { findElectron } = await import('./electron-path.mjs');
  const electron = findElectron();
  const here = name => fileURLToPath(new URL(name, import.meta.url));
  const hasDisplay = process.platform !== 'linux' || process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'];
  // Chromium's sandbox refuses to start for root.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  if (electron) {
    const display = hasDisplay ? [] : [process.execPath, here('with-display.mjs')];
    process.env['CRAWLSCOPE_PRINT'] = JSON.stringify([...display, electron.path, ...asRoot, '--disable-gpu', here('print-pdf')]);
  }
}

const isCurrent = isInstalledSince() && isBuilt({ release: process.env['CRAWLSCOPE_RELEASE'] === '1' });
if (!isCurrent || !runHere()) {
  const { ensureBuilt, ensureInstalled, runMain } = await import('./bootstrap.mjs');
  const { runCommand } = await import('./command-line.mjs');
  // Exit code 3 is the command line's own "could not finish".
  await runMain(async () => {
    ensureInstalled();
    ensureBuilt();
    const { code } = await runCommand(args, folder);
    process.exitCode = code;
  }, 3);
}
