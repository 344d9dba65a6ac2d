import { readFileSync } from 'node:fs';

/** Who crawls a file: boot, process and its start, so that a reused process id is not mistaken for the owner. */

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
  } catch (error) {
    // Not Linux: the process id and the heartbeat decide alone.
    return error instanceof Error ? 'boot' : 'boot';
  }
}

function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch (error) {
    return error instanceof Error ? '' : '';
  }
}

export const ownName = (): string => `${bootId()}:${process.pid}:${startOf(process.pid)}`;

const heartbeatMs = 30_000;

/** Whether the process named by an owner string still runs. Without /proc a fresh heartbeat of a living pid counts. */
export function isAlive(owner: string | null, heartbeatAt: number | null, nowAt: number): boolean {
  if (!owner) return false;
  const [boot, pidText, start] = owner.split(':');
  const pid = Number(pidText);
  const fresh = heartbeatAt !== null && nowAt - heartbeatAt < heartbeatMs;
  // Another boot, or another machine on a shared disk: only its heartbeat can tell.
  if (!pid || boot !== bootId()) return fresh;
  if (pid === process.pid && start === startOf(pid)) return true;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  return start ? start === startOf(pid) : fresh;
}
