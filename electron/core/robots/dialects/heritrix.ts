import { common, DELAY, derive, from } from './derive.ts';

const SOURCE = 'internetarchive/heritrix3 Robotstxt.java, RobotsDirectives.java @ 5ada2a78';
const CODE = from(SOURCE);

/** Heritrix 3 with the policy "obey". */
export const heritrix = derive({ id: 'heritrix', name: 'Heritrix 3' }, common, SOURCE, {
  sizeLimit: CODE({ limit: 512_000, unit: 'characters', beyond: 'drop-line' }),
  separator: CODE('colon-without-space-before'),
  html: CODE('tags-stripped-per-line'),
  runEnd: CODE('rules-and-delay'),
  emptyAgent: CODE('everybody'),
  groupJoin: CODE('same-name-reopens'),
  robotToken: CODE('as-given', 'the whole User-Agent header'),
  agentCompare: CODE('line-in-name'),
  agentCase: CODE(
    'header-as-written',
    'Robotstxt.initializeFromReader makes lines lower case, getDirectivesFor uses the header as written; Ours: a bare name becomes lower case',
  ),
  choice: CODE('first'),
  trailingStar: CODE('one'),
  starPattern: CODE('first-occurrence', 'only the first occurrence is tried'),
  literalSearch: CODE('nearest', 'ConcurrentSkipListSet.floor'),
  crawlDelay: CODE({ ...DELAY, number: 'leading-decimal' }),
  sitemap: CODE('ignored'),
  serverError: CODE({ meaning: 'allow-all', lastGoodFor: 0, afterwards: 'allow-all' }, 'after three tries'),
  networkError: CODE({ meaning: 'allow-all', lastGoodFor: 0, afterwards: 'allow-all' }, 'after three tries'),
  cacheFor: CODE(86_400, 'default of a setting'),
});
