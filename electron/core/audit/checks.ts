import type { Check } from './check.ts';
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
import { imageChecks } from './checks/images.ts';
import { javascriptChecks } from './checks/javascript.ts';
import { paginationChecks } from './checks/pagination.ts';
import { contentChecks, wholeResponseChecks } from './checks/resp-content.ts';
import { externalChecks } from './checks/resp-external.ts';
import { failureChecks } from './checks/resp-failures.ts';
import { redirectChecks } from './checks/resp-redirects.ts';
import { statusChecks } from './checks/resp-statuses.ts';
import { robotsChecks } from './checks/robots.ts';
import { sitemapChecks } from './checks/sitemaps.ts';
import { socialChecks } from './checks/social.ts';
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
  ...imageChecks,
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
  ...ampChecks,
  ...sitemapChecks,
  ...socialChecks,
];

const byId = new Map(allChecks.map(check => [check.id, check]));

export const checkById = (id: string): Check | undefined => byId.get(id);
