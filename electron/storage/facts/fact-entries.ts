import {
  type AlternateFact,
  type CanonicalFact,
  type ElementNote,
  elementNotes,
  type FormFact,
  type HeadingFact,
  type ImageFact,
  type NamedMeta,
  type OddLink,
  type PageFacts,
  type Place,
  type PlacedHref,
  type PlacedText,
  type TextFacts,
} from '#shared/model/page-facts.ts';
import { PackedReader } from '../file/packed-text.ts';
import { areas, oddReasons } from './sections.ts';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Characters of all texts of a page. A small damaged blob may refer to a long text a million times. */
const mostGiven = 1 << 26;

/** Reads single facts; `place` goes on from the entry before. */
export class FactReader extends PackedReader {
  #start = 0;
  #given = 0;

  override text(): string {
    const text = super.text();
    this.#given += text.length;
    if (this.#given <= mostGiven) return text;
    this.fail();
    return '';
  }

  begin(place: number): void {
    this.goTo(place);
    this.broken = false;
    this.#start = 0;
  }

  placed(): Place {
    const start = this.#start + this.signed();
    const end = start + this.number();
    if (start < 0) this.fail();
    this.#start = start;
    return [start, end];
  }
}

/** The single facts of a page, all of them read at once. */
export type Single = Pick<
  PageFacts,
  | 'elements'
  | 'deepest'
  | 'doctype'
  | 'lang'
  | 'isAmp'
  | 'hasMark'
  | 'metaCharset'
  | 'metaCharsetAt'
  | 'metaCsp'
  | 'metaReferrer'
  | 'headEndedBy'
  | 'refresh'
>;

export function readSingle(from: FactReader): Single {
  const elements = from.number();
  const deepest = from.number();
  const has = from.number();
  const single: Writable<Single> = { elements, deepest };
  if (has & 1) single.doctype = from.text();
  if (has & 2) single.lang = from.text();
  if (has & 4) single.metaCharset = from.text();
  if (has & 8) single.metaCharsetAt = from.placed();
  if (has & 16) single.metaCsp = from.text();
  if (has & 32) single.metaReferrer = from.text();
  if (has & 64) single.headEndedBy = readPlacedText(from);
  if (has & 128) single.refresh = { ...readHref(from), seconds: from.real() };
  if (has & 256) single.isAmp = true;
  if (has & 512) single.hasMark = true;
  return single;
}

export function readText(from: FactReader): TextFacts | undefined {
  const [bytes, characters, words, area, has] = [
    from.number(),
    from.number(),
    from.number(),
    areas[from.number()],
    from.number(),
  ];
  if (area === undefined) return undefined;
  const text: Writable<TextFacts> = { bytes, characters, words, area };
  if (has & 1) text.language = from.text();
  if (has & 2) text.confidence = from.real();
  if (has & 4) text.flesch = from.real();
  if (has & 8) text.lorem = from.number();
  if (has & 16) text.notFound = from.text();
  if (has & 32) text.errorText = from.text();
  if (has & 64) text.copyright = from.number();
  if (has & 128) text.excerpt = from.text();
  return from.broken ? undefined : text;
}

const inBody = { inBody: true } as const;
export const readWord = (from: FactReader): string => from.text();
export const readHex = (from: FactReader, end: number): string => from.encoded(end, 'hex');
export const readBase64 = (from: FactReader, end: number): string => from.encoded(end, 'base64');

export function readPlacedText(from: FactReader): PlacedText {
  const flags = from.number();
  const entry = { text: from.text(), at: from.placed() };
  return flags & 1 ? { ...entry, ...inBody } : entry;
}

export function readHref(from: FactReader): PlacedHref {
  const flags = from.number();
  const entry = { href: from.text(), at: from.placed() };
  return flags & 1 ? { ...entry, ...inBody } : entry;
}

export function readMeta(from: FactReader): NamedMeta {
  const flags = from.number();
  const entry = { name: from.text(), content: from.text(), at: from.placed() };
  return flags & 1 ? { ...entry, ...inBody } : entry;
}

export function readCanonical(from: FactReader): CanonicalFact {
  const flags = from.number();
  const entry: Writable<CanonicalFact> = { href: from.text(), at: from.placed() };
  if (flags & 1) entry.inBody = true;
  if (flags & 2) entry.extra = from.text();
  return entry;
}

export function readHreflang(from: FactReader): AlternateFact {
  const flags = from.number();
  const entry = { href: from.text(), at: from.placed(), lang: from.text() };
  return flags & 1 ? { ...entry, ...inBody } : entry;
}

export function readHeading(from: FactReader): HeadingFact {
  const first = from.number();
  const entry = { level: Math.floor(first / 2), text: from.text(), at: from.placed() };
  return first % 2 === 1 ? { ...entry, alt: true } : entry;
}

export function readImage(from: FactReader): ImageFact {
  const has = from.number();
  const image: Writable<ImageFact> = { src: from.text(), at: from.placed() };
  if (has & 1) image.alt = from.text();
  if (has & 2) image.sized = true;
  if (has & 4) image.width = from.real();
  if (has & 8) image.lazy = true;
  if (has & 16) image.onlyLinkContent = true;
  if (has & 32) image.decorative = true;
  if (has & 64) image.modern = true;
  return image;
}

export function readForm(from: FactReader): FormFact {
  const flags = from.number();
  const entry = { action: from.text(), at: from.placed() };
  return flags & 1 ? { ...entry, hasPassword: true } : entry;
}

export function readNote(from: FactReader): ElementNote | null {
  const kind = elementNotes[from.number()];
  const entry = { text: from.text(), at: from.placed() };
  return kind === undefined ? null : { kind, ...entry };
}

export function readOddLink(from: FactReader): OddLink | null {
  const why = oddReasons[from.number()];
  const entry = { href: from.text(), at: from.placed() };
  return why === undefined ? null : { why, ...entry };
}

export function readFragments(from: FactReader): (readonly [number, string])[] {
  const list: (readonly [number, string])[] = [];
  let seq = 0;
  for (let left = from.number(); left > 0; left--) {
    seq += from.signed();
    const fragment = from.text();
    if (from.broken || seq < 0) break;
    list.push([seq, fragment]);
  }
  return list;
}

export function readDropped(from: FactReader): Readonly<Record<string, number>> {
  const pairs: [string, number][] = [];
  for (let left = from.number(); left > 0; left--) {
    const pair: [string, number] = [from.text(), from.number()];
    if (from.broken) break;
    pairs.push(pair);
  }
  return Object.fromEntries(pairs);
}
