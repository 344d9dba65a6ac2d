// Lets a program that is measured run before all others. Linux, root.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

const ahead = -15;

const groupOf = pid => readFileSync(`/proc/${pid}/autogroup`, 'utf8').split(' ')[0];

/**
 * Linux first divides the processor between sessions (sched(7), “The autogroup feature”). So this prefers the whole session of the program, unless it is
 * our own session.
 */
function groupAhead(pid) {
  if (existsSync('/proc/self/autogroup') && groupOf(pid) !== groupOf('self'))
    writeFileSync(`/proc/${pid}/autogroup`, String(ahead));
}

/** Every thread of a process and of those that it started: ahead of other programs, the engine a little behind the window. */
export function runAhead(pid, priority = ahead) {
  groupAhead(pid);
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    setPriority(Number(thread), priority);
    const children = readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean);
    for (const child of children) {
      const isEngine = readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('/engine/');
      runAhead(Number(child), isEngine ? priority + 5 : priority);
    }
  }
}

/** Runs this program again in a session of its own, ahead of all others, without the argument `option`. Ends with its exit code. */
export async function rerunAhead(option) {
  const args = process.argv.slice(1).filter(each => each !== option);
  const child = spawn(process.execPath, [...process.execArgv, ...args], { detached: true, stdio: 'inherit' });
  runAhead(child.pid);
  process.exit(await new Promise(done => child.once('exit', code => done(code ?? 1))));
}
