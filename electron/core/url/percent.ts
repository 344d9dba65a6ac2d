import { Pieces } from './pieces.ts';

/** Percent-encoding as RFC 3986 sections 2.1 to 2.4 and 6.2.2 describe it. Works on strings of UTF-16 units; escapes are ASCII. */

/** The value of a hexadecimal digit, -1 for any other unit (or NaN past the end). */
export function hexValue(unit: number): number {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30;
  const lower = unit | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/** unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~" (RFC 3986 section 2.3). */
export function isUnreserved(octet: number): boolean {
  const lower = octet | 0x20;
  if (lower >= 0x61 && lower <= 0x7a) return octet < 0x80;
  return (octet >= 0x30 && octet <= 0x39) || octet === 0x2d || octet === 0x2e || octet === 0x5f || octet === 0x7e;
}

/** One octet as an escape with upper-case digits. */
export function escapeOctet(octet: number): string {
  return ESCAPES[octet & 0xff] ?? '';
}

const ESCAPES: readonly string[] = Array.from(
  { length: 256 },
  (_, octet) => `%${octet.toString(16).toUpperCase().padStart(2, '0')}`,
);

/**
 * Upper-cases the digits of every escape and, if `decode` is set, writes escaped unreserved octets plainly (RFC 3986
 * 6.2.2.1 and 6.2.2.2). Reserved octets stay escaped. A percent sign that starts no escape stays. An octet right
 * after such a sign stays escaped, because decoding it would form a new escape. So the result is already in normal
 * form.
 */
export function normalizeEscapes(text: string, decode = true): string {
  let at = text.indexOf('%');
  if (at < 0) return text;
  const out = new Pieces();
  let copied = 0;
  // The last percent sign that starts no escape.
  let strayAt = -1;
  for (; at >= 0; at = text.indexOf('%', at)) {
    const high = hexValue(text.charCodeAt(at + 1));
    const low = hexValue(text.charCodeAt(at + 2));
    if (high < 0 || low < 0) {
      strayAt = at;
      at += 1;
      continue;
    }
    const octet = high * 16 + low;
    const plain = decode && isUnreserved(octet) && !joinsStray(text, strayAt, at);
    const wanted = plain ? String.fromCharCode(octet) : escapeOctet(octet);
    if (plain || text.slice(at, at + 3) !== wanted) {
      out.add(text.slice(copied, at), wanted);
      copied = at + 3;
    }
    at += 3;
  }
  return copied === 0 ? text : out.with(text.slice(copied));
}

/** Whether an octet decoded at `at` would become the first or second digit after the stray percent sign at `strayAt`. */
function joinsStray(text: string, strayAt: number, at: number): boolean {
  if (strayAt < 0) return false;
  return strayAt === at - 1 || (strayAt === at - 2 && hexValue(text.charCodeAt(at - 1)) >= 0);
}

/**
 * Writes every octet from 0x80 up as an escape (RFC 3986 section 2.5: UTF-8 first).
 * `octets` is a string with one unit per octet.
 */
export function escapeHighOctets(octets: string): string {
  let out = '';
  let copied = 0;
  for (let at = 0; at < octets.length; at += 1) {
    const octet = octets.charCodeAt(at);
    if (octet < 0x80) continue;
    out += octets.slice(copied, at) + escapeOctet(octet);
    copied = at + 1;
  }
  return copied === 0 ? octets : out + octets.slice(copied);
}

const encoder = new TextEncoder();

/** Whether the text has a unit outside ASCII. */
export function hasNonAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) >= 0x80) return true;
  return false;
}

/** The UTF-8 octets of a text, one unit per octet; ASCII text comes back as it is. Lone surrogates become U+FFFD. */
export function toOctets(text: string): string {
  return hasNonAscii(text) ? octetString(encoder.encode(text)) : text;
}

const CHUNK = 8192;

/** Bytes as a string with one unit per byte. */
export function octetString(bytes: Uint8Array): string {
  if (bytes.length <= CHUNK) return fromOctets(bytes);
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK) parts.push(fromOctets(bytes.subarray(at, at + CHUNK)));
  return parts.join('');
}

/** `apply` takes the array as it is, where spreading would walk an iterator. */
function fromOctets(bytes: Uint8Array): string {
  return String.fromCharCode.apply(null, bytes as unknown as number[]);
}
