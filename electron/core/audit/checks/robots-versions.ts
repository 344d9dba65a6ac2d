import type { FindingItem } from '#shared/model/audit.ts';
import { type AuditSite, type Check, type SiteVerdict, siteCheck } from '../check.ts';
import { earlierRobotsOf, flipWords, type RobotsPair } from '../robots/earlier.ts';
import { robotsOfSite } from '../robots/site-robots.ts';
import type { HostRow } from '../source.ts';

/** Evidence of one change: lines of each kind, and URLs. */
const mostLines = 10;
const mostUrls = 30;
const urlsOfStep = 2_000;

export const robotsChangedCheck: Check = siteCheck({
  id: 'robots.changed',
  name: 'robots.txt changed',
  group: 'robots',
  type: 'warning',
  priority: 'M',
  population: 'hosts',
  trigger:
    'The file differs from that of the earlier crawl, is new or gone, or without an earlier crawl from the previous version in this file. The evidence has the changed lines and the URLs whose verdict changed.',
  why: 'A small change of a rule can open or block more than intended.',
  fix: 'Look at the URLs whose verdict changed.',
  sources: ['RFC 9309 §2.4'],
  *run(site): Generator<SiteVerdict | null> {
    const earlier = earlierRobotsOf(site);
    for (const host of robotsOfSite(site).hosts) {
      const pair = earlier.pair(host);
      if (typeof pair === 'string' || pair.isSame)
        yield { url: host.origin, id: 0, verdict: typeof pair === 'string' ? pair : null };
      else yield { url: host.origin, id: 0, verdict: [...changedLines(site, host, pair), ...(yield* flips(site, host))] };
    }
  },
});

/** Lines that only one of the two files has. */
function changedLines(site: AuditSite, host: HostRow, pair: RobotsPair): FindingItem[] {
  if (pair.before.access !== pair.now.access) return [{ value: `${answer(pair.before)} → ${answer(pair.now)}` }];
  const { before, now } = earlierRobotsOf(site).linesOf(host, pair);
  const [had, has] = [new Set(before), new Set(now)];
  const added = now.flatMap((text, index) => (had.has(text) ? [] : [{ value: `+ ${text.slice(0, 200)}`, line: index + 1 }]));
  const removed = before.flatMap(text => (has.has(text) ? [] : [{ value: `- ${text.slice(0, 200)}` }]));
  return [...cut(added), ...cut(removed)];
}

const cut = (items: readonly FindingItem[]): readonly FindingItem[] =>
  items.length <= mostLines ? items : [...items.slice(0, mostLines), { value: 'further lines', count: items.length - mostLines }];

const answer = ({ status, access }: RobotsPair['now']): string => (access === 'rules' ? 'file' : `status ${status ?? '?'}`);

/** URLs of the host whose verdict changed. */
function* flips(site: AuditSite, { originId }: HostRow): Generator<null, FindingItem[]> {
  const found: FindingItem[] = [];
  let count = 0;
  let done = 0;
  for (const id of robotsOfSite(site).urlsOf(originId)) {
    if (++done % urlsOfStep === 0) yield null;
    const url = site.url(id);
    const flip = url && earlierRobotsOf(site).flip(url);
    if (flip === null || typeof flip === 'string') continue;
    count += 1;
    if (found.length < mostUrls) found.push({ value: flipWords(flip), url: url?.url ?? '' });
  }
  return count > found.length ? [...found, { value: 'further URLs', count: count - found.length }] : found;
}
