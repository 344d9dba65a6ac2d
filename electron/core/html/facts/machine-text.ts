import { foldedUnits, learnUnit } from '../../text/folded-units.ts';
import { FoundMarks } from '../../text/found-marks.ts';
import { endsBefore, type Readability, readabilityFrom } from '../../text/readability.ts';
import { signatureLength } from '../../text/signer.ts';
import { type SyllableLanguage, vowelTables } from '../../text/syllables.ts';
import { type ExactText, hashText } from '../../text/text-hash.ts';
import { copy, copyright } from '../../text/text-pass.ts';
import { longestMachinePage, type MachineHost, type PageMachine, place } from '../page-machine.ts';
import type { PageText } from '../page-text.ts';
import { ReferenceReader } from '../references.ts';
import { type AreaText, type ReadableText, readableText } from './area-text.ts';
import { AREA, type Area } from './open-elements.ts';
import { markStarts, plainTextReader, type TextOfArea, type TextReader } from './text-reader.ts';

const areas = Object.values(AREA);
const references = new ReferenceReader();
const result = place.result >> 2;
/** Where the lanes of a text's hash lie. */
const lanes = result + 4;

/** How the ends of words are spoken, by language: as in electron/wasm/reading.ts. */
const wordEnds: ReadonlyMap<SyllableLanguage, number> = new Map([
  ['en', 1],
  ['fr', 2],
]);

/** An area in the memory of a machine. For most areas, callers only need the sizes. */
class MachineArea implements TextOfArea {
  readonly owner: MachineAreaText;
  readonly number: Area;
  readonly length: number;
  readonly bytes: number;
  readonly characters: number;
  /** The byte of its first unit. */
  readonly base: number;
  readonly #units: Uint16Array;

  constructor(owner: MachineAreaText, number: Area, { numbers, units, lengthOf }: PageMachine) {
    const at = (place.areas >> 2) + 4 * number;
    this.owner = owner;
    this.number = number;
    this.length = lengthOf(number);
    this.bytes = this.length + (numbers[at + 1] as number);
    this.characters = this.length - (numbers[at + 2] as number);
    this.base = numbers[at + 3] as number;
    this.#units = units;
  }

  get units(): Uint16Array {
    const first = this.base >> 1;
    return this.#units.subarray(first, first + this.length + 1);
  }
}

/** Reads areas in the memory of the machine; JavaScript reads those in which the lower case of a letter depends on its neighbours. */
class MachineReader implements TextReader<MachineArea>, MachineHost {
  readonly #machine: PageMachine;
  readonly #marks = new FoundMarks(markStarts);
  /** The page at hand, its text, and the byte of its first character. */
  owner: MachineAreaText | null = null;
  text = '';
  skip = 0;
  /** The area at hand, and how many of its units are counted. */
  #area: MachineArea | null = null;
  #counted = 0;
  /** JavaScript read it. */
  #isPlain = false;
  /** Words and hash of the area at hand; null before somebody asks. */
  #exact: ExactText | null = null;
  /** Of the language whose tables the machine has. */
  #language = '';

  constructor(machine: PageMachine) {
    this.#machine = machine;
    machine.host = this;
    machine.numbers.set(foldedUnits, place.folded >> 2);
    machine.bytes.set(markStarts.filter, place.filter);
    machine.prepare(copyright, copy);
  }

