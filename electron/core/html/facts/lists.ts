/** A value while it is made, property by property. */
export type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Lists that are cut at a limit, with the number of what was not kept. */
export class Kept {
  readonly #dropped: Record<string, number> = {};

  /** Adds to a list, or counts what does not fit. */
  add<T>(list: T[], name: string, most: number, make: () => T): void {
    if (list.length < most) list.push(make());
    else this.drop(name);
  }

  drop(name: string): void {
    this.#dropped[name] = (this.#dropped[name] ?? 0) + 1;
  }

  get dropped(): Readonly<Record<string, number>> | undefined {
    return Object.keys(this.#dropped).length === 0 ? undefined : this.#dropped;
  }
}

/** 32-bit FNV-1a of a text's UTF-16 units. */
export function fnv(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const noDigit = 255;
const digitOf = new Uint8Array(128).fill(noDigit);
for (let digit = 0; digit < 64; digit++) digitOf[digits.charCodeAt(digit)] = digit;

const codes = Uint8Array.from(digits, digit => digit.charCodeAt(0));
const PADDING = 61;
const ascii = new TextDecoder();

/** Base64 with padding (RFC 4648, section 4). */
export function base64(bytes: Uint8Array): string {
  const { length } = bytes;
  // One string from its codes: V8 would link a text that grows digit by digit of as many pieces.
  const text = new Uint8Array(Math.ceil(length / 3) * 4);
  let at = 0;
  for (let i = 0; i < length; i += 3) {
    const three = ((bytes[i] as number) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    text[at++] = codes[three >> 18] as number;
    text[at++] = codes[(three >> 12) & 63] as number;
    text[at++] = codes[(three >> 6) & 63] as number;
    text[at++] = codes[three & 63] as number;
  }
  if (length % 3 > 0) text[at - 1] = PADDING;
  if (length % 3 === 1) text[at - 2] = PADDING;
  return ascii.decode(text);
}

/** The bytes of a base64 text; other characters than its digits are passed over. */
export function bytesOfBase64(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let length = 0;
  let bits = 0;
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    const digit = digitOf[text.charCodeAt(i)] ?? noDigit;
    if (digit === noDigit) continue;
    bits = ((bits << 6) | digit) & 0xffffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes[length++] = (bits >> count) & 255;
  }
  return bytes.slice(0, length);
}
