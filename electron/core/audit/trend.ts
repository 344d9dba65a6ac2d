import type { Steps } from '../steps.ts';
import { finish } from '../steps.ts';
import type { Audit, CheckResult } from './result.ts';

/** How the hits of a check moved since an earlier crawl. URLs are compared by their address. */
export interface CheckTrend {
  /** URLs that are hit now and were not before. */
  readonly new: number;
  readonly persisting: number;
  /** Hit before; the present crawl has the URL and the check does not hit it. */
  readonly fixed: number;
  /** Hit before; the present crawl has no such URL, or no response of it. */
  readonly gone: number;
  /** The addresses that are new. */
  readonly newUrls: ReadonlySet<string>;
  /** The addresses that are fixed, and those that are gone. */
  readonly fixedUrls: readonly string[];
  readonly goneUrls: readonly string[];
}

const addressesOf = (audit: Audit, { ids, others }: CheckResult): Set<string> => {
  const found = new Set<string>();
  for (const id of ids) {
    const url = audit.site.url(id);
    if (url) found.add(url.url);
  }
  for (const { url } of others) found.add(url);
  return found;
};

/** The URLs of a segment, by their ids in each of the two crawls. */
export interface TrendSegment {
  readonly now: (id: number) => boolean;
  /** Decides about the URLs that this crawl does not have. */
  readonly before: (id: number) => boolean;
}

/**
 * Compares each check of an audit with the same check of an earlier one. Checks that the earlier audit lacks are
 * omitted. `segment`: null for all URLs; the earlier audit is of all URLs always, because a URL may have changed its
 * segment. Yields hits done.
 */
export function* trendSteps(
  now: Audit,
  before: Audit,
  segment: TrendSegment | null = null,
): Steps<ReadonlyMap<string, CheckTrend>> {
  const earlier = new Map(before.results.map(result => [result.check.id, result]));
  const trends = new Map<string, CheckTrend>();
  let done = 0;
  for (const result of now.results) {
    const old = earlier.get(result.check.id);
    // An own check that could look at nothing there, because its rule has no results, says nothing about then.
    if (!old || (result.check.group === 'own' && old.count.checked === 0 && result.count.checked > 0)) continue;
    const hits = addressesOf(now, result);
    yield done;
    const oldHits = addressesOf(before, old);
    done += hits.size + oldHits.size;
    yield done;
    const isChecked = (url: string): boolean => {
      const known = now.site.byAddress(url);
      return known === null ? result.others.length > 0 || old.others.some(each => each.url === url) : known.status !== null;
    };
    const newUrls = new Set([...hits].filter(url => !oldHits.has(url)));
    const isLookedAt = (url: string): boolean => {
      if (segment === null) return true;
      const known = now.site.byAddress(url);
      return known ? segment.now(known.id) : segment.before(before.site.byAddress(url)?.id ?? 0);
    };
    const left = [...oldHits].filter(url => !hits.has(url) && isLookedAt(url));
    const fixedUrls = left.filter(isChecked);
    const fixed = new Set(fixedUrls);
    const goneUrls = left.filter(url => !fixed.has(url));
    trends.set(result.check.id, {
      new: newUrls.size,
      persisting: hits.size - newUrls.size,
      fixed: fixedUrls.length,
      gone: goneUrls.length,
      newUrls,
      fixedUrls,
      goneUrls,
    });
    yield done;
  }
  return trends;
}

export const trendOf = (now: Audit, before: Audit, segment: TrendSegment | null): ReadonlyMap<string, CheckTrend> =>
  finish(trendSteps(now, before, segment));
