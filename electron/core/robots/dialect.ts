/**
 * A dialect is how one crawler reads robots.txt, as plain data. The engine (`parse`, `choose`, `match`, `decide`, `access`)
 * branches only on these values and knows nothing else about any crawler.
 */

/** One setting and its source: a section of a standard, a page, a source file, or `Ours:` with the reason. */
export interface Knob<T> {
  readonly value: T;
  readonly source: string;
}

/** `cr-lf`: CR, LF, CRLF. `splitlines`: also VT, FF, FS, GS, RS, NEL, LS, PS. `unicode`: also NEL, LS, PS. */
export type LineEnds = 'cr-lf' | 'lf' | 'splitlines' | 'unicode';
/** `utf-8-partial`: also when only the first one or two of its three bytes are there. */
export type ByteOrderMark = 'kept' | 'utf-8' | 'utf-8-partial' | 'utf-8-and-16';
/** Bytes or characters read; null for no limit. `beyond` says what a longer file means. */
export interface SizeLimit {
  readonly limit: number | null;
  readonly unit: 'bytes' | 'characters';
  /** `drop-line`: the line in which the limit falls is not read. `cut-line`: its part before the limit is. */
  readonly beyond: 'drop-line' | 'cut-line' | 'allow-all';
}
/** `token-start`: at the start of the line, behind white space and right behind the colon of the key. */
export type CommentStart = 'any-hash' | 'line-start-or-after-space' | 'line-start-or-after-colon' | 'token-start';
/** `colon-or-space`: a known key, then a colon or white space. The first of the two ends the key, so `Disallow /a:b` has the path `/a:b`. */
export type Separator =
  | 'colon'
  | 'colon-or-space'
  | 'colon-or-space-two-words'
  | 'colon-or-space-known-key'
  | 'colon-without-space-before';
export type KeyMatch = 'exact' | 'prefix';
/** Other spellings of a key, lower case, compared the way `keyMatch` says. */
export type KeyAliases = Readonly<Partial<Record<RecognisedKey, readonly string[]>>>;
export type RecognisedKey = 'user-agent' | 'allow' | 'disallow' | 'crawl-delay' | 'sitemap';
/** Other keywords that some crawler uses. None of them changes what may be fetched. */
export type OtherKey = 'clean-param' | 'host' | 'request-rate' | 'visit-time';
/** `empty-ends-record`: only an empty line ends a record, not a line of white space. */
export type BlankLine = 'ignored' | 'ends-record' | 'empty-ends-record';
/** `tags-stripped`: where the body looks like a page; one without any `user-agent:` then opens the site. `tags-stripped-per-line`: always. */
export type HtmlBody = 'text' | 'tags-stripped' | 'tags-stripped-per-line';
/** `ends-line`: as in a C string nothing behind a NUL is seen. `line-end`: the next line starts there. */
export type NulByte = 'kept' | 'ends-line' | 'line-end';

/** What happens to bytes that are not UTF-8. */
export type BrokenUtf8 = 'replaced' | 'file-rejected';
/** What follows when a file cannot be read at all. `undecided`: the library reports an error and gives no verdict. */
export type RejectedFile = 'undecided' | 'allow-all';

/** Which lines end a run of User-agent lines. `pace` is Crawl-delay, in `rules-delay-and-rate` also Request-rate. */
export type RunEnd =
  | 'rules'
  | 'rules-and-delay'
  | 'rules-delay-and-rate'
  | 'any-recognised-key'
  | 'any-keyed-line'
  | 'every-agent-line';
/** `everybody-if-no-agent`: only a file without any User-agent line has rules for everybody. */
export type Orphan = 'ignored' | 'file-rejected' | 'star' | 'everybody-if-no-agent';
export type AgentValues = 'one' | 'white-space-list';
/**
 * Whether a group takes in the rules of another one while the file is read. `subset-joins-earlier`: when all its names stand in an
 * earlier group. `same-name-reopens`: a User-agent line whose name already has rules continues there and leaves its run.
 * `first-name-leads`: only the first name of a run reopens a group; any other name counts only if no group has it, and `*` always has one.
 */
export type GroupJoin = 'none' | 'subset-joins-earlier' | 'same-name-reopens' | 'first-name-leads';
export type EmptyAgent = 'nobody' | 'everybody' | 'line-skipped';

/** The part of a User-agent value that is compared. `letters` are A-Z a-z _ -; `product` adds the digits. */
export type LineToken = 'whole' | 'leading-letters' | 'leading-product' | 'first-word' | 'before-slash' | 'without-stars';
/** The part of the robot's name that is compared. */
/** `http-token`: up to the first character that no HTTP token has (RFC 9110 section 5.6.2): a slash, white space, a bracket. */
export type RobotToken = 'as-given' | 'leading-letters' | 'leading-product' | 'before-slash' | 'http-token';
/** `equal-then-line-in-name`: an equal name, else a line that is part of the name before its slash. */
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
/** `header-as-written`: lines are compared in lower case, a User-Agent header as it is; a bare name counts as lower case. */
export type AgentCase = 'ignored' | 'significant' | 'header-as-written';
/** Which User-agent values apply to all robots. `star-before-slash`: also a star with a slash and a version. */
export type StarToken = 'star-only' | 'star-then-space' | 'star-before-slash';
/**
 * Which of several named groups are read. `longest-token`: those with the longest name (all groups of that one name).
 * `equal-then-first`: those of an equal name, else those of the first name in the file. `equal-resets`: in file order, a group of
 * an equal name discards the groups before it. `any`: the robot may take any of them.
 */
