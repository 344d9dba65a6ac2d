import { setTimeout as delay } from 'node:timers/promises';
import { profileById } from '#core/crawlers/profiles.ts';
import { delayMarginMs } from '#core/frontier/host-clock.ts';
import { effectiveDelay } from '#core/frontier/politeness.ts';
import { contentTypeOf } from '#core/headers/content-type.ts';
import { type RobotsAccess, type RobotsOutcome, robotsAccess } from '#core/robots/access.ts';
import { decideAs, type Speaker, speakerFor } from '#core/robots/choose/speaker.ts';
import { crawlDelayFor } from '#core/robots/decide.ts';
import { crawlscope } from '#core/robots/dialects/crawlscope.ts';
import { parseRobots } from '#core/robots/parse/parse.ts';
import { SITEMAP_MAX_BYTES } from '#core/sitemap/parse.ts';
import { originOf, robotsUrlOf } from '#core/url/authority.ts';
import { normalizeUrl } from '#core/url/normalize.ts';
import { createHttpFetcher } from '#fetcher/http.ts';
import { defaultFetchLimits } from '#fetcher/limits.ts';
import { acceptHeaders } from '#fetcher/request-headers.ts';
import { defaultSettings } from '#shared/model/crawl.ts';
import type { FetchOutcome, FetchResponse } from '#shared/model/fetch.ts';
import type { RobotsFile } from '#shared/model/robots.ts';
import { requestEnd } from '../crawl/request-end.ts';
import { SharedClocks } from '../hosts/shared-clocks.ts';
import { followRobots } from '../robots/follow.ts';
import { hopOf } from '../robots/gate.ts';
import { HostTimes } from './host-times.ts';

/** A response with status 2xx. */
export interface Received {
  readonly kind: 'file';
  /** Where it came from, after redirects. */
  readonly url: string;
  readonly redirects: number;
  readonly contentType: string;
  readonly response: FetchResponse;
  /** robots.txt of the host names the file under the address asked for or the last one. */
  readonly isNamed: boolean;
}

/** Why there is no file. `status`: the server's last answer, null if it gave none or was not asked. */
export interface NotReceived {
  readonly kind: 'none';
  readonly status: number | null;
  readonly why: string;
}

export interface RequestOptions {
  readonly delayMs: number;
  readonly signal: AbortSignal;
}

/** A host whose robots.txt was read. */
interface Host {
  readonly access: RobotsAccess;
  readonly file: RobotsFile | null;
  readonly speaker: Speaker;
  readonly delayMs: number;
  readonly named: ReadonlySet<string>;
}

const names = profileById('crawlscope') ?? { productToken: 'Crawlscope', userAgent: defaultSettings.userAgent };

/**
 * Single requests for sitemap files outside a crawl. robots.txt of each host is read first and obeyed, also after a redirect; requests
 * to a host keep its delay, and the wait after 429 or 503. Private addresses are open on the host of `first` only.
 */
export class PoliteRequests {
  readonly #fetcher = createHttpFetcher({});
  readonly #options: RequestOptions;
  readonly #hosts = new Map<string, Host>();
  readonly #times = new HostTimes();
  readonly #shared = new SharedClocks(why => console.error(why));

  constructor(first: string, options: RequestOptions) {
    this.#options = options;
    this.#fetcher.trustHosts([new URL(first).hostname]);
  }

  /** Requests a file, politely. Throws only when the signal aborts. */
  async get(url: string): Promise<Received | NotReceived> {
    const trail = [url];
    let isNamed = false;
    for (;;) {
      const at = trail.at(-1) as string;
      const origin = originOf(at);
      if (!origin) return { kind: 'none', status: null, why: `${at} is no http or https URL.` };
      const { hostname } = new URL(at);
      const held = this.#heldOff(hostname);
      if (held !== '') return { kind: 'none', status: null, why: held };
      const host = await this.#host(origin.key);
      isNamed ||= host.named.has(at);
      const refusal = refusalOf(host, origin.key, at) || this.#heldOff(hostname);
      if (refusal !== '') return { kind: 'none', status: null, why: refusal };
      const outcome = await this.#request(at, host.delayMs, acceptHeaders.sitemap);
      if (outcome.kind === 'failure') return { kind: 'none', status: null, why: `${at} could not be read: ${outcome.detail}` };
      const hop = hopOf(outcome, trail, defaultSettings.maxRedirects);
      if (hop.kind === 'next') trail.push(hop.url);
      else if (hop.kind === 'ended' || outcome.status < 200 || outcome.status >= 300) {
        const loops = hop.kind === 'ended' ? ' and the redirect leads nowhere' : '';
        return { kind: 'none', status: outcome.status, why: `${at} returned ${outcome.status}${loops}.` };
      } else {
        const contentType = contentTypeOf(outcome.headers) ?? '';
        return { kind: 'file', url: at, redirects: trail.length - 1, contentType, response: outcome, isNamed };
      }
    }
  }

