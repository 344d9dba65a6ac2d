/**
 * A dialect describes, as plain data, how one crawler interprets robots.txt. The engine (`parse`, `choose`, `match`, `decide`,
 * `access`) branches only on these values. It knows nothing else about any crawler.
 */

/** One setting and its source: a section of a standard, a page, a source file, or `Ours:` with the reason. */
export interface Knob<T> {
  readonly value: T;
  readonly source: string;
}

/** `cr-lf`: CR, LF, CRLF. `splitlines`: also VT, FF, FS, GS, RS, NEL, LS, PS. `unicode`: also NEL, LS, PS. */
export type LineEnds = 'cr-lf' | 'lf' | 'splitlines' | 'unicode';
/** `utf-8-partial`: the mark is also recognised when only its first one or two bytes are there. */
export type ByteOrderMark = 'kept' | 'utf-8' | 'utf-8-partial' | 'utf-8-and-16';
/** How much of a file is read, in bytes or characters; null for no limit. `beyond` says what happens to a longer file. */
export interface SizeLimit {
  readonly limit: number | null;
  readonly unit: 'bytes' | 'characters';
  /** `drop-line`: the line that crosses the limit is ignored. `cut-line`: its part before the limit is read. */
  readonly beyond: 'drop-line' | 'cut-line' | 'allow-all';
}
/** Where a `#` starts a comment. `token-start`: at the start of the line, after white space, and directly after the colon of the key. */
export type CommentStart = 'any-hash' | 'line-start-or-after-space' | 'line-start-or-after-colon' | 'token-start';
/**
 * What separates key and value. `colon-or-space`: a colon or white space after a known key, whichever comes first. So `Disallow
 * /a:b` has the path `/a:b`.
 */
export type Separator =
  | 'colon'
  | 'colon-or-space'
  | 'colon-or-space-two-words'
  | 'colon-or-space-known-key'
  | 'colon-without-space-before';
export type KeyMatch = 'exact' | 'prefix';
/** Other accepted spellings of a key, in lower case. `keyMatch` says how they are compared. */
export type KeyAliases = Readonly<Partial<Record<RecognisedKey, readonly string[]>>>;
export type RecognisedKey = 'user-agent' | 'allow' | 'disallow' | 'crawl-delay' | 'sitemap';
/** Other keywords that some crawlers use. None of them changes what may be fetched. */
export type OtherKey = 'clean-param' | 'host' | 'request-rate' | 'visit-time';
/** `empty-ends-record`: an empty line ends a record; a line of white space does not. */
export type BlankLine = 'ignored' | 'ends-record' | 'empty-ends-record';
/**
 * `tags-stripped`: tags are removed if the body looks like an HTML page. Such a page without any `user-agent:` allows the whole
 * site. `tags-stripped-per-line`: tags are removed from every line of every file.
 */
export type HtmlBody = 'text' | 'tags-stripped' | 'tags-stripped-per-line';
/** `ends-line`: the rest of the line after a NUL byte is ignored, as in a C string. `line-end`: the next line starts after the NUL byte. */
export type NulByte = 'kept' | 'ends-line' | 'line-end';

/** What happens to bytes that are not UTF-8. */
export type BrokenUtf8 = 'replaced' | 'file-rejected';
/** What a file means that the parser rejects. `undecided`: the library reports an error and gives no verdict. */
export type RejectedFile = 'undecided' | 'allow-all';

/** Which lines end a run of User-agent lines. `delay` is Crawl-delay, `rate` is Request-rate. */
export type RunEnd =
  | 'rules'
  | 'rules-and-delay'
  | 'rules-delay-and-rate'
  | 'any-recognised-key'
  | 'any-keyed-line'
  | 'every-agent-line';
/** What rules before the first User-agent line mean. `everybody-if-no-agent`: they apply to all robots if the file has no User-agent line. */
export type Orphan = 'ignored' | 'file-rejected' | 'star' | 'everybody-if-no-agent';
export type AgentValues = 'one' | 'white-space-list';
/**
 * Whether groups are merged while the file is parsed. `subset-joins-earlier`: a group joins an earlier group that has all its names.
 * `same-name-reopens`: a User-agent line whose name already has rules continues that group and leaves its run.
 * `first-name-leads`: only the first name of a run reopens a group. Any other name counts only if no group has it, and `*` always has
 * a group.
 */
export type GroupJoin = 'none' | 'subset-joins-earlier' | 'same-name-reopens' | 'first-name-leads';
export type EmptyAgent = 'nobody' | 'everybody' | 'line-skipped';

