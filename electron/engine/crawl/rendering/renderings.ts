import { contentTypeOf } from '#core/headers/content-type.ts';
import type { Steps } from '#core/steps.ts';
import { originOf } from '#core/url/authority.ts';
import { normalizeUrl } from '#core/url/normalize.ts';
import { notStoredSentence } from '#shared/explain/stored-limit.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import {
  type Renderer,
  type RenderLimits,
  type RenderOutcome,
  type RenderRequest,
  renderLines,
} from '#shared/model/rendering.ts';
import { readRenderWait } from '#shared/render-wait.ts';
import { crawledUrls } from '#storage/reads/crawled-pages.ts';
import { storedLimitEvent } from '#storage/tables/crawls.ts';
import type { RenderingRecord } from '#storage/tables/renderings.ts';
import { notRenderable } from '../../rendering/renderable.ts';
import type { CrawlContext } from '../context.ts';
import type { SettleContext } from '../settle.ts';
import { PageChoice } from './choose-pages.ts';
import type { RenderedPage, ResourceDesk } from './resource-desk.ts';
import { scriptName } from './script-name.ts';
import { type EndedPage, readLong, readLongResponse, settleRendering } from './settle-rendering.ts';

/** What one page may take. Durations in milliseconds, sizes in bytes. */
const limits: RenderLimits = {
  pageMs: 20_000,
  wallMs: 30_000,
  lifeMs: 10 * 60_000,
  memoryBytes: 1024 * 1024 * 1024,
  requests: 1_000,
  answerBytes: 128 * 1024 * 1024,
  htmlBytes: 32 * 1024 * 1024,
};

/** A page holds its place in the browser no longer, however slow its host is. */
const longestLifeMs = 24 * 3_600_000;

/** A page whose browser dies is tried so often. */
const mostAttempts = 2;
const urlsOfStep = 100;

/** Why no browser gets a page: its result, and one sentence. */
const notHttp = { result: 'not-http', detail: 'Its address is not an http or https URL, so it is not rendered.' } as const;
type Refusal = typeof notHttp | { readonly result: 'not-stored' | 'not-a-page'; readonly detail: string };

/** The device, and the line if it was slowed: 'smartphone', 'desktop, slow-4g'. */
const playedAs = ({ renderDevice, renderThrottle }: Pick<CrawlSettings, 'renderDevice' | 'renderThrottle'>): string =>
  renderThrottle === 'none' ? renderDevice : `${renderDevice}, ${renderThrottle}`;

/** A rendering that is on disk as leased, and has not begun. */
interface Leased {
  readonly rendering: RenderingRecord;
  readonly page: RenderedPage;
  readonly fetch: number;
  readonly request: RenderRequest;
}

export interface RenderingParts {
  readonly renderer: Renderer;
  readonly desk: ResourceDesk;
  /** There is something to settle. */
  wake(): void;
  crash(error: unknown): void;
}

/** The pages of a crawl that a browser renders: chosen, queued in the file, rendered a few at a time, and settled. */
export class Renderings {
  readonly #context: CrawlContext;
  readonly #settle: SettleContext;
  readonly #parts: RenderingParts;
  readonly #choice: PageChoice;
  readonly #abort = new AbortController();
  #leased: Leased[] = [];
  readonly #ended: EndedPage[] = [];
  /** On the way: with the browser, or waiting to be settled. */
  #active = 0;
  /** With the browser. */
  #rendering = 0;
  #mayHaveMore = true;

  constructor(context: CrawlContext, settle: SettleContext, parts: RenderingParts) {
    this.#context = context;
    this.#settle = settle;
    this.#parts = parts;
    this.#choice = new PageChoice(context.parts.settings, context.parts.store);
  }

  /** Whether something is under way, or would be under way in the next turn. */
  get isBusy(): boolean {
    return this.#active > 0 || this.#mayHaveMore;
  }

  /** Whether something is under way. */
  get isActive(): boolean {
    return this.#active > 0;
  }

  /** Whether the next turn has something to write. */
  get hasNews(): boolean {
    return this.#ended.length > 0 || this.#parts.desk.hasNews;
  }

