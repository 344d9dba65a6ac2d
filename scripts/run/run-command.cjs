// The built command line as a child process with its output shown. It is CommonJS because `crawlscope.cjs` loads it at every start under an older
// Node and on Windows.
const { spawn } = require('node:child_process');
const { constants } = require('node:os');
const { cliWords, Stop } = require('./checkout.cjs');

/** A terminal, npm and a launcher may all pass on the same Ctrl+C within this time. */
const SAME_REQUEST_MS = 500;

/**
 * Runs a command with inherited output in `cwd`. Resolves with its exit code and whether a signal stopped it. Ctrl+C
 * and SIGTERM go to the command, which shuts down cleanly and prints what remains.
 */
function runCommand(args, cwd) {
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

module.exports = { runCommand };
