// npm start [-- --demo | FILE.crawl]: installs and builds what is missing, finds an Electron and opens the window.
import { spawn } from 'node:child_process';
import { binFile, ensureBuilt, ensureInstalled, node24, ROOT, runMain, Stop, say, userFolder } from './bootstrap.mjs';
import { appEnvironment, obtainElectron } from './electron-path.mjs';
import { aptCommand, isDebian, isRoot, missingLibraries } from './system-packages.mjs';
import { hasNoDisplay } from './with-display.mjs';

function refuseMissingLibraries(path) {
  const { libraries, packages } = missingLibraries(path);
  if (libraries.length === 0) return;
  const how = isDebian() ? `install them with: ${aptCommand(packages)}` : 'install them with your system’s package manager';
  throw new Stop(`Electron cannot start, these system libraries are missing: ${libraries.join(', ')}; ${how}`);
}

await runMain(async () => {
  const args = process.argv.slice(2);
  const dev = args.includes('--dev');
  if (hasNoDisplay()) {
    say(
      'there is no display here (DISPLAY and WAYLAND_DISPLAY are unset), so no window can open. The same engine without a window:',
    );
    process.stdout.write('npm run --silent crawlscope -- crawl --demo --out demo.crawl\n');
    return;
  }
  ensureInstalled();
  if (!dev) ensureBuilt({ release: false });
  const electron = await obtainElectron();
  refuseMissingLibraries(electron.path);
  const root = process.platform === 'linux' && isRoot();
  if (root) say('started as root: Chromium has no sandbox for root, so it runs with --no-sandbox. Prefer an ordinary user.');
  const env = appEnvironment(electron);
  const rest = args.filter(arg => arg !== '--dev');
  const [command, commandArgs] = dev
    ? [node24(), [binFile('electron-vite'), 'dev', ...(root ? ['--noSandbox'] : []), ...(rest.length > 0 ? ['--', ...rest] : [])]]
    : [electron.path, [...(root ? ['--no-sandbox'] : []), ROOT, ...rest]];
  if (dev) env['ELECTRON_EXEC_PATH'] = electron.path;
  const child = spawn(command, commandArgs, { stdio: 'inherit', cwd: dev ? ROOT : userFolder('start'), env });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.stdin.isTTY || child.kill(signal));
  process.exitCode = await new Promise((done, fail) => {
    child.on('error', error => fail(new Stop(`Electron could not be started: ${error.message}`)));
    child.on('exit', code => done(code ?? 1));
  });
});
