import { mayAccess } from '#core/decision/access.ts';
import { resourceBlocked } from '#core/decision/resource.ts';
import { originOf } from '#core/url/authority.ts';
import { acceptHeaders, requestHeaders } from '#fetcher/request-headers.ts';
import type { DecisionDraft } from '#shared/model/decision.ts';
import { accessFacts } from '../access-facts.ts';
import { resolveHost } from '../checks/host-verdicts.ts';
import type { CrawlContext, ResourceJob } from '../context.ts';
import type { Slot } from '../slot.ts';

/** Resources that robots.txt blocks, decided in one turn. */
const maxRefusalsPerTurn = 200;

/** The next resource of an origin that a rendered page waits for. Null: none. The caller has checked clocks and robots.txt. */
export function claimResource(context: CrawlContext, slot: Slot, now: number): ResourceJob | null {
  const { store, settings, settingsId } = context.parts;
  const { reading } = slot;
  if (!reading || context.desk === null) return null;
  for (let refused = 0; refused < maxRefusalsPerTurn; refused++) {
    const resource = store.resources.next(slot.record.id, now);
    if (!resource) return null;
    if (originOf(resource.url)?.key !== slot.record.key) throw new Error(`resource ${resource.url} under ${slot.record.key}`);
    const verdict = reading.decide(resource.url);
    const strict = reading.strictly(resource.url);
    const isOpen = verdict.allowed && strict?.allowed !== false;
    const decisive = verdict.allowed && strict ? strict : verdict;
    const robots = { id: reading.version.id, line: decisive.line, forbids: !isOpen };
    if (!isOpen && decisive.reason === 'unreachable' && slot.isOutside) {
      slot.checkVerdict = { kind: 'robots-unreachable', robots: robots.id };
      context.background.add(resolveHost(context, slot, now));
      slot.checkMono = null;
      return null;
    }
    store.resources.showRobots(resource.urlId, { mayFetch: isOpen ? 'yes' : 'no', robots: robots.id, line: robots.line });
    // A URL that is rendered again keeps its decision while the same line says the same.
    const decide = (draft: DecisionDraft): void => {
      if (!store.resources.isDecided(resource.urlId, draft)) store.urls.decide(resource.urlId, draft, now, settingsId);
    };
    // The user's rule for a site counts only for renderings that were asked for with it.
    if (isOpen || (resource.freed === 1 && reading.obedience.robots === 'never')) {
      decide(mayAccess(accessFacts(context.parts, reading, resource.url)));
      store.resources.change(resource.urlId, { state: 'leased', result: resource.result, robots });
      const fetch = store.fetches.begin({
        urlId: resource.urlId,
        originId: slot.record.id,
        purpose: 'resource',
        target: resource.url,
        attempt: resource.attempts + 1,
        startedAt: now,
        requestHeaders: requestHeaders({
          userAgent: settings.userAgent,
          accept: acceptHeaders.resource,
          own: context.ownHeaders(slot.record.key),
        }),
      });
      return { kind: 'resource', slot, at: slot, url: resource.url, fetch, resource };
    }
    const draft = resourceBlocked(robots.id, robots.line);
    decide(draft);
    store.resources.change(resource.urlId, { state: 'skipped', result: draft.reason, robots });
    context.desk.settled(resource.urlId);
  }
  return null;
}
