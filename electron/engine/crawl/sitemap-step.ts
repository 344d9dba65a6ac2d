import { gunzipSync } from 'node:zlib';
import { parseSitemap } from '#core/sitemap/parse.ts';
import { originOf, registrableDomain } from '#core/url/authority.ts';
import { normalizeUrl } from '#core/url/normalize.ts';
import type { FetchOutcome } from '#shared/model/fetch.ts';
import type { SitemapDocument } from '#shared/model/page.ts';
import type { SitemapRecord } from '#storage/tables/sitemaps.ts';
import { headerOf } from './read-page.ts';
import type { SettleContext } from './settle.ts';
import type { Slot } from './slot.ts';

/** sitemaps.org: a file holds at most 50 MiB uncompressed. */
const maxBytes = 50 * 1024 * 1024;
/** Ours: an index may name indexes, which the protocol forbids; deeper nesting than this is not followed. */
const maxLevel = 3;
const maxSitemaps = 10_000;

/** Queues the sitemap files robots.txt names and the one at the well-known place. Runs inside the caller's transaction. */
export function queueSitemaps(context: SettleContext, slot: Slot, wake: (originId: number) => void): void {
  const { store } = context;
  const { record, reading } = slot;
  if (!reading) return;
  for (const line of reading.file?.sitemaps ?? []) {
    queueSitemap(
      context,
      slot,
      line.value,
      { source: 'robots', parentId: null, robotsId: reading.version.id, robotsLine: line.line, level: 0 },
      wake,
    );
  }
  const named = reading.file?.sitemaps.length ?? 0;
  if (named === 0 && store.sitemaps.count() < maxSitemaps)
    queueSitemap(
      context,
      slot,
      `${record.key}/sitemap.xml`,
      { source: 'well-known', parentId: null, robotsId: null, robotsLine: null, level: 0 },
      wake,
    );
}

function queueSitemap(
  { store, seedDomains }: SettleContext,
  from: Slot,
  raw: string,
  how: {
    source: 'robots' | 'well-known' | 'index';
    parentId: number | null;
    robotsId: number | null;
    robotsLine: number | null;
    level: number;
  },
  wake: (originId: number) => void,
): void {
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
  if (!seedDomains.has(registrableDomain(origin.host))) {
    refuse(`It is on ${origin.host}, outside the domain of every seed.`);
    return;
  }
  const target_ = store.origins.byKey(origin.key) ?? store.origins.insert(origin);
  store.sitemaps.insert({ ...how, originId: target_.id, url: target.url, state: 'queued', detail: '' });
  wake(target_.id);
}

const gzipMagic = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** Unpacks a .gz sitemap; null when it cannot be unpacked within the limit. */
function unpack(bytes: Uint8Array): Uint8Array | null {
  if (!gzipMagic(bytes)) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: maxBytes + 1 });
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}

/** Finishes one sitemap file: its entries become candidates, its problems are stored, nothing is thrown. */
export function settleSitemap(
  context: SettleContext,
  slot: Slot,
  sitemap: SitemapRecord,
  fetchId: number,
  outcome: FetchOutcome,
  wake: (originId: number) => void,
): { readonly deferred: boolean } {
  const { store, settings, discovery } = context;
  const at = outcome.timings.endedAt;
  store.fetches.end(fetchId, outcome, settings.storeBodies);
  if (outcome.kind === 'failure') {
    if (outcome.cause === 'cancelled') store.sitemaps.again(sitemap.id, 0, '');
    else if (sitemap.attempts + 1 < settings.maxAttempts) store.sitemaps.again(sitemap.id, at + 5_000, outcome.detail);
    else store.sitemaps.end(sitemap.id, 'failed', outcome.detail, fetchId, null);
    return { deferred: outcome.cause !== 'cancelled' };
  }
  const { status } = outcome;
  if (status === 429 || status === 503) {
    if (sitemap.attempts + 1 < settings.maxAttempts)
      store.sitemaps.again(sitemap.id, at + 5_000, `The server answered ${status}.`);
    else store.sitemaps.end(sitemap.id, 'failed', `The server answered ${status} each time.`, fetchId, null);
    return { deferred: true };
  }
  if (status >= 300 && status < 400) {
    const location = headerOf(outcome, 'location') ?? '';
    const target = normalizeUrl(location, sitemap.url);
    store.sitemaps.end(sitemap.id, 'failed', `It redirects (${status}) to ${location || 'nowhere'}.`, fetchId, null);
    if (target.kind === 'url' && location && target.url !== sitemap.url)
      queueSitemap(
        context,
        slot,
        target.url,
        {
          source: sitemap.source,
          parentId: sitemap.id,
          robotsId: sitemap.robotsId,
          robotsLine: sitemap.robotsLine,
          level: sitemap.level + 1,
        },
        wake,
      );
    return { deferred: false };
  }
  if (status < 200 || status >= 300) {
    const detail =
      sitemap.source === 'well-known' && (status === 404 || status === 410)
        ? `There is none (${status}).`
        : `The server answered ${status}.`;
    store.sitemaps.end(sitemap.id, 'failed', detail, fetchId, null);
    return { deferred: false };
  }
  const bytes = unpack(outcome.body);
  const document: SitemapDocument = bytes
    ? parseSitemap(bytes, { url: sitemap.url })
    : {
        kind: 'none',
        entries: [],
        problems: [{ code: 'bad-gzip', line: 0, detail: 'The gzip data cannot be unpacked within 50 MiB.' }],
        bytes: outcome.body.length,
      };
  store.sitemaps.end(
    sitemap.id,
    document.kind === 'none' ? 'failed' : 'done',
    document.kind === 'none' ? 'It holds no sitemap.' : '',
    fetchId,
    document,
  );
  let seq = 0;
  for (const entry of document.entries) {
    if (document.kind === 'index') {
      if (store.sitemaps.count() >= maxSitemaps) break;
      queueSitemap(
        context,
        slot,
        entry.loc,
        { source: 'index', parentId: sitemap.id, robotsId: null, robotsLine: null, level: sitemap.level + 1 },
        wake,
      );
      continue;
    }
    const target = normalizeUrl(entry.loc, sitemap.url);
    const id = discovery.discover(
      {
        url: target.kind === 'url' ? target.url : entry.loc,
        valid: target.kind === 'url',
        via: 'sitemap',
        viaId: sitemap.id,
        kind: 'a',
        nofollow: false,
        pageNofollow: false,
        depth: 1,
        hops: 0,
        evidence: { kind: 'sitemap-entry', sitemap: sitemap.id, seq },
      },
      at,
    );
    store.sitemaps.entry(sitemap.id, seq++, id, entry.line, entry.lastmod, entry.changefreq, entry.priority);
    store.urls.addSitemapMention(id);
  }
  return { deferred: false };
}
