import { admit, followedKinds, type ScopeFacts } from '#core/decision/admission.ts';
import { originOf } from '#core/url/authority.ts';
import { maxUrlLength } from '#core/url/length.ts';
import { reasonCodes, reasons } from '#shared/explain/reasons.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { Evidence } from '#shared/model/decision.ts';
import type { LinkKind } from '#shared/model/page.ts';
import type { Store } from '#storage/store.ts';

/** A URL found somewhere, not yet judged. */
export interface Candidate {
  /** Normalised URL, or the raw text when it is no URL. */
  readonly url: string;
  readonly valid: boolean;
  readonly via: 'seed' | 'link' | 'redirect' | 'sitemap';
  readonly viaId: number | null;
  readonly kind: LinkKind;
  readonly nofollow: boolean;
  readonly pageNofollow: boolean;
  readonly depth: number;
  readonly hops: number;
  readonly evidence: Evidence;
}

export interface Discovery {
  /** Judges a candidate and writes URL and decision in the running transaction. Returns the URL's id. */
  discover(candidate: Candidate, at: number): number;
  /** Id of a URL already known, 0 for any other. */
  known(url: string): number;
  /** Whether a URL was turned down for how it was found, so that a link which a crawl follows may admit it. */
  mayReopen(id: number): boolean;
  /** Called for every origin that got work, so that the loop can wake it. */
  onWork: (originId: number) => void;
}

/** Codes of URLs that were turned down for how they were found, and may be found again in a better way. */
const reversible: readonly string[] = reasonCodes.filter(code => reasons[code].reopens);

/**
 * Admission of seeds, links, redirect targets and sitemap entries by one function. `refusedAddress` says why a host given
 * as an IP literal may not be asked, '' when it may.
 */
export function discovery(
  store: Store,
  context: {
    readonly settings: CrawlSettings;
    readonly settingsId: number;
    readonly scope: ScopeFacts;
    refusedAddress(hostname: string): string;
  },
): Discovery {
  const origins = new Map<string, number>();
  const reopenable = new Set(
    store.db
      .prepare(`SELECT id FROM url WHERE state = 'disregarded' AND reason IN (${reversible.map(() => '?').join()})`)
      .pluck()
      .all(...reversible) as number[],
  );
  const originId = (url: string): number | null => {
    const origin = originOf(url);
    if (!origin) return null;
    const known = origins.get(origin.key);
    if (known) return known;
    const id = (store.origins.byKey(origin.key) ?? store.origins.insert(origin)).id;
    if (origins.size > 50_000) origins.clear();
    origins.set(origin.key, id);
    return id;
  };

  const judge = (candidate: Candidate) => {
    const parsed = candidate.valid ? new URL(candidate.url) : null;
    return admit({
      settings: context.settings,
      scope: context.scope,
      url: parsed && { href: candidate.url, scheme: parsed.protocol.slice(0, -1), host: parsed.host },
      length: candidate.url.length,
      via: candidate.via,
      kind: candidate.kind,
      nofollow: candidate.nofollow,
      pageNofollow: candidate.pageNofollow,
      depth: candidate.depth,
      hops: candidate.hops,
      refusedAddress: parsed ? context.refusedAddress(parsed.hostname) : '',
      origin: candidate.evidence,
    });
  };

  const self: Discovery = {
    onWork: () => undefined,
    known: url => (url.length > maxUrlLength ? 0 : store.urls.idOf(url)),
    mayReopen: id => reopenable.has(id),
    discover(found, at) {
      const candidate = found.url.length > maxUrlLength ? { ...found, url: found.url.slice(0, maxUrlLength) } : found;
      const known = store.urls.idOf(candidate.url);
      if (known) {
        if (!reopenable.has(known)) return known;
        if (candidate.via === 'link' && (candidate.nofollow || candidate.pageNofollow || !followedKinds.has(candidate.kind)))
          return known;
        const draft = judge(candidate);
        const record = store.urls.byId(known);
        if (draft.verdict !== 'accept' || !record) return known;
        reopenable.delete(known);
        const decisionId = store.urls.decide(known, draft, at, context.settingsId);
        store.urls.change(record, {
          state: 'queued',
          reason: draft.reason,
          decisionId,
          depth: candidate.depth,
          hops: candidate.hops,
          via: candidate.via,
          viaId: candidate.viaId,
        });
        if (record.originId) self.onWork(record.originId);
        return known;
      }
      const draft = judge(found);
      const accepted = draft.verdict === 'accept';
      const origin = candidate.valid ? originId(candidate.url) : null;
      const id = store.urls.insert(
        {
          url: candidate.url,
          originId: origin,
          state: accepted ? 'queued' : 'disregarded',
          depth: candidate.depth,
          hops: candidate.hops,
          via: candidate.via,
          viaId: candidate.viaId,
        },
        draft,
        at,
        context.settingsId,
      );
      if (accepted && origin) self.onWork(origin);
      if (!accepted && reversible.includes(draft.reason)) reopenable.add(id);
      return id;
    },
  };
  return self;
}
