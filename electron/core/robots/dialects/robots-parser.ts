import { common, DELAY, derive, from, outcomesLeftToCaller } from './derive.ts';

const SOURCE = 'samclarke/robots-parser 3.0.1 @ fc27a00';
const CODE = from(SOURCE);

/** robots-parser of npm. */
export const robotsParser = derive({ id: 'robots-parser', name: 'robots-parser (npm)' }, common, SOURCE, {
  byteOrderMark: CODE('utf-8', 'trim removes it by accident'),
  runEnd: CODE('any-keyed-line'),
  lineToken: CODE('before-slash'),
  robotToken: CODE('before-slash'),
  starToken: CODE('star-before-slash', 'the version is cut off before names are compared'),
  bareNamed: CODE('invisible-without-delay', 'a name counts only after a rule or a delay follows'),
  ruleNormalisation: CODE('encode-uri'),
  urlNormalisation: CODE('whatwg-upper'),
  emptyPath: CODE('slash', 'URL parser'),
  otherKeys: CODE(['host'], 'getPreferredHost'),
  crawlDelay: CODE({ ...DELAY }),
  ...outcomesLeftToCaller,
});
