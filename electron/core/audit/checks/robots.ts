import type { Check } from '../check.ts';
import { llmsChecks } from './probed.ts';
import { robotsAnswerChecks } from './robots-answers.ts';
import { robotsLineChecks } from './robots-lines.ts';
import { robotsDirectiveChecks, robotsRuleChecks, robotsVersionChecks } from './robots-rules.ts';
import { robotsSitemapChecks } from './robots-sitemaps.ts';
import { robotsResourceChecks, robotsUrlChecks } from './robots-urls.ts';

/** In the order of the catalogue. */
export const robotsChecks: readonly Check[] = [
  ...robotsAnswerChecks,
  ...robotsLineChecks,
  ...robotsRuleChecks,
  ...robotsResourceChecks,
  ...robotsDirectiveChecks,
  ...robotsSitemapChecks,
  ...robotsVersionChecks,
  ...robotsUrlChecks,
  ...llmsChecks,
];