export type GroupChoice = 'merge-all' | 'first' | 'last' | 'longest-token' | 'equal-then-first' | 'equal-resets' | 'any';
/**
 * `united`: its rules come after those of the named groups. `competes`: `*` is a name of length one among the others;
 * `competes-first`: it comes before other names of that length.
 */
export type StarPolicy = 'only-without-named' | 'united' | 'competes' | 'competes-first';
/** Whether there is a group for all robots even if the file has none. */
export type StarPresence = 'as-written' | 'always';
/** Whether a group with `*` and other names applies to those names too. */
export type MixedStar = 'names-too' | 'only-everybody';
/** Whether a robot with a named group without rules ignores the groups for all robots. */
export type BareNamed = 'hides-star' | 'invisible' | 'invisible-without-delay';

export type RulePaths = 'one' | 'white-space-list' | 'first-word';
/** `slash-added-always`: also before a `*`. */
export type NoSlash = 'kept' | 'ignored' | 'slash-added' | 'slash-added-always';
/** `one`: one trailing `*` is removed from the value; `all`: all trailing stars are. */
export type TrailingStar = 'kept' | 'one' | 'all';
/**
 * `first-occurrence`: only the first place of the text after a `*` is tried, also at the end. `anywhere`: a rule with `*` or `$`
 * can match at any place.
 */
export type StarPattern = 'any-run' | 'one-or-more' | 'first-occurrence' | 'literal' | 'anywhere';
/** `end-or-literal`: the end if last, and a second rule with the escaped sign. `end-anywhere`: inside a pattern it matches nothing. */
export type DollarPattern =
  | 'end-if-last'
  | 'end-or-literal'
  | 'end-cuts-rest'
  | 'end-anywhere'
  | 'literal'
  | 'drops-rule-unless-last';
/** `optional-at-end`: a rule that ends in a slash also matches the path that ends right before it. */
export type TrailingSlash = 'significant' | 'optional-at-end';
export type PathCase = 'significant' | 'ignored';
/**
 * How escapes and other octets of a pattern or URL are made comparable. `none`: as written.
 * `rfc9309`: unreserved escapes plain, non-ASCII octets escaped, digits upper case, and a `*` or `$` that is no special character
 * escaped; `unreserved` the same without the latter; `-and-unsafe`: the octets no URL may have are escaped as well.
 * `escape-non-ascii`: non-ASCII octets escaped, digits upper case, nothing decoded; `escape-octets`: the same, digits kept.
 * `decode-except-slash`, `form-decode-except-slash`: every escape but that of the slash decoded, in a form also `+`; `form-decode`:
 * that of the slash too.
 * `unquote-quote`: decoded, then all but letters, digits and `_.-~/` escaped; `quote-parts`: the same between the special signs.
 * `requote`: the path decoded and escaped again, the query left. `encode-uri`, `whatwg`, `whatwg-upper`: as JavaScript's functions.
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
/** What happens to the file if a rule has a percent sign that does not begin an escape. */
export type BrokenEscape = 'kept' | 'file-rejected';
/** The path that is compared for a URL without one. `slash-if-nothing`: `?q` stays as it is; only an empty target becomes `/`. */
export type EmptyPath = 'slash' | 'slash-if-nothing' | 'kept';
/** A rule given as an absolute URL. `path`: its path and query are the pattern. */
export type AbsoluteRule = 'kept' | 'path';
export type Precedence = 'longest' | 'first' | 'last' | 'any-allow' | 'any-disallow';
export type LengthMeasure =
  | 'normalized-octets'
  | 'written-characters'
  | 'matched-text'
  | 'regex-source'
  | 'collapsed-stars'
  | 'none';
/** Which rules without special characters are tried. `nearest`: of Allow and Disallow each, only the last one that sorts before the path. */
export type LiteralSearch = 'all' | 'nearest';
/** `unspecified`: an unstable sort decides; Ours: as `allow`. */
export type Tie = 'allow' | 'first' | 'disallow' | 'unspecified';
/** `reported`: has no effect, but is named as the deciding line if nothing longer matches. */
export type EmptyRule = 'no-effect' | 'reported' | 'allow-all' | 'allow-slash' | 'disallow-all';
/** `prefix`: an Allow whose last segment begins with index.htm also allows the bare directory. */
export type IndexQuirk = 'none' | 'allow-prefix' | 'allow-exact' | 'both-exact';
/** `root`: the home page may be fetched though a rule forbids it. */
export type LandingPage = 'none' | 'root';
export type SelfExemption = 'none' | 'exact' | 'case-ignored';
export type Fragment = 'removed' | 'kept';

export interface DelaySyntax {
  readonly use: 'honoured' | 'ignored';
  /** `leading-`: characters after the digits are ignored. */
  readonly number: 'decimal' | 'integer' | 'leading-decimal' | 'leading-integer';
  /** What happens to a value that is not a number. */
  readonly broken?: 'ignored' | 'file-rejected';
  readonly several: 'largest' | 'smallest' | 'first' | 'last';
  readonly unit: 'seconds' | 'minutes';
  readonly scope: 'chosen-groups' | 'chosen-then-star' | 'whole-file';
  /** Above this many seconds the whole site counts as blocked; null if the dialect has no such rule. */
  readonly closesAbove: number | null;
  /** How: `site` whatever the rules say, `rule` as one more `Disallow: /`. */
  readonly closes?: 'site' | 'rule';
}

/** What an outcome of the fetch means. `home-page`: blocked until the home page responds, then open. */
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
  /** Other keywords that the crawler uses. The parse view and lint both use this list. */
  readonly otherKeys: Knob<readonly OtherKey[]>;
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
