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

/** Ours: two files may be the same by chance, five hosts have one hand behind them. */
const FARM = 5;

export const hostChecks: readonly Check[] = [
  {
    id: 'F-ORIGIN',
    severity: 'I',
    on: 'crawl',
    why: 'Scheme, host and port have a robots.txt each (RFC 9309 section 2.3); this file does not speak for another one.',
    fix: 'Add a file there if rules shall hold there too',
    hurts: nobody,
    find: view =>
      siblings(view)
        .filter(each => each.access === 'none')
        .map(each => ({ says: `${each.origin} is a separate origin and has no file` })),
  },
  {
    id: 'F-ORIGINS-DIFFER',
    severity: 'W',
    on: 'crawl',
    why: 'Crawlers that come by another address of the site read other rules, often those of a test server.',
    fix: 'Serve the same file on every origin of the site',
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
    severity: 'I',
    on: 'crawl',
    needs: 'earlier',
    why: 'Crawlers may go by the old copy for up to 24 hours (RFC 9309 section 2.4).',
    fix: 'Ask for a recrawl where the change is urgent',
    hurts: nobody,
    find: ({ facts: { earlier } }) => (earlier ? { says: `The file has changed since ${earlier.until}` } : null),
  },
  {
    id: 'F-FARM',
    severity: 'I',
    on: 'crawl',
    why: 'One file on many hosts shows that they belong together.',
    fix: null,
    hurts: nobody,
    find: view => {
      const mine = own(view)?.hash ?? null;
      const hosts = new Set(
        view.facts.origins.filter(each => mine !== null && each.hash === mine).map(each => site(each.origin)),
      );
      return hosts.size >= FARM ? { says: `The same file stands on ${hosts.size} of the hosts of the crawl` } : null;
    },
  },
  {
    id: 'F-PER-AGENT',
    severity: 'W',
    on: 'fetch',
    needs: 'agents',
    why: 'A file that depends on who asks cannot be checked by its owner, and looks like an attempt to deceive.',
    fix: 'Serve one file to everybody',
    hurts: nobody,
    find: ({ input }) => {
      const others = (input.fetch?.otherAgents ?? []).filter(each => !each.same).map(each => each.userAgent);
      return others.length === 0 ? null : { says: `Another file is served to ${others.join(', ').slice(0, 300)}` };
    },
  },
];