  /** Throws Error if another page has the machine: a language detector, say, that reads a page itself. */
  #check({ owner }: MachineArea): void {
    if (owner !== this.owner) throw new Error('another page has the machine');
  }

  get words(): number {
    return this.#isPlain ? plainTextReader.words : this.#readExact().words;
  }

  get newestCopyright(): number {
    return this.#isPlain ? plainTextReader.newestCopyright : this.#marks.newestCopyright;
  }

  get phrases(): readonly string[] {
    return this.#isPlain ? plainTextReader.phrases : this.#marks.phrases;
  }

  read(area: MachineArea, mostCounted: number): void {
    this.#check(area);
    this.#area = area;
    this.#exact = null;
    this.#counted = Math.min(area.length, mostCounted);
    this.#marks.start();
    this.#isPlain = this.#machine.read(area.number, mostCounted) === 0;
    if (this.#isPlain) plainTextReader.read(area, mostCounted);
  }

  hash(): string {
    return this.#isPlain ? plainTextReader.hash() : this.#readExact().hash;
  }

  #readExact(): ExactText {
    if (this.#exact !== null) return this.#exact;
    const { numbers } = this.#machine;
    const { number, length } = this.#area as MachineArea;
    this.#machine.hash(number);
    this.#exact = { words: numbers[result] as number, hash: hashText(numbers, lanes, length) };
    return this.#exact;
  }

  signature(): string | null {
    if (this.#isPlain) return plainTextReader.signature();
    return this.#machine.sign() === 1 ? this.#machine.base64(place.signature, place.signature + signatureLength) : null;
  }

  beginning(area: MachineArea, length: number): string {
    this.#check(area);
    return this.#machine.utf16(area.base, area.base + 2 * length);
  }

  readability(area: MachineArea, length: number, language: string): Readability | null {
    this.#check(area);
    return readabilityFrom(language, known => {
      const { numbers } = this.#machine;
      this.#machine.count(area.number, length, this.#joinedOf(known), wordEnds.get(known) ?? 0);
      const at = (which: number): number => numbers[result + which] as number;
      return { words: at(0), sentences: at(1), syllables: at(2) };
    });
  }

  /** Gives the machine the vowels of a language; returns 1 where it has joined ones. */
  #joinedOf(language: SyllableLanguage): number {
    const { numbers, joined } = vowelTables(language);
    if (this.#language !== language) {
      this.#machine.bytes.set(numbers, place.vowels);
      if (joined !== null) this.#machine.bytes.set(joined, place.joined);
      this.#language = language;
    }
    return joined === null ? 0 : 1;
  }

  learn(unit: number): number {
    const found = learnUnit(unit);
    this.#machine.numbers[(place.folded >> 2) + unit] = found;
    return found;
  }

  reference(at: number): number {
    const decoded = references.read(this.text, at - this.skip, false);
    if (decoded === undefined) return 0;
    const { numbers } = this.#machine;
    numbers[result] = references.next + this.skip;
    numbers[result + 1] = decoded.charCodeAt(0);
    numbers[result + 2] = decoded.length > 1 ? decoded.charCodeAt(1) : 0;
    return decoded.length;
  }

  phrase(at: number, pair: number): void {
    if (this.#area !== null) this.#marks.phraseAt({ units: this.#area.units, at, length: this.#counted }, pair);
  }

  notice(at: number, length: number): void {
    if (this.#area !== null) this.#marks.noticeAt({ units: this.#area.units, at, length });
  }

  sentenceEnds(after: number, next: number): number {
    return endsBefore(String.fromCharCode(after), next === 0 ? '' : String.fromCharCode(next)) ? 1 : 0;
  }
}

const readers = new WeakMap<PageMachine, MachineReader>();

function readerOf(machine: PageMachine): MachineReader {
  const known = readers.get(machine);
  if (known !== undefined) return known;
  const made = new MachineReader(machine);
  readers.set(machine, made);
  return made;
}

/** Gathers the text in the memory of a machine. The newest page has the machine: an older one can be used no more. */
export class MachineAreaText implements AreaText {
  readonly #machine: PageMachine;
  readonly #reader: MachineReader;
  readonly #skip: number;

  private constructor(page: PageText, bytes: Uint8Array, machine: PageMachine) {
    this.#machine = machine;
    this.#reader = readerOf(machine);
    this.#skip = page.byteAt(0);
    this.#reader.owner = this;
    this.#reader.text = page.text;
    this.#reader.skip = this.#skip;
    machine.bytes.set(bytes, place.page);
    machine.open(bytes.length);
  }

  /** Null for a page that the machine cannot read: not in UTF-8 or ASCII, or too long. */
  static of(page: PageText, machine: PageMachine): MachineAreaText | null {
    const bytes = page.utf8;
    return bytes === null || bytes.length > longestMachinePage ? null : new MachineAreaText(page, bytes, machine);
  }

  add(area: Area, start: number, end: number): void {
    this.#check();
    this.#machine.gather(area, start + this.#skip, end + this.#skip);
  }

  addBreak(area: Area): void {
    this.#check();
    this.#machine.addBreak(area);
  }

  finish(hasOtherTitle: boolean): ReadableText {
    this.#check();
    const all = areas.map(number => new MachineArea(this, number, this.#machine));
    // Areas of this page go to the reader of this page only.
    return readableText(all, this.#reader, hasOtherTitle);
  }

  release(): void {
    if (this.#reader.owner !== this) return;
    this.#reader.owner = null;
    this.#reader.text = '';
  }

  #check(): void {
    if (this.#reader.owner !== this) throw new Error('another page has the machine');
  }
}
