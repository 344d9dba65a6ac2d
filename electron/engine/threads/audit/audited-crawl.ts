import { allChecks } from '#core/audit/checks.ts';
import { judgeRules } from '#core/audit/ignore.ts';
import { type IgnoredHits, ignoredHits } from '#core/audit/ignored-hits.ts';
import { issuesOf } from '#core/audit/of-url.ts';
import type { Audit, CheckResult } from '#core/audit/run.ts';
import type { Finding } from '#shared/model/audit.ts';
import type { CheckOutcome, ShownFinding } from '#shared/model/issues.ts';
import { fail } from '#shared/rpc/errors.ts';
import { type AuditedFile, auditInSlices, openAuditedWith } from '../../audit/audit-file.ts';
import { prepareOwnChecks, segmentMembers } from '../../audit/own-checks.ts';
import { runInSlices } from '../slices.ts';
import type { AuditCalls, AuditGroup, RulesOfDay } from './messages.ts';

interface Finished {
  readonly audit: Audit;
  readonly file: AuditedFile;
  readonly groups: Map<string, readonly AuditGroup[]>;
  ignored: IgnoredHits;
}

const ids: ReadonlySet<string> = new Set(allChecks.map(({ id }) => id));
const isCheck = (id: string): boolean => ids.has(id) || id.startsWith('own.');
const applied = ({ rules, today }: RulesOfDay) => judgeRules(rules, { today, isCheck }).applied;

/** The audit of one crawl file: runs it, and makes evidence from its last results. */
export class AuditedCrawl implements AuditCalls {
  readonly #path: string;
  readonly #report: (done: number, total: number) => void;
  #finished: Finished | null = null;
  /** Grows with every run and every cancel: an older run sees it and ends. */
  #turn = 0;

  constructor(path: string, report: (done: number, total: number) => void) {
    this.#path = path;
    this.#report = report;
  }

  async run({ limits, baseline, segment, ...rules }: Parameters<AuditCalls['run']>[0]): ReturnType<AuditCalls['run']> {
    const turn = ++this.#turn;
    const started = performance.now();
    const file = openAuditedWith(this.#path, baseline);
    let audit: Audit | null = null;
    try {
      const within =
        segment === null ? null : await segmentMembers(file.own, file.own.rules.all().filter(file.isAllowed), segment);
      const own = await prepareOwnChecks(file.own, { rules: file.own.rules.all(), isAllowed: file.isAllowed });
      audit = await auditInSlices(
        file.source,
        { checks: [...allChecks, ...own.checks], limits, baseline: file.baseline, within },
        ({ done, total }) => {
          this.#report(done, total);
          return turn === this.#turn ? 'go-on' : 'cancel';
        },
      );
    } finally {
      if (audit === null) file.close();
    }
    if (audit === null) return null;
    const ignored = await runInSlices(ignoredHits(audit, applied(rules)), 0).finished;
    if (turn !== this.#turn) {
      file.close();
      return null;
    }
    this.#finished?.file.close();
    this.#finished = { audit, file, groups: new Map(), ignored };
    return { outcomes: this.#outcomes(), tookMs: performance.now() - started };
  }

  async ignore(rules: RulesOfDay): ReturnType<AuditCalls['ignore']> {
    const last = this.#last();
    last.ignored = await runInSlices(ignoredHits(last.audit, applied(rules)), 0).finished;
    return this.#outcomes();
  }

  cancel(): void {
    this.#turn += 1;
  }

  hits({ check, show }: Parameters<AuditCalls['hits']>[0]): ReturnType<AuditCalls['hits']> {
    const result = this.#result(check);
    const { ignored } = this.#last();
    if (show === 'all') return { ids: result.ids, others: result.others.map(this.#shown) };
    return { ids: ignored.idsOf(result, show), others: ignored.othersOf(result, show).map(this.#shown) };
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
    const { audit, ignored } = this.#last();
    return audit.results.map(result => ({ id: result.check.id, count: ignored.countOf(result) }));
  }

  /** The finding with the rule that sets it aside. */
  #shown = (finding: Finding): ShownFinding => {
    const rule = this.#last().ignored.ruleOf(finding.check, finding.url);
    return rule ? { ...finding, ignored: { id: rule.id, note: rule.note, until: rule.until } } : finding;
  };

  #last = (): Finished => this.#finished ?? fail('not_found', 'This crawl has not been audited yet.');

  #result(id: string): CheckResult {
    return this.#last().audit.results.find(({ check }) => check.id === id) ?? fail('not_found', `There is no check ${id}.`);
  }
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
