/** Diagnostics of a robots.txt, for the window. */

/** Bytes of the file, and what goes in their place. */
export interface LintEdit {
  readonly start: number;
  readonly end: number;
  readonly insert: string;
}

export interface LintFix {
  /** What to do, one sentence. */
  readonly title: string;
  /** Without overlaps, in file order; none where the fix cannot be made by a machine. */
  readonly edits: readonly LintEdit[];
}

export interface LintFinding {
  readonly id: string;
  readonly severity: 'E' | 'W' | 'I';
  /** From 1, CR, LF and CR LF end a line; 0: the file as a whole. */
  readonly line: number;
  /** UTF-16 units from 1; `endColumn` is the first one after it. 0 where the line is 0. */
  readonly column: number;
  readonly endColumn: number;
  /** The same place in bytes of the file, 0, 0 for the file as a whole. */
  readonly start: number;
  readonly end: number;
  readonly message: string;
  readonly why: string;
  readonly fix: LintFix | null;
  /** Names of the dialects that read the file otherwise than its author meant. */
  readonly dialects: readonly string[];
  /** Every dialect does. */
  readonly everybody: boolean;
}

export interface LintView {
  readonly findings: readonly LintFinding[];
  /** All findings, also those that are not listed. */
  readonly counts: { readonly E: number; readonly W: number; readonly I: number };
  /** How many checks were made. */
  readonly checks: number;
  /** Checks that could not be made; with `checks` all there are. */
  readonly notChecked: readonly { readonly id: string; readonly why: string }[];
  /** Why the lines themselves were not checked, '' where they were. */
  readonly sentence: string;
}
