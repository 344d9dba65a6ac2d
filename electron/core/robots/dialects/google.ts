import type { Dialect } from '../dialect.ts';

const DAY = 86_400;
const CODE = 'google/robotstxt robots.cc @ 22b355f';
const PAGE = 'developers.google.com/search/docs/crawling-indexing/robots/robots_txt';

/** Googlebot: the published matcher for lines and rules, the help page for fetching. */
export const google: Dialect = {
  id: 'google',
  name: 'Google',

  lineEnds: { value: 'cr-lf', source: CODE },
  byteOrderMark: { value: 'utf-8-partial', source: CODE },
  sizeLimit: { value: { limit: 512_000, unit: 'bytes', beyond: 'cut-line' }, source: `${PAGE} (500 KiB, the rest is ignored)` },
  lineLimit: { value: 16_663, source: `${CODE} (8 times 2083 bytes)` },
  ruleLimit: { value: { rules: null, characters: null }, source: CODE },
  comment: { value: 'any-hash', source: CODE },
  separator: { value: 'colon-or-space-two-words', source: CODE },
  keyMatch: { value: 'prefix', source: CODE },
  aliases: {
    value: {
      'user-agent': ['useragent', 'user agent'],
      disallow: ['dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw'],
      sitemap: ['site-map'],
    },
    source: `${CODE} (the help page says that misspelt keys are ignored)`,
  },
  blankLine: { value: 'ignored', source: CODE },
  html: { value: 'text', source: CODE },
  nul: { value: 'ends-line', source: `${CODE} (C strings)` },
  brokenUtf8: { value: 'replaced', source: `${CODE} (bytes are not decoded)` },
  rejectedFile: { value: 'allow-all', source: `${CODE} (no file is rejected)` },

  runEnd: { value: 'rules', source: CODE },
  orphan: { value: 'ignored', source: CODE },
  agentValues: { value: 'one', source: CODE },
  emptyAgent: { value: 'nobody', source: CODE },
  groupJoin: { value: 'none', source: CODE },

  lineToken: { value: 'leading-letters', source: `${CODE} (cut at the first character outside A-Z a-z _ -)` },
  robotToken: { value: 'as-given', source: `${CODE} (the caller's name is used whole)` },
  agentCompare: { value: 'equal', source: CODE },
  agentCase: { value: 'ignored', source: CODE },
  starToken: { value: 'star-then-space', source: CODE },
  choice: { value: 'merge-all', source: CODE },
  star: { value: 'only-without-named', source: CODE },
  starPresence: { value: 'as-written', source: CODE },
  mixedStar: { value: 'names-too', source: CODE },
  bareNamed: { value: 'hides-star', source: CODE },

  allowKnown: { value: true, source: CODE },
  rulePaths: { value: 'one', source: CODE },
  noSlash: { value: 'kept', source: CODE },
  absoluteRule: { value: 'kept', source: CODE },
  trailingStar: { value: 'kept', source: CODE },
  starPattern: { value: 'any-run', source: CODE },
  dollar: { value: 'end-if-last', source: CODE },
  trailingSlash: { value: 'significant', source: CODE },
  deadCharacters: { value: '', source: CODE },
  pathCase: { value: 'significant', source: CODE },
  ruleNormalisation: { value: 'escape-non-ascii', source: CODE },
  urlNormalisation: { value: 'none', source: `${CODE} (the caller encodes the URL)` },
  brokenEscape: { value: 'kept', source: CODE },
  fragment: { value: 'removed', source: CODE },
  emptyPath: { value: 'slash', source: CODE },
  literalSearch: { value: 'all', source: CODE },
  precedence: { value: 'longest', source: CODE },
  length: { value: 'normalized-octets', source: `${CODE} (bytes of the escaped pattern, including * and $)` },
  tie: { value: 'allow', source: CODE },
  emptyDisallow: { value: 'reported', source: CODE },
  emptyAllow: { value: 'reported', source: CODE },
  indexQuirk: { value: 'allow-prefix', source: CODE },
  selfExemption: { value: 'none', source: CODE },
  landingPage: { value: 'none', source: CODE },

  crawlDelay: {
    value: { use: 'ignored', number: 'decimal', several: 'largest', scope: 'chosen-groups', closesAbove: null },
    source: 'google/robotstxt reporting_robots.cc @ 22b355f (listed as unused)',
  },
  sitemap: { value: 'collected', source: CODE },
  otherKeys: { value: [], source: `${CODE} (other known keywords are reported as unused)` },
  hostLine: { value: 'unused', source: 'Google: robots.txt specification (other records are ignored)' },

  success: { value: '2xx', source: PAGE },
  maxRedirects: { value: 5, source: PAGE },
  redirectsExceeded: { value: 'allow-all', source: `${PAGE} (as 404)` },
  forbidden: { value: 'allow-all', source: PAGE },
  clientError: { value: 'allow-all', source: PAGE },
  tooManyRequests: { value: 'disallow-all', source: `${PAGE} (429 as a server error)` },
  serverError: {
    value: { meaning: 'disallow-all', lastGoodFor: 30 * DAY, afterwards: 'home-page' },
    source: `${PAGE} (12 hours without crawling, then the last good copy for 30 days)`,
  },
  networkError: {
    value: { meaning: 'disallow-all', lastGoodFor: 30 * DAY, afterwards: 'home-page' },
    source: `${PAGE} (as a server error)`,
  },
  cacheFor: { value: DAY, source: `${PAGE} (usually 24 hours; max-age counts)` },
};
