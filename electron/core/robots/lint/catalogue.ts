import { agentChecks } from './checks/agents.ts';
import { byteChecks } from './checks/bytes.ts';
import { directiveChecks } from './checks/directives.ts';
import { fetchChecks } from './checks/fetch.ts';
import { groupChecks } from './checks/groups.ts';
import { keywordChecks } from './checks/keywords.ts';
import { lineEndChecks } from './checks/line-ends.ts';
import { lineChecks } from './checks/lines.ts';
import { pathChecks } from './checks/paths.ts';
import { ruleChecks } from './checks/rules.ts';
import type { Check } from './diagnostic.ts';

/** Every check, in the order in which findings of one place are listed. */
export const catalogue: readonly Check[] = [
  ...fetchChecks,
  ...byteChecks,
  ...lineEndChecks,
  ...keywordChecks,
  ...lineChecks,
  ...groupChecks,
  ...agentChecks,
  ...pathChecks,
  ...ruleChecks,
  ...directiveChecks,
];
