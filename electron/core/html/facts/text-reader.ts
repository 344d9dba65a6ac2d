import { PhraseSet } from '../../text/phrase-set.ts';
import { PhraseStarts } from '../../text/phrase-starts.ts';
import { errorTexts } from '../../text/phrases/error-texts.ts';
import { placeholderText } from '../../text/phrases/placeholder-text.ts';
import { type Readability, readabilityOf } from '../../text/readability.ts';
import { TextPass } from '../../text/text-pass.ts';
import { textOf } from '../../text/text-units.ts';
import { base64 } from './lists.ts';

/** The text of one area of a page. */
export interface TextOfArea {
  /** UTF-16 units; valid up to `length`, with at least one more behind. */
  readonly units: Uint16Array;
  readonly length: number;
  /** Bytes in UTF-8. */
  readonly bytes: number;
  /** Code points. */
  readonly characters: number;
}

const LINE = 10;

/** Two texts as one, each a block of its own. */
export function joinedText(one: TextOfArea, other: TextOfArea): TextOfArea {
  const length = one.length + 1 + other.length;
  const units = new Uint16Array(length + 1);
  units.set(one.units.subarray(0, one.length));
  units[one.length] = LINE;
  units.set(other.units.subarray(0, other.length), one.length + 1);
  return { units, length, bytes: one.bytes + other.bytes, characters: one.characters + other.characters };
}

/** Reads the areas of a page, one after the other: see `TextPass`. */
export interface TextReader<Area extends TextOfArea = TextOfArea> {
  read(area: Area, mostCounted: number): void;
  /** What the last area has. */
  readonly words: number;
  readonly newestCopyright: number;
  readonly phrases: readonly string[];
  hash(): string;
  /** In base64. */
  signature(): string | null;
  /** The first `length` units of an area. */
  beginning(area: Area, length: number): string;
  /** The reading ease of the first `length` units of an area: see `readability`. */
  readability(area: Area, length: number, language: string): Readability | null;
}

/** Where placeholder text and errors of programs begin. */
export const markStarts = new PhraseStarts(new PhraseSet([...placeholderText.phrases, ...errorTexts.phrases]));

/** Reads in JavaScript. */
export class PlainTextReader implements TextReader {
  readonly #pass = new TextPass(markStarts);

  get words(): number {
    return this.#pass.words;
  }

  get newestCopyright(): number {
    return this.#pass.newestCopyright;
  }

  get phrases(): readonly string[] {
    return this.#pass.phrases;
  }

  read({ units, length }: TextOfArea, mostCounted: number): void {
    this.#pass.read(units, length, mostCounted);
  }

  hash(): string {
    return this.#pass.hash();
  }

  signature(): string | null {
    const signature = this.#pass.signature();
    return signature === null ? null : base64(signature);
  }

  beginning({ units }: TextOfArea, length: number): string {
    return textOf(units, 0, length);
  }

  readability({ units }: TextOfArea, length: number, language: string): Readability | null {
    return readabilityOf(units, length, language);
  }
}

/** One for all pages that JavaScript reads. */
export const plainTextReader = new PlainTextReader();
