import { isFollowedKind } from '#core/decision/admission.ts';
import type { Steps } from '#core/steps.ts';
import type { NewLink } from '#storage/links/page-links.ts';
import type { ShortenedPage } from '#storage/tables/depths.ts';
import type { UrlRecord } from '#storage/tables/urls.ts';
import { linkCandidate } from './candidates.ts';
import type { SettleContext } from './settle.ts';

/**
 * Stores the links of a page or a redirect, and gives their targets its depth plus one. Links with nofollow count: people click them.
 */
export function storeLinks({ store }: SettleContext, from: number, links: readonly NewLink[]): void {
  const { depths } = store.urls;
  depths.linking(from);
  store.fetches.links(from, links);
  const depth = depths.of(from);
  if (depth === null) return;
  for (const { to, kind } of links) if (isFollowedKind(kind)) depths.offer(to, depth + 1, from);
}

/**
 * Revisits the links of pages with a newly found shorter path, so that every depth is the smallest number of clicks
 * from a seed. Queues URLs that are no longer too deep. Yields pages done.
 */
export function* correctDepths(context: SettleContext, at: number): Steps<void> {
  const { depths } = context.store.urls;
  let done = 0;
  for (let page = depths.takeShortened(); page; page = depths.takeShortened()) {
    correctTargets(context, page, at);
    depths.relieve();
    done += 1;
    yield done;
  }
}

function correctTargets({ store, discovery, settings }: SettleContext, { id, depth, links }: ShortenedPage, at: number): void {
  /** Its row is read when a target is to be decided again: most pages have none. */
  let page: UrlRecord | undefined;
  while (links.next()) {
    const kind = store.fetches.kindOf(links.kind);
    if (!isFollowedKind(kind)) continue;
    const reached = depth + 1;
    const isNearer = store.urls.depths.offer(links.to, reached, id);
    if (!isNearer || reached > settings.maxDepth || !discovery.mayReopen(links.to) || discovery.unfollowed(links.rel)) continue;
    page ??= store.urls.byId(id);
    if (page === undefined || page.linksFollowed === 'no') continue;
    const target = store.urls.byId(links.to);
    if (target) {
      const from = { id, depth, distance: Math.min(page.distance, depth) };
      const found = { from, seq: links.seq, kind, unfollowed: null, pageNofollow: false } as const;
      discovery.discover(linkCandidate({ ...found, target: { kind: 'url', url: target.url } }), at);
    }
  }
}
