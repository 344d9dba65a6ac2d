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
  /** `not-asked`: the crawl holds no answer to /robots.txt. `not-stored`: it holds the status, but this crawler would read the body. */
  readonly reason: RobotsReason | 'not-asked' | 'not-stored';
  /** The dialect's own ending where there is one. */
  readonly special?: RobotsSpecial;
  /** May it be listed: `url-only` where the page may not be read. Absent where that is unknown or the crawler lists nothing. */
  readonly indexable?: 'yes' | 'no' | 'url-only';
  /** The directive that forbids listing, '' for none. */
  readonly directive: string;
  /** What makes its verdict another one than that of the crawl's own profile; null where they agree. */
  readonly differsFrom: MatrixDifference | null;
  /** The whole verdict where profiles were asked for by name. */
  readonly detail: RobotsVerdict | null;
}

export interface UrlMatrix {
  readonly url: string;
  /** Where the file is shown; version null where none was stored. */
  readonly origin: string;
  readonly version: number | null;
  /** Id of the crawl's own profile, whose row comes first unless others were asked for. */
  readonly profile: string;
  readonly rows: readonly MatrixRow[];
}
