import type { CheckCount, CheckInfo } from '#shared/model/audit.ts';
import { Members } from './members.ts';
import { byPopulation, narrowed } from './populations.ts';
import { readCensusFile } from './urls.ts';

type Looks = Pick<CheckInfo, 'id' | 'population'>;

/** A count of a check as `issues F.crawl --format json` prints it. */
export interface Reported extends CheckCount {
  readonly check: string;
}

export interface CensusRow {
  readonly check: string;
  readonly population: string;
  readonly hits: number;
  readonly checked: number;
  readonly notCheckable: number;
  /** What the tables of the file say that the check looks at; null: nobody has said how to count it. */
  readonly expected: number | null;
  /** What is wrong; '' for nothing. */
  readonly wrong: string;
}

/** Checks whose members are found only by reading bodies again: their own proofs recompute them. */
const uncounted: ReadonlySet<string> = new Set(['sd.url_mismatch', 'robots.llms_bad']);

/**
 * Compares what an audit counted with a census of the crawl file: for every check, hits are at most what was checked, and checked and not
 * checkable together are what the file's own tables say the check looks at.
 */
export function census(path: string, checks: readonly Looks[], reported: readonly Reported[]): CensusRow[] {
  const members = new Members(readCensusFile(path));
  const known = new Map<(members: Members) => number, number>();
  const expectedOf = ({ id, population }: Looks): number | null => {
    const count = uncounted.has(id) ? undefined : (narrowed[id] ?? byPopulation[population]);
    if (count === undefined) return null;
    const found = known.get(count) ?? count(members);
    known.set(count, found);
    return found;
  };
  const byId = new Map(reported.map(row => [row.check, row]));
  return checks.map(check => {
    const row = byId.get(check.id);
    const { hits = -1, checked = -1, notCheckable = {} } = row ?? {};
    const missed = Object.values(notCheckable).reduce((sum, count) => sum + count, 0);
    const expected = expectedOf(check);
    const wrong = [
      ...(row === undefined ? ['not reported'] : []),
      ...(hits > checked ? ['more hits than checked'] : []),
      ...(Math.min(hits, checked, ...Object.values(notCheckable)) < 0 ? ['a negative count'] : []),
      ...(expected !== null && checked + missed !== expected ? [`${checked + missed} looked at, ${expected} in the file`] : []),
    ].join('; ');
    return { check: check.id, population: check.population, hits, checked, notCheckable: missed, expected, wrong };
  });
}
