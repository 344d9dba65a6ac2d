import { assumed, common, derive, from } from './derive.ts';
import { rfc9309 } from './rfc9309.ts';

const HELP = from('ziyuan.baidu.com and baidu.com/search/robots.html');

/** Baiduspider as its older help page describes it. */
export const baidu = derive({ id: 'baidu', name: 'Baidu' }, common, 'assumed: not documented; as most robots', {
  comment: HELP('any-hash'),
  blankLine: HELP('ends-record', 'records are separated by empty lines'),
  runEnd: assumed('rules'),
  agentValues: HELP('one'),
  robotToken: HELP(
    'http-token',
    'the robot name without version; allowed characters are not documented, so those of an HTTP token are assumed',
  ),
  agentCompare: HELP('equal'),
  choice: HELP('first', 'a named record excludes the * record; only one * record is allowed'),
  star: HELP('only-without-named'),
  starPattern: HELP('any-run'),
  dollar: HELP('end-if-last'),
  pathCase: HELP('significant'),
  precedence: HELP('first', 'older page: the first matching line decides'),
  length: HELP('none'),
  tie: HELP('first', 'the first line decides, so there is no tie'),
  success: HELP('2xx'),
  serverError: assumed(rfc9309.serverError.value, 'not documented; as RFC 9309'),
  networkError: assumed(rfc9309.networkError.value, 'not documented; as RFC 9309'),
});