/** The part of a User-agent value that is compared. `letters` are A-Z a-z _ -; `product` adds the digits. */
export type LineToken = 'whole' | 'leading-letters' | 'leading-product' | 'first-word' | 'before-slash' | 'without-stars';
/**
 * The part of the robot's name that is compared. `http-token`: up to the first character that an HTTP token cannot have, such as a
 * slash, white space or a bracket (RFC 9110 section 5.6.2).
 */
export type RobotToken = 'as-given' | 'leading-letters' | 'leading-product' | 'before-slash' | 'http-token';
/** How both are compared. `equal-then-line-in-name`: equal names first, else a line that is part of the robot's name before its slash. */
export type AgentCompare =
  | 'equal'
  | 'equal-or-leading-letters'
  | 'equal-then-line-in-name'
  | 'line-in-name'
  | 'name-in-line'
  | 'either-in-other'
  | 'line-prefixes-name'
  | 'equal-then-glob'
  | 'equal-then-pieces';
/** `header-as-written`: lines and bare names are compared in lower case, a whole User-Agent header as it is written. */
export type AgentCase = 'ignored' | 'significant' | 'header-as-written';
/** Which User-agent values apply to all robots. `star-before-slash`: also a star followed by a slash and a version. */
export type StarToken = 'star-only' | 'star-then-space' | 'star-before-slash';
/**
 * Which of several named groups apply. `longest-token`: all groups that have the longest name. `equal-then-first`: the groups of an
 * equal name, else those of the first name in the file. `equal-resets`: in file order, a group of an equal name discards the groups
 * before it. `any`: the robot may choose any of them.
 */
export type GroupChoice = 'merge-all' | 'first' | 'last' | 'longest-token' | 'equal-then-first' | 'equal-resets' | 'any';
/**
 * When the `*` group applies. `united`: its rules follow those of the named groups. `competes`: `*` counts as a name of length one.
 * `competes-first`: it also comes before other names of that length.
 */
export type StarPolicy = 'only-without-named' | 'united' | 'competes' | 'competes-first';
/** Whether the dialect adds a group for all robots to a file without one. */
export type StarPresence = 'as-written' | 'always';
/** Whether a group with `*` and other names also applies to those names. */
export type MixedStar = 'names-too' | 'only-everybody';
/** Whether a named group without rules makes its robot ignore the `*` groups. */
export type BareNamed = 'hides-star' | 'invisible' | 'invisible-without-delay';

export type RulePaths = 'one' | 'white-space-list' | 'first-word';
/** What happens to a path without a slash at its start. `slash-added-always`: a slash is added also before a `*`. */
export type NoSlash = 'kept' | 'ignored' | 'slash-added' | 'slash-added-always';
/** `one`: one trailing `*` is removed from the value; `all`: all trailing stars are. */
export type TrailingStar = 'kept' | 'one' | 'all';
/**
 * What `*` in a path means. `first-occurrence`: only the first occurrence of the text after a `*` is tried, also at the end.
 * `anywhere`: a rule with `*` or `$` can match anywhere in the path.
 */
export type StarPattern = 'any-run' | 'one-or-more' | 'first-occurrence' | 'literal' | 'anywhere';
/**
 * What `$` means. `end-or-literal`: the end of the path if it is last; a second rule has the escaped sign. `end-anywhere`: the end
 * everywhere, so a pattern with a `$` inside matches nothing.
 */
export type DollarPattern =
  | 'end-if-last'
  | 'end-or-literal'
  | 'end-cuts-rest'
  | 'end-anywhere'
  | 'literal'
  | 'drops-rule-unless-last';
/** `optional-at-end`: a rule that ends in a slash also matches the path without that slash. */
export type TrailingSlash = 'significant' | 'optional-at-end';
export type PathCase = 'significant' | 'ignored';
/**
 * How patterns and URLs are normalized before they are compared.
 *
 * - `none`: as written.
 * - `rfc9309`: escapes of unreserved characters are decoded, non-ASCII bytes are escaped, hex digits become upper case, and a `*` or `$`
 *   that is not a special character is escaped.
 * - `unreserved`: as `rfc9309`, but `*` and `$` stay. `-and-unsafe`: bytes that no URL may have are escaped too.
 * - `escape-non-ascii`: non-ASCII bytes are escaped and hex digits become upper case; nothing is decoded.
 * - `escape-octets`: as `escape-non-ascii`, but hex digits stay as written.
 * - `decode-except-slash`: every escape except that of the slash is decoded.
 * - `form-decode-except-slash`: the same, and `+` becomes a space. `form-decode`: the slash is decoded too.
 * - `unquote-quote`: everything is decoded, then all except letters, digits and `_.-~/` is escaped.
 * - `quote-parts`: as `unquote-quote`, for each part between special characters.
 * - `requote`: the path is decoded and escaped again; the query stays.
 * - `encode-uri`, `whatwg`, `whatwg-upper`: as JavaScript's `encodeURI` and `URL`; `upper` makes hex digits upper case.
 */
