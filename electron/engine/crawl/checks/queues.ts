import type { Store } from '#storage/store.ts';

/** Checks, probes and resources of rendered pages have separate tables, but share the request slots and clocks of an origin. */

const least = (a: number | null, b: number | null): number | null => (a === null || b === null ? (a ?? b) : Math.min(a, b));

/** Earliest due time of what an origin has queued; null: nothing. */
export const nextDue = ({ checks, probes, resources }: Store, originId: number): number | null =>
  least(least(checks.nextDue(originId), probes.nextDue(originId)), resources.nextDue(originId));

/** The next origin with something queued, in order of id; null after the last. */
export const originAfter = ({ checks, probes }: Store, originId: number): number | null =>
  least(checks.originAfter(originId), probes.originAfter(originId));

/** What waits or is in flight. */
export const openChecks = ({ checks, probes }: Store): number => checks.open() + probes.open();
