import { resourceBeyondLimit, resourceDecision, resourceNotAwaited } from '#core/decision/resource.ts';
import { isKnownNoise } from '#core/rendering/known-noise.ts';
import { originOf } from '#core/url/authority.ts';
import { maxUrlLength } from '#core/url/length.ts';
import { normalizeUrl } from '#core/url/normalize.ts';
import type { DecisionDraft } from '#shared/model/decision.ts';
import type { ResourceAnswer, ResourceRequest } from '#shared/model/rendering.ts';
import type { RenderVariant } from '#storage/tables/renderings.ts';
import type { ResourceRecord } from '#storage/tables/resources.ts';
import type { CrawlContext } from '../context.ts';
import type { SettleContext } from '../settle.ts';

/** Requests looked up in one turn: a few milliseconds. */
const mostOfTurn = 200;

/** What the file records about a request besides what the browser says. */
interface Seen {
  readonly urlId: number;
  robotsId: number | null;
  robotsLine: number | null;
}

/** A page whose requests are answered. */
export interface RenderedPage {
  readonly urlId: number;
  readonly variant: RenderVariant;
  /** Its requests by number. */
  readonly seen: Map<number, Seen>;
}

interface Wanted {
  readonly page: RenderedPage;
  readonly request: ResourceRequest;
  /** The id of the URL that it waits for; null: not looked up yet, or answered. */
  urlId: number | null;
  resolve(answer: ResourceAnswer): void;
}

const failed = (detail: string): ResourceAnswer => ({ kind: 'failed', detail });
const blocked = (reason: string): ResourceAnswer => ({ kind: 'blocked', reason });

/**
 * Answers the requests of rendered pages. A resource is a URL of the crawl: its response is in the file already, or it is queued, and the
 * crawl requests it as it does everything else. Pages that want the same URL share one request.
 */
export class ResourceDesk {
  readonly #context: CrawlContext;
  readonly #settle: SettleContext;
  readonly #wake: () => void;
  /** Not looked up yet. */
  readonly #wanted: Wanted[] = [];
  /** By the id of the URL that they wait for. */
  readonly #waiting = new Map<number, Wanted[]>();
  /** URLs that nobody waits for any more, with the page that was the last to wait. One that is on its way stays until it has ended. */
  readonly #left = new Map<number, number>();
  #hasLeft = false;
  /** Given after the transaction, when what they say is on disk. */
  #answers: (() => void)[] = [];
  /** Answers from the file only: nothing is requested. */
  readonly #isOffline: boolean;

  constructor(context: CrawlContext, settle: SettleContext, { wake, isOffline }: { wake: () => void; isOffline: boolean }) {
    this.#context = context;
    this.#settle = settle;
    this.#wake = wake;
    this.#isOffline = isOffline;
  }

  get hasNews(): boolean {
    return this.#wanted.length > 0 || this.#hasLeft;
  }

