import { randomUUID } from 'node:crypto';
import { probeDecision } from '#core/decision/probe.ts';
import { variantsOf } from '#core/probes/variants.ts';
import type { Steps } from '#core/steps.ts';
import { originOf } from '#core/url/authority.ts';
import type { ProbeKind } from '#shared/model/probe.ts';
import { crawledUrls } from '#storage/reads/crawled-pages.ts';
import type { CrawlContext } from '../context.ts';
import type { SettleContext } from '../settle.ts';

/** Hosts of the crawl that are probed, in the order of their first pages. */
const mostHosts = 100;
/** Pages of a host that are requested as a phone and as a desktop browser. */
const pagesOfHost = 5;
const urlsOfStep = 200;

interface ProbedHost {
  readonly key: string;
  readonly originId: number;
  /** Ids and addresses of its first pages. */
  readonly pages: { readonly id: number; readonly url: string }[];
}

/** Queues the probes of every host of the crawl, each once a file. Yields how many URLs were looked at. */
export function* offerProbes(context: CrawlContext, settle: SettleContext): Steps<void> {
  const hosts = new Map<number, ProbedHost>();
  let done = 0;
  for (const { id, url, originId, isPage } of crawledUrls(context.parts.store.db)) {
    if (++done % urlsOfStep === 0) yield done;
    let host = hosts.get(originId);
    if (!host) {
      const key = originOf(url)?.key;
      if (hosts.size >= mostHosts || key === undefined) continue;
      host = { key, originId, pages: [] };
      hosts.set(originId, host);
    }
    if (isPage && host.pages.length < pagesOfHost) host.pages.push({ id, url });
  }
  const probes = new Offers(context, settle);
  for (const host of hosts.values()) {
    offerHost(probes, host);
    yield done;
  }
}

function offerHost(probes: Offers, { key, originId, pages }: ProbedHost): void {
  if (!probes.hasKind(originId, 'not-found')) probes.add('not-found', `${key}/crawlscope-probe-${randomUUID()}`);
  const variants = variantsOf(key);
  for (const variant of variants.length > 0 ? [key, ...variants] : [])
    if (!probes.isCrawled(`${variant}/`)) probes.add('home', `${variant}/`);
  probes.add('llms', `${key}/llms.txt`);
  if (!probes.isCrawled(`${key}/favicon.ico`)) probes.add('icon', `${key}/favicon.ico`);
  for (const { url } of pages) {
    probes.add('phone', url);
    probes.add('desktop', url);
  }
}

/** Puts probes into the queue. Runs inside the caller's transaction. */
export class Offers {
  readonly #context: CrawlContext;
  readonly #settle: SettleContext;

  constructor(context: CrawlContext, settle: SettleContext) {
    this.#context = context;
    this.#settle = settle;
  }

  hasKind = (originId: number, kind: ProbeKind): boolean => this.#context.parts.store.probes.hasKind(originId, kind);

  /** Whether the crawl or a check has the response of a URL already. */
  isCrawled(url: string): boolean {
    const { urls, checks } = this.#context.parts.store;
    const known = urls.find(url);
    return known !== undefined && (known.status !== null || checks.find(known.id)?.state === 'done');
  }

  /** `parentId`: the probe that redirected here. An excluded URL is not probed. */
  add(kind: ProbeKind, url: string, parentId: number | null = null): void {
    const { store, settingsId, clock } = this.#context.parts;
    if (this.#settle.discovery.excludes(url)) return;
    const at = clock.now();
    const draft = probeDecision(kind);
    const known = store.urls.find(url);
    const originId = known ? known.originId : this.#originId(url);
    if (originId === null) return;
    const place = { state: 'disregarded', distance: 0, depth: null, hops: 0, via: 'probe', viaId: null } as const;
    const urlId = known?.id ?? store.urls.insert({ url, originId, ...place }, draft, at, settingsId);
    if (!store.probes.insert({ kind, urlId, originId, parentId, result: 'check-waiting' })) return;
    if (known) store.urls.decide(urlId, draft, at, settingsId);
    this.#context.wakeCheck(originId);
  }

  #originId(url: string): number | null {
    const { origins } = this.#context.parts.store;
    const origin = originOf(url);
    return origin && (origins.byKey(origin.key) ?? origins.insert(origin)).id;
  }
}
