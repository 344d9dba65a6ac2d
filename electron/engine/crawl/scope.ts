import { profileSet } from '#core/crawlers/profile-set.ts';
import { profilesProblem } from '#core/crawlers/user-profiles.ts';
import type { ScopeFacts } from '#core/decision/admission.ts';
import { failureLimitOf } from '#core/frontier/guards.ts';
import { mostSelectors, parseContentSelector } from '#core/html/facts/content-area.ts';
import { ownHeaderProblems } from '#core/requests/own-headers.ts';
import { ownRobotsProblem } from '#core/robots/own-robots.ts';
import { siteRuleProblem } from '#core/robots/site-rules.ts';
import { originOf, registrableDomain } from '#core/url/authority.ts';
import { internalHostProblem, internalHostsOf, mostInternalHosts } from '#core/url/internal-hosts.ts';
import { maxUrlLength } from '#core/url/length.ts';
import { normalizeUrl } from '#core/url/normalize.ts';
import { mostParameterRules, readParameterRule } from '#core/url/parameter-rules.ts';
import { mostRewriteRules, readRewriteRule } from '#core/url/rewrite-rules.ts';
import { maxPatternSize, readPatterns } from '#core/url/url-pattern.ts';
import { hostLimitsProblem, prefixLimitsProblem } from '#shared/limit-words.ts';
import { type CrawlSettings, defaultSettings, longestUserAgent } from '#shared/model/crawl.ts';
import { renderWaitProblem } from '#shared/render-wait.ts';
import { withScheme } from '#shared/seed-lines.ts';
import { connectionProblems } from './connection-settings.ts';

/** 'example.com' → 'https://example.com/'; hosts that are certainly not public get http. Null if it is not an HTTP URL. */
export function seedUrl(text: string): string | null {
  const whole = withScheme(text);
  const result = whole === null ? null : normalizeUrl(whole);
  return result?.kind === 'url' && originOf(result.url) ? result.url : null;
}

/** Most crawls have none. They start without the library of patterns, which a bundle loads when something of it is used. */
const patternsOf = (texts: readonly string[]): ReturnType<typeof readPatterns> =>
  texts.length === 0 ? { patterns: [], size: 0, problems: [] } : readPatterns(texts);

/**
 * Field name → what is wrong with the include or exclude patterns; empty when all can be used. A crawl file may carry patterns that
 * RE2 cannot parse (an earlier version ran them as JavaScript). Such a file opens, but a crawl of it fails with this sentence.
 */
export function patternProblems(settings: Pick<CrawlSettings, 'include' | 'exclude'>): Record<string, string> {
  const problems: Record<string, string> = {};
  let size = 0;
  for (const field of ['include', 'exclude'] as const) {
    const read = patternsOf(settings[field]);
    size += read.size;
    const [first] = read.problems;
    if (first !== undefined) problems[field] = first;
    else if (size > maxPatternSize)
      problems[field] =
        `The patterns are too large together: ${size} RE2 instructions, ${maxPatternSize} are allowed. Shorten them.`;
  }
  return problems;
}

/** Field name → what is wrong with the selectors of the content area; empty when all can be used. */
function contentProblems(settings: Pick<CrawlSettings, 'contentInclude' | 'contentExclude'>): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const field of ['contentInclude', 'contentExclude'] as const) {
    const wrong = settings[field].find(selector => parseContentSelector(selector) === null);
    if (settings[field].length > mostSelectors) problems[field] = `At most ${mostSelectors} selectors.`;
    else if (wrong !== undefined)
      problems[field] = `“${wrong}” is not a selector for the content area. Write an element name, .class, #id, or name.class.`;
  }
  return problems;
}

/** Field name → problem with the crawler profile or the site rules. Empty if there is none. */
export function crawlerProblems({
  userAgent,
  profile,
  profiles,
  siteRules,
  ownRobots,
}: Pick<CrawlSettings, 'userAgent' | 'profile' | 'profiles' | 'siteRules' | 'ownRobots'>): Record<string, string> {
  const problems: Record<string, string> = {};
  if (!/^[\x20-\x7e]+$/.test(userAgent)) problems['userAgent'] = 'The user agent may contain only printable ASCII characters.';
  else if (userAgent.length > longestUserAgent)
    problems['userAgent'] = `The user agent may have at most ${longestUserAgent} characters.`;
  const ownProblem = profilesProblem(profiles);
  if (ownProblem) problems['profiles'] = ownProblem;
  if (!profileSet(profiles).byId(profile)) problems['profile'] = `There is no crawler profile “${profile}”.`;
  const ruleProblem = siteRules.map(siteRuleProblem).find(problem => problem !== '');
  if (ruleProblem) problems['siteRules'] = ruleProblem;
  const textProblem = ownRobotsProblem(ownRobots);
  if (textProblem) problems['ownRobots'] = textProblem;
  return problems;
}

