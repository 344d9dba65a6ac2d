import { isSuccess } from '#core/decision/outcome.ts';
import { asksForPause } from '#core/frontier/host-clock.ts';
import type { Steps } from '#core/steps.ts';
import { originOf } from '#core/url/authority.ts';
import { maxUrlLength } from '#core/url/length.ts';
import { normalizeUrl } from '#core/url/normalize.ts';
import { withoutUserinfo } from '#shared/explain/redact.ts';
import type { FetchOutcome, FetchResponse } from '#shared/model/fetch.ts';
import type { SitemapDocument, SitemapEntry } from '#shared/model/page.ts';
import { type NewSitemap, type SitemapRecord, sitemapRetryMs } from '#storage/tables/sitemaps.ts';
import { ofServer } from '../robots/gate.ts';
import { sitemapCandidate } from './candidates.ts';
import type { SitemapRead } from './prepare.ts';
import { headerOf } from './read-page.ts';
import { saysNothing } from './request-end.ts';
import type { SettleContext } from './settle.ts';
import type { Slot } from './slot.ts';

/** Our limit. The protocol forbids an index inside an index; the crawl follows them down to this depth. */
const maxLevel = 3;
const maxSitemaps = 10_000;
/** Entries between two looks at the clock. */
const entriesOfStep = 32;

/** Queues the sitemap files that robots.txt names, or else /sitemap.xml. Yields how many are done. */
export function* queueSitemaps(context: SettleContext, slot: Slot): Steps<void> {
  const { store } = context;
  const { record } = slot;
  const reading = slot.reading && ofServer(slot.reading);
  if (!reading) return;
  const named = reading.file?.sitemaps ?? [];
  for (const [index, line] of named.entries()) {
    const how = { source: 'robots', parentId: null, robotsId: reading.version.id, robotsLine: line.line, level: 0 } as const;
    queueSitemap(context, slot, line.value, how);
    if ((index + 1) % entriesOfStep === 0) yield index + 1;
  }
  if (named.length === 0 && store.sitemaps.count() < maxSitemaps) {
    const how = { source: 'well-known', parentId: null, robotsId: null, robotsLine: null, level: 0 } as const;
    queueSitemap(context, slot, `${record.key}/sitemap.xml`, how);
  }
}

/** How the crawl found a sitemap file. */
type FoundBy = Pick<NewSitemap, 'source' | 'parentId' | 'robotsId' | 'robotsLine' | 'level'>;

function queueSitemap({ store, isOurDomain, wake }: SettleContext, from: Slot, raw: string, how: FoundBy): void {
  const target = normalizeUrl(raw, `${from.record.key}/`);
  const origin = target.kind === 'url' ? originOf(target.url) : null;
  const refuse = (detail: string) =>
    store.sitemaps.insert({
      ...how,
      originId: from.record.id,
      url: target.kind === 'url' ? target.url : raw.slice(0, 2_048),
      state: 'refused',
      detail,
    });
  if (target.kind !== 'url' || !origin) {
    refuse('It is not an http or https URL.');
    return;
  }
  if (how.level > maxLevel) {
    refuse(`Sitemap indexes are nested more than ${maxLevel} levels deep.`);
    return;
  }
  if (store.sitemaps.count() >= maxSitemaps) {
    refuse(`More than ${maxSitemaps} sitemap files.`);
    return;
  }
  if (!isOurDomain(origin.host)) {
    refuse(`It is on ${origin.host}, outside the domain of every start URL.`);
    return;
  }
  const { id } = store.origins.byKey(origin.key) ?? store.origins.insert(origin);
  store.sitemaps.insert({ ...how, originId: id, url: target.url, state: 'queued', detail: '' });
  wake(id);
}

export interface ReadSitemap {
  readonly slot: Slot;
  readonly sitemap: SitemapRecord;
  readonly kind: SitemapDocument['kind'];
  readonly entries: Iterable<SitemapEntry>;
  /** When the response ended, epoch milliseconds. */
  readonly at: number;
}

