import type { Steps } from '#core/steps.ts';
import { reasonCodes } from '#shared/explain/reasons.ts';
import type { LinkKind } from '#shared/model/page.ts';
import type { CrawlContext } from '../context.ts';
import type { CheckOffers } from './offers.ts';

/** Reasons of URLs that may be checked although they are not crawled. */
const offered = reasonCodes.filter(
  code => code.startsWith('scope-') || code === 'resource-not-crawled' || code === 'reference-not-crawled',
);
const urlsOfStep = 32;

/** Offers the URLs that earlier runs found: the settings may check more than theirs. Yields how many are done. */
export function* offerStored({ hosts, parts: { store, clock } }: CrawlContext, offers: CheckOffers): Steps<void> {
  if (!hosts.checksUrls) return;
  const kinds = new KindsOfPage(from => store.checks.linkKinds(from));
  let done = 0;
  for (const url of store.urls.inState({ state: 'disregarded', reasons: offered })) {
    done += 1;
    if (done % urlsOfStep === 0) yield done;
    if (url.originId === null || store.checks.find(url.id)) continue;
    const isOutside = url.reason.startsWith('scope-');
    const found = isOutside ? null : store.checks.foundBy(url.id);
    const kind = isOutside ? 'a' : found && kinds.of(found.from, found.seq);
    if (!kind) continue;
    offers.offer({ id: url.id, originId: url.originId, reason: url.reason }, { url: url.url, kind, hops: url.hops }, clock.now());
  }
}

/** Kinds of the links of one page at a time: URLs come in the order they were found. */
class KindsOfPage {
  readonly #read: (from: number) => readonly LinkKind[];
  #from = 0;
  #kinds: readonly LinkKind[] = [];

  constructor(read: (from: number) => readonly LinkKind[]) {
    this.#read = read;
  }

  of(from: number, seq: number): LinkKind | null {
    if (from !== this.#from) {
      this.#from = from;
      this.#kinds = this.#read(from);
    }
    return this.#kinds[seq] ?? null;
  }
}
