import { type Check, type SiteVerdict, siteCheck, type Verdict } from '../check.ts';
import { linesFound, lintedCheck, wordedCheck } from '../robots/linted-check.ts';
import { robotsOfSite } from '../robots/site-robots.ts';
import { sitemapNamed } from '../sitemaps/default-sitemap.ts';

/** Sitemap lines of robots.txt. */
export const robotsSitemapChecks: readonly Check[] = [
  siteCheck({
    id: 'robots.sitemap_missing',
    name: 'Sitemap not named in robots.txt',
    group: 'robots',
    type: 'opportunity',
    priority: 'L',
    population: 'hosts',
    trigger: 'There is a sitemap at /sitemap.xml, and robots.txt has no Sitemap line.',
    why: 'A Sitemap line tells every crawler where the list of pages is.',
    fix: 'Add a Sitemap line with the whole URL.',
    sources: ['sitemaps.org: protocol, Submitting your sitemap'],
    *run(site): Generator<SiteVerdict> {
      for (const host of robotsOfSite(site).hosts) {
        const named = sitemapNamed(site, host);
        let verdict: Verdict = null;
        if (named.kind === 'default') verdict = [{ url: named.row.url }];
        else if (named.kind === 'unknown') verdict = named.because;
        yield { url: host.origin, id: 0, verdict };
      }
    },
  }),
  lintedCheck({
    id: 'robots.sitemap_bad',
    name: 'Sitemap line does not work',
    type: 'issue',
    priority: 'M',
    trigger:
      'The value of a Sitemap line is no complete http or https URL, or the URL was requested and did not return status 2xx itself; a redirect counts.',
    fix: 'Write the whole URL of a sitemap that exists.',
  }),
  wordedCheck(
    {
      id: 'robots.sitemap_blocked',
      name: 'Sitemap is disallowed',
      type: 'warning',
      priority: 'M',
      trigger: 'The file names a sitemap of this host that it forbids the crawl’s own crawler to fetch.',
    },
    ({ file: { facts } }) => linesFound(facts.blockedSitemaps),
  ),
];
