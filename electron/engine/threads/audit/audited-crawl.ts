import type { Check } from '#core/audit/check.ts';
import { allChecks, checkById } from '#core/audit/checks.ts';
import { judgeRules } from '#core/audit/ignore.ts';
import { type IgnoredHits, ignoredHits } from '#core/audit/ignored-hits.ts';
import { issuesOf } from '#core/audit/of-url.ts';
import type { Audit, CheckResult } from '#core/audit/result.ts';
import type { AuditChoice } from '#core/audit/run.ts';
import { type CheckTrend, trendSteps } from '#core/audit/trend.ts';
import type { Finding } from '#shared/model/audit.ts';
import type { ChangedLimits, CheckOutcome, ShownFinding, Since, TrendCount } from '#shared/model/issues.ts';
import { fail } from '#shared/rpc/errors.ts';
import type { RestStamp } from '#storage/reads/content-stamp.ts';
import { type AuditedFile, auditInSlices, openAuditedWith } from '../../audit/audit-file.ts';
import { prepareOwnChecks, segmentMembers } from '../../audit/own-checks.ts';
import { runInSlices } from '../slices.ts';
import type { AuditCalls, AuditGroup, RulesOfDay } from './messages.ts';

export interface Finished {
  readonly audit: Audit;
  /** The audit of the earlier crawl: counts, and URLs as they were; its pages cannot be read any more. */
  readonly earlier: Audit | null;
  /** Whether a URL is counted; null: all are. */
  readonly within: ((id: number) => boolean) | null;
  readonly file: AuditedFile;
  /** What else its results depend on: the results of checks whose thresholds stay are kept while this is equal. */
  readonly basis: string | null;
  /** The same for the checks of the user. */
  readonly own: { readonly key: string; readonly checks: readonly Check[] };
  readonly groups: Map<string, readonly AuditGroup[]>;
  readonly trends: ReadonlyMap<string, CheckTrend> | null;
  ignored: IgnoredHits;
}

/** What an audit of this crawl uses. */
interface Wish {
  readonly limits: ChangedLimits;
  readonly baseline: string | null;
  readonly segment: string | null;
  readonly rules: RulesOfDay;
  readonly file: AuditedFile;
}

const ids: ReadonlySet<string> = new Set(allChecks.map(({ id }) => id));
const isCheck = (id: string): boolean => ids.has(id) || id.startsWith('own.');
/** What the results of the checks of the catalogue depend on besides thresholds. A segment is made of rules. */
/** Which URLs of an earlier crawl are in a segment. */
async function earlierMembers(path: string, allowed: Parameters<typeof segmentMembers>[1], segment: string) {
  const file = openAuditedWith(path, null);
  try {
    return await segmentMembers(file.own, allowed, segment);
  } finally {
    file.close();
  }
}

const basisOf = ({ crawl, rules }: RestStamp, baseline: string | null, segment: string | null): string =>
  JSON.stringify([crawl, baseline, segment, segment === null ? '' : rules]);

const applied = ({ rules, today }: RulesOfDay) => judgeRules(rules, { today, isCheck }).applied;

/** The audit of one crawl file: runs it, and makes evidence from its last results. */
export class AuditedCrawl implements AuditCalls {
  readonly #path: string;
  readonly #report: (done: number, total: number) => void;
  #finished: Finished | null = null;
  #earlier: { readonly key: string; readonly limits: string; readonly audit: Audit } | null = null;
  /** Grows with every run and every cancel: an older run sees it and ends. */
  #turn = 0;

  constructor(path: string, report: (done: number, total: number) => void) {
    this.#path = path;
    this.#report = report;
  }

