// node scripts/run/with-display.mjs COMMAND ARGUMENTS…: runs a command, on a virtual screen where there is no display.
// Xvfb is started directly (it picks a free number itself); its wrapper xvfb-run would also need xauth.
import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { resolve } from 'node:path';
import { runMain, Stop } from './bootstrap.mjs';

/** True on a Linux without X11 or Wayland. */
export const hasNoDisplay = () => process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY'];

const PATIENCE_MS = 2_000;

/** True when something listens at one of these addresses (paths; a leading NUL names an abstract socket). */
async function listens(addresses) {
  const attempts = addresses.map(
    address =>
      new Promise(done => {
        const socket = connect(address);
        const end = answer => {
          socket.destroy();
          done(answer);
        };
        socket.setTimeout(PATIENCE_MS, () => end(false));
        socket.on('connect', () => end(true)).on('error', () => end(false));
      }),
  );
  return (await Promise.all(attempts)).includes(true);
}

/**
 * Why no window can open here, as the end of a sentence; undefined when one can. A DISPLAY left over from another login, or
 * forwarded by a connection that has ended, counts as none. Other systems than Linux always have one.
 */
export async function whyNoWindow(env = process.env) {
  if (process.platform !== 'linux') return undefined;
  const { DISPLAY: display, WAYLAND_DISPLAY: wayland, XDG_RUNTIME_DIR: runtime = '' } = env;
  if (!display && !wayland) return 'DISPLAY and WAYLAND_DISPLAY are not set';
  if (wayland && (await listens([resolve(runtime, wayland)]))) return undefined;
  const [, host = '', number] = /^(?:[^/]*\/)?([^:]*):(\d+)/.exec(display ?? '') ?? [];
  const path = `/tmp/.X11-unix/X${number}`;
  const isLocal = host === '' || host === 'unix';
  const addresses = isLocal ? [path, `\0${path}`] : [{ host, port: 6000 + Number(number) }];
  if (number !== undefined && (await listens(addresses))) return undefined;
  return `nothing answers at ${display ? `DISPLAY ${display}` : `WAYLAND_DISPLAY ${wayland}`}`;
}

/** Starts Xvfb and resolves with its display name and a function that ends it. Rejects with `Stop` when it cannot start in 15 s. */
export function startDisplay() {
  return new Promise((done, fail) => {
    const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    const timer = setTimeout(() => {
      server.kill();
      fail(new Stop('Xvfb did not start within 15 s'));
    }, 15_000);
    let text = '';
    server.stdio[3].on('data', part => {
      text += part;
      if (!text.includes('\n')) return;
      clearTimeout(timer);
      done({ display: `:${text.trim()}`, stop: () => server.kill() });
    });
    server.on('error', error => {
      clearTimeout(timer);
      fail(new Stop(error.code === 'ENOENT' ? 'there is no display and no Xvfb: apt-get install xvfb' : error.message));
    });
    server.on('exit', code => {
      clearTimeout(timer);
      fail(new Stop(`Xvfb ended with exit code ${code}`));
    });
  });
}

/** Runs a command to its end with inherited output, on a virtual screen if needed. Resolves with the exit code. */
export async function runWithDisplay(command, args, options = {}) {
  const screen = hasNoDisplay() && !options.env?.['DISPLAY'] ? await startDisplay() : undefined;
  try {
    const env = { ...process.env, ...options.env, ...(screen ? { DISPLAY: screen.display } : {}) };
    const child = spawn(command, args, {
      stdio: 'inherit',
      shell: process.platform === 'win32' && !/[\\/]/.test(command),
      ...options,
      env,
    });
    const end = signal => child.kill(signal);
    process.on('SIGINT', end).on('SIGTERM', end);
    return await new Promise((done, fail) => {
      child.on('error', error => fail(new Stop(`${command}: ${error.message}`)));
      child.on('exit', (code, signal) => done(code ?? (signal ? 1 : 0)));
    }).finally(() => process.off('SIGINT', end).off('SIGTERM', end));
  } finally {
    screen?.stop();
  }
}

if (process.argv[1] && resolve(process.argv[1]) === import.meta.filename) {
  await runMain(async () => {
    const [command, ...args] = process.argv.slice(2);
    if (!command) throw new Stop('usage: node scripts/run/with-display.mjs COMMAND ARGUMENTS…');
    process.exitCode = await runWithDisplay(command, args);
  });
}
