import { mayAccess, mayFetchBy } from '#core/decision/access.ts';
import { blockedListing } from '#core/decision/listing.ts';
import { obedienceWords } from '#shared/explain/site-rules.ts';
import type { UrlRecord } from '#storage/tables/urls.ts';
import { accessFacts, lineOf } from './access-facts.ts';
import type { CrawlContext } from './context.ts';
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
  const { store, settingsId } = context.parts;
  const { reading, record } = slot;
  if (!reading) return;
  const reason = record.pausedReason;
  forEachUrl(context, `SELECT id FROM url WHERE state = 'queued' AND origin_id = ? AND reason <> ?`, [record.id, reason], url => {
    const facts = accessFacts(context.parts, reading, url.url);
    const { robots } = facts;
    const access = mayAccess(facts);
    const line = lineOf(facts, access);
    const decisionId = store.urls.decide(url.id, access, at, settingsId);
    const blocked = access.verdict === 'reject';
    if (blocked) store.urls.decide(url.id, blockedListing(robots, line), at, settingsId);
    store.urls.change(url, {
      reason: access.reason,
      decisionId,
      robotsId: robots,
      robotsLine: line,
      mayFetch: mayFetchBy(facts),
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

/**
 * Other site rules than before: URLs that robots.txt stopped under the earlier ones, and that it would not stop now, are queued to be
 * decided again. Nothing that was decided is rewritten. Runs inside the caller's transaction.
 */
export function askAgain(context: CrawlContext, at: number): void {
  const { store, settingsId } = context.parts;
  const blocked = store.db
    .prepare(
      `SELECT DISTINCT o.id, o.key FROM url u JOIN origin o ON o.id = u.origin_id
       WHERE u.state = 'disregarded' AND u.reason IN ('robots-disallow', 'robots-always-obeyed')`,
    )
    .all() as { id: number; key: string }[];
  for (const { id, key } of blocked) {
    const obedience = context.obedience(key);
    if (obedience.robots === 'always') continue;
    const reasons = obedience.robots === 'never' ? ['robots-disallow', 'robots-always-obeyed'] : ['robots-always-obeyed'];
    const value = obedience.setting || obedienceWords('inherit');
    forEachUrl(
      context,
      `SELECT id FROM url WHERE state = 'disregarded' AND origin_id = ? AND reason IN (${reasons.map(() => '?').join()})`,
      [id, ...reasons],
      url => {
        const decisionId = store.urls.decide(
          url.id,
          {
            stage: 'access',
            verdict: 'defer',
            reason: 'robots-asked-again',
            rule: 'settings-changed',
            evidence: [{ kind: 'setting', name: 'siteRules', value, version: settingsId }],
            trace: [{ rule: 'settings-changed', answer: 'defer' }],
          },
          at,
          settingsId,
        );
        store.urls.change(url, { state: 'queued', reason: 'robots-asked-again', decisionId, dueAt: 0 });
      },
    );
  }
}
