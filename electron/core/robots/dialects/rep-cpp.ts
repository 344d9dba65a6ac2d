import { common, DELAY, derive, from, outcomesLeftToCaller } from './derive.ts';

const SOURCE = 'seomoz/rep-cpp @ ca2ae84';
const CODE = from(SOURCE);

/** rep-cpp of Moz. */
export const repCpp = derive({ id: 'rep-cpp', name: 'rep-cpp (Moz)' }, common, SOURCE, {
  lineEnds: CODE('lf', 'a CR before it is trimmed'),
  byteOrderMark: CODE('utf-8'),
  runEnd: CODE('any-keyed-line'),
  groupJoin: CODE('first-name-leads', 'agents_.emplace keeps an existing entry; * exists from the start'),
  orphan: CODE('star'),
  starPresence: CODE('always', 'the default agent'),
  noSlash: CODE('slash-added'),
  absoluteRule: CODE('path', 'if the host is the same; Ours: the host is not compared'),
  dollar: CODE('end-if-last', 'an inner $ is an ordinary character in the model used for our decision table'),
  ruleNormalisation: CODE('unreserved-and-unsafe'),
  urlNormalisation: CODE('unreserved-and-unsafe'),
  length: CODE('collapsed-stars'),
  tie: CODE('unspecified', 'std::sort is not stable; Ours: Allow'),
  emptyDisallow: CODE('allow-all', 'length 0'),
  selfExemption: CODE('exact'),
  crawlDelay: CODE({ ...DELAY }),
  ...outcomesLeftToCaller,
});
