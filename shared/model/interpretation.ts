import type { RobotsLineKind, RobotsSpecial } from './robots.ts';

/** A robots.txt re-drawn the way one crawler reads it, beside its source. Line numbers are those of the source, from 1. */

/** A line of the file as everybody sees it: CR, LF and CR LF end a line. */
export interface SourceLineView {
  readonly number: number;
  /** Byte range without the line end. */
  readonly start: number;
  readonly end: number;
  /** At most 2,000 bytes of it. */
  readonly text: string;
  /** Bytes that are not shown. */
  readonly hidden: number;
}

/** What happened to a line, as a name; `shared/explain/interpretation.ts` has the sentences. */
export type LineRemarkCode =
  // The line has no say.
  | 'past-size-limit'
  | 'no-colon'
  | 'no-key'
  | 'space-before-colon'
  | 'unknown-key'
  | 'proposed-key'
  | 'mark-in-key'
  | 'allow-unknown'
  | 'orphan'
  | 'record-ended'
  | 'no-slash'
  | 'only-stars'
  | 'rule-limit'
  | 'rule-too-long'
  | 'never-matches'
  | 'needs-slash'
  | 'bad-delay'
  | 'delay-ignored'
  | 'sitemap-ignored'
  | 'sitemap-empty'
  | 'agent-skipped'
  | 'agent-taken-over'
  | 'group-overlooked'
  | 'rejects-file'
  | 'file-not-read'
  // It is read as something else than is written.
  | 'alias'
  | 'missing-colon'
  | 'cut'
  | 'nul-ends'
  | 'nul-splits'
  | 'tags-removed'
  | 'agent-token'
  | 'agent-nobody'
  | 'agent-everybody'
  | 'slash-added'
  | 'stars-cut'
  | 'authority-cut'
  | 'first-word'
  | 'dollar-cuts'
  | 'normalised'
  | 'empty-allows'
  | 'empty-forbids'
  // It is read as written, and that is worth a word.
  | 'empty-idle'
  | 'other-use'
  | 'host-replaces'
  | 'host-earlier'
  | 'not-a-host'
  | 'star-literal'
  | 'dollar-literal'
  | 'also-matches'
  | 'several-values'
  | 'orphan-everybody'
  | 'ends-record'
  | 'new-group'
  | 'joins-group'
  | 'delay-closes';

export interface LineRemark {
  readonly code: LineRemarkCode;
  /** What the sentence is about: a number of bytes, a key, a pattern; '' for nothing. */
  readonly detail: string;
  /** Another line it has to do with, 0 for none. */
  readonly line: number;
}

/** `changed`: used, but not as it is written. `none`: blank lines and comments. */
export type LineOutcome = 'used' | 'changed' | 'dropped' | 'none';

/** One line as the crawler counts them. It may be a part of a source line, or span several. */
export interface InterpretedLine {
  /** First and last source line. */
  readonly line: number;
  readonly lastLine: number;
  readonly kind: RobotsLineKind;
  readonly outcome: LineOutcome;
  /** The line in canonical form: 'Disallow: /caf%C3%A9', '' where nothing is left of it. */
  readonly text: string;
  /** Index of its group, -1 for none. */
  readonly group: number;
  readonly remarks: readonly LineRemark[];
}

export interface InterpretedRule {
  readonly line: number;
  readonly allow: boolean;
  readonly written: string;
  /** What is compared. */
  readonly pattern: string;
  /** Further patterns the crawler makes of it. */
  readonly also: readonly string[];
  /** What the crawler compares where the longest wins. */
  readonly length: number;
  /** It never decides anything. */
  readonly idle: boolean;
}

