import { noPageColumns, pageColumns, type StoredPageColumns } from '#core/audit/page-columns.ts';
import { blockedListing, mayFollow, mayList } from '#core/decision/listing.ts';
import { blamesUrl } from '#core/decision/outage.ts';
import { isRedirect, judgeOutcome } from '#core/decision/outcome.ts';
import { retryDelayMs } from '#core/frontier/politeness.ts';
import { pageKindOf } from '#core/rules/page-kind.ts';
import { maxUrlLength } from '#core/url/length.ts';
import { normalizeUrl } from '#core/url/normalize.ts';
import { bodySize } from '#shared/body-size.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { DecisionDraft, LinksFollowed, MayList, Verdict } from '#shared/model/decision.ts';
import type { FetchOutcome, FetchResponse } from '#shared/model/fetch.ts';
import type { DirectiveSource } from '#shared/model/page.ts';
import type { PageFacts } from '#shared/model/page-facts.ts';
import type { NewLink } from '#storage/links/page-links.ts';
import type { Store } from '#storage/store.ts';
import type { BodyToStore } from '#storage/tables/fetches.ts';
import type { UrlAttempt, UrlRecord } from '#storage/tables/urls.ts';
import type { OfferedPage } from '../rules/rule-runs.ts';
import type { AccessOverride } from './access-facts.ts';
import { canonicalCandidate, redirectCandidate } from './candidates.ts';
import { challengeOf } from './challenge.ts';
import { storeLinks } from './depths.ts';
import type { Discovery } from './discover.ts';
import { LinkFinder } from './page-links.ts';
import { type DirectiveProfile, headerOf, type PageReading, readPage } from './read-page.ts';
import { saysNothing } from './request-end.ts';
import type { TrapGuard } from './trap-guard.ts';

/** The dependencies of `settle`. */
export interface SettleContext {
  readonly store: Store;
  readonly settings: CrawlSettings;
  readonly settingsId: number;
  readonly discovery: Discovery;
  /** Learns from the pages that were read; null: guards are off. */
  readonly traps: TrapGuard | null;
  /** Whether a host is in the domain of a start URL, or internal. The crawl reads no sitemap files elsewhere. */
  isOurDomain(host: string): boolean;
  /** The crawler's names and the search engine whose rules apply to page directives. */
  readonly directiveProfile: DirectiveProfile;
  /** An origin got work. */
  wake(originId: number): void;
  /** A page or a JSON response was stored: the custom rules look at it. */
  onPage(page: OfferedPage): void;
  /** An HTML page was stored: it may be rendered. */
  onHtml(page: { readonly id: number; readonly url: string }): void;
}

/** A page and its links, prepared in advance. */
export interface PageRead {
  readonly reading: PageReading;
  readonly links: readonly NewLink[];
  /** What the file gets of the body, if that was decided on another thread. */
  readonly stored: BodyToStore | null;
}

/** A finished attempt at a page. */
export interface PageAttempt {
  readonly url: UrlRecord;
  readonly fetch: number;
  readonly outcome: FetchOutcome;
  /** Set if robots.txt forbids the page but a user setting allows the request. */
  readonly override: AccessOverride | null;
  /** Failures of the host in a row before this attempt. */
  readonly hostFailures: number;
  readonly read: PageRead | null;
}

export interface Settled {
  readonly reason: string;
  /** The crawl will try again; the origin may have to back off. */
  readonly deferred: boolean;
}

/** The final response for a URL, and the decision about it. */
interface Answered {
  readonly url: UrlRecord;
  readonly fetch: number;
  readonly response: FetchResponse;
  readonly decision: DecisionDraft;
  /** What the attempt changes in the URL's record. */
  readonly attempt: UrlAttempt;
  readonly at: number;
  readonly override: AccessOverride | null;
}

/** Adds the setting that overrode robots.txt to a decision that depends on it. */
const citing = (override: AccessOverride | null, draft: DecisionDraft): DecisionDraft =>
  override ? { ...draft, evidence: [...draft.evidence, override.setting] } : draft;

