import { ruleScope } from '#core/rules/rule-scope.ts';
import type { Steps } from '#core/steps.ts';
import type { RuleCounts } from '#shared/model/rules.ts';
import { bodyRulesOf, type RuleReads } from '#storage/tables/rules.ts';

/** Counts what each rule found, could not look at, and has not looked at yet. Yields pages done. */
export function* countRules(reads: RuleReads): Steps<Record<number, RuleCounts>> {
  const rules = bodyRulesOf(reads.all()).flatMap(({ id, rule }) => {
    const scope = ruleScope(rule);
    return 'applies' in scope ? [{ id, applies: scope.applies, noBody: 0, waiting: 0 }] : [];
  });
  let done = 0;
  if (rules.length > 0)
    for (let block = reads.pagesAfter(0); block.length > 0; block = reads.pagesAfter(block.at(-1)?.id ?? 0))
      for (const page of block) {
        for (const each of rules) {
          if (!each.applies(page) || reads.has(each.id, page)) continue;
          if (page.bodyHash === null) each.noBody += 1;
          else each.waiting += 1;
        }
        yield ++done;
      }
  const counts: Record<number, RuleCounts> = {};
  for (const { id, noBody, waiting } of rules) {
    counts[id] = { ...reads.results(id), noBody, waiting };
    yield done;
  }
  return counts;
}