/** Field name → one problem. Empty if the settings are valid. */
export function checkSettings(settings: CrawlSettings): Record<string, string> {
  const problems: Record<string, string> = {};
  const bad = settings.seeds.find(seed => seedUrl(seed) === null);
  if (settings.seeds.length === 0) problems['seeds'] = 'Give at least one URL to start from.';
  else if (bad !== undefined) problems['seeds'] = `“${bad}” is not an HTTP URL. Write it like https://example.com/.`;
  Object.assign(problems, patternProblems(settings), contentProblems(settings));
  Object.assign(problems, crawlerProblems(settings), ownHeaderProblems(settings), connectionProblems(settings));
  const positive = ['maxPages', 'maxUrlLength', 'maxBodyBytes', 'connections', 'maxAttempts', 'maxChecksPerHost'] as const;
  for (const field of positive) if (!(settings[field] >= 1)) problems[field] = 'It must be at least 1.';
  const natural = [
    'maxDurationMs',
    'maxTotalBytes',
    'maxStoredBytes',
    'maxDepth',
    'maxRedirects',
    'delayMs',
    'maxDelayMs',
    'checkDelayMs',
  ] as const;
  for (const field of natural) if (!(settings[field] >= 0)) problems[field] = 'It cannot be negative.';
  for (const field of [...positive, ...natural])
    if (!Number.isInteger(settings[field])) problems[field] ??= 'It must be a whole number.';
  const wrongHost = settings.internalHosts.map(internalHostProblem).find(problem => problem !== '');
  if (settings.internalHosts.length > mostInternalHosts) problems['internalHosts'] = `At most ${mostInternalHosts} hosts.`;
  else if (wrongHost) problems['internalHosts'] = wrongHost;
  const unread = {
    rewrites: settings.rewrites.map(readRewriteRule),
    parameters: settings.parameters.map(readParameterRule),
  };
  for (const [field, rules] of Object.entries(unread)) {
    const problem = rules.find(rule => typeof rule === 'string');
    if (typeof problem === 'string') problems[field] = problem;
  }
  if (settings.rewrites.length > mostRewriteRules) problems['rewrites'] = `At most ${mostRewriteRules} rules.`;
  if (settings.parameters.length > mostParameterRules) problems['parameters'] = `At most ${mostParameterRules} rules.`;
  const rewriteSize = unread.rewrites.reduce((sum, rule) => sum + (typeof rule === 'string' ? 0 : rule.size), 0);
  if (rewriteSize > maxPatternSize)
    problems['rewrites'] ??=
      `The expressions are too large together: ${rewriteSize} RE2 instructions, ${maxPatternSize} are allowed.`;
  if (settings.follow === 'sitemaps' && !settings.sitemaps)
    problems['follow'] = 'A crawl that follows entries of sitemaps only must read sitemaps.';
  const limits = { hostLimits: hostLimitsProblem(settings.hostLimits), prefixLimits: prefixLimitsProblem(settings.prefixLimits) };
  for (const [field, problem] of Object.entries(limits)) if (problem !== '') problems[field] = problem;
  if (settings.failureGuard !== '' && !failureLimitOf(settings.failureGuard))
    problems['failureGuard'] = 'Write N/M, as in 40/50, or nothing for no guard.';
  if (!(settings.slowFactor >= 0)) problems['slowFactor'] = 'It cannot be negative.';
  const waitProblem = renderWaitProblem(settings.renderWait);
  if (waitProblem !== '') problems['renderWait'] = waitProblem;
  if (!/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(settings.renderLocale))
    problems['renderLocale'] = `“${settings.renderLocale.slice(0, 40)}” is no language tag. Write it like en-GB.`;
  if (!Number.isInteger(settings.renderSample) || settings.renderSample < 1) problems['renderSample'] = 'It must be at least 1.';
  if (settings.render !== 'never' && !settings.storeBodies)
    problems['render'] = 'Rendering needs the page contents: store them, or render no pages.';
  if (settings.releasedTraps.length > 200)
    problems['releasedTraps'] = 'At most 200 patterns. Switch the trap guards off instead.';
  if (settings.maxUrlLength > maxUrlLength) problems['maxUrlLength'] ??= `It cannot be more than ${maxUrlLength}.`;
  return problems;
}

/** Settings with every default filled in and seeds normalised. */
export const completeSettings = (settings: Partial<CrawlSettings> & Pick<CrawlSettings, 'seeds'>): CrawlSettings => ({
  ...defaultSettings,
  ...settings,
  seeds: [...new Set(settings.seeds.map(seed => seedUrl(seed) ?? seed))],
});

/** Prepares the scope of a crawl once. Ignores invalid patterns: see `patternProblems`. */
export function scopeOf(settings: CrawlSettings): ScopeFacts {
  const urls = settings.seeds.map(seed => new URL(seed));
  // `host` includes a non-default port: http and https of a host count as one, another port as another host.
  const domainOf = (host: string): string => registrableDomain(host.replace(/:\d+$/, ''));
  return {
    seeds: new Set(settings.seeds),
    prefixes: settings.seeds.map(seed => {
      const url = new URL(seed);
      return url.origin + url.pathname.slice(0, url.pathname.lastIndexOf('/') + 1);
    }),
    hosts: new Set(urls.map(url => url.host)),
    domains: new Set(urls.map(url => domainOf(url.host))),
    isInternal: internalHostsOf(settings),
    include: patternsOf(settings.include).patterns,
    exclude: patternsOf(settings.exclude).patterns,
    ignoresFrames: profileSet(settings.profiles).byId(settings.profile)?.ignoresFrames === true,
    domainOf,
  };
}
