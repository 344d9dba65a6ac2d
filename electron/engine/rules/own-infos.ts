import { ownInfo } from '#core/audit/own.ts';
import type { CheckInfo } from '#shared/model/audit.ts';
import type { StoredRule } from '#shared/model/rules.ts';

/** The checks that rules make, as lists show them. */
export const ownInfos = (rules: readonly StoredRule[]): readonly CheckInfo[] =>
  rules.flatMap(({ rule }) => (rule.kind === 'search' || rule.kind === 'check' ? [ownInfo(rule)] : []));
