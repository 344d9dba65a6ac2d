import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/** Bytes of memory of a process that are its own; null if it has ended or the system does not tell. */
export async function processMemory(pid: number): Promise<number | null> {
  if (process.platform === 'linux') {
    // /proc/PID/statm: size, resident, shared, … in pages (proc(5)).
    const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => null);
    if (statm === null) return null;
    const [, resident = 0, shared = 0] = statm.split(' ').map(Number);
    return (resident - shared) * 4_096;
  }
  if (process.platform === 'win32') {
    const line = await outputOf('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH']);
    const kilobytes = /"([^"]*)"\s*$/.exec(line.trim())?.[1]?.replace(/\D/g, '') ?? '';
    return kilobytes === '' ? null : Number(kilobytes) * 1_024;
  }
  const kilobytes = (await outputOf('ps', ['-o', 'rss=', '-p', String(pid)])).trim();
  return /^\d+$/.test(kilobytes) ? Number(kilobytes) * 1_024 : null;
}

function outputOf(program: string, args: readonly string[]): Promise<string> {
  return new Promise(resolve => {
    execFile(program, args, { timeout: 5_000, windowsHide: true }, (_error, output) => resolve(output));
  });
}

/** How often a process is looked at: where that starts a program, less often. */
const everyMs = process.platform === 'linux' ? 150 : 2_000;

/** Calls `over` once when a process holds more than `limit` bytes. Returns what ends the watch. */
export function watchMemory(pid: number, limit: number, over: (bytes: number) => void): () => void {
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const look = async (): Promise<void> => {
    const bytes = await processMemory(pid);
    if (isOver) return;
    if (bytes !== null && bytes > limit) {
      isOver = true;
      over(bytes);
      return;
    }
    timer = setTimeout(() => void look(), everyMs);
  };
  timer = setTimeout(() => void look(), everyMs);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
