import type { Check } from './check.ts';
import { accessibilityChecks } from './checks/accessibility.ts';
import { ampChecks } from './checks/amp.ts';
import { canonicalDeclarationChecks } from './checks/canonical-declarations.ts';
import { canonicalRelationChecks } from './checks/canonical-relations.ts';
import { canonicalTargetChecks } from './checks/canonical-targets.ts';
import { textChecks, wordChecks } from './checks/content.ts';
import { descriptionChecks } from './checks/descriptions.ts';
import { directiveConflictChecks, directiveEffectChecks } from './checks/directives.ts';
import { directiveWordChecks } from './checks/directives-present.ts';
import { duplicateChecks } from './checks/duplicates.ts';
import { headingChecks } from './checks/headings.ts';
import { hreflangSetChecks } from './checks/hreflang-sets.ts';
import { hreflangTargetChecks } from './checks/hreflang-targets.ts';
import { javascriptChecks } from './checks/javascript.ts';
import { inlinkChecks, linkCountChecks } from './checks/link-counts.ts';
import { linkFormChecks, nofollowChecks } from './checks/link-forms.ts';
import { linkTargetChecks, templateLinkChecks } from './checks/link-targets.ts';
import { paginationChecks } from './checks/pagination.ts';
import { contentChecks, wholeResponseChecks } from './checks/resp-content.ts';
import { externalChecks } from './checks/resp-external.ts';
import { failureChecks } from './checks/resp-failures.ts';
import { redirectChecks } from './checks/resp-redirects.ts';
import { statusChecks } from './checks/resp-statuses.ts';
import { robotsChecks } from './checks/robots.ts';
import { socialChecks } from './checks/social.ts';
import { structuredDataChecks } from './checks/structured-data.ts';
import { titleChecks } from './checks/titles.ts';

/** Every check there is, in the order of the catalogue. Each stands in its group's file with all that belongs to it. */
export const allChecks: readonly Check[] = [
  ...failureChecks,
  ...statusChecks,
  ...redirectChecks,
  ...contentChecks,
  ...externalChecks,
  ...wholeResponseChecks,
  ...titleChecks,
  ...descriptionChecks,
  ...headingChecks,
  ...wordChecks,
  ...duplicateChecks,
  ...textChecks,
  ...canonicalDeclarationChecks,
  ...canonicalTargetChecks,
  ...canonicalRelationChecks,
  ...paginationChecks,
  ...directiveEffectChecks,
  ...directiveWordChecks,
  ...directiveConflictChecks,
  ...robotsChecks,
  ...hreflangTargetChecks,
  ...hreflangSetChecks,
  ...javascriptChecks,
  ...linkCountChecks,
  ...nofollowChecks,
  ...inlinkChecks,
  ...linkTargetChecks,
  ...linkFormChecks,
  ...templateLinkChecks,
  ...structuredDataChecks,
  ...accessibilityChecks,
  ...ampChecks,
  ...socialChecks,
];

const byId = new Map(allChecks.map(check => [check.id, check]));

export const checkById = (id: string): Check | undefined => byId.get(id);
