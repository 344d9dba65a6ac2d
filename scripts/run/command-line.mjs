// The built command line as a child process: with its output shown, or captured.
import { spawn, spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { cliWords, node24, ROOT, Stop } from './checkout.cjs';

const CLI = join(ROOT, 'out/engine/cli.cjs');
/** A terminal, npm and a launcher may all pass on the same Ctrl+C within this time. */
const SAME_REQUEST_MS = 500;

/**
 * Runs a command with inherited output in `cwd`. Resolves with its exit code and whether a signal stopped it. Ctrl+C
 * and SIGTERM go to the command, which shuts down cleanly and prints what remains.
 */
export function runCommand(args, cwd) {
  const [command, ...words] = cliWords(args);
  const child = spawn(command, words, { stdio: 'inherit', cwd });
  // A terminal sends Ctrl+C to every process of the group, so passing it on would deliver it twice.
  const inTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
  let passedOn = 0;
  let interrupted = false;
  const listeners = ['SIGINT', 'SIGTERM'].map(signal => [
    signal,
    () => {
      interrupted = true;
      if ((signal === 'SIGINT' && inTerminal) || Date.now() - passedOn < SAME_REQUEST_MS) return;
      passedOn = Date.now();
      child.kill(signal);
    },
  ]);
  for (const [signal, listener] of listeners) process.on(signal, listener);
  return new Promise((done, fail) => {
    child.on('error', error => fail(new Stop(`the command line could not be started: ${error.message}`)));
    child.on('exit', (code, signal) => done({ code: code ?? 128 + (constants.signals[signal] ?? 0), interrupted }));
  }).finally(() => {
    for (const [signal, listener] of listeners) process.off(signal, listener);
  });
}

/** What a command prints. Throws `Stop` with the command's own line when it fails. */
export function askCommand(args, cwd) {
  const result = spawnSync(node24(), [CLI, ...args], { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (result.status === 0) return result.stdout;
  throw new Stop((result.stderr ?? '').trim().replace(/^crawlscope: /, '') || `${args[0]} ended with ${result.status}`);
}