  /** The answer to a request of a page. It may take as long as the politeness of the crawl wants. */
  answer(page: RenderedPage, request: ResourceRequest, signal: AbortSignal): Promise<ResourceAnswer> {
    return new Promise(resolve => {
      if (signal.aborted) {
        resolve(failed('The rendering has ended.'));
        return;
      }
      const wanted: Wanted = { page, request, resolve, urlId: null };
      signal.addEventListener('abort', () => this.#leave(wanted), { once: true });
      this.#wanted.push(wanted);
      this.#wake();
    });
  }

  /** Looks requests up. Runs inside the caller's transaction. */
  turn(at: number): void {
    for (const wanted of this.#wanted.splice(0, mostOfTurn)) this.#lookUp(wanted, at);
    this.#forgetLeft(at);
    this.#failPaused();
  }

  /** Gives the answers of a turn. Call it when the transaction is on disk. Returns whether requests wait to be looked up. */
  deliver(): boolean {
    const answers = this.#answers;
    this.#answers = [];
    for (const give of answers) give();
    return this.#wanted.length > 0;
  }

  /** A resource has its result: those that wait for it are answered. Runs inside the caller's transaction. */
  settled(urlId: number): void {
    const row = this.#context.parts.store.resources.find(urlId);
    const waiting = this.#waiting.get(urlId) ?? [];
    this.#waiting.delete(urlId);
    this.#left.delete(urlId);
    for (const wanted of waiting) {
      const answer = row === undefined ? null : this.#fromRow(wanted, row);
      this.#give(wanted, answer ?? failed(row?.result ?? 'It was given up.'));
    }
  }

  /** An attempt failed and there may be another, if somebody still waits for it. Runs inside the caller's transaction. */
  triesAgain(urlId: number, at: number): boolean {
    if (this.#waiting.has(urlId)) return true;
    const page = this.#left.get(urlId);
    this.#left.delete(urlId);
    this.#forget(urlId, page ?? null, at);
    return false;
  }

  #forgetLeft(at: number): void {
    if (!this.#hasLeft) return;
    this.#hasLeft = false;
    for (const [urlId, page] of this.#left) {
      const state = this.#waiting.has(urlId) ? 'awaited' : this.#context.parts.store.resources.find(urlId)?.state;
      if (state === 'leased') continue;
      this.#left.delete(urlId);
      if (state === 'queued') this.#forget(urlId, page, at);
    }
  }

  /** `page`: the last that waited for it; null: not known. */
  #forget(urlId: number, page: number | null, at: number): void {
    const { store, settingsId } = this.#context.parts;
    const url = store.urls.byId(urlId)?.url ?? '';
    store.resources.forget(urlId);
    this.#context.hostCounts.add(originOf(url)?.host ?? '', -1);
    if (page !== null) store.urls.decide(urlId, resourceNotAwaited(page), at, settingsId);
  }

  #give(wanted: Wanted, answer: ResourceAnswer): void {
    wanted.urlId = null;
    this.#answers.push(() => wanted.resolve(answer));
  }

  #leave(wanted: Wanted): void {
    const at = this.#wanted.indexOf(wanted);
    if (at >= 0) this.#wanted.splice(at, 1);
    wanted.resolve(failed('The rendering has ended.'));
    const { urlId } = wanted;
    if (urlId === null) return;
    const others = (this.#waiting.get(urlId) ?? []).filter(each => each !== wanted);
    if (others.length > 0) {
      this.#waiting.set(urlId, others);
      return;
    }
    this.#waiting.delete(urlId);
    this.#left.set(urlId, wanted.page.urlId);
    this.#hasLeft = true;
    this.#wake();
  }

  #lookUp(wanted: Wanted, at: number): void {
    const { page, request } = wanted;
    const target = normalizeUrl(request.url);
    const origin = target.kind === 'url' ? originOf(target.url) : null;
    if (target.kind !== 'url' || !origin) {
      this.#give(wanted, failed('It is no HTTP address.'));
      return;
    }
    const refusal = this.#refusalOf(target.url, new URL(target.url));
    if (refusal !== null) {
      this.#give(wanted, refusal);
      return;
    }
    const { store, settingsId } = this.#context.parts;
    const known = store.urls.find(target.url);
    const urlId = known?.id ?? this.#insert(target.url, page.urlId, at);
    page.seen.set(request.seq, { urlId, robotsId: null, robotsLine: null });
    const row = store.resources.find(urlId);
    const isFreedNow = page.variant === 'freed' && row?.forbidden === 1 && row.state === 'skipped';
    if (row !== undefined && (row.state === 'done' || row.state === 'skipped') && !isFreedNow) {
      const answer = this.#fromRow(wanted, row);
      if (answer !== null) {
        this.#give(wanted, answer);
        return;
      }
    }
    const fromPage = row === undefined && known?.mayFetch !== 'no' ? this.#fromFetch(store.resources.pageFetch(urlId)) : null;
    if (fromPage !== null) {
      this.#give(wanted, fromPage);
      return;
    }
    if (this.#isOffline) {
      this.#give(wanted, failed('Its response is not in the file.'));
      return;
    }
    const beyond = row === undefined ? this.#beyondLimit(origin.host) : null;
    if (beyond !== null) {
      // Another page of this turn may have got the same.
      store.urls.flush();
      if (!store.resources.isDecided(urlId, beyond)) store.urls.decide(urlId, beyond, at, settingsId);
      this.#give(wanted, blocked(beyond.reason));
      return;
    }
    wanted.urlId = urlId;
    const waiting = this.#waiting.get(urlId);
    if (waiting !== undefined) waiting.push(wanted);
    else this.#waiting.set(urlId, [wanted]);
    if (row?.state === 'queued' || row?.state === 'leased') return;
    const originId = known?.originId ?? (store.origins.byKey(origin.key) ?? store.origins.insert(origin)).id;
    if (known !== undefined && row === undefined) store.urls.decide(urlId, resourceDecision(page.urlId), at, settingsId);
    if (row === undefined) this.#context.hostCounts.add(origin.host, 1);
    store.resources.queue({ urlId, originId, freed: page.variant === 'freed' });
    this.#context.wakeResource(originId);
  }

