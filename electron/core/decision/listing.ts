import type { DecisionDraft, Evidence } from '#shared/model/decision.ts';
import type { BodyEnd } from '#shared/model/fetch.ts';
import type { DirectiveSource, EffectiveDirectives, HtmlFacts } from '#shared/model/page.ts';
import { isSuccess } from './outcome.ts';
import { type DecisionRule, decide } from './sequence.ts';

/** The facts of a response that decide whether it may be listed. */
export interface ListingFacts {
  readonly fetch: number;
  readonly status: number;
  readonly redirected: boolean;
  /** A bot challenge came instead of the page. */
  readonly challenged: boolean;
  readonly html: HtmlFacts | null;
  readonly bodyEnd: BodyEnd;
  readonly directives: EffectiveDirectives;
  readonly canonical:
    | { readonly kind: 'none' | 'self' | 'conflict' | 'invalid' }
    | { readonly kind: 'elsewhere'; readonly url: number; readonly source: DirectiveSource | null };
}

const source = (fetch: number, from: DirectiveSource): Evidence =>
  from.kind === 'meta'
    ? { kind: 'bytes', fetch, start: from.at.start, end: from.at.end }
    : { kind: 'header', fetch, index: from.index };

// Ours: a short page with status 200 that says in its title or first heading that nothing was found.
const missing =
  /^\W*(error\W*)?404\b|\b(page|file|document|seite|página)\b.{0,20}\b(not|nicht|no)\b.{0,12}\b(found|exist|gefunden|encontrada)\b|^\W*not found\W*$/i;
const looksMissing = (html: HtmlFacts): boolean =>
  html.words < 250 && [html.title?.value, html.h1?.value].some(text => text !== undefined && missing.test(text));

const rules: readonly DecisionRule<ListingFacts>[] = [
  {
    id: 'redirect',
    judge: f =>
      f.redirected
        ? { verdict: 'reject', reason: 'redirect-not-listed', evidence: [{ kind: 'fetch', fetch: f.fetch }] }
        : undefined,
  },
  {
    id: 'challenge',
    judge: f =>
      f.challenged
        ? { verdict: 'unknown', reason: 'challenge-not-listed', evidence: [{ kind: 'fetch', fetch: f.fetch }] }
        : undefined,
  },
  {
    id: 'status',
    judge: f =>
      isSuccess(f.status)
        ? undefined
        : { verdict: 'reject', reason: 'error-not-listed', evidence: [{ kind: 'fetch', fetch: f.fetch }] },
  },
  {
    id: 'noindex',
    judge: f => {
      const noindex = f.directives.noindex;
      if (!noindex) return undefined;
      return {
        verdict: 'reject',
        reason: noindex.source.kind === 'meta' ? 'meta-noindex' : 'header-noindex',
        evidence: [source(f.fetch, noindex.source)],
      };
    },
  },
  {
    id: 'unavailable-after',
    judge: f => {
      const { unavailable } = f.directives;
      if (!unavailable) return undefined;
      const evidence: readonly Evidence[] = [{ kind: 'fetch', fetch: f.fetch }, source(f.fetch, unavailable.source)];
      return { verdict: 'reject', reason: 'unavailable-after', evidence };
    },
  },
  {
    id: 'canonical',
    judge: f => {
      if (f.canonical.kind === 'conflict')
        return { verdict: 'unknown', reason: 'canonical-conflict', evidence: [{ kind: 'fetch', fetch: f.fetch }] };
      if (f.canonical.kind !== 'elsewhere') return undefined;
      const where: readonly Evidence[] = f.canonical.source ? [source(f.fetch, f.canonical.source)] : [];
      return { verdict: 'reject', reason: 'canonical-elsewhere', evidence: [{ kind: 'url', url: f.canonical.url }, ...where] };
    },
  },
  {
    id: 'soft-404',
    judge: f =>
      f.html && looksMissing(f.html)
        ? { verdict: 'reject', reason: 'soft-404', evidence: [{ kind: 'fetch', fetch: f.fetch }] }
        : undefined,
  },
  {
    id: 'whole-body',
    judge: f =>
      f.html && f.bodyEnd !== 'complete'
        ? { verdict: 'unknown', reason: 'body-incomplete', evidence: [{ kind: 'fetch', fetch: f.fetch }] }
        : undefined,
  },
];

/** Whether a search engine may list the fetched page. */
export const mayList = (facts: ListingFacts): DecisionDraft =>
  decide('listing', rules, facts, { verdict: 'accept', reason: 'listable', evidence: [{ kind: 'fetch', fetch: facts.fetch }] });

/** A URL that robots.txt blocks: crawlers cannot read the page, but search engines may still list the URL alone (RFC 9309 §1). */
export const blockedListing = (robots: number, line: number): DecisionDraft => ({
  stage: 'listing',
  verdict: 'unknown',
  reason: 'blocked-but-listable',
  rule: 'robots.txt',
  evidence: [{ kind: 'robots-line', robots, line }],
  trace: [{ rule: 'robots.txt', answer: 'unknown' }],
});

/** A URL of a site that robots.txt closes, for a search engine that then lists nothing of it. */
export const closedListing = (robots: number, line: number): DecisionDraft => ({
  ...blockedListing(robots, line),
  verdict: 'reject',
  reason: 'site-closed',
  trace: [{ rule: 'robots.txt', answer: 'reject' }],
});

export interface FollowFacts {
  readonly fetch: number;
  readonly isHtml: boolean;
  readonly links: number;
  readonly directives: EffectiveDirectives;
}

const followRules: readonly DecisionRule<FollowFacts>[] = [
  {
    id: 'html',
    judge: f =>
      f.isHtml ? undefined : { verdict: 'unknown', reason: 'not-html', evidence: [{ kind: 'fetch', fetch: f.fetch }] },
  },
  {
    id: 'links',
    judge: f =>
      f.links > 0 ? undefined : { verdict: 'accept', reason: 'no-links', evidence: [{ kind: 'fetch', fetch: f.fetch }] },
  },
  {
    id: 'nofollow',
    judge: f => {
      const nofollow = f.directives.nofollow;
      if (!nofollow) return undefined;
      // Another directive that this crawler's engine takes to stop the links as well.
      if (nofollow.word !== 'nofollow' && nofollow.word !== 'none') {
        const evidence: readonly Evidence[] = [{ kind: 'fetch', fetch: f.fetch }, source(f.fetch, nofollow.source)];
        return { verdict: 'reject', reason: 'nofollow-implied', evidence };
      }
      return {
        verdict: 'reject',
        reason: nofollow.source.kind === 'meta' ? 'meta-nofollow' : 'header-nofollow',
        evidence: [source(f.fetch, nofollow.source)],
      };
    },
  },
];

/** Were the links of a fetched page followed? Page level; each link has its own admission decision. */
export const mayFollow = (facts: FollowFacts): DecisionDraft =>
  decide('follow', followRules, facts, {
    verdict: 'accept',
    reason: 'links-followed',
    evidence: [{ kind: 'fetch', fetch: facts.fetch }],
  });
