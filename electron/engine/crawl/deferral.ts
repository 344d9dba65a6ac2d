import { mayAccess, mayFetchBy } from '#core/decision/access.ts';
import { crawlLimit, hostUnreachable, type ReachedLimit, settingsChanged } from '#core/decision/waiting.ts';
import type { Steps } from '#core/steps.ts';
import { pausesHost, reasonCodes, reasons } from '#shared/explain/reasons.ts';
import { obedienceWords } from '#shared/explain/site-rules.ts';
import type { Obedience } from '#shared/model/crawl.ts';
import type { DecisionDraft } from '#shared/model/decision.ts';
import type { UrlRecord } from '#storage/tables/urls.ts';
import { accessFacts, blockedListingOf, lineOf } from './access-facts.ts';
import type { CrawlContext } from './context.ts';
import type { RobotsReading, Slot } from './slot.ts';

/**
 * Decisions for all URLs of a host or of the frontier when it pauses or continues. Each runs in steps inside transactions of
 * the caller, because a host may have a million URLs. After a crash, the resumed crawl makes the missing decisions.
 */

/** URLs between two looks at the clock. */
const urlsOfStep = 32;

function* each(urls: Iterable<UrlRecord>, write: (url: UrlRecord) => void): Steps<void> {
  let done = 0;
  for (const url of urls) {
    write(url);
    done += 1;
    if (done % urlsOfStep === 0) yield done;
  }
}

/** Records for every queued URL of a paused origin why it waits. URLs that robots.txt forbids are rejected for good. */
export function* deferOrigin(context: CrawlContext, slot: Slot, at: number): Steps<void> {
  const { store } = context.parts;
  const { reading, record } = slot;
  if (!reading) return;
  const waiting = store.urls.inState({ state: 'queued', originId: record.id, except: [record.pausedReason] });
  yield* each(waiting, url => deferUrl(context, reading, url, at));
}

function deferUrl(context: CrawlContext, reading: RobotsReading, url: UrlRecord, at: number): void {
  const { store, settingsId } = context.parts;
  const facts = accessFacts(context.parts, reading, url.url);
  const access = mayAccess(facts);
  // The pause ended meanwhile.
  if (access.verdict === 'accept') return;
  const { robots } = facts;
  const line = lineOf(facts, access);
  const decisionId = store.urls.decide(url.id, access, at, settingsId);
  const blocked = access.verdict === 'reject';
  const listing = blocked ? blockedListingOf(context.profile, reading, facts, line) : null;
  if (listing) store.urls.decide(url.id, listing.draft, at, settingsId);
  store.urls.change(url, {
    reason: access.reason,
    decisionId,
    robotsId: robots,
    robotsLine: line,
    mayFetch: mayFetchBy(facts),
    ...(listing ? { state: 'disregarded' as const, mayList: listing.mayList } : {}),
  });
}

/** Records for every queued URL of an unreachable host that it is unreachable. `fetch`: the last failed attempt. */
export function* deferUnreachable(
  context: CrawlContext,
  slot: Slot,
  { fetch, at }: { readonly fetch: number; readonly at: number },
): Steps<void> {
  yield* deferHost(context, slot, hostUnreachable(fetch), at);
}

/** Records a decision for every queued URL of a host that the crawl gave up. */
export function* deferHost(context: CrawlContext, { record }: Slot, draft: DecisionDraft, at: number): Steps<void> {
  const { store, settingsId } = context.parts;
  yield* each(store.urls.inState({ state: 'queued', originId: record.id, except: [draft.reason] }), url => {
    const decisionId = store.urls.decide(url.id, draft, at, settingsId);
    store.urls.change(url, { reason: draft.reason, decisionId, dueAt: 0 });
  });
}

/** The same for one URL, if it is still queued. */
export function deferUrlUnreachable(
  context: CrawlContext,
  urlId: number,
  { fetch, at }: { readonly fetch: number; readonly at: number },
): void {
  const { store, settingsId } = context.parts;
  const url = store.urls.byId(urlId);
  if (url?.state !== 'queued') return;
  const draft = hostUnreachable(fetch);
  const decisionId = store.urls.decide(url.id, draft, at, settingsId);
  store.urls.change(url, { reason: draft.reason, decisionId, dueAt: 0 });
}

/** A limit ended the crawl. Records that for the rest of the frontier. */
export function* deferToLimit(context: CrawlContext, reached: ReachedLimit, at: number): Steps<void> {
  const { store, settingsId } = context.parts;
  const left = store.urls.inState({ state: 'queued', except: [reached.reason, ...reasonCodes.filter(pausesHost)] });
  const draft = crawlLimit(reached);
  yield* each(left, url => {
    const decisionId = store.urls.decide(url.id, draft, at, settingsId);
    store.urls.change(url, { reason: draft.reason, decisionId });
  });
}

const liftedBy = (robots: Obedience): string[] => reasonCodes.filter(code => reasons[code].liftedBy.includes(robots));

/**
 * After a change of site rules: queues URLs that robots.txt blocked under the old rules but not under the new ones; they are
 * decided again. Earlier decisions stay unchanged.
 */
export function* askAgain(context: CrawlContext, at: number): Steps<void> {
  const { store, settingsId } = context.parts;
  const origins = new Set<number>();
  for (const { end, rows } of store.urls.originsDisregardedFor(reasonCodes.filter(code => reasons[code].liftedBy.length > 0))) {
    for (const { id } of rows) if (id !== null) origins.add(id);
    yield end;
  }
  for (const id of origins) {
    const key = store.origins.byId(id)?.key;
    if (key === undefined) continue;
    const obedience = context.obedience(key);
    const lifted = liftedBy(obedience.robots);
    if (lifted.length === 0) continue;
    const draft = settingsChanged(obedience.setting || obedienceWords('inherit'), settingsId);
    yield* each(store.urls.inState({ state: 'disregarded', originId: id, reasons: lifted }), url => {
      const decisionId = store.urls.decide(url.id, draft, at, settingsId);
      store.urls.change(url, { state: 'queued', reason: draft.reason, decisionId, dueAt: 0 });
      context.wake(id);
    });
  }
}
