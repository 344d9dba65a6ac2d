import { admit, followedKinds, isFollowedKind, type ScopeFacts } from '#core/decision/admission.ts';
import { relPolicy } from '#core/decision/rel-policy.ts';
import { maxUrlLength } from '#core/url/length.ts';
import { normalizeUrl } from '#core/url/normalize.ts';
import { type CleanLines, type Respelling, type UrlPolicy, urlPolicyOf } from '#core/url/url-policy.ts';
import { reasonOf } from '#shared/explain/reasons.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { DecisionDraft } from '#shared/model/decision.ts';
import type { LinkKind } from '#shared/model/page.ts';
import type { StoredDecision } from '#storage/reads/lookup.ts';
import { scopeOf } from '../crawl/scope.ts';
import { NotRecomputable } from './recompute.ts';

/** A link as it is stored. */
export interface StoredLink {
  readonly kind: string;
  readonly rel: string;
}

export interface AdmissionSource {
  readonly settings: (id: number) => CrawlSettings;
  /** The links of a page, in order. */
  readonly links: (from: number) => readonly StoredLink[];
  /** The page's own crawler is told not to follow its links; null: not known. */
  readonly saysNofollow: (id: number) => boolean | null;
  /** The Clean-param lines of a version of robots.txt; null: not stored. Absent: none are known. */
  readonly cleanLines?: (robots: number) => CleanLines | null;
  /** The lines in force for a URL, where it is decided anew. */
  readonly cleanLinesFor?: (url: string) => CleanLines | null;
  /** Why no request may be sent to a host, '' if it may. Absent: nothing is refused. */
  readonly refusedAddress?: (hostname: string) => string;
}

export interface AdmittedUrl {
  readonly url: string;
  readonly distance: number;
  readonly hops: number;
}

/** Makes admission decisions again from the links, entries and redirects that led to a URL. */
export class Admissions {
  readonly #source: AdmissionSource;
  readonly #scopes = new Map<
    number,
    {
      readonly settings: CrawlSettings;
      readonly scope: ScopeFacts;
      readonly rel: ReturnType<typeof relPolicy>;
      readonly policy: UrlPolicy | null;
    }
  >();
  /** URLs of a page were found one after the other. */
  #page: { readonly id: number; readonly links: readonly StoredLink[] } | null = null;

  constructor(source: AdmissionSource) {
    this.#source = source;
  }

  decide(url: AdmittedUrl, decision: StoredDecision): DecisionDraft | NotRecomputable {
    const [origin] = decision.evidence.slice(-1);
    if (decision.trace[0]?.rule !== 'valid-url' || origin === undefined) return not('a later event decided, not the admission');
    if (reasonOf(decision.reason)?.setting?.name === 'releasedTraps') return not('what a trap guard had counted is not stored');
    if (decision.reason === 'address-refused') return not('which addresses were refused is not stored');
    const { settings, scope, rel, policy } = this.#scopeOf(decision.settings);
    const target = normalizeUrl(url.url);
    const isValid = decision.reason !== 'url-invalid' && target.kind === 'url' && target.url === url.url;
    const parsed = isValid && url.url.length <= maxUrlLength ? new URL(url.url) : null;
    const facts = {
      ...{ settings, scope, length: url.url.length, depth: url.distance, hops: url.hops, trap: null, origin },
      refusedAddress: parsed ? (this.#source.refusedAddress?.(parsed.hostname) ?? '') : '',
      url: parsed && { href: url.url, scheme: parsed.protocol.slice(0, -1), host: parsed.host },
      ...{
        unfollowed: null,
        hreflang: false,
        isCheck: decision.reason === 'check-redirect-target',
        pageNofollow: false,
        kind: 'a' as LinkKind,
      },
    };
    const cited = decision.evidence.filter(each => each.kind === 'respelled');
    const spelledBy = cited.at(-1)?.to === url.url ? cited : [];
    const respellingOf = (kind: LinkKind | null): readonly Respelling[] => {
      if (policy === null || !isValid || spelledBy.length > 0) return [];
      if (kind !== null && (kind === 'redirect' || !isFollowedKind(kind))) return [];
      const robots = cited.find(each => each.robots > 0)?.robots ?? 0;
      const { cleanLinesFor, cleanLines } = this.#source;
      const clean = policy.cleans ? (cleanLinesFor?.(url.url) ?? (robots > 0 ? (cleanLines?.(robots) ?? null) : null)) : null;
      return policy.steps(url.url, clean);
    };
    if (url.url.length >= maxUrlLength) return not('the URL was cut');
    switch (origin.kind) {
      case 'seed':
        return admit({ ...facts, via: 'seed' });
      case 'sitemap-entry':
        return admit({ ...facts, via: 'sitemap', spelledBy, respelling: respellingOf(null) });
      case 'redirect':
        return admit({ ...facts, via: 'redirect', kind: 'redirect' });
      case 'header':
      case 'bytes':
        return admit({ ...facts, via: 'link', kind: 'canonical' });
      case 'rendered-link':
        return not('the directives of the rendered page are not stored');
      case 'link': {
        const link = this.#linksOf(origin.from)[origin.seq];
        const pageNofollow = this.#source.saysNofollow(origin.from);
        if (link === undefined) return not('the link is not stored any more');
        const kind = link.kind as LinkKind;
        if (settings.crawlHreflang && kind === 'alternate') return not('whether the link has hreflang is not stored');
        const isPageLink = followedKinds.has(kind) || isFollowedKind(kind);
        if (pageNofollow === null && isPageLink) return not('the directives of the page are not stored');
        return admit({
          ...facts,
          via: 'link',
          kind,
          spelledBy,
          respelling: respellingOf(kind),
          unfollowed: link.rel === '' ? null : rel(link.rel),
          pageNofollow: pageNofollow ?? false,
        });
      }
      default:
        return not('what led to the URL is not stored as evidence');
    }
  }

  #scopeOf(id: number) {
    let found = this.#scopes.get(id);
    if (found === undefined) {
      const settings = this.#source.settings(id);
      found = { settings, scope: scopeOf(settings), rel: relPolicy(settings), policy: urlPolicyOf(settings) };
      this.#scopes.set(id, found);
    }
    return found;
  }

  #linksOf(from: number): readonly StoredLink[] {
    if (this.#page?.id !== from) this.#page = { id: from, links: this.#source.links(from) };
    return this.#page.links;
  }
}

const not = (why: string): NotRecomputable => new NotRecomputable(why);
