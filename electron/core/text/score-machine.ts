/** The loops of `LanguageScores`, compiled from electron/wasm/language.ts to WebAssembly with tables of their own: faster, with the same answers. */
export interface ScoreMachine {
  /** All of its memory, as two views; see `scorePlace`. */
  readonly units: Uint16Array;
  readonly sums: Int32Array;
  /** Answers its question about a UTF-16 unit: `unitEntry`. Whoever uses it sets it. */
  letter: (unit: number) => number;
  /** Writes the bytes of a base64 text to `scorePlace.data`. */
  write(base64: string): void;
  /** Makes its table from the data at `scorePlace.data`, which has so many pieces of each place. */
  build(inside: number, first: number, last: number, whole: number): void;
  /** Writes the first `length` units of the text in lower case and without signs; returns their units, -1 where JavaScript has to do it. */
  normalize(length: number): number;
  /** Adds up the scores of so many units; returns how many distinct pieces they have. */
  score(length: number): number;
}

/** Where things lie in its memory, in bytes. */
export const scorePlace = {
  text: 0x400,
  normalized: 0xc00,
  /** A 32-bit number for each language. */
  sums: 0x1600,
  data: 0x180000,
} as const;

/** What is said of a unit: for a letter, `isLetter` and its lower case; for a letter whose lower case depends on its neighbours, all three. */
export const unitEntry = { isLetter: 1 << 16, isNone: 1 << 17, isContextual: 3 << 16 } as const;

/** Starts a machine; null where the platform has none. */
export type StartScores = () => Promise<ScoreMachine | null>;
