import type { CheckCount, CheckInfo, Finding, FindingItem, Population } from '#shared/model/audit.ts';
import type { Steps } from '../steps.ts';
import { AlikePages, type Likeness } from './alike.ts';
import { Baseline, type BaselineSource } from './baseline.ts';
import {
  type AlikeCheck,
  type AuditPage,
  type AuditSite,
  type AuditUrl,
  type Check,
  defaultLimits,
  type FactsPage,
  type GroupCheck,
  type Limits,
  type PageCheck,
  type ResponseCheck,
  type Verdict,
} from './check.ts';
import { Groups } from './groups.ts';
import { Inlinks } from './inlinks.ts';
import { ofUrl } from './items.ts';
import { Network } from './network.ts';
import { PageView } from './page-view.ts';
import { PendingSizes } from './pending.ts';
import { standing } from './populations.ts';
import { Relations } from './relations.ts';
import type { AuditSource } from './source.ts';
import { CheckTally } from './tally.ts';
import { UrlTable } from './url-table.ts';

/** Items of a finding that are kept; the others are counted. */
const mostItems = 50;
/** URLs or pages between two yields. */
const urlsOfStep = 2_000;
const pagesOfStep = 20;

export interface CheckResult {
  readonly check: Check;
  readonly limits: Limits;
  readonly count: CheckCount;
  /** URLs that are hit, in order of their ids; none where the check looks at hosts, sitemaps or the crawl. */
  readonly ids: Int32Array;
  /** The group of a URL, for checks of duplicates. */
  readonly groupOf: ReadonlyMap<number, string> | null;
  /** Whether several pages share a key of such a check. */
  readonly isShared: (key: string) => boolean;
  /** What a URL is like, for checks of near duplicates. */
  readonly likeness: ReadonlyMap<number, Likeness> | null;
  /** Findings without a URL of the crawl. */
  readonly others: readonly Finding[];
}

export interface Audit {
  readonly results: readonly CheckResult[];
  readonly site: AuditSite;
  /** The finding of a check about a URL that it hit, computed again from stored data; null if it did not hit. */
  finding(result: CheckResult, id: number): Finding | null;
  /** All findings of a check, URLs in order of their ids. */
  findings(result: CheckResult): Iterable<Finding>;
}

export interface AuditChoice {
  readonly checks: readonly Check[];
  /** Thresholds that differ from the defaults, by check. */
  readonly limits?: Readonly<Record<string, Limits>>;
  /** An earlier crawl, for the checks that compare two. */
  readonly baseline?: BaselineSource | null;
  /**
   * Only these URLs are counted, as those of a segment: hits, checked and not checkable. Duplicates and links are still looked for
   * everywhere. Absent: all.
   */
  readonly within?: ((id: number) => boolean) | null;
}

/**
 * Runs checks over a whole crawl. Yields how many URLs and pages are done, at most twice `source.urlCount`. Reads
 * each page once. Memory: about 130 bytes a URL and 4 bytes a hit; evidence is computed again on request.
 */
export function* runAudit(source: AuditSource, choice: AuditChoice): Steps<Audit> {
  return yield* new Run(source, choice).run();
}

/** Whether a URL whose page was not read can belong to the population of a check. */
export const mayApply = (check: Check, url: AuditUrl): boolean =>
  !('mayApply' in check) || check.mayApply === undefined || check.mayApply(url);

type ReaderCheck = PageCheck | ResponseCheck | GroupCheck | AlikeCheck;

/** A check with what it needs for each page, so that nothing is looked up there. */
interface Reader {
  readonly check: ReaderCheck;
  readonly limits: Limits;
  readonly tally: CheckTally;
}

class Run {
  readonly #source: AuditSource;
  readonly #table: UrlTable;
  readonly #checks: readonly Check[];
  readonly #limits: ReadonlyMap<Check, Limits>;
  readonly #tallies: ReadonlyMap<Check, CheckTally>;
  readonly #groups: ReadonlyMap<GroupCheck, Groups>;
  readonly #alike: ReadonlyMap<AlikeCheck, AlikePages>;
  /** The checks that read pages and responses, by population. */
  readonly #readers = new Map<Population, Reader[]>();
  readonly #groupOf = new Map<Check, Map<number, string>>();
  readonly #likeness = new Map<Check, ReadonlyMap<number, Likeness>>();
  readonly #others = new Map<Check, Finding[]>();
  readonly #relations: Relations;
  readonly #baseline: Baseline | null;
  readonly #within: ((id: number) => boolean) | null;
  #inlinks: Inlinks | null = null;

