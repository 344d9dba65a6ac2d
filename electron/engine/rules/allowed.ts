import type { Rule, StoredRule } from '#shared/model/rules.ts';
import { dataFolder } from '../session/data-folder.ts';
import { ownRecords } from '../session/own-records.ts';

/** A rule as a permission names it. A rule that was changed needs another one. */
export const ruleKey = (rule: Rule): string => JSON.stringify(['rule', rule]);

/** The rules of a crawl file that this installation has allowed: for readers that have no session. */
export function allowedRules(rules: readonly StoredRule[], crawlId: string): readonly StoredRule[] {
  if (rules.length === 0) return rules;
  const records = ownRecords(dataFolder());
  return rules.filter(({ rule }) => records.has(crawlId, ruleKey(rule)));
}
