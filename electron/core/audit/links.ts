import type { FindingItem } from '#shared/model/audit.ts';
import { type AuditLink, type AuditSite, countedHit, type FactsPage, type Verdict } from './check.ts';
import { ofLink } from './items.ts';
import { beginsPlainly, mark } from './link-marks.ts';
import { isPlaceOfSite } from './target-bits.ts';

/** A link that a visitor clicks. */
export const isAnchor = ({ kind }: AuditLink): boolean => kind === 'a' || kind === 'area';

/** An anchor to a page, or to a file such as an image or PDF, of the site. */
export function isInternalAnchor(link: AuditLink, site: AuditSite): boolean {
  return isAnchor(link) && isPlaceOfSite(link.to, site);
}

export const isFollowed = (link: AuditLink, page: FactsPage): boolean => !link.isNofollow && !page.url.nofollow;

/** The index of the first entry for which `isReached` holds; entries for which it does not come before it. The length where there is none. */
export function firstFrom<T>(list: readonly T[], isReached: (entry: T) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isReached(list[middle] as T)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Without text, alternative text of an image, and label. */
const isNameless = (link: AuditLink): boolean =>
  isAnchor(link) && !link.byLabel && !beginsPlainly(link.text) && link.text.trim() === '';

/** The links of a page that match, as evidence. */
export function matching(page: FactsPage, matches: (link: AuditLink) => boolean, value?: (link: AuditLink) => string): Verdict {
  const { links, isCounted } = page;
  let items: FindingItem[] | null = null;
  for (const link of links)
    if (matches(link)) {
      if (isCounted) return countedHit;
      items ??= [];
      items.push(ofLink(link, value?.(link)));
    }
  return items;
}

export const namelessLinks = (page: FactsPage): Verdict =>
  (page.marks.marks & mark.maybeNameless) === 0 ? null : matching(page, isNameless);

/** The place of the first link among the evidence in the page's template, and where it leads: the same on all pages of one template. */
export function templatePlace(page: FactsPage, items: readonly FindingItem[]): string | undefined {
  const seq = items[0]?.link;
  if (seq === undefined) return undefined;
  const link = page.links.find(each => each.seq === seq);
  const path = link && page.facts.paths?.[link.path];
  return link === undefined || path === undefined ? undefined : `${path} → ${link.to.url}`;
}
