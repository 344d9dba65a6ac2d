import { decodeBase64 } from '#core/robots/base64.ts';
import { soundSignature } from '#core/text/signature.ts';
import type { DocumentNote, PageFacts, TextFacts } from '#shared/model/page-facts.ts';
import type { StructuredData } from '#shared/model/structured-data.ts';
import type { TextsByNumber } from '../file/words.ts';
import {
  FactReader,
  readBase64,
  readCanonical,
  readDropped,
  readForm,
  readFragments,
  readHeading,
  readHex,
  readHref,
  readHreflang,
  readImage,
  readMeta,
  readNote,
  readOddLink,
  readPlacedText,
  readSingle,
  readText,
  readWord,
  type Single,
} from './fact-entries.ts';
import { TextsBehind } from './own-texts.ts';
import { mostSections, ownTextsForm, packedForm, section } from './sections.ts';
import { readStructured } from './structured-facts.ts';

/** A getter has a value of undefined where an object would have no field. */
type Lazy<T> = { readonly [K in keyof T]-?: T[K] | (undefined extends T[K] ? undefined : never) };

/**
 * The facts of a page in their packed form. A list is read when it is asked for, and damaged entries and those after them are
 * left out, so that checks can trust what they read.
 */
class PackedFacts implements Lazy<PageFacts> {
  readonly v = 1;
  readonly #from: FactReader;
  /** First byte of each section by its number, and the end; 0: it has none. */
  readonly #starts: Int32Array;
  readonly #known: unknown[] = [];
  readonly #single: Single;
  readonly text: TextFacts;

  /** `starts` has the first byte of each section at its number, and its end at its number + `mostSections`. */
  constructor(from: FactReader, starts: Int32Array, { single, text }: { readonly single: Single; readonly text: TextFacts }) {
    this.#from = from;
    this.#starts = starts;
    this.#single = single;
    this.text = text;
  }

  get elements() {
    return this.#single.elements;
  }
  get deepest() {
    return this.#single.deepest;
  }
  get doctype() {
    return this.#single.doctype;
  }
  get lang() {
    return this.#single.lang;
  }
  get isAmp() {
    return this.#single.isAmp;
  }
  get hasMark() {
    return this.#single.hasMark;
  }
  get metaCharset() {
    return this.#single.metaCharset;
  }
  get metaCharsetAt() {
    return this.#single.metaCharsetAt;
  }
  get metaCsp() {
    return this.#single.metaCsp;
  }
  get metaReferrer() {
    return this.#single.metaReferrer;
  }
  get headEndedBy() {
    return this.#single.headEndedBy;
  }
  get refresh() {
    return this.#single.refresh;
  }
  get document() {
    return this.#list(section.document, readWord) as readonly DocumentNote[] | undefined;
  }
  get bases() {
    return this.#list(section.bases, readHref);
  }
  get titles() {
    return this.#list(section.titles, readPlacedText);
  }
  get descriptions() {
    return this.#list(section.descriptions, readPlacedText);
  }
  get keywords() {
    return this.#list(section.keywords, readPlacedText);
  }
  get viewports() {
    return this.#list(section.viewports, readPlacedText);
  }
  get robots() {
    return this.#list(section.robots, readMeta);
  }
  get social() {
    return this.#list(section.social, readMeta);
  }
  get canonicals() {
    return this.#list(section.canonicals, readCanonical);
  }
  get hreflangs() {
    return this.#list(section.hreflangs, readHreflang);
  }
  get next() {
    return this.#list(section.next, readHref);
  }
  get prev() {
    return this.#list(section.prev, readHref);
  }
  get amp() {
    return this.#list(section.amp, readHref);
  }
  get mobile() {
    return this.#list(section.mobile, readHref);
  }
  get icons() {
    return this.#list(section.icons, readHref);
  }
  get feeds() {
    return this.#list(section.feeds, readHref);
  }
  get headings() {
    return this.#list(section.headings, readHeading);
  }
  get images() {
    return this.#list(section.images, readImage);
  }
  get forms() {
    return this.#list(section.forms, readForm);
  }
  get notes() {
    return this.#list(section.notes, readNote);
  }
  get oddLinks() {
    return this.#list(section.oddLinks, readOddLink);
  }
  get paths() {
    return this.#list(section.paths, readWord);
  }
  get fragments() {
    return this.#once(section.fragments, readFragments);
  }
  get ids() {
    return this.#once(section.ids, readBase64);
  }
  get textHash() {
    return this.#once(section.textHash, readHex);
  }
  get signature() {
    return this.#once(section.signature, readBase64);
  }
  /** The bytes of `signature`. */
  get signatureBytes(): Uint8Array | null {
    const start = this.#starts[section.signature] as number;
    if (start === 0) return null;
    this.#from.begin(start);
    return this.#from.encodedBytes(this.#starts[section.signature + mostSections] as number);
  }
  get structured(): StructuredData | undefined {
    return this.#once(section.structured, readStructured);
  }
  get dropped() {
    return this.#once(section.dropped, readDropped);
  }