/** A group in canonical form; rules are in order of precedence. */
export interface InterpretedGroup {
  readonly index: number;
  readonly agents: readonly { readonly line: number; readonly value: string; readonly token: string }[];
  readonly rules: readonly InterpretedRule[];
  /** Rules that are not listed. */
  readonly moreRules: number;
  /** `isUsed`: false where the crawler reads the line but does not wait. */
  readonly crawlDelays: readonly { readonly line: number; readonly seconds: number; readonly isUsed: boolean }[];
  /** The crawler overlooks the group because it has no rules. */
  readonly overlooked: boolean;
  /** The group applies to the chosen crawler. */
  readonly chosen: boolean;
}

/** What the file says to one crawler: the groups that apply to it, merged. */
export interface InterpretedRobot {
  /** The name it reads the file under. */
  readonly agent: string;
  /** The name is one it falls back to. */
  readonly borrowed: boolean;
  /** It obeys only groups that name it, and none does. */
  readonly ignoresGroups: boolean;
  readonly groups: readonly number[];
  /** User-agent lines that apply to it. */
  readonly lines: readonly number[];
  readonly steps: readonly string[];
  readonly rules: readonly InterpretedRule[];
  readonly moreRules: number;
  readonly crawlDelay: { readonly line: number; readonly seconds: number } | null;
}

export type FileFactCode =
  | 'mark-skipped'
  | 'mark-kept'
  | 'mark-partial'
  | 'utf-16-read'
  | 'utf-16-unread'
  | 'size-cut'
  | 'too-large'
  | 'html'
  | 'parse-error'
  | 'tags-removed'
  | 'not-utf-8'
  | 'line-count'
  | 'no-groups'
  | 'empty';

/** Something about the file as a whole. `detail` and `line` as in remarks. */
export interface FileFact {
  readonly code: FileFactCode;
  readonly detail: string;
  readonly line: number;
}

/** One file as one crawler reads it. */
export interface InterpretedFile {
  readonly dialect: string;
  readonly dialectName: string;
  readonly bytes: number;
  readonly source: readonly SourceLineView[];
  readonly lines: readonly InterpretedLine[];
  /** Source lines that are not listed. */
  readonly moreLines: number;
  readonly counts: { readonly used: number; readonly changed: number; readonly dropped: number };
  readonly groups: readonly InterpretedGroup[];
  readonly moreGroups: number;
  readonly sitemaps: readonly { readonly line: number; readonly value: string }[];
  readonly robot: InterpretedRobot | null;
  readonly facts: readonly FileFact[];
  /** The verdict for every URL, where the file is not interpreted as rules; otherwise null. */
  readonly override: { readonly allowed: boolean | null; readonly line: number; readonly why: RobotsSpecial } | null;
  /** How the winner is found. */
  readonly order: 'longest' | 'first' | 'last' | 'any-allow' | 'any-disallow';
  /** Which of the rules is ahead depends on the URL too. */
  readonly orderVaries: boolean;
}

/** A source line two crawlers read differently, and how the other one does. */
export interface InterpretationDifference {
  readonly line: number;
  readonly other: readonly InterpretedLine[];
  /** The line means the same, but applies to other names. */
  readonly onlyNames: boolean;
}

/** Who reads: a crawler, a dialect, or a crawler with another dialect. */
export interface InterpreterName {
  readonly profile: string | null;
  readonly dialect: string;
  /** For people. */
  readonly name: string;
}

/** The stored robots.txt of a site as a crawler reads it, for the window. */
export interface RobotsInterpretation {
  readonly origin: string;
  readonly version: number;
  readonly interpreter: InterpreterName;
  /** What the response means to this crawler if it does not interpret the body as rules; otherwise ''. */
  readonly sentence: string;
  /** Null where there is nothing to read. */
  readonly file: InterpretedFile | null;
  readonly against: {
    readonly interpreter: InterpreterName;
    readonly sentence: string;
    readonly differences: readonly InterpretationDifference[];
  } | null;
}

/** All crawlers and dialects that can interpret a file. */
export interface RobotsInterpreters {
  readonly profiles: readonly { readonly id: string; readonly name: string; readonly dialect: string }[];
  readonly dialects: readonly { readonly id: string; readonly name: string }[];
}
