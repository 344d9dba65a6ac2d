import { type ChildProcess, type SpawnOptionsWithoutStdio, spawn } from 'node:child_process';
import { resolve } from 'node:path';

/** The command line from source: Node 24 strips the types. Under an older Node the project's own is used. */
export const node = Number(process.versions.node.split('.')[0]) >= 24 ? process.execPath : resolve('node_modules/.bin/node');
export const cli = resolve('electron/cli/index.ts');

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Starts a program; `ended` resolves with what it said. */
export function start(
  command: string,
  argv: readonly string[],
  options: Pick<SpawnOptionsWithoutStdio, 'cwd' | 'env'> = {},
): { readonly child: ChildProcess; readonly err: () => string; readonly ended: Promise<Ended> } {
  const child = spawn(command, argv, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let err = '';
  child.stdout.on('data', chunk => (out += String(chunk)));
  child.stderr.on('data', chunk => (err += String(chunk)));
  return { child, err: () => err, ended: new Promise(done => child.once('close', code => done({ code, out, err }))) };
}

export const crawlscope = (...argv: readonly string[]) => start(node, [cli, ...argv]);