/** Finishes one attempt at a URL. Runs inside the caller's transaction and writes everything or nothing. */
export function settlePage(context: SettleContext, page: PageAttempt): Settled {
  const { store, settings, settingsId } = context;
  const { url, fetch, outcome, override } = page;
  const at = outcome.timings.endedAt;
  const attempt = url.attempts + 1;
  const challenge = page.read ? page.read.reading.challenge : challengeOf(outcome, null);
  const location = outcome.kind === 'response' ? redirectTarget(url.url, outcome) : null;
  const decision = citing(
    override,
    judgeOutcome({
      outcome,
      fetch,
      attempt,
      maxAttempts: settings.maxAttempts,
      hostFailures: page.hostFailures,
      location,
      loops: location !== null && closesLoop(store, url, location),
      challenge,
    }),
  );
  const contentType = store.fetches.end(
    fetch,
    outcome,
    settings.storeBodies ? (page.read?.stored ?? 'whole-body') : 'no-body',
    'within-limit',
  );
  const decisionId = store.urls.decide(url.id, decision, at, settingsId);
  const response = outcome.kind === 'response' ? outcome : null;
  const facts: UrlAttempt = {
    reason: decision.reason,
    decisionId,
    fetchId: fetch,
    status: outcome.status,
    contentType,
    bytes: response && bodySize(response),
    totalMs: Math.round(outcome.timings.totalMs),
    firstByteMs: outcome.timings.firstByteMs === null ? null : Math.round(outcome.timings.firstByteMs),
    httpVersion: outcome.network?.httpVersion ?? null,
    fetchedAt: at,
    attempts: attempt,
  };
  if (decision.verdict === 'defer') {
    const isOurs = saysNothing(outcome);
    const dueAt = isOurs ? 0 : at + retryDelayMs(attempt);
    const attempts = isOurs || isOutage(page, settings) ? url.attempts : attempt;
    store.urls.change(url, { ...facts, state: 'queued', attempts, dueAt });
    return { reason: decision.reason, deferred: true };
  }
  if (!response) store.urls.change(url, { ...facts, state: 'failed' });
  else {
    const answered = { url, fetch, response, decision, attempt: facts, at, override };
    if (location !== null && !challenge) settleRedirect(context, answered, location);
    else settleResponse(context, answered, page.read);
  }
  return { reason: decision.reason, deferred: false };
}

/** Whether the host is to blame, not the URL. */
const isOutage = ({ outcome, hostFailures }: PageAttempt, { maxAttempts }: CrawlSettings): boolean =>
  outcome.kind === 'failure' && !blamesUrl(outcome.cause, { hostFailures, maxAttempts });

function settleRedirect(context: SettleContext, answered: Answered, location: string): void {
  const { store, settingsId, discovery } = context;
  const { url, fetch, response, attempt, at, override } = answered;
  const depth = store.urls.depths.of(url.id);
  const target = discovery.discover(
    redirectCandidate({
      from: { ...url, depth },
      fetch,
      status: response.status,
      location: headerOf(response, 'location') ?? location,
      target: location,
    }),
    at,
  );
  const link = { to: target, kind: 'redirect', rel: '', text: '', start: 0, end: 0 } as const;
  storeLinks(context, url.id, [link]);
  const listing = mayList({
    fetch,
    status: response.status,
    redirected: true,
    challenged: false,
    html: null,
    bodyEnd: response.bodyEnd,
    directives: { noindex: null, nofollow: null, unavailable: null },
    canonical: { kind: 'none' },
  });
  store.urls.decide(url.id, citing(override, listing), at, settingsId);
  store.urls.change(url, {
    ...attempt,
    state: 'done',
    mayList: 'no',
    linksFollowed: 'none',
    redirectId: target,
    outlinks: 1,
  });
}

