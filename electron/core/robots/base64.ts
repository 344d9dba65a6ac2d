const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const SPACE = 64;
const NO_DIGIT = 255;

const digits = new Uint8Array(128).fill(NO_DIGIT);
for (let value = 0; value < ALPHABET.length; value += 1) digits[ALPHABET.charCodeAt(value)] = value;
// The URL-safe alphabet of RFC 4648 section 5 is accepted too.
digits[0x2d] = 62;
digits[0x5f] = 63;
for (const space of [0x09, 0x0a, 0x0d, 0x20]) digits[space] = SPACE;

/** The bytes of a base64 text (RFC 4648 section 4 or 5, padding optional, white space ignored); null if it is not base64. */
export function decodeBase64(text: string): Uint8Array | null {
  let end = text.length;
  let padding = 0;
  while (end > 0 && (text[end - 1] === '=' || digits[text.charCodeAt(end - 1)] === SPACE)) {
    if (text[end - 1] === '=') padding += 1;
    end -= 1;
  }
  const bytes = new Uint8Array(Math.floor((end * 3) / 4));
  let written = 0;
  let bits = 0;
  let held = 0;
  let count = 0;
  let at = 0;
  // Four digits are three bytes; any other character leads to the slower loop.
  for (; at + 4 <= end; at += 4) {
    const a = digits[text.charCodeAt(at)] ?? NO_DIGIT;
    const b = digits[text.charCodeAt(at + 1)] ?? NO_DIGIT;
    const c = digits[text.charCodeAt(at + 2)] ?? NO_DIGIT;
    const d = digits[text.charCodeAt(at + 3)] ?? NO_DIGIT;
    if ((a | b | c | d) > 63) break;
    bytes[written] = (a << 2) | (b >> 4);
    bytes[written + 1] = (b << 4) | (c >> 2);
    bytes[written + 2] = (c << 6) | d;
    written += 3;
    count += 4;
  }
  for (; at < end; at += 1) {
    const digit = digits[text.charCodeAt(at)] ?? NO_DIGIT;
    if (digit === SPACE) continue;
    if (digit === NO_DIGIT) return null;
    bits = ((bits << 6) | digit) & 0xffff;
    held += 6;
    count += 1;
    if (held < 8) continue;
    held -= 8;
    bytes[written] = (bits >> held) & 0xff;
    written += 1;
  }
  const isWhole = count % 4 !== 1 && padding <= 2 && (padding === 0 || (count + padding) % 4 === 0);
  return isWhole ? bytes.subarray(0, written) : null;
}
