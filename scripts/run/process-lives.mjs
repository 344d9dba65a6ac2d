// Whether a process runs, for the scripts that start on plain Node 20. Programs and tests use electron/browser/process-lives.ts.
import { readFileSync } from 'node:fs';

/** One that has ended but that its parent has not collected yet (a zombie) still gets signals, and does not run. */
export function processLives(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // A process of another user.
    if (error.code !== 'EPERM') return false;
  }
  try {
    // proc(5): the state comes after the name, which may contain anything.
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    // The system has no such file, or the process has just gone; then it is found dead the next time.
    return true;
  }
}
