import { readFile } from 'node:fs/promises';

/** Of the system's clock ticks, in which Linux counts processor time: always 100 a second there (getconf CLK_TCK). */
const tickMs = 10;

/** Processor time that a process has used with all its threads, milliseconds; null where the system does not tell. */
export async function processorMs(pid: number): Promise<number | null> {
  if (process.platform !== 'linux') return null;
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  // proc(5): fields 14 and 15, counted from the one after the name, which may contain anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  return Number.isFinite(ticks) ? ticks * tickMs : null;
}

/** The share of its time that a page must have used of the processor, to have had its time. */
const enough = 0.75;
/** A page that uses less of the processor does not work but hangs, also on a machine with twenty other programs. */
const least = 0.02;
/** The longest time for a page, as a multiple of its limit. */
const longest = 4;

/**
 * More time for a page to which a busy machine gave too little of the processor: its limit would say more about the machine than about the
 * page. Call what it returns when the time is over: milliseconds more, 0 for none.
 */
export function timeForStarved(pid: number | null, limitMs: number): () => Promise<number> {
  const stepMs = limitMs / 3;
  let given = limitMs;
  let before = 0;
  return async () => {
    const used = pid === null ? null : await processorMs(pid);
    if (used === null || used >= limitMs * enough || given + stepMs > limitMs * longest) return 0;
    const isHanging = used - before < stepMs * least;
    before = used;
    if (isHanging) return 0;
    given += stepMs;
    return stepMs;
  };
}
