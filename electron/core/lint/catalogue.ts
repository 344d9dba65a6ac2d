import { agentChecks } from './checks/agents.ts';
import { allowChecks } from './checks/allows.ts';
import { byteChecks } from './checks/bytes.ts';
import { closedSiteChecks } from './checks/closed-sites.ts';
import { crawlChecks } from './checks/crawl.ts';
import { crawlRuleChecks } from './checks/crawl-rules.ts';
import { delayChecks } from './checks/delays.ts';
import { directiveChecks } from './checks/directives.ts';
import { escapeChecks } from './checks/escapes.ts';
import { fetchChecks } from './checks/fetch.ts';
import { folderChecks, folderCrawlChecks } from './checks/folders.ts';
import { groupChecks } from './checks/groups.ts';
import { hostChecks } from './checks/hosts.ts';
import { keywordChecks } from './checks/keywords.ts';
import { lineEndChecks } from './checks/line-ends.ts';
import { lineChecks } from './checks/lines.ts';
import { meaningChecks } from './checks/path-meaning.ts';
import { pathChecks } from './checks/paths.ts';
import { ruleChecks } from './checks/rules.ts';
import { sitemapChecks } from './checks/sitemaps.ts';
import { wildcardChecks } from './checks/wildcards.ts';
import type { Check } from './diagnostic.ts';
import { commonMistakes } from './families.ts';

const all: readonly Check[] = [
  ...fetchChecks,
  ...hostChecks,
  ...byteChecks,
  ...lineEndChecks,
  ...keywordChecks,
  ...lineChecks,
  ...groupChecks,
  ...closedSiteChecks,
  ...agentChecks,
  ...pathChecks,
  ...wildcardChecks,
  ...escapeChecks,
  ...meaningChecks,
  ...ruleChecks,
  ...allowChecks,
  ...folderChecks,
  ...crawlRuleChecks,
  ...delayChecks,
  ...sitemapChecks,
  ...directiveChecks,
  ...crawlChecks,
  ...folderCrawlChecks,
];
const mistakes = Object.keys(commonMistakes);
const rank = ({ mistake }: Check): number => (mistake === undefined ? mistakes.length : mistakes.indexOf(mistake));

/** Every check: the common mistakes first, then by what they look at. Findings of one place are listed in this order. */
export const catalogue: readonly Check[] = [...all].sort((a, b) => rank(a) - rank(b));
