import { followedKinds } from '#core/decision/admission.ts';
import type { RelToken } from '#core/decision/rel-policy.ts';
import type { NormalizedUrl } from '#core/url/normalize.ts';
import type { Respelling } from '#core/url/url-policy.ts';
import { withoutUserinfo } from '#shared/explain/redact.ts';
import type { Evidence } from '#shared/model/decision.ts';
import type { CanonicalDeclaration, LinkKind } from '#shared/model/page.ts';

/** A discovered URL without an admission decision. */
export interface Candidate {
  /** Normalized URL, or the raw text if it is not a URL. */
  readonly url: string;
  readonly valid: boolean;
  readonly via: 'seed' | 'link' | 'redirect' | 'sitemap';
  /** The linking or redirecting URL, or the sitemap; null for a seed. */
  readonly viaId: number | null;
  readonly kind: LinkKind;
  /** The token of its rel by which the crawl does not follow it, null for none. */
  readonly unfollowed: RelToken | null;
  readonly pageNofollow: boolean;
  /** The link has an hreflang attribute. */
  readonly hreflang?: boolean;
  /** The redirecting URL is checked, not crawled. */
  readonly isCheck?: boolean;
  /** Links from a seed or a sitemap entry, along the path by which the crawl found it. */
  readonly distance: number;
  /** Clicks from a seed on that path; null if the path does not start at a seed or is not made of links to click. */
  readonly depth: number | null;
  /** Redirects in a row that led here. */
  readonly hops: number;
  readonly evidence: Evidence;
  /** The rules that made its URL of the one that was found; absent: it was found as it is. */
  readonly spelledBy?: readonly Respelling[];
}

/** The page a candidate was found on. */
interface Finder {
  readonly id: number;
  readonly distance: number;
  /** Its own depth. */
  readonly depth: number | null;
}

/** Links from a seed or sitemap entry. Uses the depth if known, because the crawl may have found a shorter path since. */
const distanceOf = ({ distance, depth }: Finder): number => Math.min(distance, depth ?? distance);

/** Like a link without nofollow. */
const plain = { valid: true, kind: 'a', unfollowed: null, pageNofollow: false, hops: 0 } as const;

const targetOf = (target: NormalizedUrl): Pick<Candidate, 'url' | 'valid'> =>
  target.kind === 'url' ? { url: target.url, valid: true } : { url: target.raw, valid: false };

export const seedCandidate = (url: string, position: number): Candidate => ({
  ...plain,
  url,
  via: 'seed',
  viaId: null,
  distance: 0,
  depth: 0,
  evidence: { kind: 'seed', position },
});

export interface FoundLink {
  readonly from: Finder;
  /** Position among the links of the page. */
  readonly seq: number;
  readonly kind: LinkKind;
  readonly target: NormalizedUrl;
  /** The token of its rel by which the crawl does not follow it, null for none. */
  readonly unfollowed: RelToken | null;
  readonly hreflang?: boolean;
  /** The page's robots directives say nofollow. */
  readonly pageNofollow: boolean;
}

export const linkCandidate = ({ from, seq, kind, target, unfollowed, pageNofollow, hreflang = false }: FoundLink): Candidate => ({
  ...targetOf(target),
  depth: followedKinds.has(kind) && from.depth !== null ? from.depth + 1 : null,
  via: 'link',
  viaId: from.id,
  kind,
  unfollowed,
  pageNofollow,
  hreflang,
  distance: distanceOf(from) + 1,
  hops: 0,
  evidence: { kind: 'link', from: from.id, seq },
});

/** A link that a page has only after rendering. */
export const renderedLinkCandidate = (found: Candidate, seq: number, rendering: number): Candidate => ({
  ...found,
  evidence: { kind: 'rendered-link', from: found.viaId ?? 0, seq, rendering },
});

/** Whether a crawl follows a link of this kind with these attributes. It only records other links. */
export const isFollowed = (link: Pick<Candidate, 'kind' | 'unfollowed' | 'pageNofollow'>): boolean =>
  followedKinds.has(link.kind) && !link.unfollowed && !link.pageNofollow;

export interface FoundRedirect {
  readonly from: Finder & { readonly hops: number };
  readonly fetch: number;
  readonly status: number;
  /** The Location header as sent. */
  readonly location: string;
  readonly target: string;
}

/** A redirect is one step more: its target is one deeper than the redirecting URL. The depth limit does not count it. */
export const redirectCandidate = ({ from, fetch, status, location, target }: FoundRedirect): Candidate => ({
  ...plain,
  url: target,
  via: 'redirect',
  viaId: from.id,
  kind: 'redirect',
  distance: distanceOf(from),
  depth: from.depth === null ? null : from.depth + 1,
  hops: from.hops + 1,
  evidence: { kind: 'redirect', from: from.id, fetch, status, location: withoutUserinfo(location).slice(0, 2_048) },
});

/** The target of a URL that is checked, not crawled. */
export const checkedRedirectCandidate = (found: FoundRedirect): Candidate => ({ ...redirectCandidate(found), isCheck: true });

/** Adds the target of rel=canonical to the file so that users can look it up. This alone does not request it. */
export const canonicalCandidate = (from: Finder, fetch: number, target: string, { source }: CanonicalDeclaration): Candidate => ({
  ...plain,
  url: target,
  via: 'link',
  viaId: from.id,
  kind: 'canonical',
  distance: distanceOf(from) + 1,
  depth: null,
  evidence:
    source.kind === 'header'
      ? { kind: 'header', fetch, index: source.index }
      : { kind: 'bytes', fetch, start: source.at.start, end: source.at.end },
});

/** A sitemap entry is a separate start, one step after the seeds. */
export const sitemapCandidate = (sitemap: number, seq: number, target: NormalizedUrl): Candidate => ({
  ...plain,
  ...targetOf(target),
  via: 'sitemap',
  viaId: sitemap,
  distance: 1,
  depth: null,
  evidence: { kind: 'sitemap-entry', sitemap, seq },
});
