import type { PageVerdict, VerdictReason } from './directives.ts';
import type { EvidenceTarget } from './explanation.ts';
import type { RobotsReason, RobotsSpecial, RobotsVerdict } from './robots.ts';

/** One setting that parts two crawlers: what ours has and what the other has, in words. */
export interface MatrixChange {
  /** The name of a dialect's setting, or `name`, `ignoresStar`, `dialect` where none is to blame. */
  readonly knob: string;
  readonly from: string;
  readonly to: string;
}

export interface MatrixDifference extends MatrixChange {
  /** A second setting where only both together make the difference. */
  readonly also?: MatrixChange;
}

/** A reason with its place made readable. */
export interface MatrixReason extends VerdictReason {
  /** 'robots.txt, line 3', 'bytes 10–40 of the page'; '' for no place in particular. */
  readonly label: string;
  readonly open: EvidenceTarget | null;
  /** When this crawl fetched the response it was read from, epoch milliseconds; absent for robots.txt. */
  readonly seenAt?: number;
}

/** How one crawler reads the stored robots.txt and page for one URL. */
export interface MatrixRow {
  /** Id of the profile. */
  readonly profile: string;
  readonly name: string;
  readonly dialect: string;
  /** The name under which it reads the file: its own, or one it falls back to. */
  readonly agent: string;
  /** Null where it may choose, or where nothing is known. */
  readonly allowed: boolean | null;
  /** The deciding line of robots.txt, 0 for none. */
  readonly line: number;
  readonly rule: string;
  /**
   * `not-asked`: the crawl has no response for /robots.txt. `not-stored`: it has only the status, but this crawler
   * would read the body.
   */
  readonly reason: RobotsReason | 'not-asked' | 'not-stored';
  /** The dialect's own ending where there is one. */
  readonly special?: RobotsSpecial;
  /** Id of the engine by which it reads page directives. */
  readonly engine: string;
  /**
   * Whether crawlers may list the URL. `url-only`: they must not read the page. `choice`: directives contradict each
   * other, so the robot decides. Absent where that is unknown or the crawler lists nothing.
   */
  readonly indexable?: 'yes' | 'no' | 'url-only' | 'choice';
  /** The directive that forbids listing, '' for none. */
  readonly directive: string;
  /** Are its links followed: `hint` where all carry rel=nofollow and the engine takes that as a hint. Absent where unknown. */
  readonly follow?: 'yes' | 'no' | 'hint' | 'choice';
  /** Characters of a snippet, 0 for none, -1 for no limit. Absent where unknown or the crawler lists nothing. */
  readonly snippet?: number;
  /** The canonical URL, as the engine interprets it. Absent where unknown. */
  readonly canonical?: NonNullable<PageVerdict['canonical']>;
  /** What is true of this crawler and the URL besides the verdicts, in sentences. */
  readonly notes: readonly string[];
  /** All reasons for these results if the call named profiles, otherwise empty. */
  readonly reasons: readonly MatrixReason[];
  /** What makes its verdict another one than that of the crawl's own profile; null where they agree. */
  readonly differsFrom: MatrixDifference | null;
  /** The whole verdict if the call named profiles. */
  readonly detail: RobotsVerdict | null;
}

export interface UrlMatrix {
  readonly url: string;
  /** Where the file is shown; version null where none was stored. */
  readonly origin: string;
  readonly version: number | null;
  /** Id of the crawl's own profile, whose row comes first unless the call named others. */
  readonly profile: string;
  readonly rows: readonly MatrixRow[];
}
