import { type ScopeFacts, stoppedByGuard } from '#core/decision/admission.ts';
import { trapReleased } from '#core/decision/waiting.ts';
import type { Steps } from '#core/steps.ts';
import type { TrapReason, TrapSign } from '#core/traps/judge.ts';
import { originOf } from '#core/url/authority.ts';
import { codesOfSetting } from '#shared/explain/reasons.ts';
import type { UrlRecord } from '#storage/tables/urls.ts';
import type { CrawlContext, CrawlParts } from './context.ts';
import { TrapGuard } from './trap-guard.ts';

/** Closed patterns that a resumed crawl reads at most. */
const mostClosed = 10_000;
const longestPattern = 4_096;
/** Stopped URLs between two looks at the clock. */
const urlsOfStep = 32;

const isTrapReason = (reason: unknown): reason is TrapReason => codesOfSetting('releasedTraps').some(code => code === reason);

/** A closed pattern as the log of the crawl has it; null for anything else. */
function closedPattern(detail: string): TrapSign | null {
  try {
    const { reason, pattern, count } = JSON.parse(detail) as Readonly<Record<string, unknown>>;
    const isWhole =
      isTrapReason(reason) && typeof pattern === 'string' && pattern.length <= longestPattern && typeof count === 'number';
    return isWhole ? { reason, pattern, count, same: 0 } : null;
  } catch {
    return null;
  }
}

/** The trap guard of a crawl, with the patterns that were closed before; null if the settings switch guards off. */
export function trapsOf({ store, settings, clock }: CrawlParts, scope: ScopeFacts): TrapGuard | null {
  if (!settings.trapGuards) return null;
  return new TrapGuard(
    {
      settings,
      urlOf: id => store.urls.byId(id),
      domainOf: host => scope.domainOf(host),
      isSeedHost: host => scope.hosts.has(host) || scope.isInternal(host),
      knowsHost(href) {
        const origin = originOf(href);
        const known = origin && store.origins.byKey(origin.key);
        // A host of which every address was kept out is as new as before.
        return known ? store.tally.hasOrigin(known.id) : false;
      },
      closed: ({ reason, pattern, count }) => store.crawl.event(clock.now(), 'trap', JSON.stringify({ reason, pattern, count })),
    },
    store.crawl.events('trap', mostClosed).flatMap(detail => closedPattern(detail) ?? []),
  );
}

/** Ends a queued URL if a guard stops it. Says whether it does. */
export function stopTrapped(context: CrawlContext, url: UrlRecord, at: number): boolean {
  const { store, settingsId } = context.parts;
  const trap = context.traps?.stops(url.url, url.via === 'link' || url.via === 'redirect' ? (url.viaId ?? 0) : 0) ?? null;
  if (trap === null) return false;
  const decisionId = store.urls.decide(url.id, stoppedByGuard(trap), at, settingsId);
  store.urls.change(url, { state: 'disregarded', reason: trap.reason, decisionId });
  context.keepsOut(url.id);
  return true;
}

/** Queues URLs that a guard stopped, where the settings release their pattern, or switch guards off. They are decided again. */
export function* releaseTraps(context: CrawlContext, at: number): Steps<void> {
  const { store, settings, settingsId } = context.parts;
  const { releasedTraps, trapGuards } = settings;
  if (trapGuards && releasedTraps.length === 0) return;
  const released = new Set(releasedTraps);
  let seen = 0;
  for (const { id } of store.urls.inState({ state: 'disregarded', reasons: codesOfSetting('releasedTraps') })) {
    if (++seen % urlsOfStep === 0) yield seen;
    // A page may have led to it since the block was read.
    const url = store.urls.byId(id);
    if (url?.state !== 'disregarded' || !isTrapReason(url.reason)) continue;
    const pattern = store.urls.evidenceOf(url.id).find(({ kind }) => kind === 'pattern');
    if (trapGuards && !(pattern?.kind === 'pattern' && released.has(pattern.pattern))) continue;
    const draft =
      trapGuards && pattern?.kind === 'pattern'
        ? trapReleased('releasedTraps', pattern.pattern, settingsId)
        : trapReleased('trapGuards', 'no', settingsId);
    const decisionId = store.urls.decide(url.id, draft, at, settingsId);
    store.urls.change(url, { state: 'queued', reason: draft.reason, decisionId, dueAt: 0 });
    if (url.originId !== null) context.wake(url.originId);
  }
}
