import { mayAccess } from '#core/decision/access.ts';
import { checkBlocked } from '#core/decision/check-outcome.ts';
import { probeUserAgent } from '#core/probes/user-agents.ts';
import { originOf } from '#core/url/authority.ts';
import { acceptHeaders, requestHeaders } from '#fetcher/request-headers.ts';
import { accessFacts } from '../access-facts.ts';
import { resolveHost } from '../checks/host-verdicts.ts';
import type { CrawlContext, ProbeJob } from '../context.ts';
import type { Slot } from '../slot.ts';

/**
 * The next probe of an origin, when no page and no check of it is due. Null: none. The caller has checked clocks and
 * robots.txt.
 */
export function claimProbe(context: CrawlContext, slot: Slot, now: number): ProbeJob | null {
  const { store, settings, settingsId } = context.parts;
  const { reading } = slot;
  if (!reading) return null;
  for (let probe = store.probes.next(slot.record.id, now); probe; probe = store.probes.next(slot.record.id, now)) {
    if (originOf(probe.url)?.key !== slot.record.key) throw new Error(`probe of ${probe.url} under ${slot.record.key}`);
    const verdict = reading.decide(probe.url);
    const strict = reading.strictly(probe.url);
    if ((verdict.allowed && strict?.allowed !== false) || reading.obedience.robots === 'never') {
      store.urls.decide(probe.urlId, mayAccess(accessFacts(context.parts, reading, probe.url)), now, settingsId);
      store.probes.change(probe.id, { state: 'leased', result: probe.result });
      const userAgent = probeUserAgent(probe.kind, settings.userAgent);
      const fetch = store.fetches.begin({
        urlId: probe.urlId,
        originId: slot.record.id,
        purpose: 'probe',
        target: probe.url,
        attempt: probe.attempts + 1,
        startedAt: now,
        requestHeaders: requestHeaders({ userAgent, accept: acceptHeaders.probe, own: context.ownHeaders(slot.record.key) }),
      });
      return { kind: 'probe', slot, at: slot, url: probe.url, fetch, probe, userAgent };
    }
    const decisive = verdict.allowed && strict ? strict : verdict;
    if (decisive.reason === 'unreachable') {
      slot.checkVerdict = { kind: 'robots-unreachable', robots: reading.version.id };
      context.background.add(resolveHost(context, slot, now));
      slot.checkMono = null;
      return null;
    }
    const draft = checkBlocked(reading.version.id, decisive.line);
    store.urls.decide(probe.urlId, draft, now, settingsId);
    store.probes.change(probe.id, { state: 'skipped', result: draft.reason });
  }
  return null;
}
