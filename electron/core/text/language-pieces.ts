/** Bytes of UTF-8 that are looked at: up to the first space after so many, and no more than that. */
const cutAfter = 350;
const enforceCutAfter = 380;
/** Bytes of a word that are examined, besides its end. */
const longestWord = 70;
const leastScore = 53;

const STARTS = 1;
const ENDS = 2;
/** The end of a word that is longer than `longestWord`: no language knows it. */
const OVERLONG = 4;
const SPACE = 32;

/** Slots of the table of pieces, and of the pieces of one text: powers of two. */
const slots = 1 << 17;
const textSlots = 1 << 10;

const slotOf = (piece: number, place: number): number => {
  const mixed = Math.imul(piece ^ (piece >>> 15) ^ Math.imul(place, 0x9e3779b1), 0x85ebca6b);
  return mixed ^ (mixed >>> 13);
};

/**
 * The pieces of words that languages know, and the scores of one text after the other: the part of `LanguageScores` that a `ScoreMachine` does where
 * there is one.
 */
export class LanguagePieces {
  /** The score of the text, by language. */
  readonly sums: Int32Array;
  readonly #pieces: Int32Array;
  readonly #places: Uint8Array;
  /** Where the languages of each piece start; one more at the end. */
  readonly #starts: Int32Array;
  readonly #known: Uint8Array;
  readonly #scores: Uint8Array;
  readonly #table = new Int32Array(slots);

  readonly #bytes = new Uint8Array(enforceCutAfter + 8);
  /** The distinct pieces of the current text: slots whose round is the current one. */
  readonly #textPieces = new Int32Array(textSlots);
  readonly #textPlaces = new Uint8Array(textSlots);
  readonly #rounds = new Int32Array(textSlots);
  #round = 0;
  #distinct = 0;

  /** `counts` and `bytes`: those of `LanguageData`. */
  constructor(languages: number, counts: readonly number[], bytes: Uint8Array<ArrayBuffer>) {
    this.sums = new Int32Array(languages);
    const total = counts.reduce((sum, count) => sum + count, 0);
    this.#pieces = new Int32Array(bytes.buffer, 0, total);
    this.#places = new Uint8Array(total);
    this.#starts = new Int32Array(total + 1);
    let piece = 0;
    let start = 0;
    for (const [place, count] of counts.entries())
      for (let i = 0; i < count; i++, piece++) {
        this.#places[piece] = place;
        this.#starts[piece] = start;
        start += bytes[4 * total + piece] as number;
        this.#insert(piece);
      }
    this.#starts[total] = start;
    this.#known = bytes.subarray(5 * total, 5 * total + start);
    this.#scores = bytes.subarray(5 * total + start, 5 * total + 2 * start);
  }

  /** Adds up the scores of the words in units[0, length); returns how many distinct pieces they have. */
  score(units: Uint16Array, length: number): number {
    this.sums.fill(0);
    this.#distinct = 0;
    this.#round++;
    this.#readWords(units, length);
    return this.#distinct;
  }

  #insert(piece: number): void {
    let slot = slotOf(this.#pieces[piece] as number, this.#places[piece] as number) & (slots - 1);
    while (this.#table[slot] !== 0) slot = (slot + 1) & (slots - 1);
    this.#table[slot] = piece + 1;
  }

  #readWords(units: Uint16Array, length: number): void {
    const bytes = this.#bytes;
    let size = 0;
    let counted = 0;
    for (let i = 0; i < length && counted <= enforceCutAfter; i++) {
      const unit = units[i] as number;
      if (unit === SPACE) {
        this.#readWord(size);
        size = 0;
        if (counted > cutAfter) return;
        counted++;
        continue;
      }
      const before = size;
      if (unit < 0x80) bytes[size++] = unit;
      else {
        if (unit < 0x800) bytes[size++] = 0xc0 | (unit >> 6);
        else {
          bytes[size++] = 0xe0 | (unit >> 12);
          bytes[size++] = 0x80 | ((unit >> 6) & 63);
        }
        bytes[size++] = 0x80 | (unit & 63);
      }
      counted += size - before;
    }
    this.#readWord(size);
  }

  /** Counts the pieces of a word: the first `size` bytes. */
  #readWord(size: number): void {
    if (size === 0) return;
    const bytes = this.#bytes;
    const most = Math.min(size, longestWord);
    let at = 0;
    for (; at + 4 < most; at += 3) this.#add(this.#fourAt(at), at === 0 ? STARTS : 0);
    const start = at === 0 ? STARTS : 0;
    if (size > longestWord) {
      let hash = 0;
      for (let i = most - 4; i < size; i++) hash = Math.imul(hash, 31) + (bytes[i] as number);
      this.#add(hash | 0, start | ENDS | OVERLONG);
      return;
    }
    for (let i = size; i < 4; i++) bytes[i] = 0;
    this.#add(this.#fourAt(Math.max(0, size - 4)), start | ENDS);
  }

  #fourAt(at: number): number {
    const bytes = this.#bytes;
    return (
      (bytes[at] as number) |
      ((bytes[at + 1] as number) << 8) |
      ((bytes[at + 2] as number) << 16) |
      ((bytes[at + 3] as number) << 24)
    );
  }

  /** Counts a piece, once in a text. */
  #add(piece: number, place: number): void {
    const hash = slotOf(piece, place);
    let slot = hash & (textSlots - 1);
    while (this.#rounds[slot] === this.#round) {
      if (this.#textPieces[slot] === piece && this.#textPlaces[slot] === place) return;
      slot = (slot + 1) & (textSlots - 1);
    }
    this.#rounds[slot] = this.#round;
    this.#textPieces[slot] = piece;
    this.#textPlaces[slot] = place;
    this.#distinct++;
    if ((place & OVERLONG) !== 0) return;
    slot = hash & (slots - 1);
    for (let found = this.#table[slot] as number; found !== 0; found = this.#table[slot] as number) {
      if (this.#pieces[found - 1] === piece && this.#places[found - 1] === place) {
        this.#count(found - 1);
        return;
      }
      slot = (slot + 1) & (slots - 1);
    }
  }

  #count(found: number): void {
    const end = this.#starts[found + 1] as number;
    for (let i = this.#starts[found] as number; i < end; i++) {
      const language = this.#known[i] as number;
      this.sums[language] = (this.sums[language] as number) + (this.#scores[i] as number) + leastScore;
    }
  }
}
