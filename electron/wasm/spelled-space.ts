import { isWideSpace } from './gather';
import { PAGE } from './layout';

let limit: usize = PAGE;

export function setTextEnd(end: usize): void {
  limit = end;
}

/** Whether a character reference in [start, end) could mean white space: true where JavaScript has to look. */
export function maySpellSpace(start: usize, end: usize): bool {
  const ampersand = i8x16.splat(38);
  for (let at = start; at < end; at += 16) {
    let found = i8x16.bitmask(i8x16.eq(v128.load(at), ampersand));
    while (found !== 0) {
      const amp = at + ctz(found);
      if (amp >= end) return false;
      if (referenceMaySpellSpace(amp)) return true;
      found &= found - 1;
    }
  }
  return false;
}

function referenceMaySpellSpace(amp: usize): bool {
  if (amp + 1 < limit && load<u8>(amp, 1) === 35) return numberMaySpellSpace(amp + 2);
  // The first two letters of the names of white space: `SPACE_BEGINS` of electron/core/html/references.ts.
  switch (<i32>load<u16>(amp, 1)) {
    case 0x626e: // nb
    case 0x6154: // Ta
    case 0x654e: // Ne
    case 0x6f4e: // No
    case 0x6e65: // en
    case 0x6d65: // em
    case 0x756e: // nu
    case 0x7570: // pu
    case 0x6874: // th
    case 0x6854: // Th
    case 0x6168: // ha
    case 0x6556: // Ve
    case 0x654d: // Me
      return true;
    default:
      return false;
  }
}

/** `digits`: behind "&#". Numbers that are long or not ended are not looked into. */
function numberMaySpellSpace(digits: usize): bool {
  const isHex = (load<u8>(digits) | 32) === 120;
  let at = isHex ? digits + 1 : digits;
  let code = 0;
  for (const end = min(digits + 10, limit); at < end; at++) {
    const byte: i32 = load<u8>(at);
    const letter = byte | 32;
    if (byte >= 48 && byte <= 57) code = code * (isHex ? 16 : 10) + byte - 48;
    else if (isHex && letter >= 97 && letter <= 102) code = code * 16 + letter - 87;
    else return byte !== 59 || code <= 32 || code > 0xffff || isWideSpace(code);
  }
  return true;
}
