// Processor time of commands and all their processes, by the shell's own account. Needs sh.
import { spawn } from 'node:child_process';
import { Stop } from '../run/bootstrap.mjs';

/**
 * Runs a shell script and resolves with the seconds of user and system time of its commands. `words`: its `"$@"`. `before`: words of a program that
 * runs the shell. Rejects with `Stop`, which names `what`, if it cannot start or ends with another code than 0.
 */
export function shellSeconds(script, words, { what, before = [], cwd }) {
  const [program, ...rest] = [...before, 'sh', '-c', `${script}; times`, 'sh', ...words];
  const child = spawn(program, rest, { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.on('data', chunk => (out += chunk));
  return new Promise((done, fail) => {
    child.on('error', error => fail(new Stop(`${program} could not be started: ${error.message}`)));
    child.on('close', code => {
      const parts = [...(out.trim().split('\n').at(-1) ?? '').matchAll(/(\d+)m([\d.]+)s/g)];
      if (code !== 0 || parts.length !== 2) fail(new Stop(`${what} ended with ${code}`));
      else done(parts.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0));
    });
  });
}
