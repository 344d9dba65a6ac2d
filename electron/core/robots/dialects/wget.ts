import { common, derive, from } from './derive.ts';

const SOURCE = 'GNU wget src/res.c';
const CODE = from(SOURCE);

/** GNU wget. */
export const wget = derive({ id: 'wget', name: 'GNU wget' }, common, SOURCE, {
  lineEnds: CODE('lf', 'a CR before it is trimmed'),
  comment: CODE('line-start-or-after-space'),
  noSlash: CODE('slash-added-always'),
  starPattern: CODE('literal'),
  dollar: CODE('literal'),
  ruleNormalisation: CODE('decode-except-slash'),
  urlNormalisation: CODE('decode-except-slash'),
  precedence: CODE('first'),
  length: CODE('none'),
  tie: CODE('first'),
  sitemap: CODE('ignored'),
  maxRedirects: CODE(20, 'as for any download'),
});
