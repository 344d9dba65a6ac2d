import { readdir, readFile } from 'node:fs/promises';

/** Of the system's clock ticks, in which Linux counts processor time: always 100 a second there (getconf CLK_TCK). */
const tickMs = 10;

export interface ProcessorTime {
  /** What a process has used with all its threads, milliseconds. */
  readonly usedMs: number;
  /** So long its threads were ready to run, and other programs ran. */
  readonly waitedMs: number;
}

/** Processor time of a process; null where the system does not tell. */
export async function processorTime(pid: number): Promise<ProcessorTime | null> {
  if (process.platform !== 'linux') return null;
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  // proc(5): fields 14 and 15, counted from the one after the name, which may contain anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  return Number.isFinite(ticks) ? { usedMs: ticks * tickMs, waitedMs: await waitedMs(pid) } : null;
}

/** A kernel without these numbers says 0. */
async function waitedMs(pid: number): Promise<number> {
  const folder = `/proc/${pid}/task`;
  const threads = await readdir(folder).catch(() => []);
  const waits = await Promise.all(
    threads.map(async thread => {
      // Linux, Documentation/scheduler/sched-stats.rst: time on the processor, time that it waited to run, both in nanoseconds, and slices.
      const line = await readFile(`${folder}/${thread}/schedstat`, 'utf8').catch(() => '');
      return (Number(line.split(' ')[1]) || 0) / 1e6;
    }),
  );
  return waits.reduce((sum, one) => sum + one, 0);
}

/**
 * Processor time of a page: what its process used, and what that and the processes that work for it waited. `own`: null if the browser does not tell.
 */
export async function pageTime(own: number | null, shared: () => Promise<readonly number[]>): Promise<ProcessorTime | null> {
  const page = own === null ? null : await processorTime(own);
  if (page === null) return null;
  const others = await Promise.all((await shared()).map(processorTime));
  return { usedMs: page.usedMs, waitedMs: others.reduce((sum, one) => sum + (one?.waitedMs ?? 0), page.waitedMs) };
}

/** The same look, at what comes from now on. */
export async function timeFromNow(look: () => Promise<ProcessorTime | null>): Promise<() => Promise<ProcessorTime | null>> {
  const before = await look();
  return async () => {
    const now = await look();
    return now && before ? { usedMs: now.usedMs - before.usedMs, waitedMs: now.waitedMs - before.waitedMs } : null;
  };
}

/** The share of its time that a page must have used of the processor, to have had its time. */
const enough = 0.75;
/** A page that neither uses nor wants more of the processor does not work but hangs. */
const least = 0.02;
/** The longest time for a page, as a multiple of its limit. */
const longest = 4;
export const longestMs = (limitMs: number): number => limitMs * longest;

/**
 * More time for a page to which a busy machine gave too little of the processor: its limit would say more about the machine than about the
 * page. Call what it returns when the time is over: milliseconds more, 0 for none. `look`: the page's processor time so far. `mostMs`: all
 * its time together.
 */
export function timeForStarved(
  look: () => Promise<ProcessorTime | null>,
  limitMs: number,
  mostMs = longestMs(limitMs),
): () => Promise<number> {
  const stepMs = limitMs / 3;
  let given = limitMs;
  let before = 0;
  return async () => {
    const now = await look();
    if (now === null || now.usedMs >= limitMs * enough || given + stepMs > mostMs) return 0;
    const wanted = now.usedMs + now.waitedMs;
    const isHanging = wanted - before < stepMs * least;
    before = wanted;
    if (isHanging) return 0;
    given += stepMs;
    return stepMs;
  };
}
