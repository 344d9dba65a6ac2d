import type { NotCheckableReason } from '#shared/model/audit.ts';
import type { UrlIssues } from '#shared/model/issues.ts';
import type { AuditPage, AuditUrl, FactsPage, Verdict } from './check.ts';
import { type Standing, standing } from './populations.ts';
import type { Audit, CheckResult } from './result.ts';
import { mayApply } from './url-pass.ts';

/** `out`: the check does not look at this URL. */
type Outcome = 'hit' | 'passed' | 'out' | NotCheckableReason;

/** The results of every check for one URL. Checks of hosts, sitemaps and the crawl are included only if they hit this URL. */
export function issuesOf(audit: Audit, id: number): Omit<UrlIssues, 'run'> {
  const url = audit.site.url(id);
  if (url === null) return { hits: [], passed: [], notCheckable: [] };
  const page = audit.site.page(id);
  const hits: UrlIssues['hits'][number][] = [];
  const passed: string[] = [];
  const missed = new Map<NotCheckableReason, string[]>();
  for (const result of audit.results) {
    const outcome = outcomeOf({ audit, result, url, page });
    if (outcome === 'hit') {
      const finding = audit.finding(result, id) ?? result.others.find(other => other.url === url.url);
      if (finding) hits.push(finding);
    } else if (outcome === 'passed') passed.push(result.check.id);
    else if (outcome !== 'out') {
      const others = missed.get(outcome);
      if (others) others.push(result.check.id);
      else missed.set(outcome, [result.check.id]);
    }
  }
  return { hits, passed, notCheckable: [...missed].map(([reason, checks]) => ({ reason, checks })) };
}

interface Looked {
  readonly audit: Audit;
  readonly result: CheckResult;
  readonly url: AuditUrl;
  readonly page: AuditPage | null;
}

function outcomeOf({ audit, result, url, page }: Looked): Outcome {
  const { check, limits, groupOf, others } = result;
  const { site } = audit;
  switch (check.scope) {
    case 'pending':
      return 'out';
    case 'site':
      return others.some(other => other.url === url.url) ? 'hit' : 'out';
    case 'url':
      return check.applies === undefined || check.applies(url, site) ? plain(check.test(url, limits, site)) : 'out';
    default: {
      const found: Standing = standing(check.population, url);
      if (found !== 'in') return found === 'out' || mayApply(check, url) ? found : 'out';
      if (page === null) return 'not-requested';
      if (check.scope === 'response')
        return check.applies === undefined || check.applies(page) ? plain(check.test(page, limits, site)) : 'out';
      if (!hasFacts(page)) return 'no-facts';
      if (check.applies !== undefined && !check.applies(page)) return 'out';
      if (check.scope === 'group' || check.scope === 'alike')
        return check.cannot?.(page, site) ?? (groupOf?.has(url.id) ? 'hit' : 'passed');
      return plain(check.test(page, limits, site));
    }
  }
}

const hasFacts = (page: AuditPage): page is FactsPage => page.facts !== null;

const plain = (verdict: Verdict): Outcome => (verdict === null ? 'passed' : typeof verdict === 'string' ? verdict : 'hit');