  close(): Promise<void> {
    this.#shared.close();
    return this.#fetcher.close();
  }

  async #host(key: string): Promise<Host> {
    const known = this.#hosts.get(key);
    if (known) return known;
    const { trail, last } = await followRobots(robotsUrlOf(key), crawlscope.maxRedirects.value, async url => ({
      outcome: await this.#request(url, this.#options.delayMs, acceptHeaders.robots),
    }));
    const host = readHost(last.outcome, trail, this.#options.delayMs);
    this.#hosts.set(key, host);
    return host;
  }

  #heldOff(hostname: string): string {
    return this.#times.heldOff(hostname, defaultSettings.maxDelayMs, Date.now());
  }

  async #request(url: string, delayMs: number, accept: string): Promise<FetchOutcome> {
    const { signal } = this.#options;
    const { hostname } = new URL(url);
    const wait = this.#times.wait(hostname, delayMs, Date.now());
    if (wait > 0) await delay(wait, undefined, { signal });
    signal.throwIfAborted();
    const keys = [originOf(url)?.key ?? hostname];
    await this.#shared.turn(keys, delayMs > 0 ? delayMs + delayMarginMs : 0, signal);
    this.#shared.began(keys);
    const limits = { ...defaultFetchLimits, maxBodyBytes: SITEMAP_MAX_BYTES + 1 };
    const outcome = await this.#fetcher.fetch({ url, userAgent: defaultSettings.userAgent, accept }, limits, signal);
    const mono = performance.now();
    this.#shared.ended(keys, { mono, declaredMs: delayMs > this.#options.delayMs ? delayMs : null, backoffUntil: 0 });
    signal.throwIfAborted();
    this.#times.ended(hostname, requestEnd(outcome, false), delayMs);
    return outcome;
  }
}

function readHost(outcome: FetchOutcome, trail: readonly string[], ownDelay: number): Host {
  const isEnded = hopOf(outcome, trail, crawlscope.maxRedirects.value).kind === 'ended';
  const isWhole = outcome.kind === 'response' && outcome.bodyEnd !== 'truncated';
  const ending: RobotsOutcome = isEnded
    ? { kind: 'too-many-redirects' }
    : isWhole
      ? { kind: 'status', status: outcome.status }
      : { kind: 'network', cause: outcome.kind === 'failure' ? outcome.cause : 'connection-lost' };
  const access = robotsAccess(ending, crawlscope);
  const file = access.kind === 'rules' && isWhole ? parseRobots(outcome.body, crawlscope) : null;
  const speaker = speakerFor(file, crawlscope, names);
  const declared = file && crawlDelayFor(file, crawlscope, speaker.agent);
  const base = trail.at(-1) ?? '';
  const named = (file?.sitemaps ?? []).map(({ value }) => normalizeUrl(value, base));
  return {
    access,
    file,
    speaker,
    delayMs: effectiveDelay(ownDelay, declared).delayMs,
    named: new Set(named.flatMap(each => (each.kind === 'url' ? [each.url] : []))),
  };
}

/** Why a host's robots.txt keeps us from a URL, '' if it does not. */
function refusalOf({ access, file, speaker, delayMs }: Host, origin: string, url: string): string {
  const verdict = decideAs(speaker, access, file, crawlscope, url);
  if (!verdict.allowed && verdict.reason === 'unreachable')
    return `${origin}/robots.txt could not be read (${access.why}), so nothing else may be requested there.`;
  if (!verdict.allowed)
    return `${origin}/robots.txt, line ${verdict.line}, does not let Crawlscope request ${url} (${verdict.rule}). Save the file and check that.`;
  if (delayMs > defaultSettings.maxDelayMs)
    return `${origin}/robots.txt wants ${delayMs / 1000} seconds between requests; that is longer than Crawlscope waits.`;
  return '';
}
