import type { Dialect, LineEnds } from '../dialect.ts';

/** The bytes that a dialect reads (UTF-8 or close to it), with the offset of each in the stored body. */
export interface RobotsBody {
  readonly bytes: Uint8Array;
  /** First byte of the first line, after a byte order mark that the dialect knows. */
  readonly start: number;
  /** Offset in the stored body. */
  readonly placeOf: (offset: number) => number;
}

const same = (offset: number): number => offset;

/** Skips the byte order mark as the dialect does. UTF-16 is converted to UTF-8 if the dialect reads UTF-16. */
export function bodyOf(bytes: Uint8Array, dialect: Dialect): RobotsBody {
  const how = dialect.byteOrderMark.value;
  if (how === 'utf-8-and-16') {
    if (bytes[0] === 0xff && bytes[1] === 0xfe) return fromUtf16(bytes, true);
    if (bytes[0] === 0xfe && bytes[1] === 0xff) return fromUtf16(bytes, false);
  }
  return { bytes, start: how === 'kept' ? 0 : markLength(bytes, how === 'utf-8-partial'), placeOf: same };
}

function markLength(bytes: Uint8Array, partial: boolean): number {
  const mark = [0xef, 0xbb, 0xbf];
  let length = 0;
  while (length < mark.length && bytes[length] === mark[length]) length += 1;
  return length === mark.length || partial ? length : 0;
}

/** Converts UTF-16 after its two-byte mark to UTF-8. A lone surrogate becomes U+FFFD; an odd last byte is dropped. */
function fromUtf16(bytes: Uint8Array, little: boolean): RobotsBody {
  const units = (bytes.length - 2) >> 1;
  const out = new Uint8Array(units * 3);
  const places = new Uint32Array(units * 3 + 1);
  const unitAt = (index: number): number => {
    const at = 2 + index * 2;
    const [first = 0, second = 0] = [bytes[at], bytes[at + 1]];
    return little ? first | (second << 8) : (first << 8) | second;
  };
  let length = 0;
  const put = (octet: number, place: number): void => {
    out[length] = octet;
    places[length] = place;
    length += 1;
  };
  for (let index = 0; index < units; index += 1) {
    const place = 2 + index * 2;
    let point = unitAt(index);
    if (point >= 0xd800 && point < 0xe000) {
      const low = index + 1 < units ? unitAt(index + 1) : 0;
      const paired = point < 0xdc00 && low >= 0xdc00 && low < 0xe000;
      point = paired ? 0x10000 + ((point - 0xd800) << 10) + (low - 0xdc00) : 0xfffd;
      if (paired) index += 1;
    }
    if (point < 0x80) put(point, place);
    else {
      if (point < 0x800) put(0xc0 | (point >> 6), place);
      else {
        if (point < 0x10000) put(0xe0 | (point >> 12), place);
        else {
          put(0xf0 | (point >> 18), place);
          put(0x80 | ((point >> 12) & 0x3f), place);
        }
        put(0x80 | ((point >> 6) & 0x3f), place);
      }
      put(0x80 | (point & 0x3f), place);
    }
  }
  places[length] = bytes.length;
  return { bytes: out.subarray(0, length), start: 0, placeOf: offset => places[Math.min(offset, length)] as number };
}

const CR = 0x0d;
const LF = 0x0a;

/** The end of the line that starts at `start`, without its line end. */
export function lineEnd(bytes: Uint8Array, start: number, ends: LineEnds): number {
  let at = start;
  if (ends === 'lf') while (at < bytes.length && bytes[at] !== LF) at += 1;
  else if (ends === 'cr-lf') while (at < bytes.length && bytes[at] !== LF && bytes[at] !== CR) at += 1;
  else while (at < bytes.length && widerEnd(bytes, at, ends) === 0) at += 1;
  return at;
}

/** Length of the line end at `end`, in bytes. */
export function endLength(bytes: Uint8Array, end: number, ends: LineEnds): number {
  if (ends !== 'lf' && bytes[end] === CR && bytes[end + 1] === LF) return 2;
  return ends === 'lf' || ends === 'cr-lf' ? 1 : Math.max(1, widerEnd(bytes, end, ends));
}

/** Length in bytes of a line end, for dialects that know more than CR and LF; 0 if there is none. */
function widerEnd(bytes: Uint8Array, at: number, ends: 'splitlines' | 'unicode'): number {
  const octet = bytes[at] as number;
  if (octet === LF || octet === CR) return 1;
  if (octet === 0xc2) return bytes[at + 1] === 0x85 ? 2 : 0; // NEL
  if (octet === 0xe2) return bytes[at + 1] === 0x80 && (bytes[at + 2] === 0xa8 || bytes[at + 2] === 0xa9) ? 3 : 0; // LS, PS
  return ends === 'splitlines' && (octet === 0x0b || octet === 0x0c || (octet >= 0x1c && octet <= 0x1e)) ? 1 : 0;
}

/** The first byte after `limit` UTF-16 units of text. Ours: line ends count too. */
export function offsetOfCharacter(bytes: Uint8Array, limit: number): number {
  let units = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const octet = bytes[at] as number;
    if ((octet & 0xc0) === 0x80) continue;
    if (units >= limit) return at;
    units += octet >= 0xf0 ? 2 : 1;
  }
  return bytes.length;
}

/** Whether all bytes are valid UTF-8. */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Removes everything from `<` to the next `>`, in one pass. `<>` stays. */
export function stripTags(text: string): string {
  let open = text.indexOf('<');
  if (open < 0) return text;
  let out = '';
  let copied = 0;
  while (open >= 0) {
    const close = text.indexOf('>', open + 2);
    if (close < 0) break;
    if (text[open + 1] !== '>') {
      out += text.slice(copied, open);
      copied = close + 1;
    }
    open = text.indexOf('<', text[open + 1] === '>' ? open + 1 : copied);
  }
  return out + text.slice(copied);
}

const PAGE = /<(?:html|head|body)[\t\n\v\f\r ]{0,64}>/i;

/** Whether a body looks like an HTML page, and whether it may still contain rules (the two tests of crawler-commons). */
export function pageKind(text: string): 'text' | 'page' | 'page-with-rules' {
  if (!PAGE.test(text)) return 'text';
  return /user-agent:/i.test(text) ? 'page-with-rules' : 'page';
}
