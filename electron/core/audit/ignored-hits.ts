import type { CheckCount, Finding } from '#shared/model/audit.ts';
import type { StoredIgnoreRule } from '#shared/model/audit-settings.ts';
import type { Steps } from '../steps.ts';
import type { AuditSite } from './check.ts';
import type { AppliedRule } from './ignore.ts';
import type { Audit, CheckResult } from './result.ts';

/** Hits that are looked at between two yields. */
const hitsOfStep = 5_000;

/** What the ignore rules set aside of one check's hits. */
interface Ignored {
  /** Ids of URLs, a part of the hits, in their order. */
  readonly ids: Int32Array;
  /** Places in `result.others`. */
  readonly others: ReadonlySet<number>;
}

const nothing: Ignored = { ids: new Int32Array(0), others: new Set() };

/** Whether a rule covers a URL of the crawl. Each URL is tested once. */
class Coverage {
  readonly #test: NonNullable<AppliedRule['test']>;
  readonly #site: AuditSite;
  readonly #ids: ReadonlySet<number> | null;
  /** By id: 0 not tested yet, 1 no, 2 yes. */
  #tested = new Uint8Array(1_024);

  constructor({ test, urls }: AppliedRule, site: AuditSite) {
    this.#test = test ?? (() => true);
    this.#site = site;
    this.#ids = urls && new Set([...urls].flatMap(url => site.byAddress(url)?.id ?? []));
  }

  has(id: number): boolean {
    if (this.#ids) return this.#ids.has(id);
    if (id >= this.#tested.length) {
      const more = new Uint8Array(Math.max(this.#tested.length * 2, id + 1));
      more.set(this.#tested);
      this.#tested = more;
    }
    if (this.#tested[id] === 0) {
      const url = this.#site.url(id);
      this.#tested[id] = url !== null && this.#test(url.url) ? 2 : 1;
    }
    return this.#tested[id] === 2;
  }
}

/** Which hits of an audit the ignore rules set aside. They stay hits: `ignored` is a part of `hits`. */
export class IgnoredHits {
  readonly #byCheck: ReadonlyMap<string, Ignored>;
  readonly #rules: readonly AppliedRule[];
  /** Any rule applies. Without one, counts have no `ignored`. */
  readonly hasRules: boolean;

  constructor(byCheck: ReadonlyMap<string, Ignored>, rules: readonly AppliedRule[]) {
    this.#byCheck = byCheck;
    this.#rules = rules;
    this.hasRules = rules.length > 0;
  }

  /** The count of a check, with how many of its hits are ignored. */
  countOf({ check, count }: CheckResult): CheckCount {
    return this.hasRules ? { ...count, ignored: this.ignoredOf(check.id) } : count;
  }

  ignoredOf(check: string): number {
    const { ids, others } = this.#byCheck.get(check) ?? nothing;
    return ids.length + others.size;
  }

  /** The hits of a check that no rule sets aside, or those that one does. */
  idsOf({ check, ids }: CheckResult, which: 'open' | 'ignored'): Int32Array {
    const ignored = this.#byCheck.get(check.id)?.ids ?? nothing.ids;
    if (which === 'ignored') return ignored;
    if (ignored.length === 0) return ids;
    const aside = new Set(ignored);
    return ids.filter(id => !aside.has(id));
  }

  /** The same of findings without a URL of the crawl. */
  othersOf({ check, others }: CheckResult, which: 'open' | 'ignored'): readonly Finding[] {
    const aside = this.#byCheck.get(check.id)?.others ?? nothing.others;
    return others.filter((_, at) => aside.has(at) === (which === 'ignored'));
  }

  /** The first rule that sets aside what a check says of a URL; null for none. */
  ruleOf(check: string, url: string): StoredIgnoreRule | null {
    return this.#rules.find(({ rule, test }) => coversCheck(rule, check) && (test === null || test(url)))?.rule ?? null;
  }
}

const coversCheck = ({ check }: StoredIgnoreRule, id: string): boolean => check === '' || check === id;

/** Applies ignore rules to the hits of an audit. Yields how many hits it has looked at. */
export function* ignoredHits({ results, site }: Audit, rules: readonly AppliedRule[]): Steps<IgnoredHits> {
  const byCheck = new Map<string, Ignored>();
  const coverages = new Map(rules.filter(({ test }) => test !== null).map(rule => [rule, new Coverage(rule, site)]));
  let done = 0;
  for (const { check, ids, others } of results) {
    const wanted = rules.filter(({ rule }) => coversCheck(rule, check.id));
    if (wanted.length === 0) continue;
    if (wanted.some(({ test }) => test === null)) {
      byCheck.set(check.id, { ids, others: new Set(others.keys()) });
      continue;
    }
    const covering = wanted.flatMap(rule => coverages.get(rule) ?? []);
    const found: number[] = [];
    for (const id of ids) {
      if (covering.some(coverage => coverage.has(id))) found.push(id);
      if (++done % hitsOfStep === 0) yield done;
    }
    const aside = [...others.keys()].filter(at => wanted.some(({ test }) => test?.(others[at]?.url ?? '')));
    byCheck.set(check.id, { ids: Int32Array.from(found), others: new Set(aside) });
    yield done;
  }
  return new IgnoredHits(byCheck, rules);
}
