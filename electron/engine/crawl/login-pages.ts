import { createHash } from 'node:crypto';
import { portalStatusKey } from '#core/frontier/network-watch.ts';
import { contentTypeOf } from '#core/headers/content-type.ts';
import { originOf, registrableDomain } from '#core/url/authority.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { FetchOutcome, FetchResponse } from '#shared/model/fetch.ts';
import type { Job } from './context.ts';
import { redirectTarget } from './settle.ts';

/** So long a login page is known after its last sign, milliseconds: longer than the wait between two tries to reach hosts. */
const knownMs = 60_000;
const mostSites = 10_000;
const pagePrefix = 'page ';
/** A login page is a redirect for now: a browser would remember the others after the login. */
const forEver: readonly number[] = [301, 308];

/** A login page of the network (a captive portal) may have given a response. */
export interface LoginSign {
  /** What such responses have in common. */
  readonly where: string;
  /** The host of the login page responded to a request of its own: that says nothing about the network, which lets such requests through. */
  readonly isOwn: boolean;
}

/**
 * Recognizes what a login page of the network returns in place of hosts. Such a network can change plain HTTP only; over TLS it has a
 * certificate for another name.
 */
export class LoginPages {
  readonly #settings: Pick<CrawlSettings, 'seeds'>;
  #seeds: ReadonlySet<string> | null = null;
  /** What login pages had in common, and when each was seen last, the oldest first. */
  readonly #known = new Map<string, number>();
  /** Hosts that other hosts redirected to with the same path: sites with several names. */
  readonly #sites = new Set<string>();

  constructor(settings: Pick<CrawlSettings, 'seeds'>) {
    this.#settings = settings;
  }

  /** Null: the host itself ended the request. `mono`: when it ended, monotonic milliseconds. */
  signOf(job: Pick<Job, 'kind' | 'url'>, outcome: FetchOutcome, mono: number): LoginSign | null {
    this.#forget(mono - knownMs);
    const own = this.#known.size > 0 && outcome.kind === 'response' && this.#known.has(hostOf(job.url));
    if (own) {
      // It may lead on, to the form.
      const next = targetHost(job.url, outcome);
      if (next !== '' && !this.#isOfCrawl(next)) this.#note(next, mono);
      return { where: hostOf(job.url), isOwn: true };
    }
    const where = this.#keyOf(job, outcome);
    if (where === '') return null;
    this.#note(where, mono);
    return { where, isOwn: false };
  }

  #note(key: string, mono: number): void {
    this.#known.delete(key);
    this.#known.set(key, mono);
  }

  #forget(before: number): void {
    for (const [key, mono] of this.#known) {
      if (mono >= before) break;
      this.#known.delete(key);
    }
  }

  /** The user wants this host. */
  #isOfCrawl(host: string): boolean {
    this.#seeds ??= new Set(this.#settings.seeds.map(hostOf));
    return this.#seeds.has(host);
  }

  #keyOf(job: Pick<Job, 'kind' | 'url'>, outcome: FetchOutcome): string {
    if (outcome.kind === 'failure') {
      const tls = outcome.cause === 'tls-failure' ? outcome.network?.tls : null;
      return tls?.certificate && tls.nameMatches === false ? `certificate of ${tls.certificate.subject}`.slice(0, 200) : '';
    }
    if (outcome.status === 511) return portalStatusKey;
    if (!job.url.startsWith('http:')) return '';
    const to = targetHost(job.url, outcome);
    if (to !== '') return this.#mayBeLogin(job.url, outcome, to) ? to : '';
    return this.#pageKey(job, outcome);
  }

  /** A redirect to a foreign host. One for ever, or with the same path, is that of a site with several names. */
  #mayBeLogin(url: string, outcome: FetchResponse, to: string): boolean {
    if (this.#isOfCrawl(to) || registrableDomain(to) === registrableDomain(hostOf(url))) return false;
    if (forEver.includes(outcome.status)) return false;
    const path = pathOf(url);
    if (path !== '/' && path === pathOf(redirectTarget(url, outcome) ?? '') && this.#sites.size < mostSites) this.#sites.add(to);
    return !this.#sites.has(to);
  }

  /** A page in place of robots.txt; then also the same page in place of others. */
  #pageKey({ kind }: Pick<Job, 'kind'>, { status, headers, body, held }: FetchResponse): string {
    const mayBe = kind === 'robots' || [...this.#known.keys()].some(key => key.startsWith(pagePrefix));
    if (!mayBe || status !== 200 || held || body.length === 0 || !/html/i.test(contentTypeOf(headers) ?? '')) return '';
    const key = `${pagePrefix}${createHash('sha256').update(body).digest('hex').slice(0, 16)}`;
    return kind === 'robots' || this.#known.has(key) ? key : '';
  }
}

const hostOf = (url: string): string => originOf(url)?.host ?? '';

const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

const targetHost = (url: string, outcome: FetchResponse): string => {
  const target = redirectTarget(url, outcome);
  return target === null ? '' : hostOf(target);
};
