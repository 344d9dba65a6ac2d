import type { CheckCount, CheckInfo, Finding } from '#shared/model/audit.ts';
import type { Steps } from '../steps.ts';
import { type AlikePages, Likenesses } from './alike.ts';
import type { BaselineSource } from './baseline.ts';
import { Blocks } from './blocks.ts';
import { type AlikeCheck, type Check, type GroupCheck, isOfOneThread, type Limits, type SiteCheck } from './check.ts';
import { GroupOfUrls, type Groups } from './groups.ts';
import { limitsOf, PagePass, type PassState, type SharedPass } from './page-pass.ts';
import { readUrls } from './read-urls.ts';
import type { RestState, SharedRest } from './rest.ts';
import { type Audit, type CheckResult, evidenceOf, isHit, Result } from './result.ts';
import type { AuditSource } from './source.ts';
import type { CheckTally } from './tally.ts';
import { UrlPass } from './url-pass.ts';
import { UrlTable } from './url-table.ts';

/** URLs between two yields. */
const urlsOfStep = 2_000;

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
  /**
   * An audit of the same file with the same baseline and the same `within`, since which the crawl stored nothing. Checks that it ran with the
   * same thresholds keep their results. Absent: none.
   */
  readonly previous?: Pick<Audit, 'results' | 'ground'> | null;
}

/** The checks of a choice that have to be run: all, or those that the audit before did not run with these thresholds. */
export function checksToRun({ checks, limits = {}, previous = null }: AuditChoice): readonly Check[] {
  if (previous === null) return checks;
  const written = (of: Limits): string => JSON.stringify(Object.entries(of).sort());
  const known = new Map(previous.results.map(each => [each.check, written(each.limits)]));
  return checks.filter(check => known.get(check) !== written(limitsOf(check, limits)));
}

/** Whether a check looks at pages or responses, and not only at URLs, hosts or the whole crawl. */
export const readsPages = ({ scope }: Check): boolean => scope !== 'url' && scope !== 'site' && scope !== 'pending';

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
    this.#checks = checksToRun(choice);
    this.#within = choice.within ?? null;
  }

  *run(): Steps<Audit> {
    const { previous = null } = this.#choice;
    this.#table = previous?.ground.table ?? (yield* readUrls(this.#source));
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
    const results = new Map((previous?.results ?? []).map(each => [each.check, each]));
    for (const check of this.#checks) results.set(check, this.#resultOf(pass, check));
    return new Result(
      this.#choice.checks.map(check => results.get(check) as CheckResult),
      pass.site,
      { table: this.#table, ...pass.together },
    );
  }

  #resultOf({ tallies, groups }: PagePass, check: Check): CheckResult {
    const tally = tallies.get(check) as CheckTally;
    return {
      check,
      limits: this.#limitsOf(check),
      count: tally.count,
      ids: tally.ids.ids.slice().sort(),
      groupOf: this.#groupOf.get(check) ?? null,
      isShared: (check.scope === 'group' && groups.get(check)?.isShared) || nothingShared,
      likeness: this.#likeness.get(check) ?? null,
      others: this.#others.get(check) ?? [],
    };
  }

  /** Reads all pages, alone or with other threads. */
  *#pages(): Steps<PagePass> {
    const table = this.#table;
    const { baseline = null, limits = {}, helpers = null, previous = null } = this.#choice;
    const counted = this.#counted();
    const known = previous?.ground ?? null;
    const pass = new PagePass({ source: this.#source, table, baseline, checks: this.#checks, limits, counted, known });
    pass.site.isCounting = true;
    if (known !== null && !this.#checks.some(readsPages)) return pass;
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
    const isKnown = (check: Check): boolean => helpers === null || (helpers.knows(check) && !isOfOneThread(check));
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

/** A check without its code. */
export function infoOf(check: Check): CheckInfo {
  const { id, name, group, type, priority, population, trigger, why, fix, sources, thresholds = {} } = check;
  return { id, name, group, type, priority, population, trigger, why, fix, sources, thresholds };
}

/** Hits, checked and not checkable of a check's population. */
export const populationSize = ({ checked, notCheckable }: CheckCount): number =>
  Object.values(notCheckable).reduce<number>((sum, count) => sum + (count ?? 0), checked);
