import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';

/** How much the heap may grow after a collection until the next one, in per cent of what is in use. */
const leastGrowth = 50;
/** The same while little is in use. With more, a heap that fills fast would take several times what it needs. */
const mostGrowth = 250;
/** A heap smaller than this, in bytes, may grow to this size, but not by more than `mostGrowth`. */
const freeSize = 128 * 1024 * 1024;

/** The growth, in per cent, of a heap of which `used` bytes are in use after a collection. */
export function growthOf(used: number): number {
  const percent = Math.round((freeSize / used - 1) * 100);
  return Math.min(mostGrowth, Math.max(leastGrowth, percent));
}

let isObserved = false;

/**
 * V8 collects garbage when the heap has grown by half; a small heap may grow by more. By default, V8 lets the heap grow to several times what is
 * in use, above all while other programs use the processors: a crawl of many hosts with long robots.txt files took twice the memory
 * (scripts/proofs/robots-hosts.mjs). Call it before the first request. As an option of the process it would cost more, as those of `optimizeLater`
 * would.
 */
export function collectSooner(): void {
  if (isObserved) return;
  isObserved = true;
  grow();
  new PerformanceObserver(list => {
    if (list.getEntries().some(isOfWholeHeap)) grow();
  }).observe({ entryTypes: ['gc'] });
}

const isOfWholeHeap = (entry: PerformanceEntry & { detail?: { kind?: number } }): boolean =>
  entry.detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR;

function grow(): void {
  const { used_heap_size: used, external_memory: outside } = getHeapStatistics();
  setFlagsFromString(`--heap-growing-percent=${growthOf(used + outside)}`);
}
