/**
 * A dialect is how one crawler reads robots.txt, as plain data. The engine (`parse`, `choose`, `match`, `decide`, `access`)
 * switches on these values and holds no other knowledge about any crawler.
 */

/** One setting and where it is known from: a section of a standard, a page, a source file, or `Ours:` with the reason. */
export interface Knob<T> {
  readonly value: T;
  readonly source: string;
}

/** `cr-lf`: CR, LF, CRLF. `splitlines`: also VT, FF, FS, GS, RS, NEL, LS, PS. `unicode`: also NEL, LS, PS. */
export type LineEnds = 'cr-lf' | 'lf' | 'splitlines' | 'unicode';
/** `partial`: also when only the first one or two of its three bytes are there. */
export type ByteOrderMark = 'kept' | 'utf-8' | 'utf-8-partial' | 'utf-8-and-16';
/** Bytes (or rules, or characters) read; null for no limit. `beyond` says what a longer file means. */
export interface SizeLimit {
  readonly limit: number | null;
  readonly unit: 'bytes' | 'characters';
  /** `drop-line`: the line in which the limit falls is not read. `cut-line`: its part before the limit is. */
  readonly beyond: 'drop-line' | 'cut-line' | 'allow-all';
}
export type CommentStart = 'any-hash' | 'line-start' | 'line-start-or-after-space' | 'line-start-or-after-colon' | 'token-start';
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
export type BlankLine = 'ignored' | 'ends-record' | 'ends-record-and-drops-bare-agents';
export type HtmlBody = 'text' | 'tags-stripped' | 'tags-stripped-per-line';
/** `ends-line`: as in a C string nothing behind a NUL is seen. `line-end`: the next line starts there. */
export type NulByte = 'kept' | 'ends-line' | 'line-end';

export type RunEnd = 'rules' | 'rules-and-delay' | 'any-recognised-key' | 'any-keyed-line' | 'every-agent-line';
export type Orphan = 'ignored' | 'file-rejected' | 'star' | 'everybody-if-no-agent';
export type AgentValues = 'one' | 'white-space-list' | 'comma-or-space-list';
export type EmptyAgent = 'nobody' | 'everybody' | 'line-skipped';

/** What of a User-agent value is compared. `letters` are A-Z a-z _ -; `product` adds the digits. */
export type LineToken =
  | 'whole'
  | 'leading-letters'
  | 'leading-product'
  | 'first-word'
  | 'before-slash'
  | 'without-stars'
  | 'whole-or-leading-letters';
/** What of the robot's name is compared with it. */
export type RobotToken = 'as-given' | 'leading-letters' | 'leading-product' | 'before-slash';
export type AgentCompare =
  | 'equal'
  | 'equal-then-line-in-name'
  | 'line-in-name'
  | 'name-in-line'
  | 'either-in-other'
  | 'line-prefixes-name'
  | 'glob'
  | 'glob-pieces';
export type AgentCase = 'ignored' | 'significant' | 'line-lowered';
/** Which User-agent values speak to everybody. */
export type StarToken = 'star-only' | 'star-then-space' | 'star-word-anywhere';
export type GroupChoice = 'merge-all' | 'first' | 'last' | 'longest-token' | 'equal-then-first' | 'any';
export type StarPolicy = 'only-without-named' | 'united' | 'united-if-later' | 'appended' | 'competes';
/** Whether a named group without rules keeps the robot away from the groups for everybody. */
export type BareNamed = 'hides-star' | 'invisible' | 'invisible-without-delay' | 'invisible-at-end';

export type RulePaths = 'one' | 'white-space-list' | 'first-word';
export type NoSlash = 'kept' | 'ignored' | 'slash-added';
export type StarPattern = 'any-run' | 'one-or-more' | 'first-occurrence' | 'literal' | 'anywhere';
export type DollarPattern = 'end-if-last' | 'end-cuts-rest' | 'end-anywhere' | 'literal' | 'drops-rule-unless-last';
export type PathCase = 'significant' | 'ignored';
/**
 * `rfc9309`: unreserved escapes plain, non-ASCII octets escaped, digits upper case, and a `*` or `$` that is no special
 * character escaped. `escape-non-ascii`: non-ASCII octets escaped, digits upper case, nothing decoded. `none`: as written.
 */
export type Normalisation =
  | 'none'
  | 'rfc9309'
  | 'rfc9309-and-unsafe'
  | 'escape-non-ascii'
  | 'decode-except-slash'
  | 'form-decode-except-slash'
  | 'requote'
  | 'encode-uri';
