import type { Dialect } from '../robots/dialect.ts';
import type { CrawlFacts } from './crawl-facts.ts';
import type { CrawlView } from './crawl-view.ts';
import type { CommonMistake, DiagnosticId } from './families.ts';
import type { LintGroup, Source, SourceLine } from './source.ts';

/** E: rules are lost or mean something else for at least one large crawler. W: crawlers differ, or it is hardly meant. I: good to know. */
export type Severity = 'E' | 'W' | 'I';

/** One text edit. Byte offsets into the file as it was given, from 0, `end` exclusive; `insert` is UTF-8 when written. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly insert: string;
}

/** Edits that belong together: all are applied, or none. In ascending order, without overlap. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly Edit[];
  /** Spelling only, one meaning possible: RFC 9309 crawlers read what was evidently meant. False: it decides something for the author. */
  readonly safe: boolean;
}

/**
 * One finding. Lines and columns count from 1, columns in UTF-16 units, `endColumn` is the first one after it; line
 * 0: the file as a whole.
 */
export interface Diagnostic {
  readonly id: string;
  readonly severity: Severity;
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
  readonly message: string;
  readonly why: string;
  /** What to do, in words; null where nothing is to be done. */
  readonly advice: string | null;
  /** The standard, page or comparison the diagnostic comes from. */
  readonly source: string;
  readonly fix?: Fix;
  /** Ids of the dialects that read the file otherwise than its author meant; absent where it matters to none in particular. */
  readonly dialects?: readonly string[];
}

/** A diagnostic of the catalogue that could not be looked for, and what was missing. */
export interface NotChecked {
  readonly id: string;
  readonly why: string;
}

export interface LintReport {
  readonly diagnostics: readonly Diagnostic[];
  readonly notChecked: readonly NotChecked[];
  /** Number of catalogue entries that were looked for. With `notChecked` it makes the whole catalogue. */
  readonly checked: number;
}

/** How the file was fetched, as far as known. */
export interface FetchFacts {
  /** HTTP status of the last response, null if there was none. */
  readonly status: number | null;
  /** Why there was no response. */
  readonly problem?: string;
  readonly contentType?: string | null;
  readonly contentEncoding?: string | null;
  readonly cacheControl?: string | null;
  /** URLs redirected to, in order; the last one returned the response. */
  readonly redirects?: readonly string[];
  readonly elapsedMs?: number;
  /** Responses to the same request with other User-Agent headers. */
  readonly otherAgents?: readonly { readonly userAgent: string; readonly same: boolean }[];
}

export interface LintOptions {
  /** The URL that was requested. */
  readonly url?: string;
  readonly fetch?: FetchFacts;
  /** What a crawl knows of the origin. Without it the checks that need one are reported as not checked. */
  readonly crawl?: CrawlFacts;
  /** Why the crawl facts are not used although there is a crawl. Replaces the usual reason. */
  readonly withoutCrawl?: string;
  /** Ids of the diagnostics to look for. Absent: all. The others count neither as checked nor as not checked. */
  readonly only?: ReadonlySet<string>;
}

export interface LintInput extends LintOptions {
  readonly bytes: Uint8Array;
}

/** What a check found. Without `at` it concerns the thing that was looked at. */
export interface Finding {
  readonly says: string;
  readonly at?: Span;
  /** Used instead of `at`; may contain line ends. */
  readonly replacement?: string;
  /** In place of `replacement`: several changes. */
  readonly changes?: readonly Change[];
  /** In place of `replacement`: edits of bytes no line and column can name. */
  readonly edits?: readonly Edit[];
  /** Instead of what the check says of its fixes. */
  readonly safe?: boolean;
  /** Instead of the severity of the check. */
  readonly severity?: Severity;
  /** Instead of the fix of the check. */
  readonly fix?: string;
  /** Instead of the dialects of the check. */
  readonly hurts?: Hurts;
}

/**
 * Text that replaces a span; `
 * ` means the line end of the file.
 */
export interface Change {
  readonly at: Span;
  readonly insert: string;
}

/** Columns from 0 here. The column after the last character means the offset after the line end. */
export interface Span {
  readonly line: SourceLine;
  readonly from: number;
  readonly to: number;
}

export type Hurts = (dialect: Dialect) => boolean;
export type Found = Finding | readonly Finding[] | null;

/** One entry of the catalogue: all that is known of a diagnostic beside its check. Whatever is missing does not compile. */
interface Entry {
  /** Its first letter names its family (`families.ts`). */
  readonly id: DiagnosticId;
  /** A few words, for lists. */
  readonly title: string;
  /** The common mistake it belongs to, which puts it at the head of the catalogue. */
  readonly mistake?: CommonMistake;
  readonly severity: Severity;
  readonly why: string;
  /** What to do, null if nothing has to be done. */
  readonly fix: string | null;
  /** Whether it has edits. `safe`: they only correct the spelling. `asks`: a person has to decide. A finding can override it. */
  readonly fixes: 'safe' | 'asks' | null;
  /** The standard, page or program it comes from. `Ours:` marks what no document says. */
  readonly source: string;
  /** The dialects that interpret the file otherwise than its author meant. */
  readonly hurts: Hurts;
  /** What the check cannot do without. */
  readonly needs?: Need;
}

/** `earlier`: an earlier version of the file. `agents`: responses to other User-Agent headers. */
export type Need = 'url' | 'crawl' | 'earlier' | 'agents';

/** Looked at once per file, even where the body is no text; `fetch` once per file that was fetched. */
export type WholeCheck = Entry & { readonly on: 'bytes' | 'file' | 'fetch'; readonly find: (source: Source) => Found };
/** Looked at for every line; `rule` for Allow and Disallow with a colon or without, `agent` for User-agent. */
export type LineCheck = Entry & {
  readonly on: 'line' | 'rule' | 'agent';
  readonly find: (line: SourceLine, source: Source) => Found;
};
export type GroupCheck = Entry & { readonly on: 'group'; readonly find: (group: LintGroup, source: Source) => Found };
/** Looked at once per file, with what a crawl saw. */
export type CrawlCheck = Entry & { readonly on: 'crawl'; readonly find: (crawl: CrawlView, source: Source) => Found };
export type Check = WholeCheck | LineCheck | GroupCheck | CrawlCheck;

export const valueSpan = (line: SourceLine): Span => ({ line, from: line.valueAt, to: line.valueEnd });
export const keySpan = (line: SourceLine): Span => ({ line, from: line.keyAt, to: line.keyEnd });
export const wholeSpan = (line: SourceLine): Span => ({ line, from: 0, to: line.text.length });
