import type { Check } from './check.ts';
import { canonicalDeclarationChecks } from './checks/canonical-declarations.ts';
import { canonicalRelationChecks } from './checks/canonical-relations.ts';
import { canonicalTargetChecks } from './checks/canonical-targets.ts';
import { directiveConflictChecks, directiveEffectChecks } from './checks/directives.ts';
import { directiveWordChecks } from './checks/directives-present.ts';
import { paginationChecks } from './checks/pagination.ts';
import { titleChecks } from './checks/titles.ts';

/** Every check there is, in the order of the catalogue. Each stands in its group's file with all that belongs to it. */
export const allChecks: readonly Check[] = [
  ...titleChecks,
  ...canonicalDeclarationChecks,
  ...canonicalTargetChecks,
  ...canonicalRelationChecks,
  ...paginationChecks,
  ...directiveEffectChecks,
  ...directiveWordChecks,
  ...directiveConflictChecks,
];

const byId = new Map(allChecks.map(check => [check.id, check]));

export const checkById = (id: string): Check | undefined => byId.get(id);
