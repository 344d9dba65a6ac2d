import type { Check } from './check.ts';
import { accessibilityChecks } from './checks/accessibility.ts';
import { ampChecks } from './checks/amp.ts';
import { canonicalDeclarationChecks } from './checks/canonical-declarations.ts';
import { canonicalRelationChecks } from './checks/canonical-relations.ts';
import { canonicalTargetChecks } from './checks/canonical-targets.ts';
import { conflictChecks } from './checks/conflicts.ts';
import { textChecks, wordChecks } from './checks/content.ts';
import { crawlHealthChecks } from './checks/crawl-health.ts';
import { descriptionChecks } from './checks/descriptions.ts';
import { directiveConflictChecks, directiveEffectChecks } from './checks/directives.ts';
import { directiveWordChecks } from './checks/directives-present.ts';
import { duplicateChecks } from './checks/duplicates.ts';
import { headingChecks } from './checks/headings.ts';
import { hreflangSetChecks } from './checks/hreflang-sets.ts';
import { hreflangTargetChecks } from './checks/hreflang-targets.ts';
import { imageChecks } from './checks/images.ts';
import { javascriptChecks } from './checks/javascript.ts';
import { inlinkChecks, linkCountChecks } from './checks/link-counts.ts';
import { linkFormChecks, nofollowChecks } from './checks/link-forms.ts';
import { linkTargetChecks, templateLinkChecks } from './checks/link-targets.ts';
import { mobileChecks } from './checks/mobile.ts';
import { paginationChecks } from './checks/pagination.ts';
import { speedChecks, transferChecks } from './checks/perf.ts';
import { contentChecks, wholeResponseChecks } from './checks/resp-content.ts';
import { externalChecks } from './checks/resp-external.ts';
import { failureChecks } from './checks/resp-failures.ts';
import { redirectChecks } from './checks/resp-redirects.ts';
import { statusChecks } from './checks/resp-statuses.ts';
import { robotsChecks } from './checks/robots.ts';
import { contentTypeChecks } from './checks/sec-content-type.ts';
import { corsChecks, disclosureChecks, securityHeaderChecks } from './checks/sec-headers.ts';
import { linkSafetyChecks, privateLinkChecks, secureLinkChecks } from './checks/sec-links.ts';
import { tlsChecks } from './checks/sec-tls.ts';
import { sitemapChecks } from './checks/sitemaps.ts';
import { socialChecks } from './checks/social.ts';
import { structuredDataChecks } from './checks/structured-data.ts';
import { titleChecks } from './checks/titles.ts';
import { caseDuplicateChecks, slashDuplicateChecks } from './checks/url-duplicates.ts';
import { urlEscapeChecks, urlFormChecks, urlMeaningChecks, urlPathChecks } from './checks/url-form.ts';
import { urlFragmentChecks, urlOddLinkChecks, urlTrackingChecks } from './checks/url-links.ts';
import { documentChecks } from './checks/val-document.ts';
import { pendingValidationChecks, sizeChecks } from './checks/val-size.ts';

/** Every check there is, in the order of the catalogue. Each check is defined whole in the file of its group. */
export const allChecks: readonly Check[] = [
  ...failureChecks,
  ...statusChecks,
  ...redirectChecks,
  ...contentChecks,
  ...externalChecks,
  ...wholeResponseChecks,
  ...secureLinkChecks,
  ...securityHeaderChecks,
  ...contentTypeChecks,
  ...linkSafetyChecks,
  ...disclosureChecks,
  ...tlsChecks,
  ...privateLinkChecks,
  ...corsChecks,
  ...urlFormChecks,
  ...caseDuplicateChecks,
  ...urlPathChecks,
  ...urlTrackingChecks,
  ...urlMeaningChecks,
  ...urlFragmentChecks,
  ...slashDuplicateChecks,
  ...urlEscapeChecks,
  ...urlOddLinkChecks,
  ...titleChecks,
  ...descriptionChecks,
  ...headingChecks,
  ...wordChecks,
  ...textChecks,
  ...duplicateChecks,
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
  ...linkCountChecks,
  ...nofollowChecks,
  ...inlinkChecks,
  ...linkTargetChecks,
  ...linkFormChecks,
  ...templateLinkChecks,
  ...ampChecks,
  ...structuredDataChecks,
  ...sitemapChecks,
  ...documentChecks,
  ...sizeChecks,
  ...pendingValidationChecks,
  ...mobileChecks,
  ...accessibilityChecks,
  ...speedChecks,
  ...transferChecks,
  ...socialChecks,
  ...conflictChecks,
  ...crawlHealthChecks,
];

const byId = new Map(allChecks.map(check => [check.id, check]));

export const checkById = (id: string): Check | undefined => byId.get(id);
