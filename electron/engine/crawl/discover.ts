import {
  type AdmissionFacts,
  admit,
  crawlsReference,
  followedKinds,
  isFollowedKind,
  type ScopeFacts,
  stoppedByGuard,
} from '#core/decision/admission.ts';
import { type RelPolicy, relPolicy } from '#core/decision/rel-policy.ts';
import { rankOf } from '#core/frontier/order.ts';
import type { Steps } from '#core/steps.ts';
import { maxUrlLength } from '#core/url/length.ts';
import type { CleanLines, Respelling, UrlPolicy } from '#core/url/url-policy.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { DecisionDraft, Evidence } from '#shared/model/decision.ts';
import type { PageLink } from '#shared/model/page.ts';
import type { Store } from '#storage/store.ts';
import type { UrlRecord } from '#storage/tables/urls.ts';
import { type Candidate, isFollowed } from './candidates.ts';
import type { CheckOffers } from './checks/offers.ts';
import { isUnlinkedReason, KeptOut } from './kept-out.ts';
import { Sites } from './sites.ts';
import type { TrapGuard } from './trap-guard.ts';

/** A URL that is too long. It is not parsed, because that takes time and memory. */
const tooLong = (url: string): NonNullable<AdmissionFacts['url']> => ({
  href: url.slice(0, maxUrlLength),
  scheme: url.slice(0, Math.max(0, url.indexOf(':'))),
  host: '',
});

export interface DiscoveryParts {
  readonly store: Store;
  readonly settings: CrawlSettings;
  readonly settingsId: number;
  readonly scope: ScopeFacts;
  /** Takes URLs that are not crawled. */
  readonly checks: CheckOffers;
  /** Gives links and sitemap entries another spelling; null: none gets one. */
  readonly policy: UrlPolicy | null;
  /** The Clean-param lines of a URL's host, as far as its robots.txt is known. */
  cleanLines(url: string): CleanLines | null;
  /** The evidence of the admission of a stored URL. */
  foundBy(id: number): readonly Evidence[];
  /** Why the crawl may not request a host given as an IP literal, '' if it may request it. */
  refusedAddress(hostname: string): string;
  /** Stops spaces of addresses without an end; null: guards are off. */
  readonly traps: TrapGuard | null;
  /** Called with every origin that got work. */
  wake(originId: number): void;
}

/** Decides on admission of seeds, links, redirect targets and sitemap entries. Runs inside the caller's transaction. */
export class Discovery {
  readonly #parts: DiscoveryParts;
  readonly #sites: Sites;
  readonly #keptOut: KeptOut;
  /** The URL that was stored last as one that a sitemap lists; 0 for none. */
  #counted = 0;
  readonly #crawlsReferences: boolean;
  /** Which token of a rel attribute keeps the crawl from following its link. */
  readonly unfollowed: RelPolicy;

  constructor(parts: DiscoveryParts) {
    this.#parts = parts;
    const { settings } = parts;
    this.#sites = new Sites(parts.store.origins, parts.refusedAddress);
    this.unfollowed = relPolicy(settings);
    this.#crawlsReferences = settings.crawlCanonicals || settings.crawlHreflang || settings.crawlAmp;
    this.#keptOut = new KeptOut(parts.store.urls);
  }

  /** Reads what earlier runs left. It may run while the crawl does. */
  read(): Steps<void> {
    return this.#keptOut.read();
  }

  /** Id of a URL already known, 0 for any other. */
  known(url: string): number {
    return url.length > maxUrlLength ? 0 : this.#parts.store.urls.idOf(url);
  }

  /** Whether a URL was rejected because of how it was found. A followed link may then admit it. */
  mayReopen(id: number): boolean {
    return this.#keptOut.mayReopen(id);
  }

  /** A queued URL was rejected because of how it was found. */
  keepsOut(id: number): void {
    this.#keptOut.add(id);
  }

