import { followedKinds } from '#core/decision/admission.ts';
import { blockedListing, mayFollow, mayList } from '#core/decision/listing.ts';
import { isRedirect, judgeOutcome } from '#core/decision/outcome.ts';
import { retryDelayMs } from '#core/frontier/politeness.ts';
import { normalizeUrl } from '#core/url/normalize.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { DecisionDraft, MayList } from '#shared/model/decision.ts';
import type { FetchOutcome, FetchResponse } from '#shared/model/fetch.ts';
import type { DirectiveSource } from '#shared/model/page.ts';
import type { NewLink } from '#storage/links/page-links.ts';
import type { Store } from '#storage/store.ts';
import type { UrlChange, UrlRecord } from '#storage/tables/urls.ts';
import type { AccessOverride } from './access-facts.ts';
import type { Discovery } from './discover.ts';
import { type DirectiveProfile, headerOf, type PageReading, readPage } from './read-page.ts';

export interface SettleContext {
  readonly store: Store;
  readonly settings: CrawlSettings;
  readonly settingsId: number;
  readonly discovery: Discovery;
  /** Registrable domains of the seeds: sitemap files elsewhere are not read. */
  readonly seedDomains: ReadonlySet<string>;
  /** By whose rule, and under which names, page directives are read. */
  readonly directiveProfile: DirectiveProfile;
}

export interface Settled {
  readonly reason: string;
  /** It will be tried again; the origin may have to back off. */
  readonly deferred: boolean;
  /** A response with a page was stored: counts towards the page limit. */
  readonly counted: boolean;
}

/** Adds the setting that overrode robots.txt to a decision that would not exist without it. */
const citing =
  (override: AccessOverride | null) =>
  (draft: DecisionDraft): DecisionDraft =>
    override ? { ...draft, evidence: [...draft.evidence, override.setting] } : draft;

const nofollowRel = /(^| )nofollow( |$)/;

/** Finishes one attempt at a URL. Runs inside the caller's transaction and writes everything or nothing. */
export function settlePage(
  context: SettleContext,
  url: UrlRecord,
  fetchId: number,
  outcome: FetchOutcome,
  override: AccessOverride | null = null,
): Settled {
  const { store, settings, settingsId } = context;
  const at = outcome.timings.endedAt;
  const attempt = url.attempts + 1;
  const location = outcome.kind === 'response' ? redirectTarget(url.url, outcome) : null;
  const cited = citing(override);
  const judged = judgeOutcome({
    outcome,
    fetch: fetchId,
    attempt,
    maxAttempts: settings.maxAttempts,
    location,
    loops: location !== null && closesLoop(store, url, location),
  });
  const fetchDecision = cited(judged);
  const contentType = store.fetches.end(fetchId, outcome, settings.storeBodies);
  const decisionId = store.urls.decide(url.id, fetchDecision, at, settingsId);
  const response = outcome.kind === 'response' ? outcome : null;
  const facts: UrlChange = {
    reason: fetchDecision.reason,
    decisionId,
    fetchId,
    status: outcome.status,
    contentType,
    bytes: response?.body.length ?? null,
    totalMs: Math.round(outcome.timings.totalMs),
    fetchedAt: at,
  };
  if (fetchDecision.verdict === 'defer') {
    const counts = fetchDecision.reason !== 'interrupted';
    const dueAt = counts ? at + retryDelayMs(attempt) : 0;
    store.urls.change(url, { ...facts, state: 'queued', attempts: counts ? attempt : url.attempts, dueAt });
    return { reason: fetchDecision.reason, deferred: true, counted: false };
  }
  if (!response) {
    store.urls.change(url, { ...facts, state: 'failed', attempts: attempt });
    return { reason: fetchDecision.reason, deferred: false, counted: false };
  }
  const change = { ...facts, state: 'done' as const, attempts: attempt };
  if (location !== null) settleRedirect(context, url, fetchId, response, location, fetchDecision, change, at, cited);
  else settleResponse(context, url, fetchId, response, fetchDecision, change, at, override);
  return { reason: fetchDecision.reason, deferred: false, counted: fetchDecision.verdict === 'accept' };
}

