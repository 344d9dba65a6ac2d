/** What a machine asks of JavaScript while it works. Places are those of bytes in the page, or of units in the area at hand. */
export interface MachineHost {
  /** Looks a UTF-16 unit up: an entry of `foldedUnits`. */
  learn(unit: number): number;
  /** Reads the character reference at a byte: writes the place behind it and its units to `result`; returns how many units, 0 for none. */
  reference(at: number): number;
  /** Two words with this hash begin at `at`. */
  phrase(at: number, pair: number): void;
  /** A copyright notice may begin at `at`; `length`: units that may be looked at. */
  notice(at: number, length: number): void;
  /** Whether a sentence ends before these units; 0 for none. */
  sentenceEnds(after: number, next: number): number;
}

/**
 * The loops over every character of a page, compiled from electron/wasm/ to WebAssembly, with the page in its memory: faster than JavaScript, with the
 * same answers. It holds one page at a time. Its memory has a fixed size.
 */
export interface PageMachine {
  /** All of its memory, as three views; see `place`. */
  readonly bytes: Uint8Array;
  readonly units: Uint16Array;
  readonly numbers: Int32Array;
  /** The bytes [start, end) of its memory in base64, and as UTF-16. */
  base64(start: number, end: number): string;
  utf16(start: number, end: number): string;
  /** Answers the machine's questions: whoever reads a page sets it. */
  host: MachineHost;
  /** Called when an element closes that a collector watches: its number, where its start tag began, and where it ends. Whoever reads a page sets it. */
  closed: (id: number, start: number, end: number) => void;
  /** Tells it `wordHash` of "copyright" and of "copy". */
  prepare(copyright: number, copy: number): void;
  /** Begins a page of so many bytes, which lie at `place.page`. */
  open(length: number): void;
  /** Begins to scan that page at byte `skip`, its first character. */
  begin(skip: number, length: number): void;
  /** Goes on to the next tag or text that JavaScript has to see: see `MachineScanner`. */
  scan(mode: number, model: number): number;
  /** Adds the text of bytes [start, end) of the page to an area: see `GatheredText.addBytes`. */
  gather(area: number, start: number, end: number): void;
  addBreak(area: number): void;
  /** Units of an area, without white space at its end. */
  lengthOf(area: number): number;
  /** `TextPass.read`, but for words and hash; 0 where that has to do it. */
  read(area: number, mostCounted: number): number;
  /** Counts the words of an area, and computes the lanes of its hash: see `hashText`. */
  hash(area: number): void;
  /** Writes the signature of the area that was read last to `place.signature`; 0 for none. */
  sign(): number;
  /**
   * Counts the words that begin in bytes [start, end) of the page: see `WordCounter.countUtf8`. `before`: 1 where white space is before them.
   * Returns twice their number, and 1 more where the last character separates words.
   */
  countWords(start: number, end: number, before: number): number;
  /** Counts words, sentences and syllables of units [0, length) of an area; `joined` and `ends` say how the language works. */
  count(area: number, length: number, joined: number, ends: number): void;
}

/** Where things lie in a machine's memory, in bytes: electron/wasm/layout.ts. */
export const place = {
  /** Of `hash`: words, and from the fifth number on 16 lanes. Of `count`: words, sentences, syllables. */
  result: 0x400,
  /** Of each area 16 bytes: its units, its bytes of UTF-8 beyond one for each unit, its surrogate pairs, where its units lie. */
  areas: 0x800,
  signature: 0x2000,
  filter: 0x3000,
  vowels: 0x4000,
  joined: 0x5000,
  folded: 0x10000,
  /** The tag that was read last, and where the values of its attributes begin and end. */
  tag: 0x58000,
  valueStarts: 0x58040,
  valueEnds: 0x58140,
  /** What `scan` tells besides its result; the word count is first. */
  scan: 0x58280,
  tagSlots: 0x58400,
  attributeSlots: 0x58c00,
  tagNames: 0x59400,
  attributeNames: 0x5a000,
  tagLengths: 0x5a400,
  attributeLengths: 0x5a4c0,
  kinds: 0x5a500,
  elements: 0x5a800,
  page: 0x13c000,
} as const;

/** Longer pages do not fit into the memory of 16 MiB with all their text: JavaScript reads them. */
export const longestMachinePage = 2 * 1024 * 1024;
