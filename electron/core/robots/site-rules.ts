import { isForEveryHost, obedienceWords, siteRuleWords } from '#shared/explain/site-rules.ts';
import type { CrawlSettings, Obedience, SiteRule } from '#shared/model/crawl.ts';
import { originOf, registrableDomain } from '../url/authority.ts';

/** Ours, not in RFC 9309: what the user decided about robots.txt for a site, and how this is cited. */
export interface SiteObedience {
  readonly robots: Obedience;
  /** The setting that says so; '' for the program's default. */
  readonly setting: string;
  /** The rule is the one for every host: each decision cites it. */
  readonly isForAll: boolean;
}

export const inherited: SiteObedience = { robots: 'inherit', setting: '', isForAll: false };

interface Pattern {
  /** '' for http and https. */
  readonly scheme: string;
  /** The host in lower case and Punycode, with its port unless it is the scheme's default. */
  readonly host: string;
  readonly subdomains: boolean;
}

/** `[scheme://][*.]host[:port]`, an optional slash at the end; null for anything else. */
function readPattern(text: string): Pattern | null {
  const parts = /^(?:(https?):\/\/)?(\*\.)?([^/?#\s@*]+)\/?$/i.exec(text.trim());
  if (!parts) return null;
  const [, scheme = '', star = '', host = ''] = parts;
  if (scheme === '' && /:443$/.test(host)) return readPattern(`https://${star}${host}`);
  const url = `${scheme === '' ? 'http' : scheme.toLowerCase()}://${host}/`;
  if (originOf(url) === null) return null;
  const parsed = new URL(url);
  const isAddress = /^\[|^\d+\.\d+\.\d+\.\d+$/.test(parsed.hostname);
  return star !== '' && isAddress
    ? null
    : { scheme: scheme.toLowerCase(), host: parsed.host.toLowerCase(), subdomains: star !== '' };
}

/** What is wrong with a rule; '' if it is valid. */
export function siteRuleProblem({ pattern, robots }: SiteRule): string {
  if (isForEveryHost(pattern)) return robots === 'never' ? '' : '“*” is only for “never”: the default says the rest.';
  const read = readPattern(pattern);
  if (!read)
    return `“${pattern}” names no site. Write example.com, https://example.com or *.example.com, without a path; for all other sites there is the default.`;
  if (robots !== 'never' || !read.subdomains) return '';
  const domain = read.host.replace(/:\d+$/, '');
  return !domain.includes('.') || registrableDomain(`x.${domain}`) === `x.${domain}`
    ? `“${pattern}” covers sites of many owners. Name a site you run or have the owner’s consent for.`
    : '';
}

const matches = ({ scheme, host, subdomains }: Pattern, origin: URL): boolean => {
  if (scheme !== '' && origin.protocol !== `${scheme}:`) return false;
  if (subdomains) return origin.host.endsWith(`.${host}`);
  return origin.host === host;
};

/**
 * The rule that applies to an origin such as `https://example.com`: the first one that names it, else the one for every host, else the
 * default.
 */
export function obedienceFor(settings: Pick<CrawlSettings, 'siteRules' | 'robotsDefault'>, origin: string): SiteObedience {
  if (settings.siteRules.length > 0 && originOf(origin) !== null) {
    const url = new URL(origin);
    for (const rule of settings.siteRules) {
      const pattern = readPattern(rule.pattern);
      if (pattern && matches(pattern, url)) return { robots: rule.robots, setting: siteRuleWords(rule), isForAll: false };
    }
    const all = settings.siteRules.find(({ pattern, robots }) => isForEveryHost(pattern) && robots === 'never');
    if (all) return { robots: 'never', setting: siteRuleWords(all), isForAll: true };
  }
  return settings.robotsDefault === 'inherit'
    ? inherited
    : { robots: 'always', setting: obedienceWords('always'), isForAll: false };
}
