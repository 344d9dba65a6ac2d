import { firstOf } from '#shared/lists.ts';
import type { CrawlOrigin } from '../crawl-facts.ts';
import type { CrawlView } from '../crawl-view.ts';
import type { Check } from '../diagnostic.ts';
import { nobody } from '../hurts.ts';
import { urlOf } from '../web-address.ts';

const hostOf = (origin: string): string => urlOf(origin)?.hostname ?? '';
const site = (origin: string): string => hostOf(origin).replace(/^www\./i, '');
/** The other origins of what people call one site: scheme, port, with and without www. */
const siblings = (view: CrawlView): readonly CrawlOrigin[] =>
  view.facts.origins.filter(each => each.origin !== view.facts.origin && site(each.origin) === site(view.facts.origin));
const own = (view: CrawlView): CrawlOrigin | null => view.facts.origins.find(each => each.origin === view.facts.origin) ?? null;

/** Our threshold: two files may be the same by chance; five hosts with one file have the same operator. */
const FARM = 5;

export const hostChecks: readonly Check[] = [
  {
    id: 'F-ORIGIN',
    title: 'Other origin without a file',
    severity: 'I',
    on: 'crawl',
    why: 'Each scheme, host and port has its own robots.txt (RFC 9309 section 2.3). This file does not apply to other origins.',
    fix: 'Add a file there if rules should apply there too',
    fixes: null,
    source: 'RFC 9309 §2.3',
    hurts: nobody,
    find: view =>
      siblings(view)
        .filter(each => each.access === 'none')
        .map(each => ({ says: `${each.origin} is a separate origin and has no file` })),
  },
  {
    id: 'F-ORIGINS-DIFFER',
    title: 'Origins of one site differ',
    severity: 'W',
    on: 'crawl',
    why: 'Crawlers that use another address of the site get other rules, often those of a test server.',
    fix: 'Serve the same file on every origin of the site',
    fixes: null,
    source: 'RFC 9309 §2.3; Ours: what counts as one site',
    hurts: nobody,
    find: view => {
      const mine = own(view)?.hash ?? null;
      return siblings(view)
        .filter(each => mine !== null && each.access === 'rules' && each.hash !== mine)
        .map(each => ({ says: `${each.origin} serves a different file` }));
    },
  },
  {
    id: 'F-CHANGED',
    title: 'Changed recently',
    severity: 'I',
    on: 'crawl',
    needs: 'earlier',
    why: 'Crawlers may use the old copy for up to 24 hours (RFC 9309 section 2.4).',
    fix: 'Request a recrawl if the change is urgent',
    fixes: null,
    source: 'RFC 9309 §2.4',
    hurts: nobody,
    find: ({ facts: { earlier } }) => (earlier ? { says: `The file has changed since ${earlier.until}` } : null),
  },
  {
    id: 'F-FARM',
    title: 'The same file on many hosts',
    severity: 'I',
    on: 'crawl',
    why: 'The same file on many hosts shows that they belong together.',
    fix: null,
    fixes: null,
    source: 'Ours: five hosts or more',
    hurts: nobody,
    find: view => {
      const mine = own(view)?.hash ?? null;
      const hosts = new Set(
        view.facts.origins.filter(each => mine !== null && each.hash === mine).map(each => site(each.origin)),
      );
      return hosts.size >= FARM ? { says: `The same file is on ${hosts.size} hosts of the crawl` } : null;
    },
  },
  {
    id: 'F-PER-AGENT',
    title: 'Depends on the User-Agent',
    severity: 'W',
    on: 'fetch',
    needs: 'agents',
    why: 'If the file depends on the User-Agent, its owner cannot check it, and it looks like cloaking.',
    fix: 'Serve the same file to all crawlers',
    fixes: null,
    source: 'Ours: requested under several names',
    hurts: nobody,
    find: ({ input }) => {
      const others = (input.fetch?.otherAgents ?? []).filter(each => !each.same).map(each => each.userAgent);
      return others.length === 0 ? null : { says: `Other crawlers get another file: ${firstOf(others)}` };
    },
  },
];
