import { common, DELAY, derive, from } from './derive.ts';

const SOURCE = 'Esri/geoportal-server com.esri.gpt.framework.robots @ e0727d73';
const CODE = from(SOURCE);

/** Esri Geoportal as shipped since 2015. */
export const geoportalCode = derive({ id: 'geoportal-code', name: 'Esri Geoportal (code)' }, common, SOURCE, {
  comment: CODE('line-start-or-after-colon'),
  keyMatch: CODE('exact', 'the keyword or the name of its constant'),
  aliases: CODE({ 'user-agent': ['useragent'], 'crawl-delay': ['crawldelay'] }),
  rejectedFile: CODE('allow-all', 'the harvest continues without rules'),
  runEnd: CODE('any-recognised-key'),
  groupJoin: CODE('subset-joins-earlier'),
  choice: CODE('first'),
  star: CODE('united'),
  bareNamed: CODE('invisible'),
  trailingSlash: CODE('optional-at-end'),
  deadCharacters: CODE('^\\', 'the compiled pattern never matches'),
  ruleNormalisation: CODE('form-decode-except-slash'),
  urlNormalisation: CODE('form-decode-except-slash'),
  brokenEscape: CODE('file-rejected', 'the decoder throws'),
  fragment: CODE('kept'),
  emptyPath: CODE('kept'),
  emptyDisallow: CODE('allow-all'),
  emptyAllow: CODE('disallow-all'),
  selfExemption: CODE('case-ignored'),
  otherKeys: CODE(['host']),
  hostLine: CODE(
    'replaces-drops-query',
    'BotsUtils.transformUrl: last line of the file; the new URL is built from the path alone',
  ),
  crawlDelay: CODE({ ...DELAY, number: 'integer', scope: 'whole-file' }, 'the last line of the whole file applies'),
});