export type Precedence = 'longest' | 'first' | 'last' | 'any-allow' | 'any-disallow';
export type LengthMeasure =
  | 'normalized-octets'
  | 'written-characters'
  | 'literal-prefix'
  | 'matched-text'
  | 'regex-source'
  | 'none';
export type Tie = 'allow' | 'first' | 'disallow' | 'unspecified';
/** `reported`: decides nothing, yet is named as the line when nothing longer matches. */
export type EmptyRule = 'no-effect' | 'reported' | 'allow-all' | 'disallow-all';
/** `prefix`: an Allow whose last segment begins with index.htm also allows the bare directory. */
export type IndexQuirk = 'none' | 'allow-prefix' | 'allow-exact' | 'both-exact';
export type SelfExemption = 'none' | 'exact' | 'case-ignored';
export type Fragment = 'removed' | 'kept';

export interface DelayReading {
  readonly use: 'honoured' | 'ignored';
  readonly number: 'decimal' | 'integer';
  readonly several: 'largest' | 'smallest' | 'first' | 'last';
  readonly unit: 'seconds' | 'minutes' | 'milliseconds';
  readonly scope: 'chosen-groups' | 'chosen-then-star' | 'whole-file';
  /** Above this many seconds the site counts as closed; null for no such rule. */
  readonly closesAbove: number | null;
}

/** What an outcome of the fetch means. `home-page`: open once the home page answers, closed before. */
export type OutcomeMeaning = 'rules' | 'allow-all' | 'disallow-all' | 'defer' | 'home-page';
export interface Unreachable {
  readonly meaning: OutcomeMeaning;
  /** Seconds for which the last good copy may stand in; 0 for never, null for no limit. */
  readonly lastGoodFor: number | null;
  /** What follows when it may not any longer. */
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
  readonly comment: Knob<CommentStart>;
  readonly separator: Knob<Separator>;
  readonly keyMatch: Knob<KeyMatch>;
  readonly aliases: Knob<KeyAliases>;
  readonly blankLine: Knob<BlankLine>;
  readonly html: Knob<HtmlBody>;
  readonly nul: Knob<NulByte>;
  /** Building groups. */
  readonly runEnd: Knob<RunEnd>;
  readonly orphan: Knob<Orphan>;
  readonly agentValues: Knob<AgentValues>;
  readonly emptyAgent: Knob<EmptyAgent>;
  /** Choosing groups. */
  readonly lineToken: Knob<LineToken>;
  readonly robotToken: Knob<RobotToken>;
  readonly agentCompare: Knob<AgentCompare>;
  readonly agentCase: Knob<AgentCase>;
  readonly starToken: Knob<StarToken>;
  readonly choice: Knob<GroupChoice>;
  readonly star: Knob<StarPolicy>;
  readonly bareNamed: Knob<BareNamed>;
  /** Matching rules. */
  readonly allowKnown: Knob<boolean>;
  readonly rulePaths: Knob<RulePaths>;
  readonly noSlash: Knob<NoSlash>;
  readonly starPattern: Knob<StarPattern>;
  readonly dollar: Knob<DollarPattern>;
  readonly pathCase: Knob<PathCase>;
  readonly ruleNormalisation: Knob<Normalisation>;
  readonly urlNormalisation: Knob<Normalisation>;
  readonly fragment: Knob<Fragment>;
  readonly precedence: Knob<Precedence>;
  readonly length: Knob<LengthMeasure>;
  readonly tie: Knob<Tie>;
  readonly emptyDisallow: Knob<EmptyRule>;
  readonly emptyAllow: Knob<EmptyRule>;
  readonly indexQuirk: Knob<IndexQuirk>;
  readonly selfExemption: Knob<SelfExemption>;
  /** Other lines. */
  readonly crawlDelay: Knob<DelayReading>;
  readonly sitemap: Knob<'collected' | 'ignored'>;
  /** Fetching /robots.txt. */
  readonly success: Knob<'2xx' | '200'>;
  readonly maxRedirects: Knob<number>;
  readonly redirectsExceeded: Knob<OutcomeMeaning>;
  readonly forbidden: Knob<OutcomeMeaning>; // 401 and 403
  readonly clientError: Knob<OutcomeMeaning>; // 404 and every other 4xx
  readonly tooManyRequests: Knob<OutcomeMeaning>; // 429
  readonly serverError: Knob<Unreachable>; // 5xx
  readonly networkError: Knob<Unreachable>;
  /** Seconds a fetched file may be used without asking again. */
  readonly cacheFor: Knob<number | null>;
}