  constructor(source: AuditSource, { checks, limits = {}, baseline = null, within = null }: AuditChoice) {
    this.#source = source;
    this.#baseline = baseline && new Baseline(baseline);
    this.#within = within;
    this.#checks = checks;
    this.#table = new UrlTable(source.urlCount);
    this.#relations = new Relations(url => this.#table.find(url));
    this.#limits = new Map(checks.map(check => [check, { ...defaultLimits(check), ...limits[check.id] }]));
    this.#tallies = new Map(checks.map(check => [check, new CheckTally()]));
    for (const check of checks) {
      if (!isReader(check)) continue;
      const reader = { check, limits: this.#limitsOf(check), tally: this.#tallyOf(check) };
      const others = this.#readers.get(check.population);
      if (others) others.push(reader);
      else this.#readers.set(check.population, [reader]);
    }
    this.#groups = new Map(checks.flatMap(check => (check.scope === 'group' ? [[check, new Groups(check)] as const] : [])));
    this.#alike = new Map(checks.flatMap(check => (check.scope === 'alike' ? [[check, new AlikePages()] as const] : [])));
  }

  *run(): Steps<Audit> {
    const network = new Network();
    for (const row of this.#source.urls()) {
      network.see(row);
      this.#table.add(row);
      if (this.#table.size % urlsOfStep === 0) yield this.#table.size;
    }
    if (network.isDown) this.#table.withoutNetwork();
    this.#inlinks = new Inlinks(this.#table);
    const site = this.#site();
    let done = this.#table.size;
    for (const row of this.#source.pages()) {
      const at = this.#table.rowOf(row.id);
      if (at >= 0) this.#page(new PageView(this.#table, this.#table.view(at), row), site);
      if (++done % pagesOfStep === 0) yield done;
    }
    const urlChecks = this.#checks.flatMap(check =>
      check.scope === 'url' ? [{ check, limits: this.#limitsOf(check), tally: this.#tallyOf(check) }] : [],
    );
    const pending = new PendingSizes(this.#checks, this.#within);
    for (let row = 0; row < this.#table.size; row++) {
      const url = this.#table.view(row);
      if (row % urlsOfStep === 0) yield done;
      if (!this.#counts(url.id)) continue;
      this.#unread(url);
      pending.see(url);
      for (const { check, limits, tally } of urlChecks)
        if (check.applies === undefined || check.applies(url, site)) tally.take(url.id, check.test(url, limits, site));
    }
    for (const [check, groups] of this.#groups) {
      this.#grouped(check, groups, site);
      yield done;
    }
    for (const [check, pages] of this.#alike) yield* this.#compared(check, pages, done);
    for (const check of this.#checks) {
      if (check.scope === 'site') yield* this.#ofSite(check, site, done);
      else if (check.scope === 'pending') this.#tallyOf(check).missed(check.because, pending.sizeOf(check.population, site));
      else continue;
      yield done;
    }
    return new Result(
      this.#checks.map(check => ({
        check,
        limits: this.#limitsOf(check),
        count: this.#tallyOf(check).count,
        ids: this.#tallyOf(check).ids.ids.slice().sort(),
        groupOf: this.#groupOf.get(check) ?? null,
        isShared: (check.scope === 'group' && this.#groups.get(check)?.isShared) || nothingShared,
        likeness: this.#likeness.get(check) ?? null,
        others: this.#others.get(check) ?? [],
      })),
      site,
    );
  }

  #site(): AuditSite {
    const source = this.#source;
    const table = this.#table;
    const inlinks = this.#inlinks as Inlinks;
    const urlOf = (id: number) => {
      const row = table.rowOf(id);
      return row < 0 ? null : table.view(row);
    };
    return {
      source,
      url: urlOf,
      byAddress: url => table.find(url),
      *urls() {
        for (let row = 0; row < table.size; row++) yield table.view(row);
      },
      page(id) {
        const url = urlOf(id);
        const row = url && source.page(id);
        return row ? new PageView(table, url, row) : null;
      },
      inlinks: id => inlinks.of(id),
      isLinkedAs: (id, kind) => inlinks.isLinkedAs(id, kind),
      relations: this.#relations,
      hosts: source.hosts(),
      sitemaps: source.sitemaps(),
      baseline: this.#baseline,
      at: source.crawl.startedAt,
    };
  }

  /** Runs the checks of pages and responses on one URL with a response. */
  #page(page: PageView, site: AuditSite): void {
    this.#inlinks?.add(page);
    this.#relations.add(page);
    for (const [population, readers] of this.#readers)
      if (standing(population, page.url) === 'in') for (const reader of readers) this.#read(reader, page, site);
  }

  #read({ check, limits, tally }: Reader, page: PageView, site: AuditSite): void {
    const counts = this.#counts(page.url.id);
    if (!counts && check.scope !== 'group' && check.scope !== 'alike') return;
    if (check.scope === 'response') {
      if (check.applies === undefined || check.applies(page)) tally.take(page.url.id, check.test(page, limits, site));
    } else if (!hasFacts(page)) {
      if (counts) tally.missed('no-facts');
    } else if (check.applies !== undefined && !check.applies(page)) return;
    else if (check.scope === 'page') tally.take(page.url.id, check.test(page, limits, site));
    else this.#keep(check, page);
  }

  /** Keeps what a page may share with others. Whether it does is known at the end. */
  #keep(check: GroupCheck | AlikeCheck, page: FactsPage): void {
    const { id } = page.url;
    const cannot = check.cannot?.(page) ?? null;
    const counts = this.#counts(id);
    if (cannot !== null) {
      if (counts) this.#tallyOf(check).missed(cannot);
      return;
    }
    if (check.scope === 'alike') this.#alike.get(check)?.add(id, page.facts.signature ?? '');
    else {
      const key = check.key(page, this.#limitsOf(check));
      if (typeof key === 'string') this.#groups.get(check)?.add(key, id);
      else for (const each of new Set(key ?? [])) this.#groups.get(check)?.add(each, id);
    }
    if (counts) this.#tallyOf(check).passed();
  }

  /** Whether a URL is counted; 0, a host or the whole crawl, is in no segment. */
  #counts = (id: number): boolean => this.#within === null || (id !== 0 && this.#within(id));

  /** Counts a URL that belongs to the population of a check, but whose page was not read. */
  #unread(url: AuditUrl): void {
    for (const [population, readers] of this.#readers) {
      const found = standing(population, url);
      if (found !== 'in' && found !== 'out')
        for (const { check, tally } of readers) if (mayApply(check, url)) tally.missed(found);
    }
  }

  #grouped(check: GroupCheck, groups: Groups, site: AuditSite): void {
    const tally = this.#tallyOf(check);
    const groupOf = new Map<number, string>();
    for (const { name, ids } of groups.kept(site, this.#limitsOf(check)))
      for (const id of ids) {
        if (groupOf.has(id)) continue;
        groupOf.set(id, name);
        if (!this.#counts(id)) continue;
        tally.checked -= 1;
        tally.hit(id);
      }
    this.#groupOf.set(check, groupOf);
  }

  *#compared(check: AlikeCheck, pages: AlikePages, done: number): Steps<void> {
    const steps = pages.find(check.similarity(this.#limitsOf(check)));
    let step = steps.next();
    for (; !step.done; step = steps.next()) yield done;
    const tally = this.#tallyOf(check);
    for (const id of step.value.keys()) {
      if (!this.#counts(id)) continue;
      tally.checked -= 1;
      tally.hit(id);
    }
    this.#likeness.set(check, step.value);
    this.#groupOf.set(check, new Map([...step.value].map(([id, { group }]) => [id, `${check.id}#${group}`])));
  }

  *#ofSite(check: Extract<Check, { scope: 'site' }>, site: AuditSite, done: number): Steps<void> {
    const others: Finding[] = [];
    for (const subject of check.run(site, this.#limitsOf(check))) {
      yield done;
      if (subject === null) continue;
      const { url, id, verdict, group } = subject;
      if (!this.#counts(id)) continue;
      this.#tallyOf(check).take(0, verdict);
      if (isHit(verdict)) others.push({ check: check.id, url, evidence: evidenceOf(verdict, group) });
    }
    this.#others.set(check, others);
  }

  #tallyOf = (check: Check): CheckTally => this.#tallies.get(check) as CheckTally;
  #limitsOf = (check: Check): Limits => this.#limits.get(check) as Limits;
}

const isReader = (check: Check): check is ReaderCheck =>
  check.scope === 'page' || check.scope === 'response' || check.scope === 'group' || check.scope === 'alike';
const hasFacts = (page: AuditPage): page is FactsPage => page.facts !== null;
const nothingShared = (): boolean => false;
const isHit = (verdict: Verdict): verdict is readonly FindingItem[] => verdict !== null && typeof verdict !== 'string';

const evidenceOf = (items: readonly FindingItem[], group?: string): Finding['evidence'] => ({
  items: items.slice(0, mostItems),
  ...(items.length > mostItems ? { dropped: items.length - mostItems } : {}),
  ...(group === undefined ? {} : { group }),
});

class Result implements Audit {
  #last: { readonly id: number; readonly page: AuditPage | null } | null = null;
  readonly results: readonly CheckResult[];
  readonly site: AuditSite;

  constructor(results: readonly CheckResult[], site: AuditSite) {
    this.results = results;
    this.site = site;
  }

  finding(result: CheckResult, id: number): Finding | null {
    const url = this.site.url(id);
    if (url === null) return null;
    const items = this.#items(result, id);
    const group = (items && this.#cause(result.check, id, items)) ?? result.groupOf?.get(id);
    return items && { check: result.check.id, url: url.url, evidence: evidenceOf(items, group) };
  }

  /** Names what a hit has in common with others. */
  #cause(check: Check, id: number, items: readonly FindingItem[]): string | undefined {
    if ((check.scope !== 'page' && check.scope !== 'group') || check.cause === undefined) return undefined;
    const page = this.#page(id);
    return page && hasFacts(page) ? check.cause(page, items) : undefined;
  }

  /** The page of an id. Two questions in turn mostly are about the same. */
  #page(id: number): AuditPage | null {
    if (this.#last?.id !== id) this.#last = { id, page: this.site.page(id) };
    return this.#last.page;
  }

  *findings(result: CheckResult): Generator<Finding> {
    for (const id of result.ids) {
      const found = this.finding(result, id);
      if (found) yield found;
    }
    yield* result.others;
  }

  #items({ check, limits, groupOf, isShared, likeness }: CheckResult, id: number): readonly FindingItem[] | null {
    if (check.scope === 'url') {
      const url = this.site.url(id);
      const verdict = url && check.test(url, limits, this.site);
      return verdict !== null && isHit(verdict) ? verdict : null;
    }
    if (check.scope === 'site' || check.scope === 'pending') return null;
    if (check.scope === 'alike') {
      const like = likeness?.get(id);
      const partner = like && this.site.url(like.partner);
      return like && partner ? [ofUrl(partner, `${Math.floor(like.similarity * 100)} %`)] : null;
    }
    const page = this.#page(id);
    if (page === null) return null;
    if (check.scope === 'response') {
      const verdict = check.test(page, limits, this.site);
      return isHit(verdict) ? verdict : null;
    }
    if (!hasFacts(page)) return null;
    if (check.scope === 'group') return groupOf?.has(id) ? check.items(page, isShared) : null;
    const verdict = check.test(page, limits, this.site);
    return isHit(verdict) ? verdict : null;
  }
}

/** A check without its code. */
export function infoOf(check: Check): CheckInfo {
  const { id, name, group, type, priority, population, trigger, why, fix, sources, thresholds = {} } = check;
  return { id, name, group, type, priority, population, trigger, why, fix, sources, thresholds };
}

/** Hits, checked and not checkable of a check's population. */
export const populationSize = ({ checked, notCheckable }: CheckCount): number =>
  Object.values(notCheckable).reduce<number>((sum, count) => sum + (count ?? 0), checked);
