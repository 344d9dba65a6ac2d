import type { FindingItem, NotCheckableReason } from '#shared/model/audit.ts';
import type { SitemapProblem } from '#shared/model/page.ts';
import { type Check, type SiteVerdict, siteCheck, threshold, type Verdict } from '../check.ts';
import { robotsOfSite } from '../robots/site-robots.ts';
import { sitemapNamed } from '../sitemaps/default-sitemap.ts';
import { type LastmodFacts, lastmodFacts } from '../sitemaps/entry-facts.ts';
import { hasProblem, isUnread, problemsFound, sitemapCheck, sitemapStanding, unknownForm } from '../sitemaps/file-check.ts';
import { sitemapsOfSite } from '../sitemaps/site-sitemaps.ts';
import { sitemapHonestyCheck } from './sitemap-honesty.ts';

const protocol = 'sitemaps.org: protocol';
const unreadable: readonly SitemapProblem['code'][] = [
  'not-xml',
  'not-well-formed',
  'is-html',
  'unknown-root',
  'truncated',
  'bad-gzip',
  'empty',
];
/** Media types that a sitemap may have, without parameters. */
const usualType = /^(?:(?:application|text)\/xml|application\/(?:[\w.-]+\+xml|gzip|x-gzip)|text\/plain)$/;

/** Sitemap files as such. */
export const sitemapFileChecks: readonly Check[] = [
  siteCheck({
    id: 'sm.missing',
    name: 'No sitemap',
    group: 'sm',
    type: 'opportunity',
    priority: 'M',
    population: 'hosts',
    trigger: 'robots.txt has no Sitemap line, and /sitemap.xml is no sitemap.',
    why: 'A sitemap tells search engines which pages there are and when they changed.',
    fix: 'Create a sitemap and name it in robots.txt.',
    sources: [protocol, 'Google Search Central, Build and submit a sitemap'],
    *run(site): Generator<SiteVerdict> {
      for (const host of robotsOfSite(site).hosts) {
        const named = sitemapNamed(site, host);
        let verdict: Verdict = null;
        if (named.kind === 'none') verdict = [{ value: String(named.status), url: `${host.origin}/sitemap.xml` }];
        else if (named.kind === 'unknown') verdict = named.because;
        yield { url: host.origin, id: 0, verdict };
      }
    },
  }),
  sitemapCheck(
    {
      id: 'sm.syntax',
      name: 'Sitemap is not valid XML',
      type: 'issue',
      priority: 'H',
      trigger:
        'The file is empty, truncated or damaged. Or it is neither well-formed XML nor a list of addresses. Or its root is none of urlset, sitemapindex, rss and feed.',
      why: 'Search engines stop reading at the error, or reject the whole file.',
      fix: 'Correct the file and check it with an XML parser.',
      sources: [protocol, 'Google Search Central, Sitemaps report'],
    },
    row => problemsFound(row, unreadable) ?? (isUnread(row) ? 'cut' : null),
  ),
  sitemapCheck(
    {
      id: 'sm.namespace',
      name: 'Wrong namespace',
      type: 'warning',
      priority: 'L',
      trigger: 'The root element of an XML sitemap is not in the namespace http://www.sitemaps.org/schemas/sitemap/0.9.',
      why: 'The protocol requires this namespace. Strict parsers reject other files.',
      fix: 'Give the root element xmlns="http://www.sitemaps.org/schemas/sitemap/0.9".',
      sources: ['sitemaps.org: protocol, XML tag definitions'],
    },
    row => problemsFound(row, ['bad-namespace']) ?? unknownForm(row),
  ),
  sitemapCheck(
    {
      id: 'sm.too_many',
      name: 'Too many entries',
      type: 'issue',
      priority: 'M',
      trigger: 'The file has more entries than the threshold.',
      why: 'Search engines ignore the entries after the first 50,000.',
      fix: 'Split the file and list the parts in a sitemap index.',
      sources: [protocol],
      thresholds: { entries: threshold(50_000, 'Entries', 'entries', 1, 50_000) },
    },
    (row, { entries }) => {
      if (isUnread(row)) return 'cut';
      if (hasProblem(row, ['too-many-entries'])) return [{ value: `more than ${row.entries}` }];
      return row.entries > entries ? [{ value: String(row.entries) }] : null;
    },
  ),
  sitemapCheck(
    {
      id: 'sm.too_large',
      name: 'Sitemap too large',
      type: 'issue',
      priority: 'M',
      trigger: 'The uncompressed file has more bytes than the threshold.',
      why: 'Search engines reject a sitemap of more than 50 MB.',
      fix: 'Split the file and list the parts in a sitemap index.',
      sources: [protocol],
      thresholds: { bytes: threshold(52_428_800, 'Size', 'bytes', 1, 52_428_800) },
    },
    (row, { bytes }) => {
      if (hasProblem(row, ['too-large'])) return problemsFound(row, ['too-large']);
      return row.bytes !== null && row.bytes > bytes ? [{ value: `${row.bytes} bytes` }] : null;
    },
  ),
  siteCheck({
    id: 'sm.index_nested',
    name: 'Sitemap index in an index',
    group: 'sm',
    type: 'warning',
    priority: 'L',
    population: 'sitemaps',
    trigger: 'A sitemap index lists another sitemap index.',
    why: 'The protocol forbids it, and search engines ignore the inner index.',
    fix: 'List all sitemap files in one index.',
    sources: ['sitemaps.org: protocol, sitemap index files', 'Google Search Central, Manage your sitemaps'],
    *run(site): Generator<SiteVerdict> {
      const sitemaps = sitemapsOfSite(site);
      const { rows } = sitemaps;
      const inner = new Map<number, FindingItem[]>();
      /** Why the contents of an index are unknown: one of its files was not read. */
      const unread = new Map<number, NotCheckableReason>();
      for (const row of rows) {
        const outer = sitemaps.indexOf(row);
        const standing = sitemapStanding(row);
        if (outer === null || standing === 'none') continue;
        if (standing !== 'file') unread.set(outer.id, standing);
        else if (row.kind === 'index') inner.set(outer.id, [...(inner.get(outer.id) ?? []), { url: row.url }]);
      }
      for (const row of rows) {
        const standing = sitemapStanding(row);
        const known = inner.get(row.id) ?? unread.get(row.id) ?? null;
        if (standing !== 'none') yield { url: row.url, id: 0, verdict: standing === 'file' ? known : standing };
      }
    },
  }),
];

