/**
 * The result of a run of robots assertions. Lines and columns count from 1, columns in UTF-16 units, `endColumn` is
 * the first one after it.
 */

/** `unchecked`: it could not be checked, and the findings say why; never counted as met. */
export type AssertionStatus = 'met' | 'unmet' | 'unchecked';

/** One way in which an assertion is not met, or the reason why it could not be checked. */
export interface AssertionFinding {
  /** The crawler as written, '' where the assertion is about the file as a whole. */
  readonly crawler: string;
  readonly expected: string;
  /** '' where nothing could be checked. */
  readonly got: string;
  /** Name or address of the robots.txt, its deciding line and that line as written; 0 and '' where no line decided. */
  readonly robots: string;
  readonly robotsLine: number;
  readonly robotsText: string;
  /** One sentence, or a few phrases: how it came about. */
  readonly why: string;
  /** What it concerns, such as URLs that are decided otherwise: a few of them. */
  readonly examples: readonly string[];
  /** How many it concerns in all. */
  readonly concerned: number;
}

/** The outcome of one line. */
export interface AssertionResult {
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
  readonly verb: string;
  /** Whose robots.txt it is about. */
  readonly origin: string;
  readonly status: AssertionStatus;
  /** What is the case, in a few words; also where that was expected. */
  readonly got: string;
  /** Empty when met. */
  readonly findings: readonly AssertionFinding[];
  /** How many findings beyond the first twenty are not listed. */
  readonly more: number;
}

/** A line that cannot be read, and what to write instead. */
export interface AssertionProblem {
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
  readonly message: string;
  readonly fix: string;
}

export interface AssertionReport {
  readonly problems: readonly AssertionProblem[];
  readonly results: readonly AssertionResult[];
  readonly met: number;
  readonly unmet: number;
  readonly unchecked: number;
}

/** A stored set of assertions: about one origin, or about the whole file (`origin` is ''). */
export interface AssertionSetView {
  readonly origin: string;
  /** '' where none was saved. */
  readonly text: string;
  /** What was typed and not saved; null where nothing was. */
  readonly unsaved: string | null;
  readonly updatedAt: number | null;
}

/** Assertions that a robots.txt does not meet: how many, whose, and the first of the versions in a row that failed. */
export interface FailingAssertions {
  readonly origin: string;
  readonly unmet: number;
  readonly unchecked: number;
  /** Id of the version and its number among those of the origin, from 1. */
  readonly since: number;
  readonly sinceNumber: number;
}

/** Characters of a set of assertions, at most: some twenty thousand lines. */
export const longestAssertions = 2_097_152;

/** Assertions made of verdicts of today. */
export interface AssertionsMade {
  readonly text: string;
  /** The crawler as it is written in them. */
  readonly crawler: string;
  /** How many URLs were checked, and how many have no verdict because robots.txt was not requested or could not be read. */
  readonly urls: number;
  readonly undecided: number;
  /** There were more URLs than are taken at once. */
  readonly more: boolean;
  /** The origin most of the verdicts are about, '' where there is none. */
  readonly origin: string;
}

/** A part of a set of assertions. Lines count from 1; `first` and `last` are the first and last returned line, 0 for none. */
export interface AssertionsMerged {
  readonly text: string;
  readonly added: number;
  /**
   * Skipped, because they exist already: as a separate line, in a line for several crawlers, or in one that names the
   * rule as well.
   */
  readonly present: number;
  /** Skipped, because an existing line expects the opposite; `contraryLine` is the first such line, 0 for none. */
  readonly contrary: number;
  readonly contraryLine: number;
  readonly first: number;
  readonly last: number;
}
