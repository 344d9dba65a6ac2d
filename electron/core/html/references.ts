import { Pieces } from '../url/pieces.ts';
import { namedReference } from './named-references.ts';
import { isWordSpace } from './text-collector.ts';

/** Windows-1252 meanings of &#128; to &#159; (HTML standard, "Numeric character reference end state"); 0 keeps the number. */
const C1 = [
  0x20ac, 0, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017d, 0, 0, 0x2018,
  0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0, 0x017e, 0x0178,
];
const LONGEST_NAME = 32;
const LONGEST_BARE = 6;
const NAMES_AT_HAND = 64;

function isAlphanumeric(c: number): boolean {
  return (c >= 48 && c <= 57) || (c >= 65 && c <= 90) || (c >= 97 && c <= 122);
}

function numericText(value: number): string {
  if (value >= 0x80 && value <= 0x9f) return String.fromCodePoint(C1[value - 0x80] || value);
  if (value === 0 || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff)) return '\ufffd';
  return String.fromCodePoint(value);
}

/** The digit's value in base 10 or 16, -1 for anything else. */
function digitValue(c: number, hex: boolean): number {
  if (c >= 48 && c <= 57) return c - 48;
  if (!hex) return -1;
  const lower = c | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

/**
 * Reads one character reference as the HTML tokenizer does (HTML standard, "Character reference state"). Supports
 * named and numeric references, the old ones without a semicolon, and the attribute exception (`&copy=` stays as
 * written in an attribute).
 */
export class ReferenceReader {
  /** The offset after the last reference, or after the '&' that starts none. */
  next = 0;
  /** Names that were read before, and what they mean. */
  readonly #names = Array.from({ length: NAMES_AT_HAND }, () => '');
  readonly #meanings = Array.from({ length: NAMES_AT_HAND }, () => '');

  /** What the '&' at text[amp] and the characters after it mean; undefined where they are literal text. */
  read(text: string, amp: number, inAttribute: boolean): string | undefined {
    const first = text.charCodeAt(amp + 1);
    if (first === 35) return this.#number(text, amp);
    this.next = amp + 1;
    return isAlphanumeric(first) ? this.#name(text, amp, inAttribute) : undefined;
  }

  #number(text: string, amp: number): string | undefined {
    const hex = (text.charCodeAt(amp + 2) | 32) === 120;
    const digits = amp + (hex ? 3 : 2);
    let p = digits;
    let value = 0;
    for (let d = digitValue(text.charCodeAt(p), hex); d >= 0; d = digitValue(text.charCodeAt(++p), hex)) {
      value = Math.min(value * (hex ? 16 : 10) + d, 0x110000);
    }
    this.next = p > digits && text.charCodeAt(p) === 59 ? p + 1 : p;
    return p > digits ? numericText(value) : undefined;
  }

  #name(text: string, amp: number, inAttribute: boolean): string | undefined {
    let p = amp + 2;
    let hash = text.charCodeAt(amp + 1);
    while (p - amp <= LONGEST_NAME && isAlphanumeric(text.charCodeAt(p))) hash = (Math.imul(hash, 31) + text.charCodeAt(p++)) | 0;
    let decoded: string | undefined;
    let next = p;
    if (text.charCodeAt(p) === 59) {
      // Most pages use few names: the last one of each slot is compared in its place, without a string for it.
      const slot = hash & (NAMES_AT_HAND - 1);
      const known = this.#names[slot] as string;
      if (known.length === p - amp - 1 && text.startsWith(known, amp + 1)) {
        this.next = p + 1;
        return this.#meanings[slot];
      }
      const name = text.slice(amp + 1, p);
      decoded = namedReference(name, 'all');
      if (decoded !== undefined) {
        this.#names[slot] = name;
        this.#meanings[slot] = decoded;
      }
      next = p + 1;
    }
    for (let length = Math.min(LONGEST_BARE, p - amp - 1); decoded === undefined && length >= 2; length--) {
      decoded = namedReference(text.slice(amp + 1, amp + 1 + length), 'bare');
      next = amp + 1 + length;
    }
    if (decoded !== undefined && inAttribute && text.charCodeAt(next - 1) !== 59) {
      const after = text.charCodeAt(next);
      if (after === 61 || isAlphanumeric(after)) decoded = undefined;
    }
    this.next = decoded === undefined ? p : next;
    return decoded;
  }
}

const reader = new ReferenceReader();

/** A text with its character references decoded: see `ReferenceReader`. Linear in the length of the text. */
export function decodeReferences(text: string, inAttribute: boolean): string {
  let amp = text.indexOf('&');
  if (amp < 0) return text;
  let out: Pieces | null = null;
  let kept = 0;
  while (amp >= 0) {
    const decoded = reader.read(text, amp, inAttribute);
    const { next } = reader;
    if (decoded !== undefined) {
      const after = text.indexOf('&', next);
      // Most texts have one.
      if (after < 0 && kept === 0) return text.slice(0, amp) + decoded + text.slice(next);
      out ??= new Pieces();
      out.add(text.slice(kept, amp), decoded);
      kept = next;
      amp = after;
    } else amp = text.indexOf('&', next);
  }
  return out === null ? text : out.with(text.slice(kept));
}

/**
 * The named references to white space; &nbsp; is one of the old ones that need no semicolon. Sticky, because it is
 * tested at one offset.
 */
const SPACE_NAME =
  /nbsp|(?:Tab|NewLine|NonBreakingSpace|ensp|emsp|emsp13|emsp14|numsp|puncsp|thinsp|ThinSpace|hairsp|VeryThinSpace|MediumSpace|ThickSpace);/y;
/** The first two letters of those names, as c1 * 128 + c2. They rule out nearly every other reference. */
const SPACE_BEGINS = new Uint8Array(128 * 128);
for (const pair of ['nb', 'Ta', 'Ne', 'No', 'en', 'em', 'nu', 'pu', 'th', 'Th', 'ha', 'Ve', 'Me']) {
  SPACE_BEGINS[pair.charCodeAt(0) * 128 + pair.charCodeAt(1)] = 1;
}
/** Longest numeric reference that is looked into, from '&' to ';'. */
const LONG_NUMBER = 12;

/**
 * Whether the character reference whose '&' is at `amp` is white space or a control character: never wrongly false. Numbers
 * that are long or not ended are not looked into.
 */
export function maySpellSpace(text: string, amp: number): boolean {
  const first = text.charCodeAt(amp + 1);
  if (first !== 35) {
    const second = text.charCodeAt(amp + 2);
    if (!(first < 128 && second < 128 && SPACE_BEGINS[first * 128 + second] === 1)) return false;
    SPACE_NAME.lastIndex = amp + 1;
    return SPACE_NAME.test(text);
  }
  const number = text.slice(amp, amp + LONG_NUMBER);
  if (!number.includes(';')) return true;
  const code = decodeReferences(number, false).charCodeAt(0);
  return code <= 32 || isWordSpace(code);
}
