import { writeFileSync } from 'node:fs';

const lowerBy = 10;
const triesLeft = 5;
/** An ordinary user may change one group in 100 ms, whoever did it last. */
const againMs = 150;

/**
 * Lets a program that was started in a session of its own step back behind the window. Linux shares the processor first between sessions
 * (sched(7), “The autogroup feature”) and looks at nice values only inside one. So the low priority that the program has from the engine
 * would not count. Does nothing where the system has no such groups, and when the program has ended.
 */
export function stepBack(pid: number, tries = triesLeft): void {
  if (process.platform !== 'linux') return;
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(lowerBy));
  } catch (error) {
    const isTooSoon = (error as NodeJS.ErrnoException).code === 'EAGAIN';
    if (isTooSoon && tries > 0) setTimeout(stepBack, againMs, pid, tries - 1).unref();
  }
}
