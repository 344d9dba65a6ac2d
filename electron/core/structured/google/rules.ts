import { commerceRules } from './commerce.ts';
import { contentRules } from './content.ts';
import { eventAndJobRules } from './events-and-jobs.ts';
import type { GoogleRule } from './rule.ts';

/** All rules of Google that Crawlscope checks. */
export const googleRules: readonly GoogleRule[] = [...commerceRules, ...contentRules, ...eventAndJobRules];
