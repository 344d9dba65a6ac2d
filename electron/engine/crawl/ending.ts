import type { ReachedLimit } from '#core/decision/waiting.ts';
import { type CrawlEnd, crawlEndSentence, renderedLinksWait, type WaitingHost } from '#shared/explain/crawl-end.ts';
import { robotsOutcomeWords } from '#shared/explain/evidence.ts';
import type { CrawlState } from '#shared/model/crawl.ts';
import { openChecks } from './checks/queues.ts';
import type { CrawlContext } from './context.ts';
import type { Slot } from './slot.ts';

export interface Ending {
  readonly state: CrawlState;
  /** One sentence for the user. */
  readonly detail: string;
}

/** The host was given up for what it responded; its URLs have their decisions. */
export const isGivenUp = ({ record: { pausedReason } }: Slot): boolean =>
  pausedReason === 'host-unreachable' || pausedReason === 'host-failing';

/** How a crawl ends that has no request left to send: finished, or stopped because something waits. `paused`: hosts that wait. */
export function endOf(context: CrawlContext, reached: ReachedLimit | null, paused: readonly Slot[]): Ending {
  const end = whatIsLeft(context, reached, paused);
  const isFinished = end.kind === 'limit' || end.kind === 'all-decided';
  return { state: isFinished ? 'finished' : 'stopped', detail: crawlEndSentence(end) };
}

/** What the file said before pages were rendered that the user asked for. */
export interface BeforeRendering {
  readonly state: CrawlState;
  readonly detail: string;
}

/** The run begins. The file says whether it only renders pages that the user asked for. */
export function beginRun({ parts }: CrawlContext, at: number): void {
  const { store, owner, renders } = parts;
  store.crawl.setState(at, 'running', '', owner);
  if (renders !== undefined) store.crawl.ranToRender(at, renders.urls.length);
}

/** The run ends. What still waits with blocked resources allowed ends with it. Runs inside the caller's transaction. */
export function endRun({ parts }: CrawlContext, { state, detail }: Ending): void {
  const { store, clock } = parts;
  store.renderings.endFreed(clock.now());
  store.crawl.setState(clock.now(), state, detail, null);
}

/** The state of a crawl after pages of it were rendered: as before, unless URLs wait to which only their links lead. */
export function endAfterRendering(context: CrawlContext, { state, detail }: BeforeRendering): Ending {
  const { store } = context.parts;
  const links = store.tally.reasons.get('rendered-link') ?? 0;
  if (state === 'finished' && links === 0) return { state, detail };
  const limit = context.endingLimit();
  if (state === 'finished' && limit !== null) {
    const urls = links + (store.tally.reasons.get(limit.reason) ?? 0);
    return { state, detail: crawlEndSentence({ kind: 'limit', urls, checks: openChecks(store), reached: limit }) };
  }
  if (state === 'finished') return { state: 'stopped', detail: renderedLinksWait(links) };
  const isOver = state === 'stopped' || state === 'failed';
  return { state: 'stopped', detail: isOver ? detail : 'Stopped before pages were rendered. Resume to continue.' };
}

function whatIsLeft({ parts }: CrawlContext, reached: ReachedLimit | null, paused: readonly Slot[]): CrawlEnd {
  const { tally } = parts.store;
  const left = reached ? (tally.reasons.get(reached.reason) ?? 0) : 0;
  const waiting = (tally.states.get('queued') ?? 0) - left;
  const checks = openChecks(parts.store);
  if (reached && reached.reason !== 'page-limit') return { kind: 'limit', urls: waiting + left, checks, reached };
  if (waiting > 0 && paused.length > 0) return { kind: 'hosts-wait', urls: waiting, hosts: paused.map(waitingHost) };
  if (checks > 0) return { kind: 'checks-wait', checks };
  if (left > 0 && reached) return { kind: 'limit', urls: left, checks, reached };
  return waiting > 0 ? { kind: 'urls-wait', urls: waiting } : { kind: 'all-decided' };
}

function waitingHost({ record, reading, failingSince }: Slot): WaitingHost {
  const origin = record.key;
  switch (record.pausedReason) {
    case 'delay-too-long':
      return { origin, reason: 'delay-too-long', detail: '' };
    case 'host-failing':
      return { origin, reason: 'host-failing', detail: failingSince?.detail ?? '' };
    case 'host-unreachable':
      return { origin, reason: 'host-unreachable', detail: failingSince?.detail ?? 'no response' };
    default:
      return { origin, reason: 'robots-unreachable', detail: reading ? robotsOutcomeWords(reading.version) : 'not requested' };
  }
}
