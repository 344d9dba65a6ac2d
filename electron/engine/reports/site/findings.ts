import { setImmediate as turn } from 'node:timers/promises';
import type { Finding } from '#shared/model/audit.ts';
import { openHits } from '#shared/model/audit.ts';
import type { HealthScore } from '#shared/model/issues.ts';
import type { ReportedCheck, ReportedFinding, ReportedGroup } from '../../../export/html/site/facts.ts';
import type { AuditedCrawl } from '../../threads/audit/audited-crawl.ts';

const mostFindings = 20;
const mostExamples = 10;
const mostGroups = 5;
/** Members of a group that are named. */
const namedMembers = 3;
/** Hits whose evidence is looked up to name their causes: each reads its page. */
const mostLookedUp = 200;

const ranks = { H: 0, M: 1, L: 2 } as const;
const types = { issue: 0, warning: 1, opportunity: 2 } as const;

/** The gravest checks with open hits: by priority and kind, then by what they take from the health score, then by hits. */
export function gravest(checks: readonly ReportedCheck[], score: HealthScore | null): readonly ReportedCheck[] {
  const points = new Map(score?.lost.map(({ id, points }) => [id, points]));
  return checks
    .filter(({ count }) => openHits(count) > 0)
    .sort(
      (a, b) =>
        ranks[a.info.priority] - ranks[b.info.priority] ||
        types[a.info.type] - types[b.info.type] ||
        (points.get(b.info.id) ?? 0) - (points.get(a.info.id) ?? 0) ||
        openHits(b.count) - openHits(a.count),
    );
}

/** The top findings with examples and their causes. Null: cancelled. */
export async function topFindings(
  crawl: AuditedCrawl,
  checks: readonly ReportedCheck[],
  score: HealthScore | null,
  report: (done: number, total: number) => 'go-on' | 'cancel',
): Promise<readonly ReportedFinding[] | null> {
  const points = new Map(score?.lost.map(({ id, points }) => [id, points]));
  const wanted = gravest(checks, score).slice(0, mostFindings);
  const found: ReportedFinding[] = [];
  for (const check of wanted) {
    if (report(found.length, wanted.length) === 'cancel') return null;
    await turn();
    found.push({ ...check, points: points.get(check.info.id) ?? null, ...(await examplesOf(crawl, check.info.id)) });
  }
  return found;
}

type Examples = Pick<ReportedFinding, 'examples' | 'groups' | 'groupCount' | 'grouped'>;

async function examplesOf(crawl: AuditedCrawl, check: string): Promise<Examples> {
  const { ids, others } = await crawl.hits({ check, show: 'open' });
  const found = async (some: Int32Array): Promise<Finding[]> =>
    (await crawl.findings({ check, ids: [...some] })).filter(each => each !== null);
  const result = crawl.results().audit.results.find(each => each.check.id === check);
  const hasCauses = result?.check.scope === 'page' && result.check.cause !== undefined;
  const looked = await found(ids.subarray(0, hasCauses ? mostLookedUp : mostExamples));
  const examples = [...looked, ...others].slice(0, mostExamples);
  if (result?.groupOf) {
    const open = new Set(ids);
    const all = (await crawl.groups({ check })).flatMap(({ ids: members }) => {
      const left = members.filter(id => open.has(id));
      return left.length > 1 ? [left] : [];
    });
    const groups: ReportedGroup[] = [];
    for (const members of all.sort((a, b) => b.length - a.length).slice(0, mostGroups)) {
      const named = await found(Int32Array.from(members.slice(0, namedMembers)));
      groups.push({
        name: named[0]?.evidence.items[0]?.value ?? '',
        size: members.length,
        urls: named.map(({ url }) => url),
      });
    }
    return { examples, groups, groupCount: all.length, grouped: ids.length };
  }
  const causes = new Map<string, string[]>();
  for (const { url, evidence } of hasCauses ? looked : []) {
    const cause = evidence.group ?? '';
    if (cause === '') continue;
    const urls = causes.get(cause);
    if (urls) urls.push(url);
    else causes.set(cause, [url]);
  }
  const groups = [...causes]
    .filter(([, urls]) => urls.length > 1)
    .map(([name, urls]): ReportedGroup => ({ name, size: urls.length, urls: urls.slice(0, namedMembers) }))
    .sort((a, b) => b.size - a.size);
  return { examples, groups: groups.slice(0, mostGroups), groupCount: groups.length, grouped: looked.length };
}
