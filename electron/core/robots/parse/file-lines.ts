import type { RobotsLine, RobotsLineNote } from '#shared/model/robots.ts';
import { hasNonAscii } from '../../url/percent.ts';
import type { Dialect } from '../dialect.ts';
import { stripTags } from './body.ts';
import { type ReadLine, readLine } from './read-line.ts';

/** Every note, in the order in which a line lists them. The position of a note is its bit. */
const noteOrder: readonly RobotsLineNote[] = [
  'past-size-limit',
  'alias',
  'missing-colon',
  'cut',
  'empty-value',
  'bad-value',
  'orphan',
  'no-slash',
  'only-stars',
  'rule-limit',
  'rule-too-long',
  'rejects-file',
];
const noNotes: readonly RobotsLineNote[] = [];
const pastLimit = 1;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Decodes text with one unit per byte as UTF-8, with U+FFFD for invalid bytes. */
export function decodeOctets(octets: string): string {
  return hasNonAscii(octets) ? decoder.decode(Uint8Array.from(octets, unit => unit.charCodeAt(0))) : octets;
}

/** What reading a line needs to know of its file. */
export interface FileText {
  /** One unit per byte that is read. */
  readonly text: string;
  readonly dialect: Dialect;
  readonly stripsTags: boolean;
  /** The offset of a byte in the stored body. */
  readonly placeOf: (offset: number) => number;
}

/** A parsed line. The offsets of `read` point into `source`. */
export interface OpenLine {
  readonly read: ReadLine;
  readonly source: string;
  /** Where another line starts after a NUL byte of this line; -1 for none. */
  readonly rest: number;
  /** The end of the part that is read. */
  readonly readEnd: number;
}

/**
 * The lines of a file, in ten bytes each: start, end and notes. A verdict needs only the rules; the tab that shows the parsed file and
 * the explanation of a verdict parse single lines again. A file of 1 MiB may have a million lines.
 */
export class FileLines {
  readonly #file: FileText;
  #starts = new Uint32Array(64);
  #ends = new Uint32Array(64);
  #notes = new Uint16Array(64);
  #count = 0;
  #all: WeakRef<readonly RobotsLine[]> | null = null;

  constructor(file: FileText) {
    this.#file = file;
  }

  get count(): number {
    return this.#count;
  }

  /** Parses the line at these offsets, which may not be in the list yet. */
  open(start: number, end: number): OpenLine {
    const { text, dialect, stripsTags } = this.#file;
    const readEnd = Math.min(end, text.length, start + (dialect.lineLimit.value ?? end));
    let rest = -1;
    if (dialect.nul.value === 'line-end') {
      const nul = text.slice(start, readEnd).indexOf('\0');
      if (nul >= 0) rest = start + nul;
    }
    const firstEnd = rest < 0 ? readEnd : rest;
    if (!stripsTags) return { read: readLine(text, start, firstEnd, dialect), source: text, rest, readEnd };
    const source = stripTags(text.slice(start, firstEnd));
    return { read: readLine(source, 0, source.length, dialect), source, rest, readEnd };
  }

  /** Adds the next line. Notes that `open` finds again can be omitted. */
  add(start: number, end: number, notes: readonly RobotsLineNote[]): void {
    if (this.#count === this.#starts.length) this.#resize(this.#count * 2);
    let bits = 0;
    for (const note of notes) bits |= 1 << noteOrder.indexOf(note);
    this.#starts[this.#count] = start;
    this.#ends[this.#count] = end;
    this.#notes[this.#count] = bits;
    this.#count += 1;
  }

  /** Frees the memory reserved for further lines. */
  trim(): void {
    this.#resize(this.#count);
  }

  /** A line by its number, from 1; undefined if there is no such line. */
  line(number: number): RobotsLine | undefined {
    if (!Number.isInteger(number) || number < 1 || number > this.#count) return undefined;
    const { placeOf } = this.#file;
    const at = number - 1;
    const [start, end, bits] = [this.#starts[at] as number, this.#ends[at] as number, this.#notes[at] as number];
    const place = { number, start: placeOf(start), end: placeOf(end) };
    const notes = bits === 0 ? noNotes : noteOrder.filter((_, bit) => (bits & (1 << bit)) !== 0);
    if ((bits & pastLimit) !== 0) return { ...place, kind: 'unparsed', key: '', value: '', notes };
    const { read, source } = this.open(start, end);
    const key = decodeOctets(source.slice(read.keyStart, read.keyEnd));
    const value = decodeOctets(source.slice(read.valueStart, read.valueEnd));
    return { ...place, kind: read.kind, key, value, notes };
  }

  /** All lines. The list is freed when nothing uses it. */
  all(): readonly RobotsLine[] {
    const known = this.#all?.deref();
    if (known !== undefined) return known;
    const all = Array.from({ length: this.#count }, (_, index) => this.line(index + 1) as RobotsLine);
    this.#all = new WeakRef(all);
    return all;
  }

  #resize(size: number): void {
    const copy = <T extends Uint32Array | Uint16Array>(into: T, from: T): T => {
      into.set(from.subarray(0, size));
      return into;
    };
    this.#starts = copy(new Uint32Array(size), this.#starts);
    this.#ends = copy(new Uint32Array(size), this.#ends);
    this.#notes = copy(new Uint16Array(size), this.#notes);
  }
}