export type Normalisation =
  | 'none'
  | 'rfc9309'
  | 'rfc9309-and-unsafe'
  | 'unreserved'
  | 'unreserved-and-unsafe'
  | 'escape-non-ascii'
  | 'escape-octets'
  | 'decode-except-slash'
  | 'form-decode-except-slash'
  | 'form-decode'
  | 'unquote-quote'
  | 'quote-parts'
  | 'requote'
  | 'encode-uri'
  | 'whatwg'
  | 'whatwg-upper';
/** What happens to the file if a rule has a percent sign that does not start an escape. */
export type BrokenEscape = 'kept' | 'file-rejected';
/** The path compared for a URL without a path. `slash-if-nothing`: `?q` stays as it is; only an empty target becomes `/`. */
export type EmptyPath = 'slash' | 'slash-if-nothing' | 'kept';
/** What a rule that is an absolute URL means. `path`: its path and query are the pattern. */
export type AbsoluteRule = 'kept' | 'path';
export type Precedence = 'longest' | 'first' | 'last' | 'any-allow' | 'any-disallow';
export type LengthMeasure =
  | 'normalized-octets'
  | 'written-characters'
  | 'matched-text'
  | 'regex-source'
  | 'collapsed-stars'
  | 'none';
/** Which rules without special characters are tried. `nearest`: only one Allow and one Disallow, each the last that sorts before the path. */
export type LiteralSearch = 'all' | 'nearest';
/** Which of two equal rules wins. `unspecified`: an unstable sort decides in the original; ours: as `allow`. */
export type Tie = 'allow' | 'first' | 'disallow' | 'unspecified';
/** What a rule without a path means. `reported`: it has no effect, but is named as the deciding line if nothing longer matches. */
export type EmptyRule = 'no-effect' | 'reported' | 'allow-all' | 'allow-slash' | 'disallow-all';
/** `allow-prefix`: an Allow whose last segment starts with index.htm also allows its directory. */
export type IndexQuirk = 'none' | 'allow-prefix' | 'allow-exact' | 'both-exact';
/** `root`: the home page may be fetched although a rule disallows it. */
export type LandingPage = 'none' | 'root';
/**
 * What a Host line does to a URL that is requested. `replaces`: scheme, host and port of the line take the place of those of the URL.
 * `replaces-drops-query`: the query is lost as well.
 */
export type HostLine = 'unused' | 'replaces' | 'replaces-drops-query';
export type SelfExemption = 'none' | 'exact' | 'case-ignored';
export type Fragment = 'removed' | 'kept';

/** How a Crawl-delay is read. Its value counts seconds in every dialect. */
export interface DelaySyntax {
  readonly use: 'honoured' | 'ignored';
  /** `leading-`: characters after the digits are ignored. */
  readonly number: 'decimal' | 'integer' | 'leading-decimal' | 'leading-integer';
  /** What happens to a value that is not a number. */
  readonly broken?: 'ignored' | 'file-rejected';
  readonly several: 'largest' | 'smallest' | 'first' | 'last';
  readonly scope: 'chosen-groups' | 'chosen-then-star' | 'whole-file';
  /** A longer delay (seconds) blocks the whole site; null if the dialect has no such limit. */
  readonly closesAbove: number | null;
  /** How it blocks: `site` regardless of all rules, `rule` like one more `Disallow: /`. */
  readonly closes?: 'site' | 'rule';
}

/** What an outcome of the fetch means. `home-page`: blocked until the home page responds, then allowed. */
export type OutcomeMeaning = 'rules' | 'allow-all' | 'disallow-all' | 'defer' | 'home-page';
export interface Unreachable {
  readonly meaning: OutcomeMeaning;
  /** Seconds for which the last good copy may be used instead; 0 for never, null for no limit. */
  readonly lastGoodFor: number | null;
  /** The meaning after that time. */
  readonly afterwards: OutcomeMeaning;
}

