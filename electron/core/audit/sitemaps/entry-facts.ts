import { parseDirectiveDate } from '../../directives/date.ts';
import { isW3cDate } from '../../sitemap/checks.ts';
import type { AuditSite } from '../check.ts';

const mostLines = 50;
const day = 86_400_000;

/** What the lastmod values of one sitemap file say. */
export interface LastmodFacts {
  entries: number;
  withLastmod: number;
  first: string;
  isUniform: boolean;
  /** Entries whose lastmod is not a date, or is more than a day after the start of the crawl. */
  bad: number;
  readonly badLines: { readonly value: string; readonly line: number }[];
}

/** Epoch milliseconds of the beginning of a year, month, day or time in the W3C format. */
function timeOf(lastmod: string): number {
  const rest = lastmod.length === 4 ? '-01-01' : lastmod.length === 7 ? '-01' : '';
  return parseDirectiveDate(lastmod + rest) ?? 0;
}

const kept = new WeakMap<AuditSite, ReadonlyMap<number, LastmodFacts>>();

/** By sitemap file, in one pass over all entries, once for all checks. Null: a step of the work. */
export function* lastmodFacts(site: AuditSite): Generator<null, ReadonlyMap<number, LastmodFacts>> {
  const known = kept.get(site);
  if (known) return known;
  const files = new Map<number, LastmodFacts>();
  const latest = site.at + day;
  let last = { text: '', isBad: false };
  let count = 0;
  for (const { sitemapId, line, lastmod } of site.source.entries()) {
    if (++count % 1_000 === 0) yield null;
    let file = files.get(sitemapId);
    if (!file) {
      file = { entries: 0, withLastmod: 0, first: lastmod, isUniform: true, bad: 0, badLines: [] };
      files.set(sitemapId, file);
    }
    file.entries += 1;
    if (lastmod !== file.first) file.isUniform = false;
    if (lastmod === '') continue;
    file.withLastmod += 1;
    if (lastmod !== last.text) last = { text: lastmod, isBad: !isW3cDate(lastmod) || timeOf(lastmod) > latest };
    if (!last.isBad) continue;
    file.bad += 1;
    if (file.badLines.length < mostLines) file.badLines.push({ value: lastmod.slice(0, 100), line });
  }
  kept.set(site, files);
  return files;
}
