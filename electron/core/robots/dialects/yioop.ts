import { assumed, common, DELAY, derive, from } from './derive.ts';
import { rfc9309 } from './rfc9309.ts';

const PAGE = from('yioop.com, page on YioopBot');

/** YioopBot as its page describes it. */
export const yioop = derive({ id: 'yioop', name: 'YioopBot (page)' }, common, 'assumed: not documented; as most robots', {
  comment: PAGE('any-hash'),
  runEnd: PAGE('rules'),
  orphan: PAGE('ignored'),
  robotToken: PAGE(
    'http-token',
    'the robot name without version; allowed characters are not documented, so those of an HTTP token are assumed',
  ),
  agentCompare: PAGE('equal-then-glob', 'names may contain *'),
  choice: PAGE('merge-all', 'all blocks that match'),
  star: PAGE('only-without-named', 'a block for the robot hides all others'),
  bareNamed: PAGE('hides-star'),
  starPattern: PAGE('any-run'),
  dollar: PAGE('end-if-last'),
  precedence: PAGE('any-allow', 'an Allow beats every Disallow'),
  length: PAGE('none'),
  tie: PAGE('allow', 'any Allow wins, so there is no tie'),
  landingPage: PAGE('root', 'the landing page may be fetched'),
  crawlDelay: PAGE({ ...DELAY, several: 'largest' }, 'in seconds; that the largest applies is assumed'),
  sitemap: PAGE('collected'),
  forbidden: PAGE('allow-all'),
  clientError: PAGE('allow-all'),
  tooManyRequests: PAGE('allow-all'),
  serverError: assumed(rfc9309.serverError.value, 'not documented; as RFC 9309'),
  networkError: assumed(rfc9309.networkError.value, 'not documented; as RFC 9309'),
  cacheFor: PAGE(86_400),
});
