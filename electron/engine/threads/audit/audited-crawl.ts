import { allChecks } from '#core/audit/checks.ts';
import { issuesOf } from '#core/audit/of-url.ts';
import type { Audit, CheckResult } from '#core/audit/run.ts';
import { fail } from '#shared/rpc/errors.ts';
import { type AuditedFile, auditInSlices, openAuditedWith } from '../../audit/audit-file.ts';
import type { AuditCalls, AuditGroup } from './messages.ts';

interface Finished {
  readonly audit: Audit;
  readonly file: AuditedFile;
  readonly groups: Map<string, readonly AuditGroup[]>;
}

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

  async run({ limits, baseline }: Parameters<AuditCalls['run']>[0]): ReturnType<AuditCalls['run']> {
    const turn = ++this.#turn;
    const started = performance.now();
    const file = openAuditedWith(this.#path, baseline);
    let audit: Audit | null = null;
    try {
      audit = await auditInSlices(file.source, { checks: allChecks, limits, baseline: file.baseline }, ({ done, total }) => {
        this.#report(done, total);
        return turn === this.#turn ? 'go-on' : 'cancel';
      });
    } finally {
      if (audit === null) file.close();
    }
    if (audit === null) return null;
    this.#finished?.file.close();
    this.#finished = { audit, file, groups: new Map() };
    const outcomes = audit.results.map(({ check, count }) => ({ id: check.id, count }));
    return { outcomes, tookMs: performance.now() - started };
  }

  cancel(): void {
    this.#turn += 1;
  }

  hits({ check }: Parameters<AuditCalls['hits']>[0]): ReturnType<AuditCalls['hits']> {
    const { ids, others } = this.#result(check);
    return { ids, others };
  }

  findings({ check, ids }: Parameters<AuditCalls['findings']>[0]): ReturnType<AuditCalls['findings']> {
    const result = this.#result(check);
    const { audit } = this.#last();
    return ids.map(id => audit.finding(result, id));
  }

  ofUrl({ id }: Parameters<AuditCalls['ofUrl']>[0]): ReturnType<AuditCalls['ofUrl']> {
    return issuesOf(this.#last().audit, id);
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
