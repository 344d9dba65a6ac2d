import type { Audit, CheckResult } from './run.ts';

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

/** Compares each check of an audit with the same check of an earlier one. Checks that the earlier one lacks are left out. */
export function trendOf(now: Audit, before: Audit): ReadonlyMap<string, CheckTrend> {
  const earlier = new Map(before.results.map(result => [result.check.id, result]));
  const trends = new Map<string, CheckTrend>();
  for (const result of now.results) {
    const old = earlier.get(result.check.id);
    if (!old) continue;
    const hits = addressesOf(now, result);
    const oldHits = addressesOf(before, old);
    const newUrls = new Set([...hits].filter(url => !oldHits.has(url)));
    let fixed = 0;
    let gone = 0;
    for (const url of oldHits) {
      if (hits.has(url)) continue;
      const known = now.site.byAddress(url);
      const isChecked =
        known === null ? result.others.length > 0 || old.others.some(each => each.url === url) : known.status !== null;
      if (isChecked) fixed += 1;
      else gone += 1;
    }
    trends.set(result.check.id, { new: newUrls.size, persisting: hits.size - newUrls.size, fixed, gone, newUrls });
  }
  return trends;
}