function settleRedirect(
  { store, settingsId, discovery }: SettleContext,
  url: UrlRecord,
  fetch: number,
  response: FetchResponse,
  location: string,
  decision: DecisionDraft,
  change: UrlChange,
  at: number,
  cited: (draft: DecisionDraft) => DecisionDraft,
): void {
  const raw = headerOf(response, 'location') ?? location;
  const target = discovery.discover(
    {
      url: location,
      valid: true,
      via: 'redirect',
      viaId: url.id,
      kind: 'redirect',
      nofollow: false,
      pageNofollow: false,
      depth: url.depth,
      hops: url.hops + 1,
      evidence: { kind: 'redirect', from: url.id, fetch, status: response.status, location: raw.slice(0, 2_048) },
    },
    at,
  );
  store.fetches.links(url.id, [{ to: target, kind: 'redirect', rel: '', text: '', start: 0, end: 0 }]);
  const listing = mayList({
    fetch,
    status: response.status,
    redirected: true,
    html: null,
    bodyEnd: response.bodyEnd,
    directives: { noindex: null, nofollow: null, unavailable: null },
    canonical: { kind: 'none' },
  });
  store.urls.decide(url.id, cited(listing), at, settingsId);
  store.urls.change(url, {
    ...change,
    reason: decision.reason,
    mayList: 'no',
    linksFollowed: 'none',
    redirectId: target,
    outlinks: 1,
  });
}

function settleResponse(
  context: SettleContext,
  url: UrlRecord,
  fetch: number,
  response: FetchResponse,
  decision: DecisionDraft,
  change: UrlChange,
  at: number,
  override: AccessOverride | null,
): void {
  const { store, settingsId } = context;
  const cited = citing(override);
  const ok = decision.verdict === 'accept';
  const reading = readPage(url.url, response, context.directiveProfile);
  const isHtml = ok && reading.html !== null;
  const pageNofollow = reading.directives.nofollow !== null;
  const links = isHtml ? recordLinks(context, url, reading, at).filter(link => followedKinds.has(link.kind)) : [];
  const canonicalId = ok ? recordCanonical(context, url, fetch, reading, at) : null;
  const listing = mayList({
    fetch,
    status: response.status,
    redirected: false,
    html: reading.html,
    bodyEnd: response.bodyEnd,
    directives: reading.directives,
    canonical:
      reading.canonical.kind === 'elsewhere' && canonicalId !== null
        ? { kind: 'elsewhere', url: canonicalId, source: canonicalSource(reading) }
        : { kind: reading.canonical.kind === 'elsewhere' ? 'none' : reading.canonical.kind },
  });
  const listingId = store.urls.decide(url.id, cited(listing), at, settingsId);
  // What the page says is on record; a search engine that obeys robots.txt never reads it.
  if (override) store.urls.decide(url.id, cited(blockedListing(override.robots, override.line)), at, settingsId);
  if (ok) {
    const follow = mayFollow({ fetch, isHtml, links: links.length, directives: reading.directives });
    store.urls.decide(url.id, cited(follow), at, settingsId);
  }
  if (isHtml && reading.html) {
    store.fetches.page(url.id, fetch, reading.html, canonicalText(reading), reading.xRobotsTag);
  }
  // The decisive stage of the chain is the first that is not a plain yes.
  const decisive = !ok
    ? {}
    : override
      ? { reason: url.reason, decisionId: override.decisionId }
      : listing.verdict !== 'accept'
        ? { reason: listing.reason, decisionId: listingId }
        : {};
  const list: MayList = override
    ? 'url-only'
    : listing.verdict === 'accept'
      ? 'yes'
      : listing.verdict === 'reject'
        ? 'no'
        : 'unknown';
  store.urls.change(url, {
    ...change,
    ...decisive,
    mayList: list,
    linksFollowed: !isHtml || links.length === 0 ? 'none' : pageNofollow ? 'no' : 'yes',
    title: reading.html?.title?.value.slice(0, 2_000) ?? null,
    outlinks: isHtml ? links.length : null,
    canonicalId,
  });
}

