import { foldedUnits, kindShift, lastLetter, learnUnit, unitKind } from './folded-units.ts';

/**
 * The hash of units[start, end), letters whose lower case the table knows; others count as they are. Eight letters are one step, as one instruction
 * of a processor does it: see electron/wasm/pass.ts.
 */
export function hashOfWord(units: Uint16Array, start: number, end: number): number {
  let at = start;
  let hash = 0;
  for (; end - at > 8; at += 8) hash = Math.imul(hash + sumOf(units, at, end), 0x2c1b3c6d);
  return (hash + sumOf(units, at, end)) | 0;
}

/** Up to eight letters, two in each number: each is mixed and has its own factor. */
function sumOf(units: Uint16Array, at: number, end: number): number {
  let sum = mixed(units, at, end, 0x85ebca6b);
  if (at + 2 >= end) return sum;
  sum = (sum + mixed(units, at + 2, end, 0xc2b2ae35)) | 0;
  if (at + 4 >= end) return sum;
  sum = (sum + mixed(units, at + 4, end, 0x27d4eb2f)) | 0;
  return at + 6 >= end ? sum : (sum + mixed(units, at + 6, end, 0x165667b1)) | 0;
}

function mixed(units: Uint16Array, at: number, end: number, factor: number): number {
  const table = foldedUnits;
  const low = (table[units[at] as number] as number) & lastLetter;
  const high = at + 1 < end ? ((table[units[at + 1] as number] as number) & lastLetter) << 16 : 0;
  const product = Math.imul(low | high, 0x9e3779b1);
  return Math.imul(product ^ (product >>> 15), factor);
}

/** The hash of a word of letters only. Throws RangeError for any other. */
export function wordHash(word: string): number {
  const units = new Uint16Array(word.length);
  for (let i = 0; i < units.length; i++) {
    const unit = word.charCodeAt(i);
    const known = foldedUnits[unit] as number;
    const folded = known >>> kindShift === unitKind.unknown ? learnUnit(unit) : known;
    if (folded > lastLetter) throw new RangeError(`“${word}” is not of letters only`);
    units[i] = unit;
  }
  return hashOfWord(units, 0, units.length);
}

/** One hash for two words that follow each other. */
export const pairHash = (first: number, second: number): number => (Math.imul(first, 31) ^ second) | 0;
