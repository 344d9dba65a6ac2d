// Starts the site server, and other programs under measurement: CPU of that process alone (user and system), peak memory, wall time.
import { execFileSync, fork, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../run/bootstrap.mjs';

export const scratch = join(ROOT, '.cache/bench');
const hook = join(ROOT, 'scripts/bench/measure-hook.cjs');

/** Starts a site server; `counts()` returns what it served, `close()` ends it. */
export async function startSite(...args) {
  const child = fork(join(ROOT, 'scripts/bench/server.mjs'), args.map(String), { execArgv: [] });
  const { port } = await new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', code => reject(new Error(`the site server ended with code ${code}`)));
  });
  return {
    url: `http://127.0.0.1:${port}/`,
    counts: () =>
      new Promise(resolve => {
        child.once('message', resolve);
        child.send('count');
      }),
    close: () =>
      new Promise(resolve => {
        child.removeAllListeners('exit');
        child.once('exit', resolve);
        child.disconnect();
      }),
  };
}

/** A clean folder for one run. */
export function emptyFolder(name) {
  const path = join(scratch, name);
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
  return path;
}

/** Resident memory of a living process in MiB, 0 when it has ended. */
export function residentMib(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/**
 * Runs a Node program to its end, or to `timeoutMs`. `onStart(child)` may watch it. Resolves to its output and costs; throws when
 * it fails.
 */
export async function runMeasured(
  args,
  { cwd, nodeOptions = [], timeoutMs = 600_000, onStart = () => undefined, niceness = 0 } = {},
) {
  const file = join(scratch, `measure-${process.pid}.json`);
  rmSync(file, { force: true });
  const node = [...nodeOptions, '--require', hook, ...args];
  const started = performance.now();
  const [program, list] = niceness ? ['nice', ['-n', String(niceness), process.execPath, ...node]] : [process.execPath, node];
  const child = spawn(program, list, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, BENCH_MEASURE: file },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', data => {
    stdout += data;
  });
  child.stderr.on('data', data => {
    stderr = (stderr + data).slice(-4_000);
  });
  onStart(child);
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    child.kill('SIGTERM');
  }, timeoutMs);
  const code = await new Promise(resolve => child.once('exit', resolve));
  clearTimeout(timer);
  const wallMs = performance.now() - started;
  if (!existsSync(file)) throw new Error(`${args[0]} ended with code ${code} and no measurement.\n${stderr}`);
  const { userUs, systemUs, peakKib } = JSON.parse(readFileSync(file, 'utf8'));
  return { code, late, stdout, stderr, wallMs, userUs, systemUs, cpuUs: userUs + systemUs, peakMib: peakKib / 1024 };
}

/** Bundles the engine as the product ships it. Returns the command line's entry. */
export function buildEngine() {
  const out = join(scratch, 'engine');
  execFileSync(
    process.execPath,
    [
      join(ROOT, 'node_modules/vite/bin/vite.js'),
      'build',
      '--config',
      'engine.vite.config.ts',
      '--logLevel',
      'warn',
      '--outDir',
      out,
    ],
    { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  return join(out, 'cli.cjs');
}
