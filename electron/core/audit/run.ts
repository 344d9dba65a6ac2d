import type { CheckCount, CheckInfo, Finding, FindingItem } from '#shared/model/audit.ts';
import type { Steps } from '../steps.ts';
import { type AlikePages, Likenesses } from './alike.ts';
import type { BaselineSource } from './baseline.ts';
import { Blocks } from './blocks.ts';
import type { AlikeCheck, AuditPage, AuditSite, Check, GroupCheck, Limits, SiteCheck, Verdict } from './check.ts';
import { GroupOfUrls, type Groups } from './groups.ts';
import { ofUrl } from './items.ts';
import { hasFacts, limitsOf, PagePass, type PassState, type SharedPass } from './page-pass.ts';
import { readUrls } from './read-urls.ts';
import type { RestState, SharedRest } from './rest.ts';
import type { AuditSource } from './source.ts';
import type { CheckTally } from './tally.ts';
import { UrlPass } from './url-pass.ts';
import { UrlTable } from './url-table.ts';

/** Items of a finding that are kept; the others are counted. */
const mostItems = 50;
/** URLs between two yields. */
const urlsOfStep = 2_000;

export interface CheckResult {
  readonly check: Check;
  readonly limits: Limits;
  readonly count: CheckCount;
  /** URLs that are hit, in order of their ids; none where the check looks at hosts, sitemaps or the crawl. */
  readonly ids: Int32Array;
  /** The group of a URL, for checks of duplicates. */
  readonly groupOf: GroupOfUrls | null;
  /** Whether several pages share a key of such a check. */
  readonly isShared: (key: string) => boolean;
  /** What a URL is like, for checks of near duplicates. */
  readonly likeness: Likenesses | null;
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
  /** Threads that share the reading of pages; they know all checks that read pages. Absent: none. */
  readonly helpers?: Helpers | null;
}

/**
 * Runs checks over a whole crawl. Yields how many URLs and pages are done, at most twice `source.urlCount`. Reads
 * each page once. Memory: about 130 bytes a URL and 4 bytes a hit; evidence is computed again on request.
 */
export function* runAudit(source: AuditSource, choice: AuditChoice): Steps<Audit> {
  return yield* new Run(source, choice).run();
}

/** Other threads that read pages too. */
export interface Helpers {
  readonly count: number;
  /** Whether they know a check. */
  knows(check: Check): boolean;
  /** Hands over what they need. Called once, when all URLs are known. */
  begin(work: SharedPass): void;
  /** What each found; null: they are not done yet. Throws if one failed. */
  found(): readonly PassState[] | null;
  /** Hands over what they need to help with the rest: one for each. Called once, after `found`. */
  goOn(works: readonly SharedRest[]): void;
  /** What each found then, as `found`. */
  foundThen(): readonly RestState[] | null;
}

class Run {
  readonly #source: AuditSource;
  readonly #choice: AuditChoice;
  readonly #checks: readonly Check[];
  #table = new UrlTable(0);
  readonly #groupOf = new Map<Check, GroupOfUrls>();
  readonly #likeness = new Map<Check, Likenesses>();
  readonly #others = new Map<Check, Finding[]>();
  readonly #within: ((id: number) => boolean) | null;

  constructor(source: AuditSource, choice: AuditChoice) {
    this.#source = source;
    this.#choice = choice;
    this.#checks = choice.checks;
    this.#within = choice.within ?? null;
  }