  async run({ limits, baseline, segment, ...rules }: Parameters<AuditCalls['run']>[0]): ReturnType<AuditCalls['run']> {
    const turn = ++this.#turn;
    const started = performance.now();
    const last = this.#finished;
    const stamp = last?.basis == null ? null : last.file.stamp();
    const kept = last !== null && stamp !== null && last.basis === basisOf(stamp, baseline, segment) ? last : null;
    const file = kept?.file ?? openAuditedWith(this.#path, baseline);
    let made: Omit<Finished, 'file'> | null = null;
    try {
      made = await this.#made(turn, { limits, baseline, segment, rules, file, kept });
    } finally {
      if (made === null && kept === null) file.close();
    }
    if (made === null) return null;
    if (this.#finished?.file !== file) this.#finished?.file.close();
    this.#finished = { ...made, file };
    return { outcomes: this.#outcomes(), tookMs: performance.now() - started };
  }

  /** Audits the file. Null: cancelled, or another audit has begun. */
  async #made(
    turn: number,
    { limits, baseline, segment, rules, file, kept }: Wish & { readonly kept: Finished | null },
  ): Promise<Omit<Finished, 'file'> | null> {
    const stamp = file.stamp();
    const before = baseline === null ? null : await this.#before(turn, baseline, { limits, file });
    if (turn !== this.#turn) return null;
    const isAllowed = file.allowance();
    const allowed = file.own.rules.all().filter(isAllowed);
    const ownKey = JSON.stringify([stamp?.rules, allowed.map(({ id }) => id)]);
    const isSame = kept !== null && stamp !== null && kept.own.key === ownKey;
    const own = isSame ? kept.own.checks : (await prepareOwnChecks(file.own, { rules: file.own.rules.all(), isAllowed })).checks;
    const within = segment === null ? null : await segmentMembers(file.own, allowed, segment);
    const checks = [...allChecks, ...own];
    const audit = await this.#audited(turn, file, { checks, limits, within, previous: kept?.audit ?? null });
    if (audit === null) return null;
    const ignored = await runInSlices(ignoredHits(audit, applied(rules)), 0).finished;
    const isEarlier = segment !== null && baseline !== null ? await earlierMembers(baseline, allowed, segment) : null;
    const members = within && isEarlier && { now: within, before: isEarlier };
    const trends = before && (await runInSlices(trendSteps(audit, before, members), 0).finished);
    if (turn !== this.#turn) return null;
    const basis = stamp && basisOf(stamp, baseline, segment);
    return { audit, earlier: before, within, basis, own: { key: ownKey, checks: own }, groups: new Map(), ignored, trends };
  }

  /**
   * The audit of the earlier crawl with the same thresholds and own checks. It is kept: that file does not change. With other thresholds, only
   * the checks that have them run again. Null: cancelled.
   */
  async #before(turn: number, path: string, { limits, file: now }: Pick<Wish, 'limits' | 'file'>): Promise<Audit | null> {
    const rules = now.own.rules.all();
    const allowed = new Set(rules.filter(now.allowance()));
    const key = JSON.stringify([path, rules, allowed.size]);
    const wanted = JSON.stringify(limits);
    const last = this.#earlier?.key === key ? this.#earlier : null;
    if (last?.limits === wanted) return last.audit;
    this.#earlier = null;
    const file = openAuditedWith(path, null);
    try {
      const own = await prepareOwnChecks(file.own, { rules, isAllowed: rule => allowed.has(rule) });
      const known = last && {
        ground: last.audit.ground,
        results: last.audit.results.filter(({ check }) => checkById(check.id) === check),
      };
      const audit = await this.#audited(turn, file, { checks: [...allChecks, ...own.checks], limits, previous: known });
      if (audit !== null) this.#earlier = { key, limits: wanted, audit };
      return audit;
    } finally {
      file.close();
    }
  }

  #audited(turn: number, file: AuditedFile, choice: AuditChoice): Promise<Audit | null> {
    return auditInSlices(file, choice, {
      report: ({ done, total }) => {
        this.#report(done, total);
        return turn === this.#turn ? 'go-on' : 'cancel';
      },
    });
  }

  async ignore(rules: RulesOfDay): ReturnType<AuditCalls['ignore']> {
    const last = this.#last();
    last.ignored = await runInSlices(ignoredHits(last.audit, applied(rules)), 0).finished;
    return this.#outcomes();
  }

  cancel(): void {
    this.#turn += 1;
  }

  /** The last results. Throws before the first run. */
  results = (): Pick<Finished, 'audit' | 'earlier' | 'within'> => this.#last();

  hits({ check, show }: Parameters<AuditCalls['hits']>[0]): ReturnType<AuditCalls['hits']> {
    const result = this.#result(check);
    const { ignored, audit, trends } = this.#last();
    const trend = trends?.get(check);
    const shown = (others: readonly Finding[]) => others.map(this.#shown);
    switch (show) {
      case 'all':
        return { ids: result.ids, others: shown(result.others) };
      case 'open':
      case 'ignored':
        return { ids: ignored.idsOf(result, show), others: shown(ignored.othersOf(result, show)) };
      case 'new': {
        const isNew = (url: string): boolean => trend?.newUrls.has(url) ?? false;
        const ids = ignored.idsOf(result, 'open').filter(id => isNew(audit.site.url(id)?.url ?? ''));
        return { ids, others: shown(ignored.othersOf(result, 'open').filter(({ url }) => isNew(url))) };
      }
      case 'fixed':
      case 'gone': {
        const urls = (show === 'fixed' ? trend?.fixedUrls : trend?.goneUrls) ?? [];
        return { ids: new Int32Array(0), others: urls.map(url => ({ check, url, evidence: { items: [] }, since: show })) };
      }
    }
  }

  findings({ check, ids }: Parameters<AuditCalls['findings']>[0]): ReturnType<AuditCalls['findings']> {
    const result = this.#result(check);
    const { audit } = this.#last();
    return ids.map(id => {
      const finding = audit.finding(result, id);
      return finding && this.#shown(finding);
    });
  }

  ofUrl({ id }: Parameters<AuditCalls['ofUrl']>[0]): ReturnType<AuditCalls['ofUrl']> {
    const found = issuesOf(this.#last().audit, id);
    return { ...found, hits: found.hits.map(this.#shown) };
  }

  groups({ check }: Parameters<AuditCalls['groups']>[0]): ReturnType<AuditCalls['groups']> {
    const { groups } = this.#last();
    const known = groups.get(check);
    if (known) return known;
    const made = groupsOf(this.#result(check));
    groups.set(check, made);
    return made;
  }

  close(): void {
    this.#turn += 1;
    this.#finished?.file.close();
    this.#finished = null;
  }

  #outcomes(): readonly CheckOutcome[] {
    const { audit, ignored, trends } = this.#last();
    return audit.results.map(result => {
      const { id } = result.check;
      const trend = trends?.get(id);
      const count = ignored.countOf(result);
      return trend
        ? { id, count, trend: trendCount(trend, url => ignored.ruleOf(id, url) !== null, count.ignored ?? 0) }
        : { id, count };
    });
  }

  /** The finding with the rule that sets it aside, and whether it is new. */
  #shown = (finding: Finding): ShownFinding => {
    const { ignored, trends } = this.#last();
    const rule = ignored.ruleOf(finding.check, finding.url);
    const trend = trends?.get(finding.check);
    const since: Since | undefined = trend && (trend.newUrls.has(finding.url) ? 'new' : 'persisting');
    return {
      ...finding,
      ...(rule ? { ignored: { id: rule.id, note: rule.note, until: rule.until } } : {}),
      ...(since ? { since } : {}),
    };
  };

  #last = (): Finished => this.#finished ?? fail('not_found', 'This crawl has not been audited yet.');

  #result(id: string): CheckResult {
    return this.#last().audit.results.find(({ check }) => check.id === id) ?? fail('not_found', `There is no check ${id}.`);
  }
}

/** Counts of a trend. New hits are matched with rules only if the check has ignored hits. */
function trendCount(trend: CheckTrend, isIgnored: (url: string) => boolean, ignored: number): TrendCount {
  const { new: added, persisting, fixed, gone, newUrls } = trend;
  const newIgnored = ignored === 0 ? 0 : [...newUrls].filter(isIgnored).length;
  return { new: added, newIgnored, persisting, fixed, gone };
}

/** Members by group, largest group first; ids ascend. */
function groupsOf({ groupOf }: CheckResult): readonly AuditGroup[] {
  const members = new Map<string, number[]>();
  for (const [id, group] of groupOf ?? []) {
    const others = members.get(group);
    if (others) others.push(id);
    else members.set(group, [id]);
  }
  return [...members]
    .map(([group, ids]) => ({ group, ids: ids.sort((a, b) => a - b) }))
    .sort((a, b) => b.ids.length - a.ids.length);
}
