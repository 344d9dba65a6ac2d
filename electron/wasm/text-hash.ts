import { lengthOf } from './gather';
import { AREAS, RESULT } from './layout';

const SPACE: i16 = 32;
const LINE: i16 = 10;

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
  for (; at < stop; at += 32) {
    let x = v128.load(at);
    let y = v128.load(at, 16);
    const linesX = i16x8.eq(x, i16x8.splat(LINE));
    const linesY = i16x8.eq(y, i16x8.splat(LINE));
    x = i16x8.add(x, v128.and(linesX, i16x8.splat(SPACE - LINE)));
    y = i16x8.add(y, v128.and(linesY, i16x8.splat(SPACE - LINE)));
    words += popcnt(i8x16.bitmask(i8x16.narrow_i16x8_s(i16x8.eq(x, i16x8.splat(SPACE)), i16x8.eq(y, i16x8.splat(SPACE)))));
    a = i32x4.mul(v128.xor(a, x), i32x4.splat(0x9e3779b1));
    a = v128.xor(a, i32x4.shr_u(a, 15));
    b = i32x4.mul(v128.xor(b, y), i32x4.splat(0x9e3779b1));
    b = v128.xor(b, i32x4.shr_u(b, 15));
    c = i32x4.mul(i32x4.add(c, v128.shuffle<i32>(x, x, 1, 2, 3, 0)), i32x4.splat(0x85ebca77));
    c = v128.xor(c, i32x4.shr_u(c, 13));
    d = i32x4.mul(i32x4.add(d, v128.shuffle<i32>(y, y, 1, 2, 3, 0)), i32x4.splat(0x85ebca77));
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
