import { mayAccess } from '#core/decision/access.ts';
import { checkBlocked } from '#core/decision/check-outcome.ts';
import { originOf } from '#core/url/authority.ts';
import { acceptHeaders, requestHeaders } from '#fetcher/request-headers.ts';
import type { CheckRecord } from '#storage/tables/checks.ts';
import { accessFacts } from '../access-facts.ts';
import type { CheckJob, CrawlContext, ProbeJob, ResourceJob } from '../context.ts';
import { claimProbe } from '../probes/claim-probe.ts';
import { claimResource } from '../rendering/claim-resource.ts';
import type { Slot } from '../slot.ts';
import { resolveHost } from './host-verdicts.ts';
import { nextDue, originAfter } from './queues.ts';

/** Origins that are requested at the same time only because of checks. */
const mostCheckSlots = 64;
/** Checks that robots.txt blocks, decided in one turn. */
const maxRefusalsPerTurn = 200;

/** Activates further origins whose checks wait, up to the limit. */
export function activateChecks(context: CrawlContext): void {
  const { checkLanes } = context;
  if (!context.hosts.isOn || !checkLanes.mayHaveMore) return;
  while (checkLanes.slots.size < mostCheckSlots) {
    const id = originAfter(context.parts.store, checkLanes.after);
    if (id === null && checkLanes.after === 0) {
      checkLanes.mayHaveMore = false;
      return;
    }
    checkLanes.after = id ?? 0;
    if (id === null) {
      // A round is complete. Origins that got checks meanwhile have announced themselves.
      checkLanes.mayHaveMore = checkLanes.announced;
      checkLanes.announced = false;
      if (!checkLanes.mayHaveMore) return;
      continue;
    }
    const slot = context.slot(id);
    if (checkLanes.slots.has(slot)) continue;
    slot.checkMono ??= 0;
    checkLanes.slots.add(slot);
    context.active.add(slot);
  }
}

/**
 * The next resource of an origin that a rendered page waits for, its next check, or else its next probe, when no page of it is due. Null: none may be sent now. The
 * caller has checked clocks and robots.txt.
 */
export function claimCheck(
  context: CrawlContext,
  slot: Slot,
  now: number,
  mono: number,
): CheckJob | ProbeJob | ResourceJob | null {
  const { store, settingsId } = context.parts;
  const { reading } = slot;
  if (!reading) return null;
  const resource = claimResource(context, slot, now);
  if (resource !== null || slot.checkVerdict !== null) return resource;
  if (context.parts.renders) {
    rest(context, slot, now, mono);
    return null;
  }
  for (let refused = 0; refused < maxRefusalsPerTurn; refused++) {
    const [check] = store.checks.next(slot.record.id, now, 1);
    if (!check) {
      const probe = claimProbe(context, slot, now);
      if (probe === null && slot.checkVerdict === null) rest(context, slot, now, mono);
      return probe;
    }
    if (originOf(check.url)?.key !== slot.record.key) throw new Error(`check of ${check.url} under ${slot.record.key}`);
    const verdict = reading.decide(check.url);
    const strict = reading.strictly(check.url);
    const isOpen = verdict.allowed && strict?.allowed !== false;
    const decisive = verdict.allowed && strict ? strict : verdict;
    const robots = reading.version.id;
    store.checks.showRobots(check.urlId, { mayFetch: isOpen ? 'yes' : 'no', robots, line: decisive.line });
    if (isOpen || reading.obedience.robots === 'never') return lease(context, slot, check, now);
    if (decisive.reason === 'unreachable') {
      slot.checkVerdict = { kind: 'robots-unreachable', robots };
      context.background.add(resolveHost(context, slot, now));
      slot.checkMono = null;
      return null;
    }
    const draft = checkBlocked(robots, decisive.line);
    const decisionId = store.urls.decide(check.urlId, draft, now, settingsId);
    store.checks.change(check, { state: 'skipped', result: draft.reason, decisionId });
  }
  return null;
}

function lease(context: CrawlContext, slot: Slot, check: CheckRecord, now: number): CheckJob {
  const { store, settings, settingsId } = context.parts;
  if (slot.reading)
    store.urls.decide(check.urlId, mayAccess(accessFacts(context.parts, slot.reading, check.url)), now, settingsId);
  store.checks.change(check, { state: 'leased', result: check.result });
  const fetch = store.fetches.begin({
    urlId: check.urlId,
    originId: slot.record.id,
    purpose: 'check',
    method: check.method,
    target: check.url,
    attempt: check.attempts + 1,
    startedAt: now,
    requestHeaders: requestHeaders({
      userAgent: settings.userAgent,
      accept: acceptHeaders.check,
      own: context.ownHeaders(slot.record.key),
    }),
  });
  return { kind: 'check', slot, at: slot, url: check.url, fetch, check: { ...check, state: 'leased' } };
}

/** No check of the origin is due: it waits for the next one, or gives its place to another origin. */
function rest(context: CrawlContext, slot: Slot, now: number, mono: number): void {
  const due = nextDue(context.parts.store, slot.record.id);
  if (due !== null) {
    slot.checkMono = mono + Math.max(0, due - now);
    return;
  }
  slot.checkMono = null;
  context.releaseCheckSlot(slot);
}
