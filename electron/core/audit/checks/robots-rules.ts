import type { FindingItem } from '#shared/model/audit.ts';
import { aiCrawlers } from '../../crawlers/ai.ts';
import type { CrawlerProfile } from '../../crawlers/profile.ts';
import type { AuditSite, Check, SiteVerdict, Verdict } from '../check.ts';
import { siteCheck, threshold } from '../check.ts';
import { atLine } from '../items.ts';
import { type CrawlerSaying, judgeOfRow, said } from '../robots/judges.ts';
import { fileStanding } from '../robots/linted.ts';
import { fileCheck, linesFound, lintedCheck, wordedCheck } from '../robots/linted-check.ts';
import { robotsOfSite } from '../robots/site-robots.ts';
import type { HostRow, RobotsRow } from '../source.ts';
import { robotsChangedCheck } from './robots-versions.ts';
import { robotsVariantsCheck } from './variants.ts';

/** URLs of a host on which crawlers are compared, and those that are shown. */
const splitUrls = 20_000;
const shownUrls = 20;

/** What the rules of robots.txt mean for the URLs of the crawl. */
export const robotsRuleChecks: readonly Check[] = [
  lintedCheck({
    id: 'robots.conflict',
    name: 'Allow and Disallow tie',
    type: 'warning',
    priority: 'M',
    trigger:
      'An Allow and a Disallow of equal length match the same URL of the crawl, or a group allows and disallows the same path.',
    fix: 'Make one of the two longer, or remove it.',
  }),
  fileCheck(
    {
      id: 'robots.dialect_split',
      name: 'Crawlers disagree',
      type: 'warning',
      priority: 'H',
      trigger:
        'robots.txt allows a URL of the crawl for one and blocks it for another of these: the crawl’s crawler, your own profiles, the large search engines and AI crawlers. The check covers 20,000 URLs of each host.',
      why: 'Pages are missing for some crawlers: a group names them, or they interpret the same rules differently.',
      fix: 'Check that each group says what you mean, and avoid rules that crawlers interpret differently.',
      sources: ['RFC 9309 §2.2.1'],
    },
    ({ host }, _, site) => disagreements(host, site),
  ),
  lintedCheck(
    {
      id: 'robots.dead_rule',
      name: 'Rule matches nothing',
      type: 'opportunity',
      priority: 'L',
      trigger: 'A rule matches no URL that the crawl has seen on this host.',
    },
    ({ line }) => line > 0,
  ),
  wordedCheck(
    {
      id: 'robots.shadowed_rule',
      name: 'Rule never decides',
      type: 'opportunity',
      priority: 'L',
      trigger: 'A rule for the crawl’s own crawler matches URLs of the crawl, but another rule decides about each of them.',
      fix: 'Remove the line, or make it longer than the rule that decides.',
    },
    ({ file: { facts } }) => linesFound(facts.shadowed),
  ),
  wordedCheck(
    {
      id: 'robots.duplicate_rule',
      name: 'Duplicate rule',
      type: 'opportunity',
      priority: 'L',
      trigger: 'Two rules of one group, or of groups with the same name, have the same keyword and path.',
    },
    ({ file: { found, facts } }) =>
      linesFound([...(found.get('P-DUP') ?? []).map(({ line, text }) => ({ number: line, text })), ...facts.repeatedRules]),
  ),
  lintedCheck({
    id: 'robots.duplicate_group',
    name: 'Several groups for one name',
    type: 'warning',
    priority: 'L',
    trigger: 'Two groups or more have the same User-agent.',
  }),
  wordedCheck(
    {
      id: 'robots.list_all_files',
      name: 'Long list of paths in one folder',
      type: 'opportunity',
      priority: 'L',
      trigger: 'The file disallows at least as many single paths in the same folder as the threshold.',
      thresholds: { rules: threshold(50, 'Rules of one folder', 'rules', 10, 100_000) },
    },
    ({ file: { facts } }, { rules }) => {
      const long = facts.folders.filter(each => each.rules >= rules);
      return long.length > 0 ? long.map(each => ({ ...atLine(each.folder, each.first.number), count: each.rules })) : null;
    },
  ),
  verdictCheck(
    {
      id: 'robots.blocks_all',
      name: 'Everything disallowed',
      type: 'issue',
      priority: 'H',
      trigger: 'robots.txt blocks / and all paths without a rule for the crawl’s own crawler.',
      why: 'Crawlers fetch nothing of the host, so its pages drop out of search. Usually the rule was copied from a test site.',
      fix: 'Remove the rule if the site should be found.',
      sources: ['RFC 9309 §2.2.2', 'Google Search Central, robots.txt report'],
    },
    (host, robots, site) => {
      const line = closingLine(host, robots, robotsOfSite(site).profile);
      return line === null ? null : [atLine(lineOf(robots, line), line)];
    },
  ),
  verdictCheck(
    {
      id: 'robots.blocks_ai',
      name: 'AI crawlers disallowed',
      type: 'warning',
      priority: 'L',
      trigger: 'robots.txt blocks / and all paths without a rule for a known crawler that collects text for language models.',
      why: 'Assistants and answer engines cannot read the site or link to it. That may be intended.',
      fix: 'Remove the rule if the site should appear in their answers.',
      sources: ['RFC 9309 §2.2.1', 'Ours: list of known crawlers'],
    },
    (host, robots) => {
      const closed = aiCrawlers.flatMap(profile => {
        const line = closingLine(host, robots, profile);
        return line === null ? [] : [{ value: profile.name, line }];
      });
      return closed.length > 0 ? closed : null;
    },
  ),
];

