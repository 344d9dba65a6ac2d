import type { ScopeFacts } from '#core/decision/admission.ts';
import { admitCheck, checkSubject, isChecked } from '#core/decision/check-admission.ts';
import { originOf } from '#core/url/authority.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { Store } from '#storage/store.ts';
import type { CheckRecord } from '#storage/tables/checks.ts';
import type { Candidate } from '../candidates.ts';
import type { HostCounts } from './host-counts.ts';
import type { CheckHosts } from './hosts.ts';

/** A URL that the crawl has just decided not to crawl. */
export interface NotCrawled {
  readonly id: number;
  readonly originId: number;
  readonly reason: string;
}

export interface CheckOfferParts {
  readonly store: Store;
  readonly settings: CrawlSettings;
  readonly settingsId: number;
  readonly scope: ScopeFacts;
  readonly hosts: CheckHosts;
  readonly counts: HostCounts;
  /** Called with every origin that got a check. */
  wake(originId: number): void;
}

/** How the URL of an offer was found. */
export type FoundBy = Pick<Candidate, 'url' | 'kind' | 'hops' | 'isCheck'>;

/** Decides which URLs that are not crawled are checked. Runs inside the caller's transaction. */
export class CheckOffers {
  readonly #parts: CheckOfferParts;

  constructor(parts: CheckOfferParts) {
    this.#parts = parts;
  }

  /** Queues the check of a URL if the settings allow it. */
  offer(url: NotCrawled, { url: href, kind, hops, isCheck = false }: FoundBy, at: number): void {
    const { store, settings, settingsId, scope, hosts, counts, wake } = this.#parts;
    if (!hosts.checksUrls) return;
    const subject = checkSubject({ reason: url.reason, kind, isCheck }, settings);
    if (subject === null || store.checks.find(url.id)) return;
    const host = originOf(href)?.host ?? '';
    const draft = admitCheck({ href, subject, exclude: scope.exclude, ofHost: counts.of(host), limit: hosts.limitOf(host) });
    const decisionId = store.urls.decide(url.id, draft, at, settingsId);
    const state = draft.verdict === 'defer' ? 'queued' : 'skipped';
    store.checks.insert({ urlId: url.id, originId: url.originId, subject, state, result: draft.reason, decisionId, hops });
    if (state === 'skipped') return;
    counts.add(host, 1);
    wake(url.originId);
  }

  /** Decides again on a check that the settings of an earlier run prevented. A URL that the crawl now requests needs no check. */
  decideAgain(check: CheckRecord, at: number): void {
    const { store, settings, settingsId, scope, hosts, counts, wake } = this.#parts;
    const { url: href, urlId, originId, subject } = check;
    if (!isChecked(subject, settings) || store.urls.byId(urlId)?.state !== 'disregarded') return;
    const host = originOf(href)?.host ?? '';
    const draft = admitCheck({ href, subject, exclude: scope.exclude, ofHost: counts.of(host), limit: hosts.limitOf(host) });
    if (draft.verdict !== 'defer') return;
    const decisionId = store.urls.decide(urlId, draft, at, settingsId);
    store.checks.change(check, { state: 'queued', result: draft.reason, decisionId, dueAt: 0 });
    counts.add(host, 1);
    wake(originId);
  }

  /** As `offer`, for a known URL that is the target of a checked redirect. */
  offerKnown(id: number, candidate: FoundBy, at: number): void {
    const record = this.#parts.store.urls.byId(id);
    if (record?.state !== 'disregarded' || record.originId === null) return;
    this.offer({ id, originId: record.originId, reason: record.reason }, candidate, at);
  }

  /** The URL is crawled now: a check that waits is not needed any more. */
  withdraw(id: number): void {
    if (this.#parts.hosts.checksUrls) this.#parts.store.checks.withdraw(id);
  }
}