/** Turns sitemap entries into candidates, and index entries into sitemap files to read. Yields how many are done. */
export function* recordEntries(context: SettleContext, { slot, sitemap, kind, entries, at }: ReadSitemap): Steps<void> {
  const { store, discovery } = context;
  const isIndex = kind === 'index';
  const how = { source: 'index', parentId: sitemap.id, robotsId: null, robotsLine: null, level: sitemap.level + 1 } as const;
  let seq = -1;
  for (const entry of entries) {
    seq += 1;
    if (isIndex) {
      if (store.sitemaps.count() >= maxSitemaps) return;
      queueSitemap(context, slot, entry.loc, how);
    } else {
      const target = normalizeUrl(entry.loc, sitemap.url);
      const urlId = discovery.discover(sitemapCandidate(sitemap.id, seq, target), at);
      // The sitemap lists the URL as it stands there, whatever rules make of it.
      const listed = target.kind === 'url' ? discovery.known(target.url) : 0;
      const id = listed || urlId;
      store.sitemaps.entry({ sitemapId: sitemap.id, seq, urlId: id, isCounted: discovery.isCounted(id) }, entry);
      discovery.listed(urlId);
    }
    if ((seq + 1) % entriesOfStep === 0) yield seq + 1;
  }
}

/** A finished attempt at a sitemap file. */
export interface SitemapAttempt {
  readonly slot: Slot;
  readonly sitemap: SitemapRecord;
  readonly fetch: number;
  readonly outcome: FetchOutcome;
  /** Null if the response is not a file. */
  readonly read: SitemapRead | null;
}

/** Finishes one attempt at a sitemap file after its entries are written. `deferred`: the crawl tries it again. */
export function settleSitemap(context: SettleContext, attempt: SitemapAttempt): { readonly deferred: boolean } {
  const { store, settings } = context;
  const { sitemap, fetch, outcome, read } = attempt;
  const document = read?.document ?? null;
  store.fetches.end(fetch, outcome, settings.storeBodies ? (read?.stored ?? 'whole-body') : 'no-body', 'within-limit');
  if (outcome.kind === 'failure') {
    if (saysNothing(outcome)) store.sitemaps.again(sitemap.id, 0, '');
    else tryAgain(context, attempt, outcome.detail, outcome.detail);
    return { deferred: !saysNothing(outcome) };
  }
  const { status } = outcome;
  if (asksForPause(status)) {
    tryAgain(context, attempt, `The server returned ${status}.`, `The server returned ${status} each time.`);
    return { deferred: true };
  }
  if (status >= 300 && status < 400) followRedirect(context, attempt, outcome);
  else if (!isSuccess(status) || document === null)
    store.sitemaps.end(sitemap.id, 'failed', statusWords(sitemap, status), fetch, null);
  else if (document.kind === 'none') store.sitemaps.end(sitemap.id, 'failed', 'It is not a sitemap.', fetch, document);
  else store.sitemaps.end(sitemap.id, 'done', '', fetch, document);
  return { deferred: false };
}

/** Queues the file again while attempts are left. `finally_`: the reason to record after the last attempt. */
function tryAgain({ store, settings }: SettleContext, attempt: SitemapAttempt, now: string, finally_: string): void {
  const { sitemap, fetch, outcome } = attempt;
  if (sitemap.attempts + 1 < settings.maxAttempts)
    store.sitemaps.again(sitemap.id, outcome.timings.endedAt + sitemapRetryMs, now);
  else store.sitemaps.end(sitemap.id, 'failed', finally_, fetch, null);
}

const statusWords = ({ source }: SitemapRecord, status: number): string =>
  source === 'well-known' && (status === 404 || status === 410) ? `There is none (${status}).` : `The server returned ${status}.`;

/** Records the target of a redirect as a separate sitemap file. */
function followRedirect(context: SettleContext, { slot, sitemap, fetch }: SitemapAttempt, response: FetchResponse): void {
  const location = headerOf(response, 'location') ?? '';
  const target = normalizeUrl(location, sitemap.url);
  const to = withoutUserinfo(location).slice(0, maxUrlLength) || 'nowhere';
  context.store.sitemaps.end(sitemap.id, 'failed', `It redirects (${response.status}) to ${to}.`, fetch, null);
  if (target.kind !== 'url' || location === '' || target.url === sitemap.url || target.url.length > maxUrlLength) return;
  const { source, robotsId, robotsLine, level } = sitemap;
  queueSitemap(context, slot, target.url, { source, parentId: sitemap.id, robotsId, robotsLine, level: level + 1 });
}
