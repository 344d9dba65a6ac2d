import { GOLDEN, LINE_TO_SPACE, LINES, SECOND, SPACES } from './constants';
import { lengthOf } from './gather';
import { AREAS, RESULT } from './layout';

/** Counts the words of an area into RESULT; behind it lie the 16 lanes of its hash: electron/core/text/text-hash.ts. */
export function hash(number: i32): void {
  const length = lengthOf(number);
  const units = <usize>load<i32>(AREAS + (number << 4), 12);
  const whole = length & ~15;
  let a = i32x4.splat(0x811c9dc5);
  let b = i32x4.splat(0x9747b28c);
  let c = i32x4.splat(0x2c1b3c6d);
  let d = i32x4.splat(0x165667b1);
  let words = length > 0 ? 1 : 0;
  let at = units;
  const end = units + (whole << 1);
  // The last block goes on behind the text with zeros.
  const last = units + (length << 1);
  const behind = v128.load(last);
  const furtherBehind = v128.load(last, 16);
  v128.store(last, i64x2.splat(0));
  v128.store(last, i64x2.splat(0), 16);
  const stop = length > whole ? end + 32 : end;
  const lines = v128.load(LINES);
  const spaces = v128.load(SPACES);
  const toSpace = v128.load(LINE_TO_SPACE);
  const golden = v128.load(GOLDEN);
  const second = v128.load(SECOND);
  for (; at < stop; at += 32) {
    let x = v128.load(at);
    let y = v128.load(at, 16);
    const linesX = i16x8.eq(x, lines);
    const linesY = i16x8.eq(y, lines);
    x = i16x8.add(x, v128.and(linesX, toSpace));
    y = i16x8.add(y, v128.and(linesY, toSpace));
    words += popcnt(i8x16.bitmask(i8x16.narrow_i16x8_s(i16x8.eq(x, spaces), i16x8.eq(y, spaces))));
    a = i32x4.mul(v128.xor(a, x), golden);
    a = v128.xor(a, i32x4.shr_u(a, 15));
    b = i32x4.mul(v128.xor(b, y), golden);
    b = v128.xor(b, i32x4.shr_u(b, 15));
    c = i32x4.mul(i32x4.add(c, v128.shuffle<i32>(x, x, 1, 2, 3, 0)), second);
    c = v128.xor(c, i32x4.shr_u(c, 13));
    d = i32x4.mul(i32x4.add(d, v128.shuffle<i32>(y, y, 1, 2, 3, 0)), second);
    d = v128.xor(d, i32x4.shr_u(d, 13));
  }
  v128.store(last, behind);
  v128.store(last, furtherBehind, 16);
  store<i32>(RESULT, words);
  v128.store(RESULT, a, 16);
  v128.store(RESULT, b, 32);
  v128.store(RESULT, c, 48);
  v128.store(RESULT, d, 64);
}