export const robotsDirectiveChecks: readonly Check[] = [
  lintedCheck({
    id: 'robots.crawl_delay',
    name: 'Crawl-delay',
    type: 'opportunity',
    priority: 'L',
    trigger: 'The file has a Crawl-delay line.',
  }),
  fileCheck(
    {
      id: 'robots.crawl_delay_ignored',
      name: 'Crawl-delay for crawlers that ignore it',
      type: 'opportunity',
      priority: 'L',
      trigger: 'A Crawl-delay is in a group that names only crawlers of Google and Yandex.',
      why: 'Google never used Crawl-delay, and Yandex stopped in 2018. The line does nothing.',
      fix: 'Set the crawl rate in their webmaster tools, or remove the line.',
      sources: ['Google: how Google interprets robots.txt', 'Yandex: robots.txt'],
    },
    ({ file: { facts } }) => linesFound(facts.ignoredDelays),
  ),
  lintedCheck({
    id: 'robots.noindex_field',
    name: 'Noindex in robots.txt',
    type: 'warning',
    priority: 'M',
    trigger: 'The file has a Noindex or Nofollow line.',
  }),
  lintedCheck({
    id: 'robots.host_field',
    name: 'Host directive',
    type: 'opportunity',
    priority: 'L',
    trigger: 'The file has a Host line.',
  }),
];

/** What needs more than one request for robots.txt. */
export const robotsVersionChecks: readonly Check[] = [
  robotsVariantsCheck,
  robotsChangedCheck,
  fileCheck(
    {
      id: 'robots.unstable',
      name: 'robots.txt alternates',
      type: 'issue',
      priority: 'M',
      trigger: 'Within the crawl the file changed and later changed back.',
      why: 'Crawlers get different rules at each visit. Usually two servers of one address have different files.',
      fix: 'Serve the same file from every server.',
      sources: ['RFC 9309 §2.4'],
    },
    ({ robots: { versions } }) => {
      const files = versions.filter(hash => hash !== '');
      const seen = new Set<string>();
      let before = '';
      for (const hash of files) {
        if (hash !== before && seen.has(hash)) return [{ value: `${new Set(files).size} versions`, count: files.length }];
        seen.add(hash);
        before = hash;
      }
      return null;
    },
  ),
];

/** Hosts whose access rules are known, those without a file included. */
function verdictCheck(
  head: Pick<Check, 'id' | 'name' | 'type' | 'priority' | 'trigger' | 'why' | 'fix' | 'sources'>,
  test: (host: HostRow, robots: RobotsRow, site: AuditSite) => Verdict,
): Check {
  return siteCheck({
    ...head,
    group: 'robots',
    population: 'hosts',
    *run(site): Generator<SiteVerdict> {
      for (const host of robotsOfSite(site).hosts) {
        const standing = fileStanding(host);
        let verdict: Verdict = null;
        if (standing === 'file' && host.robots !== null) verdict = test(host, host.robots, site);
        else if (standing !== 'file') verdict = standing;
        yield { url: host.origin, id: 0, verdict };
      }
    },
  });
}

/** URLs on which crawlers differ, with the first crawler that differs from the crawl's own. */
function disagreements(host: HostRow, site: AuditSite): Verdict {
  const view = robotsOfSite(site);
  const items: FindingItem[] = [];
  for (const id of view.urlsOf(host.originId).subarray(0, splitUrls)) {
    const url = site.url(id);
    const says = url === null ? '' : view.verdicts(url);
    if (url === null || typeof says === 'string') continue;
    const [own] = says;
    const other = says.find(({ allowed }) => allowed !== own?.allowed);
    if (own === undefined || other === undefined) continue;
    const line = other.line || own.line;
    items.push({
      value: `${own.name}: ${wordOf(own)}, ${other.name}: ${wordOf(other)}`,
      url: url.url,
      ...(line > 0 ? { line } : {}),
    });
    if (items.length >= shownUrls) break;
  }
  return items.length > 0 ? items : null;
}

const wordOf = ({ allowed }: CrawlerSaying): string => (allowed === null ? 'may choose' : allowed ? 'allowed' : 'blocked');

/** A path that no rule of a real file names. */
const unnamed = '/4f9a2c7e1b';

/** The line by which a crawler may fetch nothing, null if it may. */
function closingLine(host: HostRow, robots: RobotsRow, profile: CrawlerProfile): number | null {
  const judge = judgeOfRow(robots, profile);
  const root = said(judge, host.origin, '/');
  const other = said(judge, host.origin, unnamed);
  return typeof root !== 'string' && typeof other !== 'string' && !root.allowed && !other.allowed ? other.line : null;
}

const lineOf = ({ text }: RobotsRow, line: number): string =>
  new TextDecoder().decode(text ?? new Uint8Array()).split(/\r\n|\r|\n/)[line - 1] ?? '';
