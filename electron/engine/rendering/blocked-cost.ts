import { costOf, pageCost } from '#core/rendering/blocked-cost.ts';
import { isBlockedByRobots } from '#core/rendering/lost.ts';
import type { Steps } from '#core/steps.ts';
import { originOf } from '#core/url/authority.ts';
import type { BlockedCost, PageCost } from '#shared/model/blocked-cost.ts';
import type { BlockedCostReads, CostWish } from '#storage/reads/blocked-cost.ts';

/** Pages with blocked resources that are looked at. */
export const mostCostPages = 2_000;

/** What blocked resources cost a page, a template or the crawl, from the renderings that the file has. Yields pages read. */
export function* blockedCost(reads: BlockedCostReads, wish: CostWish, most = mostCostPages): Steps<BlockedCost> {
  const own = reads.ownOrigins();
  const known = new Map<string, boolean>();
  const leadsElsewhere = (url: string): boolean => {
    const found = known.get(url) ?? (!own.has(originOf(url)?.key ?? '') || reads.isLedTo(url));
    known.set(url, found);
    return found;
  };
  const pages: PageCost[] = [];
  let leftOut = 0;
  let read = 0;
  for (const page of reads.pages(wish)) {
    read += 1;
    yield read;
    if (!page.obeying.blocked.some(isBlockedByRobots)) continue;
    if (pages.length < most) pages.push(pageCost(page, leadsElsewhere));
    else leftOut += 1;
  }
  return costOf(pages, { rendered: reads.rendered(wish), leftOut });
}