  *run(): Steps<Audit> {
    this.#table = yield* readUrls(this.#source);
    const pass = yield* this.#pages();
    const done = this.#table.size * 2;
    const { helpers = null } = this.#choice;
    const blocks = new Blocks(this.#table.size);
    if (helpers !== null) this.#share(pass, helpers, blocks);
    for (const [check, groups] of pass.groups) {
      yield* this.#grouped(pass, { check, groups }, done);
      yield done;
    }
    // The evidence of these is kept.
    pass.site.isCounting = false;
    for (const check of this.#checks) {
      if (check.scope !== 'site') continue;
      yield* this.#ofSite(pass, check, done);
      yield done;
    }
    pass.site.isCounting = true;
    yield* this.#urls(pass, blocks, done);
    pass.site.isCounting = false;
    const tallyOf = (check: Check) => pass.tallies.get(check) as CheckTally;
    return new Result(
      this.#checks.map(check => ({
        check,
        limits: this.#limitsOf(check),
        count: tallyOf(check).count,
        ids: tallyOf(check).ids.ids.slice().sort(),
        groupOf: this.#groupOf.get(check) ?? null,
        isShared: (check.scope === 'group' && pass.groups.get(check)?.isShared) || nothingShared,
        likeness: this.#likeness.get(check) ?? null,
        others: this.#others.get(check) ?? [],
      })),
      pass.site,
    );
  }

  /** Reads all pages, alone or with other threads. */
  *#pages(): Steps<PagePass> {
    const table = this.#table;
    const { baseline = null, limits = {}, helpers = null } = this.#choice;
    const counted = this.#counted();
    const pass = new PagePass({ source: this.#source, table, baseline, checks: this.#checks, limits, counted });
    pass.site.isCounting = true;
    helpers?.begin(pass.share());
    const steps = pass.run();
    for (let step = steps.next(); step.done !== true; step = steps.next()) yield table.size + step.value;
    if (helpers === null) return pass;
    let found = helpers.found();
    for (; found === null; found = helpers.found()) yield table.size * 2;
    for (const each of found) {
      pass.merge(each);
      yield table.size * 2;
    }
    return pass;
  }

  /** By row: 1 where a URL is counted; null: all are. */
  #counted(): Uint8Array | null {
    const within = this.#within;
    if (within === null) return null;
    const counted = new Uint8Array(this.#table.size);
    for (let row = 0; row < counted.length; row++) counted[row] = within(this.#table.numbers.id[row] as number) ? 1 : 0;
    return counted;
  }

  /** Lets the other threads begin with the rest. One looks for similar pages, which nobody can help it with. */
  #share(pass: PagePass, helpers: Helpers, { counter, rowsOfBlock }: Blocks): void {
    const work = { ...pass.together, turns: { counter, rowsOfBlock } };
    const alike = [...pass.alike.keys()].map(({ id }) => id);
    helpers.goOn(Array.from({ length: helpers.count }, (_, at) => ({ ...work, alike: at === 0 ? alike : [] })));
  }

  /** Runs the checks of URLs, counts what nobody read, and looks for similar pages: alone or with other threads. */
  *#urls(pass: PagePass, blocks: Blocks, done: number): Steps<void> {
    const { site, tallies, readers } = pass;
    const { helpers = null } = this.#choice;
    const isKnown = (check: Check): boolean => helpers === null || helpers.knows(check);
    const checks = this.#checks.filter(isKnown);
    const limitsOf = this.#limitsOf;
    const urls = new UrlPass({ table: this.#table, site, checks, limitsOf, counted: pass.counted, readers, tallies });
    for (const _ of urls.run(blocks)) yield done;
    for (const _ of urls.only(this.#checks.filter(check => !isKnown(check)))) yield done;
    let found = helpers?.foundThen() ?? null;
    for (; helpers !== null && found === null; found = helpers.foundThen()) yield done;
    for (const state of found ?? []) {
      urls.pending.merge(state.pending);
      for (const [check, tally] of tallies) {
        const others = state.tallies[check.id];
        if (others && isKnown(check)) tally.merge(others);
      }
    }
    for (const [check, pages] of pass.alike) {
      const shared = found?.flatMap(({ likenesses }) => likenesses[check.id] ?? [])[0];
      const likenesses = shared ? new Likenesses(shared.ids, shared.found) : yield* this.#compared({ check, pages }, done);
      this.#alike(pass, check, likenesses);
    }
    for (const check of this.#checks)
      if (check.scope === 'pending')
        tallies.get(check)?.missed(check.because, urls.pending.sizeOf(check.population, site, this.#within !== null));
  }

  /** Whether a URL is counted; 0, a host or the whole crawl, is in no segment. */
  #counts = (id: number): boolean => this.#within === null || (id !== 0 && this.#within(id));

  *#grouped(
    { site, tallies }: PagePass,
    { check, groups }: { readonly check: GroupCheck; readonly groups: Groups },
    done: number,
  ): Steps<void> {
    const tally = tallies.get(check) as CheckTally;
    const groupOf = new GroupOfUrls(this.#table, check.id);
    let members = 0;
    for (const { number, ids } of groups.kept(site, this.#limitsOf(check))) {
      for (const id of ids) {
        if (groupOf.has(id)) continue;
        groupOf.set(id, number);
        if (!this.#counts(id)) continue;
        tally.checked -= 1;
        tally.hit(id);
      }
      members += ids.length;
      if (members < urlsOfStep) continue;
      members = 0;
      yield done;
    }
    this.#groupOf.set(check, groupOf);
  }

  *#compared({ check, pages }: { readonly check: AlikeCheck; readonly pages: AlikePages }, done: number): Steps<Likenesses> {
    const steps = pages.find(check.similarity(this.#limitsOf(check)));
    let step = steps.next();
    for (; !step.done; step = steps.next()) yield done;
    return step.value;
  }

  #alike({ tallies }: PagePass, check: AlikeCheck, likenesses: Likenesses): void {
    const tally = tallies.get(check) as CheckTally;
    const groupOf = new GroupOfUrls(this.#table, check.id);
    for (const [id, { group }] of likenesses) {
      groupOf.set(id, group);
      if (!this.#counts(id)) continue;
      tally.checked -= 1;
      tally.hit(id);
    }
    this.#likeness.set(check, likenesses);
    this.#groupOf.set(check, groupOf);
  }

  *#ofSite({ site, tallies }: PagePass, check: SiteCheck, done: number): Steps<void> {
    const tally = tallies.get(check) as CheckTally;
    const others: Finding[] = [];
    for (const subject of check.run(site, this.#limitsOf(check))) {
      yield done;
      if (subject === null) continue;
      const { url, id, verdict, group } = subject;
      if (!this.#counts(id)) continue;
      tally.take(0, verdict);
      if (isHit(verdict)) others.push({ check: check.id, url, evidence: evidenceOf(verdict, group) });
    }
    this.#others.set(check, others);
  }

  #limitsOf = (check: Check): Limits => limitsOf(check, this.#choice.limits ?? {});
}

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