function settleResponse(context: SettleContext, answered: Answered, read: PageRead | null): void {
  const { store } = context;
  const { url, fetch, response, decision, attempt, at } = answered;
  const ok = decision.verdict === 'accept';
  const reading = read?.reading ?? readPage(url.url, response, context.directiveProfile);
  const html = ok ? reading.html : null;
  const links = html ? (read?.links ?? new LinkFinder(context, { url, reading, at }).all()) : [];
  if (html) storeLinks(context, url.id, links);
  if (html && context.traps !== null) teach(context.traps, url, { facts: html.facts, links });
  const targets = store.urls.targetClasses.count(links);
  const canonical = ok ? recordCanonical(context, answered, reading) : null;
  const canonicalId = canonical?.id ?? null;
  const columns = columnsOf(reading, response, ok ? 'page' : 'error');
  const verdicts = decideListing(context, answered, { reading, canonicalId, links: targets.followed });
  if (html) {
    store.fetches.page({
      urlId: url.id,
      fetchId: fetch,
      facts: html,
      canonical: canonicalText(reading),
      xRobotsTag: reading.xRobotsTag,
      links,
      url: { columns, canonical: canonical?.url ?? null },
    });
  } else store.fetches.keepPage(url.id);
  const kind = html ? 'html' : pageKindOf(attempt.contentType);
  if (ok && (html || kind === 'json'))
    context.onPage({
      id: url.id,
      url: url.url,
      fetchId: fetch,
      kind: html ? 'html' : 'json',
      charset: html?.charset ?? '',
      body: response.body,
      held: response.held,
    });
  if (ok && html && context.settings.storeBodies) context.onHtml({ id: url.id, url: url.url });
  // No spread: V8 then defines each further property in the slow way.
  const { decisive } = verdicts;
  const final = decisive === null ? attempt : { ...attempt, ...decisive };
  const answer = {
    mayList: verdicts.mayList,
    linksFollowed: linksFollowedBy(targets.followed, reading),
    internalLinks: html ? targets.internal : null,
    externalLinks: html ? targets.external : null,
    outlinks: html ? targets.followed : null,
    canonicalId,
    directives: ok ? directiveBits(reading) : null,
  };
  store.urls.answer(url, final, answer, columns);
}

/** Shows a page to the trap guards. */
function teach(
  traps: TrapGuard,
  { id, url, via, viaId }: UrlRecord,
  { facts, links }: { readonly facts: PageFacts | null; readonly links: readonly NewLink[] },
): void {
  const finderId = (via === 'link' || via === 'redirect') && viaId !== null ? viaId : 0;
  const signature = (): Uint8Array | null => (facts?.signature ? Buffer.from(facts.signature, 'base64') : null);
  traps.read({ id, url, finderId, textHash: facts?.textHash ?? '', signature, targets: links });
}

/** Facts of the page as columns. An error page has its title only. */
function columnsOf({ html }: PageReading, response: FetchResponse, kind: 'page' | 'error'): StoredPageColumns {
  if (!html?.facts) return noPageColumns;
  const columns = pageColumns(html.facts, bodySize(response));
  // The facts have less of a long title.
  const title = columns.title && (html.title?.value.slice(0, 2_000) || columns.title);
  const { titleLength, titlePixels } = columns;
  if (kind === 'error') return { ...noPageColumns, title, titleLength, titlePixels };
  return title === columns.title ? columns : { ...columns, title };
}

/** The directives in force, as stored in `url.directives`. */
const directiveBits = ({ directives: { noindex, nofollow, unavailable } }: PageReading): number =>
  (noindex === null && unavailable === null ? 0 : 1) | (nofollow === null ? 0 : 2);

const linksFollowedBy = (links: number, { directives }: PageReading): LinksFollowed => {
  if (links === 0) return 'none';
  return directives.nofollow === null ? 'yes' : 'no';
};

/** The `listing` value in the URL's record for each verdict. */
const listingWord: Readonly<Record<Verdict, MayList>> = { accept: 'yes', reject: 'no', unknown: 'unknown', defer: 'unknown' };

interface ReadFacts {
  readonly reading: PageReading;
  readonly canonicalId: number | null;
  /** Followed links on the page. */
  readonly links: number;
}

