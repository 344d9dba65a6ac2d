/** A robots.txt as it might become: what the draft editor of the window works with. */

/** UTF-16 units a draft may have; crawlers read about half of it (RFC 9309 section 2.5: at least 500 KiB). */
export const longestDraft = 1_000_000;

/** A draft kept in the crawl file. */
export interface RobotsDraftRow {
  readonly id: number;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
  /** The stored version that it was copied from, null for an empty start. */
  readonly baseVersion: number | null;
  /** Length of the text in UTF-16 units. */
  readonly length: number;
}

export interface RobotsDraft extends RobotsDraftRow {
  readonly text: string;
}

/** An edit without a name, kept as it is typed. */
export interface WorkingDraft {
  readonly text: string;
  /** The stored version that it was copied from, null for an empty start. */
  readonly base: number | null;
}

/** The initial text of a draft of an origin. */
export interface DraftDesk {
  readonly origin: string;
  /** The stored version the draft is laid beside, null where none is stored. */
  readonly version: number | null;
  /** The text of that version; '' where the response has none. Bytes that are not UTF-8 are replaced. */
  readonly text: string;
  /** That version was read as rules: otherwise a draft replaces “no file” or an error. */
  readonly isRules: boolean;
  /** The file is longer than a draft may be, and ends here. */
  readonly cut: boolean;
  /** Its lines end with CR LF. */
  readonly crLf: boolean;
  /** Saved drafts of the origin, the latest first. */
  readonly drafts: readonly RobotsDraftRow[];
  /** What was typed and not saved under a name; null where nothing was. */
  readonly working: WorkingDraft | null;
  /** Names that a User-agent line may have: product tokens of the known crawlers. */
  readonly agents: readonly string[];
}

/** A part of the site, for completions: the first segment of the path. */
export interface SiteSection {
  readonly section: string;
  readonly urls: number;
}
