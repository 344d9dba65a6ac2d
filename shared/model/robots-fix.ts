/** The smallest edit of a robots.txt that frees or blocks chosen URLs and no others. Lines count from 1. */

export interface FixLine {
  /** ' ': unchanged, '-': removed, '+': added. */
  readonly mark: ' ' | '-' | '+';
  /** In the file before for '-', in the file after otherwise. */
  readonly line: number;
  readonly text: string;
}

export interface ProposedFix {
  /** Lines added, changed or removed. */
  readonly edits: number;
  /** Edited lines with up to three unchanged ones around them; parts far from each other are apart. */
  readonly diff: readonly (readonly FixLine[])[];
  /** The whole file as it would be. */
  readonly text: string;
  /** What replaying every stored URL with that file showed. */
  readonly proof: {
    /** Chosen URLs that were to change, and those that do. */
    readonly wanted: number;
    readonly flipped: number;
    /** Other URLs whose verdict changes. */
    readonly others: number;
    /** URLs judged. */
    readonly total: number;
  };
  /** The first of those others. */
  readonly otherUrls: readonly string[];
}

export interface RobotsFix {
  readonly origin: string;
  /** Number by time of the version of robots.txt that is edited; null for a draft. */
  readonly version: number | null;
  readonly profile: string;
  readonly goal: 'free' | 'block';
  /** URLs chosen, of them those of other origins, which this file says nothing about, and those never seen. */
  readonly chosen: number;
  readonly elsewhere: number;
  readonly unseen: number;
  /** `none`: no edit was found that changes the chosen URLs and no others; `nearest` is what comes closest. */
  readonly outcome: 'exact' | 'none' | 'already' | 'no-rules' | 'too-many';
  readonly exact: ProposedFix | null;
  readonly nearest: ProposedFix | null;
  readonly ms: number;
}
