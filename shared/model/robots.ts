/** robots.txt as data. Terms follow RFC 9309 section 2. Line numbers count from 1; offsets are bytes of the stored body. */

export type RobotsLineKind =
  | 'user-agent'
  | 'allow'
  | 'disallow'
  | 'crawl-delay'
  | 'sitemap'
  | 'other'
  | 'comment'
  | 'blank'
  | 'unparsed';

/** What a dialect did to a line beyond reading it plainly; shown next to the line. */
export type RobotsLineNote =
  | 'alias' // accepted misspelling or alternative name of the key
  | 'missing-colon' // key and value separated by white space only
  | 'orphan' // rule before the first user-agent line
  | 'empty-value'
  | 'cut' // longer than the dialect's line limit
  | 'past-size-limit' // beyond the dialect's size limit, not read
  | 'no-slash' // a rule dropped because its path starts with neither / nor *
  | 'only-stars' // a rule dropped because nothing is left of it without its trailing stars
  | 'rule-limit' // a rule dropped because the dialect has read as many as it does
  | 'rule-too-long' // a rule dropped because it has more characters than the dialect reads
  | 'rejects-file' // the dialect cannot read the file because of this line
  | 'bad-value'; // a value the dialect cannot use, such as a Crawl-delay that is no number

export interface RobotsLine {
  readonly number: number;
  /** Byte range of the line without its line end. */
  readonly start: number;
  readonly end: number;
  readonly kind: RobotsLineKind;
  /** The key as written, '' for comments, blank and unparsed lines. */
  readonly key: string;
  /** The value as read by the dialect: comment cut, white space trimmed. */
  readonly value: string;
  readonly notes: readonly RobotsLineNote[];
}

export interface RobotsRule {
  readonly line: number;
  readonly allow: boolean;
  /** The path pattern as written. */
  readonly pattern: string;
  /** The pattern after the dialect's normalisation, what is matched. */
  readonly normalized: string;
}

export interface RobotsGroup {
  readonly index: number;
  readonly agents: readonly { readonly line: number; readonly value: string; readonly token: string }[];
  readonly rules: readonly RobotsRule[];
  /** Crawl-delay lines of the group, seconds; without bad values (see line notes). */
  readonly crawlDelays: readonly { readonly line: number; readonly seconds: number }[];
  /** false where the dialect ignores the group because it only has User-agent lines. */
  readonly counts?: boolean;
}

/** An ending that only some dialects know. */
export type RobotsSpecial =
  | 'parse-error' // the file is rejected because of a line
  | 'html' // the body is a page, not a robots.txt
  | 'too-large' // longer than the dialect reads, which opens the site
  | 'any-record' // several records apply to the crawler and it may use any of them
  | 'landing-page'; // a rule forbids the home page, which may be fetched all the same

/** The verdict for every URL because the file is not interpreted as rules. */
export interface RobotsOverride {
  /** null where the dialect gives no verdict. */
  readonly allowed: boolean | null;
  /** The line at fault, 0 for none. */
  readonly line: number;
  readonly why: RobotsSpecial;
}

/** One body as one dialect reads it. */
export interface RobotsFile {
  readonly dialect: string;
  /** Every line. Reading one is cheap (`line`), all of them cost a pass over the file. */
  readonly lines: readonly RobotsLine[];
  readonly lineCount: number;
  /** A line by its number, from 1; undefined if there is none. */
  readonly line: (number: number) => RobotsLine | undefined;
  readonly groups: readonly RobotsGroup[];
  readonly sitemaps: readonly { readonly line: number; readonly value: string }[];
  readonly bytes: number;
  /** Set where the dialect does not read the file as rules; there are no groups then. */
  readonly override?: RobotsOverride;
}

/** How the last fetch of /robots.txt ended, as the dialect reads it (RFC 9309 section 2.3.1). */
export type RobotsAccessKind =
  | 'rules' // a file was read
  | 'allow-all' // 4xx: no file (section 2.3.1.3)
  | 'disallow-all' // 5xx or network failure (section 2.3.1.4)
  | 'stale'; // unreachable now, the last good copy is used (section 2.4)

export type RobotsReason =
  | 'rule' // a line decided
  | 'no-match' // a group was chosen, no rule of it matches
  | 'no-group' // no group for this robot and no group for *
  | 'robots-txt' // /robots.txt itself is always allowed
  | 'no-file' // unavailable: everything allowed
  | 'unreachable'; // unreachable: everything disallowed

/** A rule that matched the URL, with its place in the ranking. */
export interface RankedRule {
  readonly rule: RobotsRule;
  /** What the dialect compares; for RFC 9309 the bytes of the normalized pattern. */
  readonly length: number;
  readonly won: boolean;
  /** Why it lost, '' for the winner: 'shorter' | 'tie: allow wins' | 'later in file' … */
  readonly lost: string;
}

export interface RobotsVerdict {
  /** null where the dialect lets the robot choose. */
  readonly allowed: boolean | null;
  /** The deciding line, 0 where no line decided. */
  readonly line: number;
  readonly reason: RobotsReason;
  /** The dialect's own ending where there is one; `reason` then names the nearest common one. */
  readonly special?: RobotsSpecial;
  /** The deciding rule as written, e.g. 'Disallow: /private/', '' for none. */
  readonly rule: string;
  /** Indexes of the chosen groups, and the steps that led there, in order ("own group: none", "fell back to *"). */
  readonly groups: readonly number[];
  readonly groupLines: readonly number[];
  readonly choice: readonly string[];
  /** Every matching rule, winner first. */
  readonly matching: readonly RankedRule[];
  /** The path and query that were compared, after normalisation. */
  readonly path: string;
}

export interface CrawlDelay {
  readonly seconds: number;
  readonly line: number;
}
