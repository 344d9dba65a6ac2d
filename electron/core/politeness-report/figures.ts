import type { Peak } from '#shared/model/politeness.ts';
import { endOf, type JournalEntry } from './journal.ts';

/** Most requests in flight at once; an end at the same instant comes before a start. */
export function mostInFlight(entries: readonly JournalEntry[]): number {
  const changes = entries.flatMap(entry => [
    { at: entry.startedAt, by: 1 },
    { at: endOf(entry), by: -1 },
  ]);
  changes.sort((a, b) => (a.at === b.at ? a.by - b.by : a.at - b.at));
  let now = 0;
  let most = 0;
  for (const { by } of changes) {
    now += by;
    if (now > most) most = now;
  }
  return most;
}

/** The most requests that started within any period of `spanMs`. `entries` in order of their start. */
export function peakOf(entries: readonly JournalEntry[], spanMs: number): Peak | null {
  let best: Peak | null = null;
  let first = 0;
  for (let last = 0; last < entries.length; last += 1) {
    const until = (entries[last] as JournalEntry).startedAt;
    while ((entries[first] as JournalEntry).startedAt <= until - spanMs) first += 1;
    const requests = last - first + 1;
    if (best === null || requests > best.requests) best = { requests, at: (entries[first] as JournalEntry).startedAt };
  }
  return best;
}

/** The middle one, the mean of the two middle ones for an even number; null for none. */
export function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  const upper = sorted[middle] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2;
}

/** The smallest, null for none. */
export function smallest(values: readonly number[]): number | null {
  let least: number | null = null;
  for (const value of values) if (least === null || value < least) least = value;
  return least;
}