export interface Dialect {
  readonly id: string;
  readonly name: string;
  /** Reading lines. */
  readonly lineEnds: Knob<LineEnds>;
  readonly byteOrderMark: Knob<ByteOrderMark>;
  readonly sizeLimit: Knob<SizeLimit>;
  /** Bytes of one line that are read, null for no limit. */
  readonly lineLimit: Knob<number | null>;
  /** Rules of a file that are read, and characters of one; null for no limit. */
  readonly ruleLimit: Knob<{ readonly rules: number | null; readonly characters: number | null }>;
  readonly comment: Knob<CommentStart>;
  readonly separator: Knob<Separator>;
  readonly keyMatch: Knob<KeyMatch>;
  readonly aliases: Knob<KeyAliases>;
  readonly blankLine: Knob<BlankLine>;
  readonly html: Knob<HtmlBody>;
  readonly nul: Knob<NulByte>;
  readonly brokenUtf8: Knob<BrokenUtf8>;
  readonly rejectedFile: Knob<RejectedFile>;
  /** Building groups. */
  readonly runEnd: Knob<RunEnd>;
  readonly orphan: Knob<Orphan>;
  readonly agentValues: Knob<AgentValues>;
  readonly emptyAgent: Knob<EmptyAgent>;
  readonly groupJoin: Knob<GroupJoin>;
  /** Choosing groups. */
  readonly lineToken: Knob<LineToken>;
  readonly robotToken: Knob<RobotToken>;
  readonly agentCompare: Knob<AgentCompare>;
  readonly agentCase: Knob<AgentCase>;
  readonly starToken: Knob<StarToken>;
  readonly choice: Knob<GroupChoice>;
  readonly star: Knob<StarPolicy>;
  readonly starPresence: Knob<StarPresence>;
  readonly mixedStar: Knob<MixedStar>;
  readonly bareNamed: Knob<BareNamed>;
  /** Matching rules. */
  readonly allowKnown: Knob<boolean>;
  readonly rulePaths: Knob<RulePaths>;
  readonly noSlash: Knob<NoSlash>;
  readonly absoluteRule: Knob<AbsoluteRule>;
  readonly trailingStar: Knob<TrailingStar>;
  readonly starPattern: Knob<StarPattern>;
  readonly dollar: Knob<DollarPattern>;
  readonly trailingSlash: Knob<TrailingSlash>;
  /** A pattern with one of these characters never matches. */
  readonly deadCharacters: Knob<string>;
  readonly pathCase: Knob<PathCase>;
  readonly ruleNormalisation: Knob<Normalisation>;
  readonly urlNormalisation: Knob<Normalisation>;
  readonly brokenEscape: Knob<BrokenEscape>;
  readonly fragment: Knob<Fragment>;
  readonly emptyPath: Knob<EmptyPath>;
  readonly literalSearch: Knob<LiteralSearch>;
  readonly precedence: Knob<Precedence>;
  readonly length: Knob<LengthMeasure>;
  readonly tie: Knob<Tie>;
  readonly emptyDisallow: Knob<EmptyRule>;
  readonly emptyAllow: Knob<EmptyRule>;
  readonly indexQuirk: Knob<IndexQuirk>;
  readonly selfExemption: Knob<SelfExemption>;
  readonly landingPage: Knob<LandingPage>;
  /** Other lines. */
  readonly crawlDelay: Knob<DelaySyntax>;
  readonly sitemap: Knob<'collected' | 'ignored'>;
  /** Other keywords that the crawler uses. The tab Interpretation and lint both use this list. */
  readonly otherKeys: Knob<readonly OtherKey[]>;
  readonly hostLine: Knob<HostLine>;
  /** Fetching /robots.txt. */
  readonly success: Knob<'2xx' | '200'>;
  readonly maxRedirects: Knob<number>;
  readonly redirectsExceeded: Knob<OutcomeMeaning>;
  readonly forbidden: Knob<OutcomeMeaning>; // 401 and 403
  readonly clientError: Knob<OutcomeMeaning>; // 404 and every other 4xx
  readonly tooManyRequests: Knob<OutcomeMeaning>; // 429
  readonly serverError: Knob<Unreachable>; // 5xx
  readonly networkError: Knob<Unreachable>;
  /** Seconds for which a fetched file may be used without fetching it again. */
  readonly cacheFor: Knob<number | null>;
}
