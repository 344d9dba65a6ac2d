import { readdir, readFile } from 'node:fs/promises';
import { processFields } from './process-lives.ts';

/** Of the system's clock ticks, in which Linux counts processor time: always 100 a second there (getconf CLK_TCK). */
const tickMs = 10;

export interface ProcessorTime {
  /** What a process has used with all its threads, milliseconds. */
  readonly usedMs: number;
  /** Milliseconds that its threads were ready to run while other programs ran. */
  readonly waitedMs: number;
}

/** Processor time of a process; null if the system does not report it. */
export async function processorTime(pid: number): Promise<ProcessorTime | null> {
  if (process.platform !== 'linux') return null;
  const fields = processFields(pid);
  if (fields === null) return null;
  // proc(5): fields 14 and 15.
  const ticks = Number(fields[11]) + Number(fields[12]);
  return Number.isFinite(ticks) ? { usedMs: ticks * tickMs, waitedMs: await waitedMs(pid) } : null;
}

/** 0 on a kernel that does not count this. */
async function waitedMs(pid: number): Promise<number> {
  const folder = `/proc/${pid}/task`;
  const threads = await readdir(folder).catch(() => []);
  const waits = await Promise.all(
    threads.map(async thread => {
      // Linux, Documentation/scheduler/sched-stats.rst: nanoseconds on the processor, nanoseconds of waiting to run, and number of time slices.
      const line = await readFile(`${folder}/${thread}/schedstat`, 'utf8').catch(() => '');
      return (Number(line.split(' ')[1]) || 0) / 1e6;
    }),
  );
  return waits.reduce((sum, one) => sum + one, 0);
}

/**
 * Processor time of a page: the time that its process used, and the time that this process and the processes that work for it waited. `own`: null if the
 * browser does not report it.
 */
export async function pageTime(own: number | null, shared: () => Promise<readonly number[]>): Promise<ProcessorTime | null> {
  const page = own === null ? null : await processorTime(own);
  if (page === null) return null;
  const others = await Promise.all((await shared()).map(processorTime));
  return { usedMs: page.usedMs, waitedMs: others.reduce((sum, one) => sum + (one?.waitedMs ?? 0), page.waitedMs) };
}

/** Wraps `look`: times count from now. */
export async function timeFromNow(look: () => Promise<ProcessorTime | null>): Promise<() => Promise<ProcessorTime | null>> {
  const before = await look();
  return async () => {
    const now = await look();
    return now && before ? { usedMs: now.usedMs - before.usedMs, waitedMs: now.waitedMs - before.waitedMs } : null;
  };
}

/** A page that used this share of its limit on the processor gets no more time. */
const enough = 0.75;
/** A page that neither uses nor waits for this share of the processor hangs. */
const least = 0.02;
/** The longest time for a page, as a multiple of its limit. */
const longest = 4;
export const longestMs = (limitMs: number): number => limitMs * longest;

/**
 * Gives a page more time if a busy machine gave it too little of the processor. Otherwise its limit would say more about the machine than about
 * the page. Call the returned function when the time is over: it returns the additional milliseconds, 0 for none. `look`: the page's processor time so
 * far. `mostMs`: the limit of the whole time.
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

/**
 * The answer; null if a limit is over before it comes. Adds time if a busy machine gave the page too little. `look`: processor time since the limit
 * began. It is not asked after the answer.
 */
export async function inTime<T>(
  answer: Promise<T>,
  look: () => Promise<ProcessorTime | null>,
  limitMs: number,
): Promise<T | null> {
  const moreTime = timeForStarved(look, limitMs);
  const isOver = Symbol('over');
  for (let ms = limitMs; ms > 0; ms = await moreTime()) {
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<typeof isOver>(resolve => {
      timer = setTimeout(resolve, ms, isOver).unref();
    });
    const first = await Promise.race([answer, over]);
    clearTimeout(timer);
    if (first !== isOver) return first;
  }
  return Promise.race([answer, null]);
}
