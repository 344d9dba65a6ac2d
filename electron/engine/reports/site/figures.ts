import type { AuditSite, AuditUrl } from '#core/audit/check.ts';
import { isInternalRow } from '#core/audit/url-row.ts';
import type { Steps } from '#core/steps.ts';
import { responseTimes, type SectionFigures, type SiteFigures } from '../../../export/html/site/facts.ts';

/** Depths that are counted apart; deeper URLs together. */
const mostDepth = 12;
const mostSections = 15;
/** URLs between two yields. */
const urlsOfStep = 5_000;
/** Sections that are counted: a site with a section for each page is no reason for a map of a million entries. */
const mostCounted = 20_000;

type Counts<T> = { -readonly [K in keyof T]: T[K] };

/** Counts the internal URLs of a crawl, or those of a segment (`within`). Yields URLs done. */
export function* siteFigures(site: AuditSite, within: ((id: number) => boolean) | null): Steps<SiteFigures> {
  const endings = { ok: 0, redirect: 0, clientError: 0, serverError: 0, noResponse: 0, blocked: 0, notRequested: 0 };
  const listing = { yes: 0, no: 0, urlOnly: 0, unknown: 0 };
  const depths: number[] = [];
  const times: number[] = Array.from({ length: responseTimes.length + 1 }, () => 0);
  const durations: number[] = [];
  const sections = new Map<string, Counts<SectionFigures>>();
  const reasons = new Map<string, number>();
  const sums = { all: 0, internal: 0, pages: 0, indexable: 0, withoutDepth: 0, uncounted: 0 };
  const sitemap = { listed: 0, missing: 0, notLinked: 0, notIndexable: 0, known: 0 };
  for (const url of site.urls()) {
    if (within !== null && !within(url.id)) continue;
    if (++sums.all % urlsOfStep === 0) yield sums.all;
    if (!isInternalRow(url)) continue;
    sums.internal += 1;
    if (url.isPage) sums.pages += 1;
    if (url.isIndexable) sums.indexable += 1;
    const ending = endingOf(url);
    endings[ending] += 1;
    const listed = url.mayList === 'url-only' ? 'urlOnly' : url.mayList;
    listing[listed] += 1;
    reasons.set(url.reason, (reasons.get(url.reason) ?? 0) + 1);
    if (url.depth === null) sums.withoutDepth += 1;
    else {
      const depth = Math.min(mostDepth, url.depth);
      while (depths.length <= depth) depths.push(0);
      depths[depth] = (depths[depth] ?? 0) + 1;
    }
    if (url.status !== null && url.totalMs !== null && url.check === '') {
      durations.push(url.totalMs);
      const at = responseTimes.findIndex(bound => (url.totalMs ?? 0) <= bound);
      const place = at < 0 ? responseTimes.length : at;
      times[place] = (times[place] ?? 0) + 1;
    }
    if (url.inSitemaps > 0) {
      sitemap.listed += 1;
      if (url.inlinks === 0) sitemap.notLinked += 1;
      if (ending !== 'notRequested') {
        sitemap.known += 1;
        if (!url.isIndexable) sitemap.notIndexable += 1;
      }
    } else if (url.isIndexable) sitemap.missing += 1;
    const name = sectionOf(url.url);
    let section = sections.get(name);
    if (!section) {
      if (sections.size >= mostCounted) {
        sums.uncounted += 1;
        continue;
      }
      section = { section: name, urls: 0, ok: 0, errors: 0, blocked: 0, yes: 0, no: 0, urlOnly: 0, unknown: 0 };
      sections.set(name, section);
    }
    section.urls += 1;
    section[listed] += 1;
    if (ending === 'ok') section.ok += 1;
    if (ending === 'blocked') section.blocked += 1;
    if (ending === 'clientError' || ending === 'serverError' || ending === 'noResponse') section.errors += 1;
  }
  const largest = [...sections.values()].sort((a, b) => b.urls - a.urls || (a.section < b.section ? -1 : 1));
  const others = largest.slice(mostSections);
  const sorted = Float64Array.from(durations).sort();
  const quantile = (share: number): number | null => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
  return {
    all: sums.all,
    internal: sums.internal,
    pages: sums.pages,
    indexable: sums.indexable,
    endings,
    listing,
    depths,
    withoutDepth: sums.withoutDepth,
    times,
    responses: durations.length,
    medianMs: quantile(0.5),
    p95Ms: quantile(0.95),
    sections: largest.slice(0, mostSections),
    otherSections: { sections: others.length, urls: others.reduce((sum, { urls }) => sum + urls, 0) + sums.uncounted },
    reasons: [...reasons].map(([code, urls]) => ({ code, urls })).sort((a, b) => b.urls - a.urls || (a.code < b.code ? -1 : 1)),
    inSitemaps: sitemap.listed,
    indexableNotInSitemaps: sitemap.missing,
    sitemapNotLinked: sitemap.notLinked,
    sitemapNotIndexable: sitemap.notIndexable,
    sitemapKnown: sitemap.known,
  };
}

function endingOf({ status, isBlocked, state }: AuditUrl): keyof SiteFigures['endings'] {
  if (status !== null) {
    if (status < 300) return 'ok';
    if (status < 400) return 'redirect';
    return status < 500 ? 'clientError' : 'serverError';
  }
  if (isBlocked) return 'blocked';
  return state === 'failed' ? 'noResponse' : 'notRequested';
}

/** '/shop/' of 'https://example.com/shop/shoes', '/' of a file at the root. */
function sectionOf(url: string): string {
  const path = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*\/([^/?#]*)(\/?)/i.exec(url);
  const [, first = '', slash = ''] = path ?? [];
  return slash === '/' && first !== '' ? `/${first}/` : '/';
}
