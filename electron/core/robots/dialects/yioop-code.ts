import { atOnce, common, DELAY, derive, from } from './derive.ts';

const PROCESSOR = from('jakop345/yioop robot_processor.php (2014)');
const URLS = from('jakop345/yioop url_parser.php (2014)');
const QUEUE = from('jakop345/yioop web_queue_bundle.php and queue_server.php (2014)');

/** YioopBot as its code behaves. */
export const yioopCode = derive(
  { id: 'yioop-code', name: 'YioopBot (code)' },
  common,
  'jakop345/yioop robot_processor.php (2014)',
  {
    lineEnds: PROCESSOR('lf'),
    sizeLimit: QUEUE({ limit: 50_000, unit: 'bytes', beyond: 'cut-line' }, 'page range request'),
    runEnd: PROCESSOR('every-agent-line', 'only the last name of a run counts'),
    emptyAgent: PROCESSOR('line-skipped'),
    agentCompare: PROCESSOR('equal-then-pieces', 'the name contains the parts between the stars'),
    agentCase: PROCESSOR('significant', 'only for an equal name, not for parts'),
    choice: PROCESSOR('equal-resets', 'an equal name clears the list of rules; later names with stars add to it'),
    star: PROCESSOR('only-without-named', '* is a name with parts like any other'),
    starPresence: PROCESSOR('always', 'the list exists even if no name matches'),
    bareNamed: PROCESSOR('hides-star', 'only groups before it'),
    noSlash: PROCESSOR('slash-added-always'),
    starPattern: URLS('one-or-more', 'searched one byte further on, first occurrence only'),
    dollar: URLS('end-if-last'),
    pathCase: URLS('ignored', 'stripos'),
    ruleNormalisation: PROCESSOR('form-decode-except-slash'),
    urlNormalisation: QUEUE('form-decode', 'the slash is decoded too'),
    emptyPath: URLS('kept', 'http://host has no path and no rule matches it'),
    precedence: QUEUE('any-allow'),
    length: QUEUE('none'),
    crawlDelay: PROCESSOR({ ...DELAY, number: 'leading-integer', several: 'largest', closesAbove: 64, closes: 'rule' }),
    maxRedirects: QUEUE(10, 'cURL follows'),
    forbidden: QUEUE('allow-all', 'meant to block the site, but the rule is stored where no code reads it'),
    tooManyRequests: QUEUE('allow-all', 'as 403'),
    serverError: QUEUE(atOnce('allow-all'), 'as 403'),
    networkError: QUEUE(atOnce('disallow-all'), 'an unknown host gets Disallow: /'),
    cacheFor: QUEUE(86_400),
  },
);
