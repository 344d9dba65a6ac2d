import { siteRuleProblem } from '#core/robots/site-rules.ts';
import type { CrawlSettings, Obedience, SiteRule } from '#shared/model/crawl.ts';
import type { Arguments } from './arguments.ts';
import { usage } from './exit.ts';

export const siteRuleOptions = {
  robots: {
    value: 'RULE',
    help: 'never:HOST fetches there what robots.txt forbids: it says that you run that site or have its owner’s consent; always:HOST obeys whatever the profile does; inherit:HOST as the profile does; always or inherit alone is the default for the other hosts',
    repeatable: true,
  },
} as const;

const words: readonly Obedience[] = ['inherit', 'always', 'never'];

/**
 * The site rules of `--robots`, in the order given, before those the settings have for other sites; a site named again gets the new
 * rule. A bare `always` or `inherit` is the default.
 */
export function readSiteRules(
  args: Arguments,
  base: Pick<CrawlSettings, 'siteRules' | 'robotsDefault'>,
): Pick<CrawlSettings, 'siteRules' | 'robotsDefault'> {
  let { robotsDefault } = base;
  const given: SiteRule[] = [];
  for (const text of args.all('robots')) {
    const [, word = '', pattern] = /^([a-z]+)(?::(.*))?$/is.exec(text) ?? [];
    const robots = words.find(each => each === word);
    if (!robots) return usage(`--robots ${text}: write never:HOST, always:HOST or inherit:HOST.`);
    if (pattern === undefined) {
      if (robots === 'never') return usage('--robots never needs the site you run or have the consent for: --robots never:HOST.');
      robotsDefault = robots;
      continue;
    }
    const rule = { pattern, robots };
    const problem = siteRuleProblem(rule);
    if (problem) return usage(`--robots ${text}: ${problem}`);
    given.push(rule);
  }
  const others = base.siteRules.filter(({ pattern }) => !given.some(rule => rule.pattern === pattern));
  return { siteRules: [...given, ...others], robotsDefault };
}