  /** At the start of a run: what an earlier one left waits again. Runs inside the caller's transaction. */
  restart(): void {
    const { store, renders } = this.#context.parts;
    store.renderings.requeueLeased();
    store.resources.restart();
    if (renders === undefined) this.#context.background.add(this.#offerCrawled(() => true));
    else for (const urlId of renders.urls) this.#ask(urlId);
  }

  #ask(urlId: number): void {
    const { store, renders, settingsId, clock } = this.#context.parts;
    const url = store.urls.byId(urlId);
    if (!url || !renders) return;
    const template = this.#choice.templateOf(url.url);
    const page = { urlId, variant: renders.variant, wanted: 'asked', template, settingsId, at: clock.now() } as const;
    store.renderings.queueAgain(page);
  }

  /** A page was stored. Runs inside the caller's transaction. */
  offer({ id, url }: { readonly id: number; readonly url: string }): void {
    const { store, settingsId, clock, renders } = this.#context.parts;
    if (renders !== undefined) return;
    const known = store.renderings.of(id, 'obeying');
    const chosen = known === undefined ? this.#choice.choose(url) : known;
    if (chosen === null) return;
    const page = { urlId: id, variant: 'obeying', wanted: chosen.wanted, template: chosen.template, settingsId } as const;
    store.renderings.queueAgain({ ...page, at: clock.now() });
    this.#mayHaveMore = true;
  }

  /** Pages that were crawled before the settings or a sample asked for them. Yields URLs looked at. */
  *#offerCrawled(isWanted: (url: string) => boolean): Steps<void> {
    const { store, settings } = this.#context.parts;
    if (settings.render === 'never') return;
    let done = 0;
    for (const { id, url, isPage } of crawledUrls(store.db)) {
      if (++done % urlsOfStep === 0) yield done;
      if (isPage && isWanted(url) && !store.renderings.has(id, 'obeying')) this.offer({ id, url });
    }
  }

  /** Answers requests, settles what ended, and leases what comes next. Runs inside the caller's transaction. */
  turn(at: number, { mayStart }: { readonly mayStart: boolean }): void {
    this.#parts.desk.turn(at);
    for (const ended of this.#ended.splice(0)) this.#settleOne(ended);
    if (mayStart && !this.#abort.signal.aborted) this.#lease(at);
  }

  /** Starts what the turn leased, and gives the answers. Call it when the transaction is on disk. Returns whether there is more to do. */
  begin(): boolean {
    const more = this.#parts.desk.deliver();
    const leased = this.#leased;
    this.#leased = [];
    for (const each of leased) this.#render(each);
    return more;
  }

  /** Ends everything that is under way; it waits again afterwards. */
  stop(): void {
    this.#abort.abort();
    this.#mayHaveMore = false;
  }

  #lease(at: number): void {
    const { store, settings } = this.#context.parts;
    const { renderer } = this.#parts;
    while (this.#rendering + this.#leased.length < renderer.places) {
      const rendering = store.renderings.next();
      this.#mayHaveMore = rendering !== undefined;
      if (rendering === undefined) return;
      const request = this.#requestOf(rendering);
      if ('result' in request) {
        this.#fail(rendering, at, request);
        continue;
      }
      const device = playedAs(settings);
      store.renderings.lease(rendering.id, { fetch: request.fetch, at, device, browser: renderer.name });
      const page = { urlId: rendering.urlId, variant: rendering.variant, seen: new Map() };
      this.#leased.push({ rendering, page, fetch: request.fetch, request: request.request });
      this.#active += 1;
    }
  }

  /** The response of a page, and how it is played; or why it is not. A file of a stranger may hold any address. */
  #requestOf({ urlId, url: stored }: RenderingRecord): { readonly fetch: number; readonly request: RenderRequest } | Refusal {
    const { store, settings } = this.#context.parts;
    const target = normalizeUrl(stored);
    if (target.kind !== 'url' || originOf(target.url) === null) return notHttp;
    const { url } = target;
    const fetch = store.resources.pageFetch(urlId);
    const response = fetch === null ? undefined : store.resources.response(fetch);
    if (fetch === null || response === undefined) return { result: 'not-stored', detail: notStoredSentence(false) };
    const body = response.bodyBytes === 0 ? new Uint8Array() : store.fetches.body(response.bodyHash);
    const cannot = notRenderable({ status: response.status, contentType: contentTypeOf(response.headers) }, body);
    if (cannot !== '') return { result: 'not-a-page', detail: cannot };
    if (body === null)
      return { result: 'not-stored', detail: notStoredSentence(store.crawl.lastEvent(storedLimitEvent) !== undefined) };
    const request = {
      url,
      response: { status: response.status, headers: response.headers, body },
      device: settings.renderDevice,
      locale: settings.renderLocale,
      wait: readRenderWait(settings.renderWait) ?? { kind: 'idle' },
      limits: { ...limits, lifeMs: this.#lifeMs(urlId) },
      ...(settings.renderThrottle === 'none' ? {} : { line: renderLines[settings.renderThrottle] }),
      screenshots: settings.renderScreenshots,
      userAgent: scriptName(settings.userAgent),
    } as const;
    return { fetch, request };
  }

  /** How long a page may last: on a slow host, as long as all its requests and those of the pages beside it take there. */
  #lifeMs(urlId: number): number {
    const { store, settings } = this.#context.parts;
    const originId = store.urls.byId(urlId)?.originId ?? null;
    const delayMs = originId === null ? 0 : this.#context.slot(originId).record.delayMs;
    const allMs = limits.requests * this.#parts.renderer.places * Math.max(delayMs, settings.delayMs);
    return Math.min(Math.max(limits.lifeMs, allMs), longestLifeMs);
  }

  #fail({ id }: RenderingRecord, at: number, refusal: Refusal): void {
    const { store, settings } = this.#context.parts;
    const record = { requests: [], requestsDropped: 0, console: [], refused: [], pageMs: 0, wallMs: 0 };
    const said = { state: 'failed', ...refusal, movedTo: null } as const;
    const by = { browser: this.#parts.renderer.name, device: playedAs(settings) };
    store.renderings.end({ id, at, ...said, ...by, record, rendered: null }, () => ({
      urlId: null,
      robotsId: null,
      robotsLine: null,
    }));
  }

  #render(leased: Leased): void {
    const { page, request } = leased;
    const { renderer, desk, crash } = this.#parts;
    this.#rendering += 1;
    renderer
      .render(request, (wanted, signal) => desk.answer(page, wanted, signal), this.#abort.signal)
      .then(outcome => this.#finished(leased, outcome))
      .catch(crash);
  }

  async #finished({ rendering, page, fetch, request }: Leased, outcome: RenderOutcome): Promise<void> {
    this.#rendering -= 1;
    const { clock, settings } = this.#context.parts;
    const about = { rendering, page, at: clock.now(), browser: this.#parts.renderer.name, device: playedAs(settings) };
    const ended = { ...about, outcome, fetch, response: request.response };
    const delivered = await readLongResponse(this.#context.bodies, this.#settle, ended);
    const elsewhere = await readLong(this.#context.bodies, this.#settle, ended);
    // The thread that read the document has its bytes.
    const whole = elsewhere && outcome.kind === 'rendered' ? { ...outcome, html: elsewhere.bytes.body } : outcome;
    this.#ended.push({ ...ended, outcome: whole, elsewhere, delivered });
    this.#parts.wake();
  }

  #settleOne(ended: EndedPage): void {
    const { parts, background } = this.#context;
    const { store } = parts;
    const { rendering, outcome } = ended;
    const isStopped = outcome.kind === 'failed' && outcome.cause === 'stopped';
    const triesAgain = outcome.kind === 'failed' && outcome.cause === 'crashed' && rendering.attempts + 1 < mostAttempts;
    if (isStopped || triesAgain) {
      this.#active -= 1;
      if (isStopped) store.renderings.giveBack(rendering.id);
      else store.renderings.retry(rendering.id);
      this.#mayHaveMore = !this.#abort.signal.aborted;
      return;
    }
    background.add(settleRendering(this.#settle, ended), differs => {
      this.#active -= 1;
      const { template, variant } = rendering;
      if (!differs || variant === 'freed' || !this.#choice.differs(template)) return;
      background.add(this.#offerCrawled(url => this.#choice.templateOf(url) === template));
    });
  }
}
