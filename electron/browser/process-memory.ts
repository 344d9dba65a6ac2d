import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/** Bytes of memory that are a process's own, for each process that still runs and of which the system tells. */
export async function processMemory(pids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const found = new Map<number, number>();
  if (process.platform === 'linux') {
    await Promise.all(
      pids.map(async pid => {
        // /proc/PID/statm: size, resident, shared, … in pages (proc(5)).
        const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => null);
        if (statm === null) return;
        const [, resident = 0, shared = 0] = statm.split(' ').map(Number);
        found.set(pid, (resident - shared) * 4_096);
      }),
    );
    return found;
  }
  if (process.platform === 'win32') {
    const lines = (await outputOf('tasklist', ['/FO', 'CSV', '/NH'])).split('\n');
    for (const line of lines) {
      // "name","pid","session","number","12,345 K"
      const fields = line.trim().slice(1, -1).split('","');
      const pid = Number(fields[1]);
      const kilobytes = fields[4]?.replace(/\D/g, '') ?? '';
      if (kilobytes !== '' && pids.includes(pid)) found.set(pid, Number(kilobytes) * 1_024);
    }
    return found;
  }
  const lines = (await outputOf('ps', ['-o', 'pid=,rss=', '-p', pids.join(',')])).split('\n');
  for (const line of lines) {
    const fields = /^\s*(\d+)\s+(\d+)\s*$/.exec(line);
    if (fields) found.set(Number(fields[1]), Number(fields[2]) * 1_024);
  }
  return found;
}

function outputOf(program: string, args: readonly string[]): Promise<string> {
  return new Promise(resolve => {
    execFile(program, args, { timeout: 5_000, windowsHide: true }, (_error, output) => resolve(output));
  });
}

/** How often processes are looked at: where that starts a program, less often. */
const everyMs = process.platform === 'linux' ? 150 : 2_000;

/** The processes that a page uses. */
export interface PageProcesses {
  /** The process that shows the page; null if the browser does not tell. */
  readonly own: number | null;
  /** Those that it shares with all pages of its browser: the browser itself, what draws, and what stores. */
  readonly shared: () => Promise<readonly number[]>;
}

/**
 * What a page may make the shared processes hold, as a part of its limit: no page that people use needs much of that. Chromium lets blobs wait
 * from about 490 MiB on, so that a page which only makes blobs never has half of 1 GiB.
 */
const sharedPart = 0.375;

/**
 * Calls `over` once when a page uses more than `limit` bytes: what its own process holds, and what the shared processes have grown by since
 * the watch began; or when these have grown by `sharedPart` of that. `isOwn`: its own process alone is too much. Returns what ends the watch.
 */
export function watchMemory(
  { own, shared }: PageProcesses,
  limit: number,
  over: (bytes: number, isOwn: boolean) => void,
): () => void {
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  let before: number | null = null;
  const look = async (): Promise<void> => {
    const pids = await shared();
    const memory = await processMemory(own === null ? pids : [own, ...pids]);
    if (isOver) return;
    const ours = own === null ? 0 : (memory.get(own) ?? 0);
    const theirs = pids.reduce((sum, pid) => sum + (memory.get(pid) ?? 0), 0);
    before ??= theirs;
    const grown = Math.max(0, theirs - before);
    const bytes = ours + grown;
    if (bytes > limit || grown > limit * sharedPart) {
      isOver = true;
      over(bytes, ours > limit);
      return;
    }
    timer = setTimeout(() => void look(), everyMs);
  };
  void look();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
