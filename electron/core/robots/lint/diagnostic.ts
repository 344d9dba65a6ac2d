import type { Dialect } from '../dialect.ts';
import type { LintGroup, Source, SourceLine } from './source.ts';

/** E: rules are lost or mean something else for at least one large crawler. W: crawlers differ, or it is hardly meant. I: good to know. */
export type Severity = 'E' | 'W' | 'I';

/** `replacement`, where there is one, goes in place of the columns of the diagnostic; it may hold a line end. */
export interface Fix {
  readonly text: string;
  readonly replacement?: string;
}

/** One finding. Lines and columns count from 1, columns in UTF-16 units, `endColumn` is the first one behind; line 0: the file as a whole. */
export interface Diagnostic {
  readonly id: string;
  readonly severity: Severity;
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
  readonly message: string;
  readonly why: string;
  readonly fix: Fix | null;
  /** Ids of the dialects that read the file otherwise than its author meant. */
  readonly dialects: readonly string[];
}

/** How the file was fetched, as far as known. */
export interface FetchFacts {
  /** HTTP status of the last answer, null where none came. */
  readonly status: number | null;
  /** Why no answer came. */
  readonly problem?: string;
  readonly contentType?: string | null;
  readonly contentEncoding?: string | null;
  readonly cacheControl?: string | null;
  /** URLs redirected to, in order; the last one gave the answer. */
  readonly redirects?: readonly string[];
  readonly elapsedMs?: number;
}

export interface LintInput {
  readonly bytes: Uint8Array;
  /** Where the file was asked for. */
  readonly url?: string;
  readonly fetch?: FetchFacts;
}

/** What a check found. Without `at` it concerns the thing that was looked at. */
export interface Finding {
  readonly says: string;
  readonly at?: Span;
  readonly replacement?: string;
  /** Instead of the fix of the check. */
  readonly fix?: string;
  /** Instead of the dialects of the check. */
  readonly hurts?: Hurts;
}

/** Columns from 0 here. */
export interface Span {
  readonly line: SourceLine;
  readonly from: number;
  readonly to: number;
}

export type Hurts = (dialect: Dialect) => boolean;
export type Found = Finding | readonly Finding[] | null;

interface About {
  readonly id: string;
  readonly severity: Severity;
  readonly why: string;
  /** What to do, null where nothing is to be done. */
  readonly fix: string | null;
  readonly hurts: Hurts;
}

/** Looked at once per file, even where the body is no text; `fetch` once per file that was fetched. */
export type WholeCheck = About & { readonly on: 'bytes' | 'file' | 'fetch'; readonly find: (source: Source) => Found };
/** Looked at for every line; `rule` for Allow and Disallow with a colon or without, `agent` for User-agent. */
export type LineCheck = About & {
  readonly on: 'line' | 'rule' | 'agent';
  readonly find: (line: SourceLine, source: Source) => Found;
};
export type GroupCheck = About & { readonly on: 'group'; readonly find: (group: LintGroup, source: Source) => Found };
export type Check = WholeCheck | LineCheck | GroupCheck;

export const valueSpan = (line: SourceLine): Span => ({ line, from: line.valueAt, to: line.valueEnd });
export const keySpan = (line: SourceLine): Span => ({ line, from: line.keyAt, to: line.keyEnd });