export const sitemapContentChecks: readonly Check[] = [
  lastmodCheck(
    {
      id: 'sm.lastmod_bad',
      name: 'Invalid lastmod',
      type: 'warning',
      priority: 'L',
      trigger: 'The lastmod of an entry is no date of the W3C format, or more than a day after the start of the crawl.',
      why: 'Search engines ignore the date, and may stop trusting the other dates of the file.',
      fix: 'Write the day or time of the last change, such as 2024-05-01 or 2024-05-01T12:30:00Z.',
      sources: ['sitemaps.org: protocol, XML tag definitions', 'W3C NOTE-datetime'],
    },
    ({ bad, badLines }) => {
      if (bad === 0) return null;
      const more = bad - badLines.length;
      return more > 0 ? [...badLines.slice(0, 49), { value: 'further entries', count: more + 1 }] : badLines;
    },
  ),
  lastmodCheck(
    {
      id: 'sm.lastmod_uniform',
      name: 'All lastmod values are the same',
      type: 'opportunity',
      priority: 'L',
      trigger: 'The file has at least as many entries as the threshold, and all have the same lastmod.',
      why: 'Such a date is that of the file, not of the pages. Search engines stop using dates that are not true.',
      fix: 'Write for each page when its content last changed, or leave lastmod out.',
      sources: ['Google Search Central, Build and submit a sitemap'],
      thresholds: { entries: threshold(100, 'Entries', 'entries', 2, 50_000) },
    },
    (facts, { entries }) =>
      facts.isUniform && facts.withLastmod > 0 && facts.entries >= (entries ?? 0)
        ? [{ value: facts.first.slice(0, 100), count: facts.entries }]
        : null,
  ),
  sitemapHonestyCheck,
];

export const sitemapFormChecks: readonly Check[] = [
  sitemapCheck(
    {
      id: 'sm.bad_encoding',
      name: 'Unescaped characters',
      type: 'issue',
      priority: 'L',
      trigger: 'A loc has an & that starts no character reference, or a control character.',
      why: 'The file is not valid XML. Strict parsers stop at this place.',
      fix: 'Write &amp; for & and percent-encode other characters.',
      sources: ['sitemaps.org: protocol, Entity escaping', 'XML 1.0, 2.4'],
    },
    row => problemsFound(row, ['bad-escape']) ?? unknownForm(row) ?? (hasProblem(row, ['truncated', 'too-large']) ? 'cut' : null),
  ),
  sitemapCheck(
    {
      id: 'sm.content_type',
      name: 'Unusual media type',
      type: 'opportunity',
      priority: 'L',
      trigger: 'The Content-Type of the file is none of XML, plain text and gzip.',
      why: 'Some readers go by the media type and do not take the file for a sitemap.',
      fix: 'Serve the file as application/xml.',
      sources: ['RFC 7303', protocol],
    },
    ({ contentType }) => {
      const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
      return type === '' || usualType.test(type) ? null : [{ value: type }];
    },
  ),
];

/** Of the sitemap files, without feeds: their dates follow other rules. */
function lastmodCheck(
  head: Parameters<typeof sitemapCheck<string>>[0],
  test: (facts: LastmodFacts, limits: Readonly<Record<string, number>>) => Verdict,
): Check {
  return siteCheck<string>({
    ...head,
    group: 'sm',
    population: 'sitemaps',
    *run(site, limits): Generator<SiteVerdict | null> {
      const files = yield* lastmodFacts(site);
      for (const row of sitemapsOfSite(site).rows) {
        const standing = sitemapStanding(row);
        if (standing === 'none' || row.kind === 'feed' || row.kind === 'index') continue;
        const facts = files.get(row.id);
        const verdict = facts ? test(facts, limits) : null;
        yield { url: row.url, id: 0, verdict: standing === 'file' ? verdict : standing };
      }
    },
  });
}
