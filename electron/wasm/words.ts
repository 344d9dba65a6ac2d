import { isWideSpace } from './gather';
import { PAGE } from './layout';

/**
 * Counts the words that begin in bytes [start, end) of the page, as `WordCounter.countUtf8` does. `before`: 1 where white space is before
 * them. Returns twice their number, and 1 more where the last character separates words.
 */
export function countWords(start: i32, end: i32, before: i32): i32 {
  const stop = PAGE + end;
  let at = PAGE + start;
  let space = before;
  let words = 0;
  while (at < stop) {
    const block = v128.load(at);
    const size = min(16, <i32>(stop - at));
    const spaces = i8x16.bitmask(i8x16.le_u(block, i8x16.splat(32)));
    // The first bytes of white space beyond ASCII: C2, and E1 to E3.
    const wide = v128.or(
      i8x16.eq(block, i8x16.splat(<i8>0xc2)),
      i8x16.lt_u(i8x16.sub(block, i8x16.splat(<i8>0xe1)), i8x16.splat(3)),
    );
    const plain = min(size, ctz(i8x16.bitmask(wide) | 0x10000));
    if (plain > 0) {
      words += popcnt(~spaces & ((spaces << 1) | space) & ((1 << plain) - 1));
      space = (spaces >> (plain - 1)) & 1;
      at += plain;
    }
    if (plain === size) continue;
    const length = wideSpaceAt(at);
    if (length === 0) {
      words += space;
      space = 0;
      at += 1;
    } else {
      space = 1;
      at += length;
    }
  }
  return (words << 1) | space;
}

/** The length of the white-space character at `at`, which begins with C2, E1, E2 or E3; 0 for another one. Zeros are behind the page. */
function wideSpaceAt(at: usize): usize {
  const first: i32 = load<u8>(at);
  const second: i32 = load<u8>(at, 1);
  if (first === 0xc2) return second === 0xa0 ? 2 : 0;
  const third: i32 = load<u8>(at, 2);
  if (second >> 6 !== 2 || third >> 6 !== 2) return 0;
  return isWideSpace(((first & 15) << 12) | ((second & 63) << 6) | (third & 63)) ? 3 : 0;
}