  /** The settings changed, and with them the decision about a stored URL. A trap guard may still stop it. */
  judgedAgain(record: UrlRecord, draft: DecisionDraft, at: number): void {
    const { traps } = this.#parts;
    const { via, viaId } = record;
    const isFound = viaId !== null && (via === 'link' || via === 'redirect');
    const trap = draft.verdict === 'accept' && isFound ? (traps?.judge({ url: record.url, finderId: viaId }, at) ?? null) : null;
    const decided = trap === null ? draft : stoppedByGuard(trap);
    const steps = decided.evidence.filter(each => each.kind === 'respelled');
    const found = decided.rule === 'spelling' ? this.#foundAs(record, decided.evidence) : null;
    this.#changeDecision(record, decided, at);
    const last = steps.at(-1);
    if (found !== null && last !== undefined) this.discover({ ...found, url: last.to, spelledBy: steps }, at);
  }

  #changeDecision(record: UrlRecord, decided: DecisionDraft, at: number): void {
    const { store, settingsId, wake, checks } = this.#parts;
    const decisionId = store.urls.decide(record.id, decided, at, settingsId);
    const isAccepted = decided.verdict === 'accept';
    const state = isAccepted ? 'queued' : 'disregarded';
    store.urls.change(record, { state, reason: decided.reason, decisionId, dueAt: 0 });
    store.urls.targetClasses.forget(record.id);
    if (!isAccepted) {
      this.#keptOut.rejected(record.id, decided.reason);
      return;
    }
    this.#keptOut.admitted(record.id);
    this.#rank(record.id, record);
    checks.withdraw(record.id);
    if (record.originId !== null) wake(record.originId);
  }

  /** Whether a pattern of the settings excludes a URL. */
  excludes(url: string): boolean {
    return this.#parts.scope.exclude.some(pattern => pattern.test(url));
  }

  /**
   * Whether a link may change the decision about a known URL. A followed link may admit it. Any hyperlink shows that a URL is more than a
   * file or a reference.
   */
  mayChange(id: number, kind: PageLink['kind'], mayAdmit: boolean): boolean {
    return mayAdmit ? this.#keptOut.mayReopen(id) : isFollowedKind(kind) && this.#keptOut.isUnlinked(id);
  }

  /** Whether the target of a link element is crawled like that of a link. */
  crawlsReference({ kind, hreflang }: Pick<PageLink, 'kind' | 'hreflang'>): boolean {
    return this.#crawlsReferences && crawlsReference(this.#parts.settings, { kind, hreflang: hreflang !== '' });
  }

  /** Whether links of a kind may get another spelling. */
  mayRespell(kind: PageLink['kind']): boolean {
    return this.#parts.policy !== null && kind !== 'redirect' && isFollowedKind(kind);
  }

  #respellingOf({ url, valid, via, kind, spelledBy, isCheck = false }: Candidate): readonly Respelling[] {
    const { policy } = this.#parts;
    if (policy === null || !valid || isCheck || spelledBy !== undefined || url.length > maxUrlLength) return [];
    if (via === 'sitemap' ? false : via !== 'link' || !this.mayRespell(kind)) return [];
    return policy.steps(url, policy.cleans ? this.#parts.cleanLines(url) : null);
  }

  /** Keeps the URL as it was found, with the rules that change it, and decides on what they make of it. Returns the id of that. */
  #respell(found: Candidate, steps: readonly Respelling[], at: number): number {
    const to = steps.at(-1)?.to ?? found.url;
    if (this.#parts.store.urls.idOf(found.url) === 0) this.#insert(found, this.#judge(found, at, steps), at);
    return this.discover({ ...found, url: to, spelledBy: steps }, at);
  }

  /**
   * A queued URL whose robots.txt was not known when it was found: its Clean-param lines may give it another spelling. Returns whether they
   * did; the URL is then not crawled.
   */
  cleanedLate(record: UrlRecord, clean: CleanLines, at: number): boolean {
    const { policy, store } = this.#parts;
    if (policy === null || (record.via !== 'link' && record.via !== 'sitemap')) return false;
    const steps = policy.steps(record.url, clean);
    const found = steps.length === 0 ? null : this.#foundAs(record, this.#parts.foundBy(record.id));
    if (found === null) return false;
    this.#changeDecision(record, this.#judge(found, at, steps), at);
    this.discover({ ...found, url: steps.at(-1)?.to ?? found.url, spelledBy: steps }, at);
    return store.urls.byId(record.id)?.state !== 'queued';
  }

  /** A stored URL as it was found; null if that is not stored, or rules made it of another URL. */
  #foundAs({ id, url, distance, hops, via, viaId }: UrlRecord, evidence: readonly Evidence[]): Candidate | null {
    const origin = evidence.at(-1);
    const how =
      origin?.kind === 'link' || origin?.kind === 'rendered-link' ? 'link' : origin?.kind === 'sitemap-entry' ? 'sitemap' : null;
    if (
      origin === undefined ||
      how === null ||
      how !== via ||
      evidence.some(each => each.kind === 'respelled' && each.to === url)
    )
      return null;
    const plain = { kind: 'a', unfollowed: null, pageNofollow: false } as const;
    return {
      ...plain,
      url,
      valid: true,
      via: how,
      viaId,
      distance,
      hops,
      depth: this.#parts.store.urls.depths.of(id),
      evidence: origin,
    };
  }

  /** Decides on a candidate and writes URL and decision. Returns the id of the URL, or of what rules make of it. */
  discover(found: Candidate, at: number): number {
    const steps = this.#respellingOf(found);
    if (steps.length > 0) return this.#respell(found, steps, at);
    const candidate = found.url.length > maxUrlLength ? { ...found, url: found.url.slice(0, maxUrlLength) } : found;
    const known = this.#parts.store.urls.idOf(candidate.url);
    if (known === 0) return this.#insert(candidate, this.#judge(found, at), at);
    const { checks } = this.#parts;
    if (candidate.isCheck) checks.offerKnown(known, candidate, at);
    else if (this.#keptOut.mayReopen(known) && this.#mayReopenBy(known, candidate)) this.#reopen(known, candidate, at);
    return known;
  }

  #insert(candidate: Candidate, draft: DecisionDraft, at: number): number {
    const { store, settingsId, wake } = this.#parts;
    const accepted = draft.verdict === 'accept';
    const originId = candidate.valid ? this.#sites.originId(candidate.url) : null;
    const { url, distance, depth, hops, via, viaId } = candidate;
    const depthFrom = depth === null ? null : viaId;
    const state = accepted ? 'queued' : 'disregarded';
    // Its entry is stored next. What rules make of the URL that an entry lists is not listed.
    const inSitemaps = candidate.evidence.kind === 'sitemap-entry' && candidate.spelledBy === undefined ? 1 : 0;
    const row = { url, originId, state, distance, depth, depthFrom, hops, via, viaId, inSitemaps } as const;
    const id = store.urls.insert(row, draft, at, settingsId);
    if (inSitemaps === 1) this.#counted = id;
    if (accepted) this.#rank(id, { url, distance });
    if (accepted && originId !== null) wake(originId);
    if (accepted) this.#admitted(candidate, id);
    if (via === 'sitemap') this.#parts.traps?.listed(url, id);
    if (!accepted) this.#keptOut.rejected(id, draft.reason);
    if (!accepted && originId !== null) this.#parts.checks.offer({ id, originId, reason: draft.reason }, candidate, at);
    return id;
  }

  /** Gives a queued URL its place in the order of the crawl. */
  #rank(id: number, { url, distance }: { readonly url: string; readonly distance: number }): void {
    const { settings, store } = this.#parts;
    if (settings.crawlOrder === 'breadth') return;
    const entry = this.#usesSitemaps ? store.sitemaps.lastEntryOf(id) : undefined;
    const { priority = '', lastmod = '' } = entry ?? {};
    store.urls.setRank(id, rankOf(settings.crawlOrder, { id, url, distance, priority, lastmod }));
  }

  /** Whether the last `discover` stored this URL as one that a sitemap lists, so that its entry is counted already. */
  isCounted(id: number): boolean {
    const isCounted = this.#counted === id;
    this.#counted = 0;
    return isCounted;
  }

  /** A sitemap lists a URL, which may change its place in the order. */
  listed(id: number): void {
    if (!this.#usesSitemaps) return;
    const url = this.#parts.store.urls.byId(id);
    if (url?.state === 'queued') this.#rank(id, url);
  }

  get #usesSitemaps(): boolean {
    const { crawlOrder } = this.#parts.settings;
    return crawlOrder === 'priority' || crawlOrder === 'newest';
  }

  #mayReopenBy(known: number, candidate: Candidate): boolean {
    if (candidate.via !== 'link' || isFollowed(candidate)) return true;
    if (followedKinds.has(candidate.kind) && this.#keptOut.isUnlinked(known)) return true;
    const { kind, hreflang = false } = candidate;
    return crawlsReference(this.#parts.settings, { kind, hreflang }) && !candidate.unfollowed && !candidate.pageNofollow;
  }

  #reopen(id: number, candidate: Candidate, at: number): void {
    const { store, settingsId, wake } = this.#parts;
    const record = store.urls.byId(id);
    if (!record) return;
    if (record.state !== 'disregarded') {
      // The settings let it in meanwhile.
      this.#keptOut.admitted(id);
      return;
    }
    const draft = this.#judge(candidate, at);
    if (draft.verdict !== 'accept') {
      this.#relabel(record, draft, at);
      if (record.originId !== null)
        this.#parts.checks.offer({ id, originId: record.originId, reason: draft.reason }, candidate, at);
      return;
    }
    this.#keptOut.admitted(id);
    this.#parts.checks.withdraw(id);
    const decisionId = store.urls.decide(id, draft, at, settingsId);
    const { distance, hops, via, viaId } = candidate;
    store.urls.change(record, { state: 'queued', reason: draft.reason, decisionId, distance, hops, via, viaId });
    this.#rank(id, { url: record.url, distance });
    if (record.originId !== null) wake(record.originId);
    this.#admitted(candidate, id);
  }

  #admitted({ url, via, viaId }: Candidate, id: number): void {
    if ((via === 'link' || via === 'redirect') && viaId !== null)
      this.#parts.traps?.admitted({ url, finderId: viaId, isLink: via === 'link' }, id);
  }

  /** A hyperlink leads to a URL that pages only embedded or referred to before, and it is not crawled for another reason. */
  #relabel(record: UrlRecord, draft: DecisionDraft, at: number): void {
    if (!this.#keptOut.isUnlinked(record.id) || isUnlinkedReason(draft.reason)) return;
    const { store, settingsId } = this.#parts;
    this.#keptOut.rejected(record.id, draft.reason);
    const decisionId = store.urls.decide(record.id, draft, at, settingsId);
    store.urls.change(record, { reason: draft.reason, decisionId });
  }

  #judge(candidate: Candidate, at: number, respelling: readonly Respelling[] = []): DecisionDraft {
    const facts = { ...this.#facts(candidate), respelling };
    const draft = admit(facts);
    const { url, via, viaId } = candidate;
    const { traps } = this.#parts;
    // A start URL or a sitemap names its URLs one by one.
    if (draft.verdict !== 'accept' || traps === null || viaId === null || (via !== 'link' && via !== 'redirect')) return draft;
    const trap = traps.judge({ url, finderId: viaId }, at);
    return trap === null ? draft : admit({ ...facts, trap });
  }

  #facts(candidate: Candidate): AdmissionFacts {
    const { settings, scope } = this.#parts;
    const site = candidate.valid && candidate.url.length <= maxUrlLength ? this.#sites.of(candidate.url) : null;
    return {
      settings,
      scope,
      url: site ? { href: candidate.url, scheme: site.scheme, host: site.host } : candidate.valid ? tooLong(candidate.url) : null,
      length: candidate.url.length,
      via: candidate.via,
      kind: candidate.kind,
      unfollowed: candidate.unfollowed,
      hreflang: candidate.hreflang ?? false,
      isCheck: candidate.isCheck ?? false,
      pageNofollow: candidate.pageNofollow,
      depth: candidate.distance,
      hops: candidate.hops,
      refusedAddress: site?.refusedAddress ?? '',
      trap: null,
      spelledBy: candidate.spelledBy ?? [],
      origin: candidate.evidence,
    };
  }
}