/** Discovers every link of a page and writes the edges; returns them. */
function recordLinks({ store, discovery }: SettleContext, url: UrlRecord, reading: PageReading, at: number): readonly NewLink[] {
  const { html, baseUrl, directives } = reading;
  if (!html) return [];
  const pageNofollow = directives.nofollow !== null;
  const edges: NewLink[] = [];
  const { linkIds } = store.urls;
  const origin = linkIds.origin(baseUrl);
  for (const link of html.links) {
    const { kind, href, rel, text, at: place } = link;
    const nofollow = rel !== '' && nofollowRel.test(rel);
    const followed = followedKinds.has(kind);
    const mayAdmit = followed && !nofollow && !pageNofollow;
    const again = linkIds.find(origin, href);
    if (again !== 0 && !(mayAdmit && discovery.mayReopen(again))) {
      edges.push({ to: again, kind, rel, text, start: place.start, end: place.end });
      continue;
    }
    const resolved = normalizeUrl(href, baseUrl);
    const valid = resolved.kind === 'url';
    const target = valid ? resolved.url : href;
    // Script addresses are actions, not places.
    if (valid ? !target.startsWith('http') && /^(javascript|data|blob):/i.test(target) : target === '') continue;
    const seq = edges.length;
    const known = discovery.known(target);
    if (known !== 0) linkIds.add(origin, href, known);
    const to =
      known !== 0 && !(mayAdmit && discovery.mayReopen(known))
        ? known
        : discovery.discover(
            {
              url: target,
              valid,
              via: 'link',
              viaId: url.id,
              kind,
              nofollow,
              pageNofollow,
              depth: url.depth + 1,
              hops: 0,
              evidence: { kind: 'link', from: url.id, seq },
            },
            at,
          );
    edges.push({ to, kind, rel, text, start: place.start, end: place.end });
  }
  store.fetches.links(url.id, edges);
  return edges;
}

/** The canonical target becomes a URL of the file, so that it can be looked up; it is not fetched for that. */
function recordCanonical(
  { discovery }: SettleContext,
  url: UrlRecord,
  fetch: number,
  { canonical }: PageReading,
  at: number,
): number | null {
  if (canonical.kind === 'self') return url.id;
  if (canonical.kind !== 'elsewhere') return null;
  const target = normalizeUrl(canonical.url);
  if (target.kind !== 'url') return null;
  if (target.url === url.url) return url.id;
  const { source } = canonical.declaration;
  return discovery.discover(
    {
      url: target.url,
      valid: true,
      via: 'link',
      viaId: url.id,
      kind: 'canonical',
      nofollow: false,
      pageNofollow: false,
      depth: url.depth + 1,
      hops: 0,
      evidence:
        source.kind === 'header'
          ? { kind: 'header', fetch, index: source.index }
          : { kind: 'bytes', fetch, start: source.at.start, end: source.at.end },
    },
    at,
  );
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

/** The Location of a redirect, resolved; null when there is none that can be followed. */
function redirectTarget(url: string, response: FetchResponse): string | null {
  if (!isRedirect(response.status)) return null;
  const location = headerOf(response, 'location')?.trim();
  if (!location) return null;
  // Header bytes arrive as latin-1; servers that send UTF-8 mean UTF-8.
  const text = Buffer.from(location, 'latin1').toString('utf8').includes('\ufffd')
    ? location
    : Buffer.from(location, 'latin1').toString('utf8');
  const target = normalizeUrl(text, url);
  return target.kind === 'url' ? target.url : null;
}

/** Whether a target is this URL, or redirects, over however many hops already seen, to it. */
function closesLoop(store: Store, url: UrlRecord, target: string): boolean {
  if (target === url.url) return true;
  let at = store.urls.find(target);
  for (let hops = 0; at && hops < 60; hops++) {
    if (at.id === url.id) return true;
    at = at.redirectId === null ? undefined : store.urls.byId(at.redirectId);
  }
  return false;
}
