import { type AuditSite, type Check, responseCheck, type SiteVerdict, siteCheck, threshold, type Verdict } from '../check.ts';
import { internalHosts, isSilent } from '../hosts.ts';
import { ofHeader } from '../items.ts';
import { answerOf, type Ended, probesOfSite } from '../probes.ts';
import type { HostRow } from '../source.ts';

const words = { type: 'opportunity', priority: 'L', population: 'hosts' } as const;
type HostCheckWords = Pick<Check, 'id' | 'name' | 'group' | 'type' | 'priority' | 'trigger' | 'why' | 'fix' | 'sources'>;

/** A check of what a probe of each host of the crawl returned. `out`: the check has nothing to look at. */
const probedHost = (head: HostCheckWords, kind: 'not-found' | 'llms', judge: (ended: Ended) => Verdict | 'out'): Check =>
  siteCheck({
    ...head,
    population: 'hosts',
    *run(site): Generator<SiteVerdict> {
      for (const host of internalHosts(site)) {
        const verdict = verdictOf(site, host, kind, judge);
        if (verdict !== 'out') yield { url: host.origin, id: 0, verdict };
      }
    },
  });

function verdictOf(
  site: AuditSite,
  host: HostRow,
  kind: 'not-found' | 'llms',
  judge: (ended: Ended) => Verdict | 'out',
): Verdict | 'out' {
  const probes = probesOfSite(site);
  const row = probes.ofHost(kind, host.originId);
  if (row === null) return isSilent(host) ? 'no-response' : probes.unasked;
  const ended = probes.end(kind, row.url);
  if (ended === 'nobody') return 'no-response';
  return typeof ended === 'string' ? ended : judge(ended);
}

const isOk = ({ status }: Ended): boolean => status >= 200 && status <= 299;

export const nonsenseCheck: Check = probedHost(
  {
    id: 'resp.no404',
    name: 'Host returns 200 for any address',
    group: 'resp',
    type: 'issue',
    priority: 'H',
    trigger: 'A request for a random path on the host returns 200, or redirects to a URL that returns 200.',
    why: 'Search engines cannot tell which pages exist.',
    fix: 'Return 404 for addresses without a page.',
    sources: ['Google Search Central, Soft 404 errors'],
  },
  'not-found',
  ended =>
    isOk(ended)
      ? [...ended.hops.map(url => ({ value: 'redirect', url })), { value: String(ended.status), url: ended.url }]
      : null,
);

const proposal = 'llmstxt.org: the /llms.txt file';

export const llmsChecks: readonly Check[] = [
  probedHost(
    {
      ...words,
      id: 'robots.llms_missing',
      name: 'No llms.txt',
      group: 'robots',
      trigger: 'The response for /llms.txt has status 404 or 410.',
      why: 'llms.txt is a proposal for a summary of the site for language models. Few crawlers read it so far.',
      fix: 'Add the file if assistants should find a summary.',
      sources: [proposal],
    },
    'llms',
    ({ status, url }) => (status === 404 || status === 410 ? [{ value: String(status), url }] : null),
  ),
  probedHost(
    {
      ...words,
      id: 'robots.llms_bad',
      name: 'llms.txt is malformed',
      group: 'robots',
      trigger: '/llms.txt returns status 200, and is an HTML page or has no first-level heading in its first 64 KiB.',
      why: 'The proposal requires a Markdown file that starts with the name of the site as a heading.',
      fix: 'Start the file with “# ” and the name of the site.',
      sources: [proposal],
    },
    'llms',
    ({ status, url, isHtml, facts }) => {
      if (status !== 200) return 'out';
      if (isHtml) return [{ value: 'HTML', url }];
      if (facts === null) return 'no-body';
      return facts.heading === undefined ? [{ value: 'no heading', url }] : null;
    },
  ),
];

const namesUserAgent = (vary: string): boolean => /(^|,)\s*(user-agent|\*)\s*(,|$)/i.test(vary);

export const varyCheck: Check = responseCheck({
  id: 'val.vary_missing',
  name: 'Differs by User-Agent without Vary',
  group: 'val',
  ...words,
  population: 'pages',
  trigger:
    'The server sent a phone another status or body than a desktop browser, and neither response has Vary: User-Agent. Bodies count as different from 10 % of their decoded bytes.',
  why: 'Caches may send phones the page for desktops.',
  fix: 'Send Vary: User-Agent, or the same page to all.',
  sources: ['RFC 9110, 12.5.5 Vary'],
  thresholds: { percent: threshold(10, 'Difference above', '% of the bytes', 0, 100) },
  test(page, { percent }, site) {
    const probes = probesOfSite(site);
    const rows = [probes.row('phone', page.url.url), probes.row('desktop', page.url.url)] as const;
    if (rows[0] === null || rows[1] === null) return probes.unasked;
    const [phone, desktop] = [answerOf(rows[0]), answerOf(rows[1])];
    if (typeof phone === 'string') return phone;
    if (typeof desktop === 'string') return desktop;
    if (namesUserAgent(phone.facts.vary ?? '') || namesUserAgent(desktop.facts.vary ?? '')) return null;
    if (phone.facts.isCut || desktop.facts.isCut) return 'cut';
    const [less, more] = [phone.facts.bytes, desktop.facts.bytes].sort((a, b) => a - b) as [number, number];
    if (phone.status === desktop.status && (more - less) * 100 <= more * percent) return null;
    const header = page.header('vary');
    return [
      { value: `phone: ${phone.status}, ${phone.facts.bytes} bytes` },
      { value: `desktop: ${desktop.status}, ${desktop.facts.bytes} bytes` },
      ...(header === null ? [] : [ofHeader(header)]),
    ];
  },
});
