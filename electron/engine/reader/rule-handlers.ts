import { ruleScope } from '#core/rules/rule-scope.ts';
import { isBodyRule, type RuleFinding, type StoredRule } from '#shared/model/rules.ts';
import { fail } from '#shared/rpc/errors.ts';
import { allowedRules } from '../rules/allowed.ts';
import { countRules } from '../rules/count-rules.ts';
import { runInSlices } from '../threads/slices.ts';
import type { ReaderHandlers, Reads } from './reads.ts';

/** What custom rules found. */
export const ruleHandlers = (reads: Reads) =>
  ({
    'rules.counts': () => runInSlices(countRules(reads.rules), 0).finished,
    'rules.ofUrl': ({ url }) => reads.snapshot(() => findingsOf(reads, url)),
  }) satisfies ReaderHandlers;

/** What each search and extraction found on a page, or why there is nothing. */
export function findingsOf({ rules, lookup, crawlId }: Pick<Reads, 'rules' | 'lookup' | 'crawlId'>, url: string): RuleFinding[] {
  const { id } = lookup.url(url) ?? fail('not_found', `${url} is not in this crawl.`);
  const all = rules.all();
  const allowed = new Set(allowedRules(all, crawlId()).map(each => each.id));
  const [first] = rules.pagesAfter(id - 1);
  const page = first?.id === id ? first : null;
  return all.flatMap((stored: StoredRule): RuleFinding[] => {
    const { rule } = stored;
    if (!isBodyRule(rule)) return [];
    const outcome = rules.outcome(stored.id, id);
    if (outcome) return [{ rule, outcome, missing: '' }];
    const scope = ruleScope(rule);
    if (page === null || 'problem' in scope || !scope.applies(page)) return [{ rule, outcome: null, missing: 'not-applicable' }];
    if (!allowed.has(stored.id)) return [{ rule, outcome: null, missing: 'not-allowed' }];
    return [{ rule, outcome: null, missing: page.bodyHash === null ? 'no-body' : 'waiting' }];
  });
}
