import { assumed, atOnce, common, DELAY, derive, from } from './derive.ts';

const WIKI = from('Esri/geoportal-server wiki, robots.txt support');

/** Esri Geoportal as its wiki describes it. */
export const geoportal = derive(
  { id: 'geoportal', name: 'Esri Geoportal (wiki)' },
  common,
  'assumed: not documented; as most robots',
  {
    comment: WIKI('any-hash'),
    aliases: assumed({ 'user-agent': ['useragent'], 'crawl-delay': ['crawldelay'] }, 'as in the released code'),
    runEnd: WIKI('any-recognised-key'),
    agentCompare: WIKI('equal'),
    choice: WIKI('first'),
    star: WIKI('united', 'the general section follows the named one'),
    bareNamed: assumed('hides-star', 'has no effect: the general section always follows'),
    starPattern: WIKI('any-run'),
    dollar: WIKI('end-if-last'),
    precedence: WIKI('first', 'the named section comes before the general one'),
    length: WIKI('none'),
    tie: WIKI('first'),
    otherKeys: WIKI(['host']),
    hostLine: WIKI('replaces', 'the URL gets the scheme, host and port of the line; the last line counts, as in the code'),
    crawlDelay: WIKI({ ...DELAY, number: 'integer' }, 'its example waits 10 seconds for the value 10; its text says minutes'),
    sitemap: WIKI('ignored', 'recognised, but not used'),
    forbidden: WIKI('allow-all'),
    clientError: WIKI('allow-all'),
    serverError: WIKI(atOnce('allow-all')),
  },
);
