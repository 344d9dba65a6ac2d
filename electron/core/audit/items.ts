import type { FindingItem } from '#shared/model/audit.ts';
import type { Place, PlacedHref, PlacedText } from '#shared/model/page-facts.ts';
import type { AuditHeader, AuditLink, AuditSite, AuditUrl } from './check.ts';

/** Makers of evidence: a short value and one pointer. */

export const placed = ({ text, at }: PlacedText): FindingItem => ({ value: text, bytes: at });
export const placedHref = ({ href, at }: PlacedHref): FindingItem => ({ value: href, bytes: at });
export const atBytes = (value: string, at: Place): FindingItem => ({ value, bytes: at });
export const ofHeader = ({ value, index }: AuditHeader): FindingItem => ({ value, header: index });
/** A link with its target, and what is wrong there. */
export const ofLink = (link: AuditLink, value = link.text): FindingItem => ({
  ...(value === '' ? {} : { value }),
  link: link.seq,
  url: link.to.url,
});
export const ofUrl = (url: AuditUrl, value?: string): FindingItem => ({
  ...(value === undefined ? {} : { value }),
  url: url.url,
});
export const ofNumber = (value: number): FindingItem => ({ value: String(value) });
export const ofWords = (count: number): FindingItem => ({ value: count === 1 ? '1 word' : `${count} words` });
/** A line of a robots.txt or of a sitemap file, from 1. */
export const atLine = (value: string, line: number): FindingItem => ({ value: value.trim().slice(0, 200), line });
/** Links to a URL that are looked at for the pages that link to it, and pages that are named. */
const mostLinks = 50;
const mostLinkers = 10;
/** Pages that link to a URL, each once; ten are enough. */
export function linkers(site: AuditSite, id: number): FindingItem[] {
  const found: FindingItem[] = [];
  if (site.isCounting) return found;
  let last = 0;
  // The links of one page come one after the other.
  for (const { from } of site.source.linksTo(id, mostLinks)) {
    if (from === last) continue;
    last = from;
    const page = site.url(from);
    if (page !== null) found.push({ url: page.url, role: 'linked-from' });
    if (found.length === mostLinkers) break;
  }
  return found;
}
/** What a URL returned, and the pages that link to it. */
export const statusAndLinkers = ({ id, status }: AuditUrl, site: AuditSite): FindingItem[] => [
  { value: status === null ? 'no response' : String(status), role: 'status' },
  ...linkers(site, id),
];
