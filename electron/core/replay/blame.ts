import type { Reader } from './reader.ts';

/** One version of a robots.txt before one crawler, oldest first in a list. */
export interface Version {
  readonly id: number;
  readonly reader: Reader;
}

/** Versions `from` to `to` (places in the list, inclusive) that give one verdict by one line text. */
export interface VerdictRun {
  readonly from: number;
  readonly to: number;
  readonly allowed: boolean | null;
  readonly line: number;
  readonly text: string;
}

/** Since when the present verdict holds. */
export interface Blame {
  /** Place of the first version of the present run. */
  readonly since: number;
  readonly allowed: boolean | null;
  /** The deciding line in that version, and its text. */
  readonly line: number;
  readonly text: string;
}
// runsOf(versions, url): VerdictRun[]; blame(table, versions): Steps<BlameTable>
