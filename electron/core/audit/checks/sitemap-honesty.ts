import type { FindingItem } from '#shared/model/audit.ts';
import { isSameText } from '../../text/text-hash.ts';
import { type AuditSite, type Check, type SiteVerdict, siteCheck, threshold, type Verdict } from '../check.ts';
import { sitemapStanding } from '../sitemaps/file-check.ts';
import { sitemapsOfSite } from '../sitemaps/site-sitemaps.ts';
import type { EntryRow } from '../source.ts';

const mostItems = 20;
const entriesOfStep = 500;

/** How the dates of one sitemap file go with the pages, since the earlier crawl. */
interface Honesty {
  /** Entries with a lastmod, now or before. */
  dated: number;
  /** Of those, entries of pages whose text both crawls have. */
  compared: number;
  /** Of those, entries whose lastmod or text changed. */
  changed: number;
  onlyDate: number;
  onlyText: number;
  readonly items: FindingItem[];
}

/** Null where nothing can be compared. */
function compare({ urlId, lastmod }: EntryRow, site: AuditSite) {
  const url = site.url(urlId);
  const before = url?.isPage ? (site.baseline?.url(url) ?? null) : null;
  if (!url || !before?.isPage || !site.baseline) return null;
  const earlier = site.baseline.source.lastmod(before.id);
  const [now, then] = [site.source.textHash(urlId), site.baseline.source.textHash(before.id)];
  if (earlier === null || now === null || then === null || (earlier === '' && lastmod === '')) return null;
  const isSame = isSameText(now, then);
  return isSame === null ? null : { url, hasNewDate: earlier !== lastmod, hasNewText: !isSame };
}

function* honestyOf(site: AuditSite): Generator<null, ReadonlyMap<number, Honesty>> {
  const files = new Map<number, Honesty>();
  let done = 0;
  for (const entry of site.source.entries()) {
    if (++done % entriesOfStep === 0) yield null;
    let file = files.get(entry.sitemapId);
    if (!file) {
      file = { dated: 0, compared: 0, changed: 0, onlyDate: 0, onlyText: 0, items: [] };
      files.set(entry.sitemapId, file);
    }
    if (entry.lastmod !== '') file.dated += 1;
    const found = compare(entry, site);
    if (found === null) continue;
    const { url, hasNewDate, hasNewText } = found;
    file.compared += 1;
    if (hasNewDate || hasNewText) file.changed += 1;
    if (hasNewDate === hasNewText) continue;
    if (hasNewDate) file.onlyDate += 1;
    else file.onlyText += 1;
    if (file.items.length < mostItems)
      file.items.push({ value: hasNewDate ? 'only lastmod changed' : 'only the text changed', url: url.url });
  }
  return files;
}

function verdictOf(file: Honesty | undefined, { percent }: Readonly<Record<'percent', number>>): Verdict {
  if (file === undefined || (file.dated === 0 && file.compared === 0)) return null;
  if (file.compared === 0) return 'not-in-baseline';
  const { changed, onlyDate, onlyText, items } = file;
  const odd = onlyDate + onlyText;
  if (odd === 0 || odd * 100 < changed * percent) return null;
  return [{ value: `${odd} of ${changed} changed pages` }, ...items];
}

export const sitemapHonestyCheck: Check = siteCheck({
  id: 'sm.lastmod_dishonest',
  name: 'lastmod disagrees with the content',
  group: 'sm',
  type: 'opportunity',
  priority: 'L',
  population: 'sitemaps',
  trigger:
    'Of the pages in the file whose lastmod or readable text changed since the earlier crawl, at least 20 % changed in only one of the two.',
  why: 'Search engines stop using dates that are not true.',
  fix: 'Set lastmod when the content changes, and only then.',
  sources: ['Google Search Central, Build and submit a sitemap'],
  thresholds: { percent: threshold(20, 'Share of the changed pages from', '%', 1, 100) },
  *run(site, limits): Generator<SiteVerdict | null> {
    const files = site.baseline === null ? null : yield* honestyOf(site);
    for (const row of sitemapsOfSite(site).rows) {
      const standing = sitemapStanding(row);
      if (standing === 'none' || row.kind === 'feed' || row.kind === 'index') continue;
      const verdict = files === null ? 'needs-baseline' : verdictOf(files.get(row.id), limits);
      yield { url: row.url, id: 0, verdict: standing === 'file' ? verdict : standing };
    }
  },
});
