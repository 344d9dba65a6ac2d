import { assumed, atOnce, common, DELAY, derive, from } from './derive.ts';

const POST = from('ysearchblog.com, Yahoo! Search wildcard support, 2006');
const HELP = from('help.yahoo.com, slurp-02 and slurp-03');
const DRAFT = 'help.yahoo.com commits to the 1996 draft';

/** Yahoo! Slurp: the post on wildcards, and the 1996 draft for everything that the help pages refer to it. */
export const slurp = derive({ id: 'slurp', name: 'Yahoo! Slurp' }, common, 'assumed: not documented; as most robots', {
  comment: HELP('any-hash'),
  blankLine: { value: 'ends-record', source: `${DRAFT} (records are separated by empty lines)` },
  runEnd: assumed('rules', 'a record is a block of lines in the 1996 draft'),
  robotToken: HELP(
    'http-token',
    'the robot name without version; allowed characters are not documented, so those of an HTTP token are assumed',
  ),
  agentCompare: POST('name-in-line', 'Slurp is part of Yahoo! Slurp'),
  choice: { value: 'first', source: DRAFT },
  star: HELP('only-without-named'),
  starPattern: POST('any-run'),
  dollar: POST('end-cuts-rest', 'the rest of the rule is ignored'),
  pathCase: HELP('significant'),
  precedence: { value: 'first', source: `${DRAFT}: the first matching line; derived; Yahoo! never confirmed it` },
  length: { value: 'none', source: DRAFT },
  tie: { value: 'first', source: DRAFT },
  crawlDelay: HELP({ ...DELAY, several: 'first' }, 'seconds, decimals allowed; the first of several is assumed'),
  sitemap: HELP('collected', 'sitemaps.org'),
  forbidden: HELP('allow-all'),
  clientError: HELP('allow-all'),
  tooManyRequests: HELP('allow-all'),
  serverError: HELP(atOnce('allow-all'), 'requested again'),
  networkError: HELP(atOnce('allow-all'), 'requested again'),
});
