import type { Dialect } from '../dialect.ts';

const DAY = 86_400;

/** RFC 9309, Robots Exclusion Protocol, September 2022. */
export const rfc9309: Dialect = {
  id: 'rfc9309',
  name: 'RFC 9309',

  lineEnds: { value: 'cr-lf', source: 'RFC 9309 §2.2 (NL)' },
  byteOrderMark: {
    value: 'utf-8',
    source: 'RFC 9309 §2.2 (UTF8-Octets); Ours: a byte order mark is not part of the first line',
  },
  sizeLimit: {
    value: { limit: 512_000, unit: 'bytes', beyond: 'drop-line' },
    source: 'RFC 9309 §2.5 (at least 500 KiB); Ours: exactly 500 KiB, and the line that crosses the limit is ignored',
  },
  lineLimit: { value: null, source: 'RFC 9309 §2.5 (defines no line limit)' },
  ruleLimit: { value: { rules: null, characters: null }, source: 'RFC 9309 §2.5 (defines no limit)' },
  comment: { value: 'any-hash', source: 'RFC 9309 §2.2 (comment)' },
  separator: { value: 'colon', source: 'RFC 9309 §2.2 (rule, startgroupline)' },
  keyMatch: { value: 'exact', source: 'RFC 9309 §2.2' },
  aliases: { value: {}, source: 'RFC 9309 §2.2 (no other spelling)' },
  blankLine: { value: 'ignored', source: 'RFC 9309 §2.2 (emptyline inside group)' },
  html: { value: 'text', source: 'RFC 9309 §2.3 (text/plain)' },
  nul: { value: 'kept', source: 'RFC 9309 §2.2; Ours: a byte like any other' },
  brokenUtf8: { value: 'replaced', source: 'RFC 9309 §2.2 (UTF-8); Ours: invalid bytes are compared as they are' },
  rejectedFile: { value: 'allow-all', source: 'RFC 9309 §2.3.1.5 (every file is parsed); Ours: never happens' },

  runEnd: { value: 'rules', source: 'RFC 9309 §2.2.1, §2.2.4 (other records must not interfere with groups)' },
  orphan: { value: 'ignored', source: 'RFC 9309 §2.2.1 (a group starts with a user-agent line)' },
  agentValues: { value: 'one', source: 'RFC 9309 §2.2 (product-token)' },
  emptyAgent: { value: 'nobody', source: 'RFC 9309 §2.2 (identifier has at least one character)' },
  groupJoin: { value: 'none', source: 'RFC 9309 §2.2.1 (groups are combined when they are chosen)' },

  lineToken: {
    value: 'leading-product',
    source: 'RFC 9309 §2.2.1; Ours: digits belong to the token, so that a group can name MJ12bot',
  },
  robotToken: {
    value: 'leading-product',
    source:
      'RFC 9309 §2.2.1 (product token from the identification string); Ours: with digits, so that 360Spider and 008 find their group',
  },
  agentCompare: { value: 'equal', source: 'RFC 9309 §2.2.1' },
  agentCase: { value: 'ignored', source: 'RFC 9309 §2.2.1 (case-insensitive matching)' },
  starToken: { value: 'star-only', source: 'RFC 9309 §2.2 (product-token = identifier / "*")' },
  choice: { value: 'merge-all', source: 'RFC 9309 §2.2.1 (groups of one product token are combined)' },
  star: { value: 'only-without-named', source: 'RFC 9309 §2.2.1' },
  starPresence: { value: 'as-written', source: 'RFC 9309 §2.2.1' },
  mixedStar: { value: 'names-too', source: 'RFC 9309 §2.2 (startgroupline *(startgroupline / emptyline))' },
  bareNamed: { value: 'hides-star', source: 'RFC 9309 §2.2.1 (the * group is for robots that no group names)' },

  allowKnown: { value: true, source: 'RFC 9309 §2.2.2' },
  rulePaths: { value: 'one', source: 'RFC 9309 §2.2 (path-pattern)' },
  noSlash: { value: 'kept', source: 'RFC 9309 §2.2 (outside the grammar), but §5.1 uses *.gif$; Ours: kept' },
  absoluteRule: { value: 'kept', source: 'RFC 9309 §2.2 (path-pattern starts with a slash)' },
  trailingStar: { value: 'kept', source: 'RFC 9309 §2.2.3' },
  starPattern: { value: 'any-run', source: 'RFC 9309 §2.2.3' },
  dollar: { value: 'end-if-last', source: 'RFC 9309 §2.2.3' },
  trailingSlash: { value: 'significant', source: 'RFC 9309 §2.2.2 (byte by byte)' },
  deadCharacters: { value: '', source: 'RFC 9309 §2.2.3 (no other special character)' },
  pathCase: { value: 'significant', source: 'RFC 9309 §2.2.2' },
  ruleNormalisation: { value: 'rfc9309', source: 'RFC 9309 §2.2.2, §2.2.3' },
  urlNormalisation: { value: 'rfc9309', source: 'RFC 9309 §2.2.2, §2.2.3' },
  brokenEscape: { value: 'kept', source: 'RFC 9309 §2.2.2; Ours: a stray percent sign is an ordinary character' },
  fragment: { value: 'removed', source: 'RFC 9309 §2.2.2 (path of the URI); RFC 9110 §4.2.5 (never sent)' },
  emptyPath: { value: 'slash', source: 'RFC 3986 §6.2.3 (an empty path means the root)' },
  literalSearch: { value: 'all', source: 'RFC 9309 §2.2.2' },
  precedence: { value: 'longest', source: 'RFC 9309 §2.2.2' },
  length: { value: 'normalized-octets', source: 'RFC 9309 §2.2.2 (most octets)' },
  tie: { value: 'allow', source: 'RFC 9309 §2.2.2' },
  emptyDisallow: { value: 'no-effect', source: 'RFC 9309 §2.2 (empty-pattern)' },
  emptyAllow: { value: 'no-effect', source: 'RFC 9309 §2.2 (empty-pattern)' },
  indexQuirk: { value: 'none', source: 'RFC 9309 §2.2.2 (no such rule)' },
  selfExemption: { value: 'exact', source: 'RFC 9309 §2.2.2 (/robots.txt is implicitly allowed)' },
  landingPage: { value: 'none', source: 'RFC 9309 §2.2.2 (no such rule)' },

  crawlDelay: {
    value: { use: 'ignored', number: 'decimal', several: 'largest', scope: 'chosen-groups', closesAbove: null },
    source: 'RFC 9309 §2.2.4 (not defined; other records may be ignored)',
  },
  sitemap: { value: 'collected', source: 'RFC 9309 §2.2.4 (Sitemaps as the example of another record)' },
  hostLine: { value: 'unused', source: 'RFC 9309 §2.2.4 (other records may be interpreted; Host is not defined)' },
  otherKeys: { value: [], source: 'RFC 9309 §2.2.4 (other records may be interpreted; none is defined)' },

  success: { value: '2xx', source: 'RFC 9309 §2.3.1.1' },
  maxRedirects: { value: 5, source: 'RFC 9309 §2.3.1.2 (at least five, across authorities)' },
  redirectsExceeded: { value: 'allow-all', source: 'RFC 9309 §2.3.1.2 (the crawler may treat the file as unavailable)' },
  forbidden: { value: 'allow-all', source: 'RFC 9309 §2.3.1.3 (400 to 499)' },
  clientError: { value: 'allow-all', source: 'RFC 9309 §2.3.1.3' },
  tooManyRequests: { value: 'allow-all', source: 'RFC 9309 §2.3.1.3 (400 to 499)' },
  serverError: {
    value: { meaning: 'disallow-all', lastGoodFor: null, afterwards: 'disallow-all' },
    source: 'RFC 9309 §2.3.1.4, §2.4 (a copy may be used while the file is unreachable)',
  },
  networkError: {
    value: { meaning: 'disallow-all', lastGoodFor: null, afterwards: 'disallow-all' },
    source: 'RFC 9309 §2.3.1.4 (server or network errors), §2.4',
  },
  cacheFor: { value: DAY, source: 'RFC 9309 §2.4' },
};
