import type { StructuredData, StructuredFinding } from '#shared/model/structured-data.ts';
import { checkDuplicates } from './check-duplicates.ts';
import { RuleChecker } from './check-google.ts';
import { checkVocabulary } from './check-vocabulary.ts';
import { Findings } from './findings.ts';
import type { GoogleRule } from './google/rule.ts';
import type { Vocabulary } from './vocabulary.ts';

export interface StructuredFindings {
  readonly findings: readonly StructuredFinding[];
  /** Findings beyond the limit of a page. */
  readonly dropped: number;
}

/**
 * What is wrong in the stored structured data of a page, in page order within each check. It needs nothing but the data, so a new
 * vocabulary or rule can be applied to an old crawl. Time is linear in the data.
 */
export function validateStructuredData(
  data: StructuredData,
  vocabulary: Vocabulary,
  rules: readonly GoogleRule[],
): StructuredFindings {
  const findings = new Findings();
  data.blocks.forEach((block, index) => {
    const place = { block: index, at: block.at };
    if (block.error) findings.add({ check: 'parse_error', ...place, error: block.error });
    if (block.contextMissing) findings.add({ check: 'context_missing', ...place });
    if (block.unknownContexts) findings.add({ check: 'unknown_context', ...place, expected: block.unknownContexts });
  });
  checkVocabulary(data, vocabulary, findings);
  new RuleChecker(data, vocabulary, findings).check(rules);
  checkDuplicates(data, findings);
  return { findings: findings.list, dropped: findings.dropped };
}
