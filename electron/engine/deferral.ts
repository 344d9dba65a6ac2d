import { mayAccess } from '#core/decision/access.ts';
import { blockedListing } from '#core/decision/listing.ts';
import type { UrlRecord } from '#storage/urls.ts';
import type { CrawlContext } from './crawl-context.ts';
import type { Slot } from './slot.ts';

/** Decisions for URLs that stay in the frontier when a crawl or an origin cannot go on. Runs inside the caller's transaction. */

function forEachUrl(
  context: CrawlContext,
  query: string,
  parameters: readonly (string | number)[],
  write: (url: UrlRecord) => void,
): void {
  const { store } = context.parts;
  const ids = store.db
    .prepare(query)
    .pluck()
    .all(...parameters) as number[];
  for (const id of ids) {
    const url = store.urls.byId(id);
    if (url) write(url);
  }
}

/** Gives every queued URL of a paused origin the decision that says why it waits; those a line forbids are turned down for good. */
export function deferOrigin(context: CrawlContext, slot: Slot, at: number): void {
  const { store, settings, settingsId } = context.parts;
  const { reading, record } = slot;
  if (!reading) return;
  const reason = record.pausedReason;
  forEachUrl(context, `SELECT id FROM url WHERE state = 'queued' AND origin_id = ? AND reason <> ?`, [record.id, reason], url => {
    const verdict = reading.decide(url.url);
    const robots = reading.version.id;
    const access = mayAccess({ verdict, robots, delay: reading.delay, maxDelayMs: settings.maxDelayMs });
    const decisionId = store.urls.decide(url.id, access, at, settingsId);
    const blocked = access.verdict === 'reject';
    if (blocked) store.urls.decide(url.id, blockedListing(robots, verdict.line), at, settingsId);
    store.urls.change(url, {
      reason: access.reason,
      decisionId,
      robotsId: robots,
      robotsLine: verdict.line,
      mayFetch: verdict.allowed ? 'yes' : 'no',
      ...(blocked ? { state: 'disregarded' as const, mayList: 'url-only' as const } : {}),
    });
  });
}

/** The page limit ended the crawl: what is left in the frontier says so. */
export function deferToLimit(context: CrawlContext, at: number): void {
  const { store, settings, settingsId } = context.parts;
  const done = store.tally.states.get('done') ?? 0;
  forEachUrl(
    context,
    `SELECT id FROM url WHERE state = 'queued' AND reason NOT IN ('page-limit', 'delay-too-long', 'robots-unreachable')`,
    [],
    url => {
      const decisionId = store.urls.decide(
        url.id,
        {
          stage: 'admission',
          verdict: 'defer',
          reason: 'page-limit',
          rule: 'page-limit',
          evidence: [{ kind: 'limit', name: 'maxPages', limit: settings.maxPages, actual: done }],
          trace: [{ rule: 'page-limit', answer: 'defer' }],
        },
        at,
        settingsId,
      );
      store.urls.change(url, { reason: 'page-limit', decisionId });
    },
  );
}
