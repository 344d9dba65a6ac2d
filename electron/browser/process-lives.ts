import { readFileSync } from 'node:fs';

/**
 * What Linux says of a process, from its state on (field 3 of proc(5)); null where the system has no such file or the process is gone. The name before
 * may contain anything, a closing bracket too.
 */
export function processFields(pid: number): readonly string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  }
}

/** Whether a process runs. One that has ended but that its parent has not collected yet (a zombie) still gets signals, and does not run. */
export function processLives(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // A process of another user.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  const state = processFields(pid)?.[0] ?? '';
  return state !== 'Z' && state !== 'X';
}
