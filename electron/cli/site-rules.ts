import { ownRobotsOrigin, ownRobotsProblem } from '#core/robots/own-robots.ts';
import { siteRuleProblem } from '#core/robots/site-rules.ts';
import { consentForAllWords, isForEveryHost } from '#shared/explain/site-rules.ts';
import type { CrawlSettings, Obedience, OwnRobots, SiteRule } from '#shared/model/crawl.ts';
import type { Arguments } from './arguments.ts';
import { usage } from './exit.ts';
import { readRobots } from './read-robots.ts';

export const siteRuleOptions = {
  robots: {
    value: 'RULE',
    help: 'never:HOST fetches URLs that robots.txt blocks there: use it only for your own site, or with its owner’s consent; never:* does so on every host of the crawl and needs --consent; always:HOST always obeys; inherit:HOST obeys as the profile does; always or inherit alone is the default for other hosts',
    repeatable: true,
  },
  consent: { value: '', help: `state with --robots never:* or --robots-file '*=FILE': “${consentForAllWords}”` },
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
    if (isForEveryHost(pattern)) requireConsent(args, '--robots never:*');
    const other = given.find(each => each.pattern === pattern && each.robots !== robots);
    if (other) return usage(`--robots says both ${other.robots} and ${robots} of ${pattern}. Name one of them.`);
    given.push(rule);
  }
  if (args.has('consent') && ![...given.map(({ pattern }) => pattern), ...ownOrigins(args)].some(isForEveryHost))
    return usage("--consent goes with --robots never:* or --robots-file '*=FILE', which are not given.");
  const others = base.siteRules.filter(({ pattern }) => !given.some(rule => rule.pattern === pattern));
  return { siteRules: [...given, ...others], robotsDefault };
}

/** `ORIGIN=FILE` taken apart; null without both. */
const ownParts = (text: string): readonly [origin: string, path: string] | null => {
  const [, origin = '', path = ''] = /^(\*|https?:\/\/[^=]+)=(.+)$/is.exec(text) ?? [];
  return path === '' ? null : [origin, path];
};

const ownOrigins = (args: Arguments): string[] => args.all('robots-file').flatMap(text => ownParts(text)?.[0] ?? []);

/** The texts of `--robots-file`, before those the settings have for other origins. An empty value drops those of the settings. */
export async function readOwnRobots(
  args: Arguments,
  base: Pick<CrawlSettings, 'ownRobots'>,
): Promise<Pick<CrawlSettings, 'ownRobots'>> {
  const given: OwnRobots[] = [];
  const written = args.all('robots-file');
  for (const text of written.filter(each => each !== '')) {
    const [typed, path] =
      ownParts(text) ?? usage(`--robots-file ${text}: write ORIGIN=FILE, as in https://example.com=robots.txt, or '*=FILE'.`);
    const origin =
      ownRobotsOrigin(typed) ??
      usage(`--robots-file ${text}: “${typed}” is not an origin. Write it like https://example.com, without a path.`);
    if (isForEveryHost(origin)) requireConsent(args, "--robots-file '*=FILE'");
    if (given.some(each => each.origin === origin)) return usage(`--robots-file names ${origin} twice. Give one file for it.`);
    const bytes = await readRobots(path);
    const body = Buffer.from(bytes)
      .toString('utf8')
      .replace(/^\ufeff/, '');
    given.push({ origin, text: body });
  }
  const others = written.includes('') ? [] : base.ownRobots.filter(({ origin }) => !given.some(each => each.origin === origin));
  const ownRobots = [...given, ...others];
  const problem = ownRobotsProblem(ownRobots);
  return problem === '' ? { ownRobots } : usage(`--robots-file: ${problem}`);
}

export const ownRobotsOption = {
  'robots-file': {
    value: 'ORIGIN=FILE',
    help: 'decide by this robots.txt text in place of the one of ORIGIN (https://example.com, or * for every host, which needs --consent): use it only for your own site, or with its owner’s consent. Every decision says so. robots.txt is fetched and stored all the same; its Crawl-delay and sitemaps hold, and one that cannot be read still closes the host',
    repeatable: true,
  },
} as const;

/** Refuses `--robots never:*` without the statement that goes with it. */
export function requireConsent(args: Arguments, option: string): void {
  if (!args.has('consent')) usage(`${option} obeys the robots.txt of no host. State with --consent: “${consentForAllWords}”.`);
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
