// npm start [-- --demo | FILE.crawl | URL… | --no-window]: installs and builds what is missing and opens the window. Where no
// window can open, or with --no-window, it crawls in the terminal instead (terminal.mjs).
import { spawn } from 'node:child_process';
import { binFile, ensureBuilt, ensureInstalled, node24, ROOT, runMain, Stop, say, userFolder } from './bootstrap.mjs';
import { appEnvironment, obtainElectron } from './electron-path.mjs';
import { ensureLibraries, isRoot } from './system-packages.mjs';
import { namesUrls, runInTerminal } from './terminal.mjs';
import { whyNoWindow } from './with-display.mjs';

const WITHOUT_WINDOW = 'To crawl in this terminal instead: npm start -- --no-window';

async function openWindow(args, isDev) {
  const electron = await obtainElectron();
  ensureLibraries(electron.path, { instead: WITHOUT_WINDOW });
  const root = process.platform === 'linux' && isRoot();
  if (root) say('started as root: Chromium has no sandbox for root, so it runs with --no-sandbox. Prefer an ordinary user.');
  const env = appEnvironment(electron);
  const [command, commandArgs] = isDev
    ? [node24(), [binFile('electron-vite'), 'dev', ...(root ? ['--noSandbox'] : []), ...(args.length > 0 ? ['--', ...args] : [])]]
    : [electron.path, [...(root ? ['--no-sandbox'] : []), ROOT, ...args]];
  if (isDev) env['ELECTRON_EXEC_PATH'] = electron.path;
  const child = spawn(command, commandArgs, { stdio: 'inherit', cwd: isDev ? ROOT : userFolder('start'), env });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.stdin.isTTY || child.kill(signal));
  return await new Promise((done, fail) => {
    child.on('error', error => fail(new Stop(`Electron could not be started: ${error.message}`)));
    child.on('exit', code => done(code ?? 1));
  });
}

await runMain(async () => {
  const args = process.argv.slice(2).filter(arg => arg !== '--dev');
  const isDev = process.argv.includes('--dev');
  const isWindowRefused = args.includes('--no-window');
  const why = isWindowRefused ? undefined : await whyNoWindow();
  if (why !== undefined) {
    if (isDev) throw new Stop(`no window can open here: ${why}`);
    say(`no window can open here (${why}), so this runs in the terminal.`);
  }
  ensureInstalled();
  if (!isDev) ensureBuilt({ release: false });
  const isInTerminal = isWindowRefused || why !== undefined;
  if (!isInTerminal && !namesUrls(args)) {
    process.exitCode = await openWindow(args, isDev);
    return;
  }
  const { code, file } = await runInTerminal(args, userFolder('start'));
  process.exitCode = code === 0 && !isInTerminal ? await openWindow([file], isDev) : code;
});