  /** All facts as an object of their own, as `JSON` has them. */
  plain(): PageFacts {
    const found: Record<string, unknown> = {};
    for (const name of names) {
      const value = this[name];
      if (value !== undefined) found[name] = value;
    }
    return found as unknown as PageFacts;
  }

  /** A section, read once; undefined where the page has none, or `read` gives that. */
  #once<T>(tag: number, read: (from: FactReader, end: number) => T | undefined): T | undefined {
    const start = this.#starts[tag] as number;
    if (start === 0) return undefined;
    const known = this.#known[tag];
    if (known !== undefined) return known as T;
    this.#from.begin(start);
    const found = read(this.#from, this.#starts[tag + mostSections] as number);
    this.#known[tag] = found;
    return found;
  }

  #list<T>(tag: number, read: (from: FactReader) => T | null): readonly T[] | undefined {
    const start = this.#starts[tag] as number;
    if (start === 0) return undefined;
    const known = this.#known[tag];
    if (known !== undefined) return known as readonly T[];
    const from = this.#from;
    from.begin(start);
    const list: T[] = [];
    for (let left = from.number(); left > 0; left--) {
      const entry = read(from);
      if (from.broken) break;
      if (entry !== null) list.push(entry);
    }
    this.#known[tag] = list;
    return list;
  }
}

/** Every fact, in the order of `PageFacts`. */
const names = [
  'v',
  'doctype',
  'lang',
  'isAmp',
  'metaCharset',
  'metaCharsetAt',
  'hasMark',
  'document',
  'headEndedBy',
  'elements',
  'deepest',
  'bases',
  'titles',
  'descriptions',
  'keywords',
  'viewports',
  'robots',
  'canonicals',
  'hreflangs',
  'next',
  'prev',
  'amp',
  'mobile',
  'icons',
  'feeds',
  'refresh',
  'social',
  'metaCsp',
  'metaReferrer',
  'headings',
  'text',
  'images',
  'forms',
  'notes',
  'oddLinks',
  'paths',
  'fragments',
  'ids',
  'textHash',
  'signature',
  'structured',
  'dropped',
] as const satisfies readonly (keyof PageFacts)[];

/**
 * The facts of a page from their packed form; null where they are damaged as a whole, or of another version. Its fields are
 * getters: `plainFacts` makes an object that can be copied or sent.
 */
export function readFacts(blob: Buffer, words: TextsByNumber): PageFacts | null {
  if (blob[0] !== ownTextsForm) return blob[0] === packedForm ? readSections(blob, words) : null;
  const texts = new TextsBehind(blob, words);
  return readSections(blob.subarray(0, Math.max(0, texts.length)), texts);
}

function readSections(blob: Buffer, words: TextsByNumber): PageFacts | null {
  if (blob.length < 3) return null;
  const from = new FactReader(blob, words);
  const size = blob.readUInt16LE(blob.length - 2);
  const directory = blob.length - 2 - size;
  const starts = new Int32Array(2 * mostSections);
  let start = 1;
  from.begin(directory);
  while (from.place < blob.length - 2) {
    const tag = from.number();
    const length = from.number();
    if (from.broken || start + length > directory) return null;
    if (tag < mostSections) {
      starts[tag] = start;
      starts[tag + mostSections] = start + length;
    }
    start += length;
  }
  if (starts[section.page] === 0 || starts[section.text] === 0) return null;
  from.begin(starts[section.page] as number);
  const single = readSingle(from);
  if (from.broken) return null;
  from.begin(starts[section.text] as number);
  const text = readText(from);
  return text === undefined ? null : (new PackedFacts(from, starts, { single, text }) as unknown as PageFacts);
}

/** The bytes of the signature of a page, four bits a slot; null for none. */
export function signatureOf(facts: PageFacts): Uint8Array | null {
  const known = facts instanceof PackedFacts ? facts.signatureBytes : null;
  return soundSignature(known ?? (facts.signature === undefined ? null : decodeBase64(facts.signature)));
}

export const plainFacts = (facts: PageFacts): PageFacts => (facts instanceof PackedFacts ? facts.plain() : facts);
