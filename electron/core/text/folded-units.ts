import { wordClass, wordClassOf } from './word-class.ts';

/**
 * For each UTF-16 unit, what a pass over words needs in one lookup. For a letter: its lower case, above 0 and at most
 * `lastLetter`. For any other unit: its class of `unitKind`, shifted by `kindShift`, with the unit in the low bits. A
 * unit is `unitKind.unknown` until `learnUnit` looks it up.
 */
export const foldedUnits = new Int32Array(0x10000);

export const lastLetter = 0xffff;
export const kindShift = 16;

export const unitKind = {
  separator: 1,
  ideograph: 2,
  unspaced: 3,
  /** The second half of a surrogate pair. */
  second: 4,
  /** A separator that a copyright notice may start with: © and an opening parenthesis. */
  notice: 5,
  /** A letter whose lower case depends on its neighbours or has two units: Σ, İ, halves of pairs. */
  contextual: 6,
  unknown: 7,
} as const;

const kindOf: Readonly<Record<number, number>> = {
  [wordClass.separator]: unitKind.separator,
  [wordClass.ideograph]: unitKind.ideograph,
  [wordClass.unspaced]: unitKind.unspaced,
  [wordClass.second]: unitKind.second,
};

foldedUnits.fill(unitKind.unknown << kindShift);
for (let unit = 0; unit < 128; unit++) learnUnit(unit);

/** Looks a unit up and keeps what was found. */
export function learnUnit(unit: number): number {
  const kind = kindOf[wordClassOf(unit)];
  let found = ((kind ?? unitKind.contextual) << kindShift) | unit;
  if (unit === 0x28 || unit === 0xa9) found = (unitKind.notice << kindShift) | unit;
  else if (kind === undefined && unit !== 0x130 && unit !== 0x3a3 && (unit < 0xd800 || unit >= 0xe000))
    found = String.fromCharCode(unit).toLowerCase().charCodeAt(0);
  foldedUnits[unit] = found;
  return found;
}
