import { siteRuleProblem } from '#core/robots/site-rules.ts';
import { consentForAllWords, isForEveryHost } from '#shared/explain/site-rules.ts';
import type { CrawlSettings, Obedience, SiteRule } from '#shared/model/crawl.ts';
import type { Arguments } from './arguments.ts';
import { usage } from './exit.ts';

export const siteRuleOptions = {
  robots: {
    value: 'RULE',
    help: 'never:HOST fetches URLs that robots.txt blocks there: use it only for your own site, or with its owner’s consent; never:* does so on every host of the crawl and needs --consent; always:HOST always obeys; inherit:HOST obeys as the profile does; always or inherit alone is the default for other hosts',
    repeatable: true,
  },
  consent: { value: '', help: `state with --robots never:*: “${consentForAllWords}”` },
} as const;

const words: readonly Obedience[] = ['inherit', 'always', 'never'];

/**
 * The site rules of `--robots`, in the order given, before those the settings have for other sites; a site named again gets the new
 * rule. A bare `always` or `inherit` is the default. Two words for one site are refused: neither order would be what was meant.
 */
export function readSiteRules(
  args: Arguments,
  base: Pick<CrawlSettings, 'siteRules' | 'robotsDefault'>,
): Pick<CrawlSettings, 'siteRules' | 'robotsDefault'> {
  let { robotsDefault } = base;
  const given: SiteRule[] = [];
  const defaults = new Set<Obedience>();
  for (const text of args.all('robots')) {
    const [, word = '', pattern] = /^([a-z]+)(?::(.*))?$/is.exec(text) ?? [];
    const robots = words.find(each => each === word);
    if (!robots) return usage(`--robots ${text}: write never:HOST, always:HOST or inherit:HOST.`);
    if (pattern === undefined) {
      if (robots === 'never')
        return usage(
          '--robots never needs the site you run or have the consent for: --robots never:HOST, or never:* for every host of the crawl.',
        );
      robotsDefault = robots;
      defaults.add(robots);
      if (defaults.size > 1) return usage('--robots gives two defaults, always and inherit. Name one of them.');
      continue;
    }
    const rule = { pattern, robots };
    const problem = siteRuleProblem(rule);
    if (problem) return usage(`--robots ${text}: ${problem}`);
    if (isForEveryHost(pattern)) requireConsent(args);
    const other = given.find(each => each.pattern === pattern && each.robots !== robots);
    if (other) return usage(`--robots says both ${other.robots} and ${robots} of ${pattern}. Name one of them.`);
    given.push(rule);
  }
  if (args.has('consent') && !given.some(({ pattern }) => isForEveryHost(pattern)))
    return usage('--consent goes with --robots never:*, which is not given.');
  const others = base.siteRules.filter(({ pattern }) => !given.some(rule => rule.pattern === pattern));
  return { siteRules: [...given, ...others], robotsDefault };
}

/** Refuses `--robots never:*` without the statement that goes with it. */
export function requireConsent(args: Arguments): void {
  if (!args.has('consent')) usage(`--robots never:* obeys robots.txt on no host. State with --consent: “${consentForAllWords}”.`);
}

/**
 * Warnings about rules that name the host of a seed without its port, and so do not apply to it: `example.com` is the
 * site at the default ports. We warn and do not correct: fetching what is forbidden requires the exact name.
 */
export function missedPorts(rules: readonly SiteRule[], seeds: readonly string[]): string[] {
  const sites = seeds.map(seed => new URL(seed)).filter(({ port }) => port !== '');
  return rules.flatMap(({ pattern, robots }) => {
    const missed = sites.find(({ hostname }) => pattern.toLowerCase().replace(/^https?:\/\/|\/$/g, '') === hostname);
    return missed && !rules.some(rule => rule.pattern === missed.host)
      ? [`--robots ${robots}:${pattern} does not apply to ${missed.origin}; for that host write ${robots}:${missed.host}.`]
      : [];
  });
}
