/**
 * What a text hash begins with: the version of the text hash and the signature of a page. Those of version 1, of files made before, are 16
 * hexadecimal digits alone. Values of different versions say nothing about each other.
 */
export const newestHash = '2-';

const SPACE = 32;
const LINE = 10;
const FIRST = 0x9e3779b1;
const SECOND = 0x85ebca77;
const laneCount = 16;
const blockLength = 16;

/** Two hashes are computed over 16 units at once: each has a lane for each pair of units. */
const lanes = new Int32Array(laneCount);
const starts = Int32Array.from(
  { length: laneCount },
  (_, lane) => [0x811c9dc5, 0x9747b28c, 0x2c1b3c6d, 0x165667b1][lane >> 2] as number,
);

/** What `hashText` is made of: see `readExact`. */
export interface ExactText {
  /** Runs of other characters than space and line feed, when the text begins and ends with none of those. */
  readonly words: number;
  readonly hash: string;
}

/** The last block of a text, with zeros behind it. */
const lastBlock = new Uint16Array(blockLength);

/** Reads all of units[0, length): words, and a hash of the exact characters, in which a line feed is a space. */
export function readExact(units: Uint16Array, length: number): ExactText {
  lanes.set(starts);
  const whole = length - (length % blockLength);
  let words = length === 0 ? 0 : 1;
  for (let at = 0; at < whole; at += blockLength) words += addBlock(units, at);
  if (whole < length) {
    lastBlock.fill(0);
    for (let at = whole; at < length; at++) lastBlock[at - whole] = units[at] as number;
    words += addBlock(lastBlock, 0);
  }
  return { words, hash: hashText(lanes, 0, length) };
}

/** Adds 16 units to the lanes; returns how many separate words. */
function addBlock(units: Uint16Array, from: number): number {
  let spaces = 0;
  for (let pair = 0; pair < 8; pair++) {
    let low = units[from + 2 * pair] as number;
    let high = units[from + 2 * pair + 1] as number;
    if (low === LINE) low = SPACE;
    if (high === LINE) high = SPACE;
    // Without a branch: where words end cannot be predicted.
    spaces += (((low ^ SPACE) - 1) >>> 31) + (((high ^ SPACE) - 1) >>> 31);
    const two = low | (high << 16);
    const first = Math.imul((lanes[pair] as number) ^ two, FIRST);
    lanes[pair] = first ^ (first >>> 15);
    // The second hash has the pairs of each half in another order.
    const other = 8 | (pair & 4) | ((pair + 3) & 3);
    const second = Math.imul(((lanes[other] as number) + two) | 0, SECOND);
    lanes[other] = second ^ (second >>> 13);
  }
  return spaces;
}

/** MurmurHash3's finalizer. */
function mixed(hash: number): number {
  let h = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** The digits of each byte. A table, because `toString(16)` divides for every digit. */
const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

const hex = (value: number): string =>
  `${hexOfByte[value >>> 24]}${hexOfByte[(value >>> 16) & 255]}${hexOfByte[(value >>> 8) & 255]}${hexOfByte[value & 255]}`;

/** The hash of a text of `length` units from its 16 lanes, which begin at `lanes[at]`: the version, then 64 bits as 16 hexadecimal digits. */
export function hashText(lanes: Int32Array, at: number, length: number): string {
  let first = length;
  let second = length;
  for (let lane = 0; lane < 8; lane++) {
    first = mixed(first ^ (lanes[at + lane] as number));
    second = mixed(second ^ (lanes[at + lane + 8] as number));
  }
  return newestHash + hex(first) + hex(second);
}

/** Whether a text hash, and the signature of the same page, are of the newest version. */
export const isNewestHash = (hash: string): boolean => hash.startsWith(newestHash);

/** Whether two pages have the same text, by their text hashes; null: cannot be said, as one was read by an older version. */
export const isSameText = (one: string, other: string): boolean | null =>
  isNewestHash(one) === isNewestHash(other) ? one === other : null;
