import type { SplittingKnob } from '../robots/explain-difference.ts';
import type { Reader } from './reader.ts';

/** Crawlers that read one robots.txt, by profile. */
export interface Party {
  readonly profile: string;
  readonly reader: Reader;
}

/** URLs on which the same crawlers are parted by the same lines. */
export interface Disagreement {
  /** What every party says, in order of the parties given. */
  readonly says: readonly { readonly profile: string; readonly allowed: boolean | null; readonly line: number }[];
  readonly urls: number;
  /** The first rows, at most `MOST_EXAMPLES`. */
  readonly examples: readonly number[];
  /** The setting that parts the first party from the first that differs from it; null where none was found in the tries given. */
  readonly knob: SplittingKnob | null;
  /** The two profiles the knob parts. */
  readonly between: readonly [string, string];
}
// class Disagreements { constructor(table, parties, bytes); addRows(): Steps<number>; groups(); rows(group): Steps<Int32Array> }