/** Writes the decisions about listing and links. `decisive`: the first of the chain that is not a plain yes, if there is one. */
function decideListing(
  { store, settingsId }: SettleContext,
  { url, fetch, response, decision, at, override }: Answered,
  { reading, canonicalId, links }: ReadFacts,
): { readonly mayList: MayList; readonly decisive: Pick<UrlAttempt, 'reason' | 'decisionId'> | null } {
  const ok = decision.verdict === 'accept';
  const write = (draft: DecisionDraft): number => store.urls.decide(url.id, citing(override, draft), at, settingsId);
  const elsewhere = reading.canonical.kind === 'elsewhere';
  const listing = mayList({
    fetch,
    status: response.status,
    redirected: false,
    challenged: reading.challenge !== null,
    html: reading.html,
    bodyEnd: response.bodyEnd,
    directives: reading.directives,
    canonical:
      elsewhere && canonicalId !== null
        ? { kind: 'elsewhere', url: canonicalId, source: canonicalSource(reading) }
        : { kind: reading.canonical.kind === 'elsewhere' ? 'none' : reading.canonical.kind },
  });
  const listingId = write(listing);
  // This records what the page says, although a search engine that obeys robots.txt never reads it.
  if (override) write(blockedListing(override.robots, override.line));
  if (ok) write(mayFollow({ fetch, isHtml: reading.html !== null, links, directives: reading.directives }));
  const isListed = listing.verdict === 'accept';
  if (override) return { mayList: 'url-only', decisive: ok ? { reason: url.reason, decisionId: override.decisionId } : null };
  return {
    mayList: listingWord[listing.verdict],
    decisive: ok && !isListed ? { reason: listing.reason, decisionId: listingId } : null,
  };
}

/** Adds the canonical target to the file so that users can look it up. This alone does not request it. */
function recordCanonical(
  { discovery }: SettleContext,
  { url, fetch, at }: Answered,
  { canonical }: PageReading,
): Pick<UrlRecord, 'id' | 'url'> | null {
  if (canonical.kind === 'self') return url;
  if (canonical.kind !== 'elsewhere') return null;
  const target = normalizeUrl(canonical.url);
  if (target.kind !== 'url') return null;
  if (target.url === url.url) return url;
  const candidate = canonicalCandidate({ ...url, depth: null }, fetch, target.url, canonical.declaration);
  // Its row is not read: what this turn writes would have to be written first.
  return { id: discovery.discover(candidate, at), url: target.url.slice(0, maxUrlLength) };
}

function canonicalText({ canonical }: PageReading): string | null {
  return canonical.kind === 'elsewhere' || canonical.kind === 'self' ? canonical.url : null;
}

function canonicalSource({ canonical }: PageReading): DirectiveSource | null {
  if (canonical.kind !== 'elsewhere') return null;
  const { source } = canonical.declaration;
  if (source.kind === 'link-element') return { kind: 'meta', name: 'canonical', at: source.at, text: source.text };
  return source;
}

/** The resolved Location of a redirect; null if there is no URL to follow. */
export function redirectTarget(url: string, response: FetchResponse): string | null {
  if (!isRedirect(response.status)) return null;
  const location = headerOf(response, 'location')?.trim();
  if (!location) return null;
  // Header bytes arrive as latin-1. If they are valid UTF-8, decode them as UTF-8.
  const decoded = Buffer.from(location, 'latin1').toString('utf8');
  const target = normalizeUrl(decoded.includes('\ufffd') ? location : decoded, url);
  return target.kind === 'url' ? target.url : null;
}

/** Whether a target is this URL, or redirects to it over any number of known hops. */
function closesLoop(store: Store, url: UrlRecord, target: string): boolean {
  if (target === url.url) return true;
  let at = store.urls.find(target);
  for (let hops = 0; at && hops < 60; hops++) {
    if (at.id === url.id) return true;
    at = at.redirectId === null ? undefined : store.urls.byId(at.redirectId);
  }
  return false;
}