  /** The decision that a host outside the crawl gets no further request; null: it may get one. */
  #beyondLimit(host: string): DecisionDraft | null {
    const { hosts, hostCounts } = this.#context;
    if (!hosts.isOutside(host)) return null;
    const { most } = hosts.limitOf(host);
    const asked = hostCounts.of(host);
    return asked < most ? null : resourceBeyondLimit(most, asked + 1);
  }

  /** Why a URL is not requested at all; null if it may be. */
  #refusalOf(url: string, { hostname, host }: URL): ResourceAnswer | null {
    const { settings, refusedAddress } = this.#context.parts;
    if (url.length > Math.min(settings.maxUrlLength, maxUrlLength)) return failed('Its address is too long.');
    if (this.#settle.discovery.excludes(url)) return blocked('excluded-pattern');
    const why = refusedAddress(hostname);
    if (why !== '') return blocked(`address-refused: ${why}`);
    if (settings.renderThirdParty === 'all' || this.#settle.isOurDomain(host)) return null;
    if (settings.renderThirdParty === 'none') return blocked('third-party');
    return isKnownNoise(hostname) ? blocked('third-party-noise') : null;
  }

  #insert(url: string, page: number, at: number): number {
    const { store, settingsId } = this.#context.parts;
    const origin = originOf(url);
    const originId = origin && (store.origins.byKey(origin.key) ?? store.origins.insert(origin)).id;
    const place = { state: 'disregarded', distance: 0, depth: null, hops: 0, via: 'rendering', viaId: page } as const;
    return store.urls.insert({ url, originId, ...place }, resourceDecision(page), at, settingsId);
  }

  /** The answer that a resource's result gives; null: it must be requested again. */
  #fromRow({ page, request }: Wanted, row: ResourceRecord): ResourceAnswer | null {
    const seen = page.seen.get(request.seq);
    if (seen !== undefined && row.forbidden === 1) {
      seen.robotsId = row.robotsId;
      seen.robotsLine = row.robotsLine;
    }
    if (row.forbidden === 1 && (page.variant === 'obeying' || row.state === 'skipped')) return blocked('resource-blocked');
    if (row.state === 'skipped') return failed(row.result);
    return this.#fromFetch(row.fetchId) ?? (row.status === null ? failed(row.result) : null);
  }

  /** A stored response as an answer; null: there is none, or its body is not stored. */
  #fromFetch(fetch: number | null): ResourceAnswer | null {
    if (fetch === null) return null;
    const { store } = this.#context.parts;
    const stored = store.resources.response(fetch);
    if (stored === undefined) return null;
    const body = stored.bodyBytes === 0 ? new Uint8Array() : store.fetches.body(stored.bodyHash);
    if (body === null) return null;
    return { kind: 'response', status: stored.status, headers: stored.headers, body, fetch };
  }

  /** A host of the crawl that waits for the user answers nothing in this run. */
  #failPaused(): void {
    const { store } = this.#context.parts;
    for (const urlId of [...this.#waiting.keys()]) {
      const row = store.resources.find(urlId);
      const paused = row && this.#context.slots.get(row.originId)?.record.pausedReason;
      if (row?.state !== 'queued' || !paused) continue;
      store.resources.change(urlId, { state: 'skipped', result: paused });
      this.settled(urlId);
    }
  }
}
