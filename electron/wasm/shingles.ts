import { hasIdeographs } from './classify';
import { MIX1, MIX2, POWER1, POWER2, POWER3, POWER4, SHINGLE_START } from './constants';
import { LEAST, SIGNATURE, SPANS, TOKENS } from './layout';

/** The factor of the polynomial of a shingle. */
const P: i32 = 0x5bd1e995;
const EMPTY: u32 = 0xffffffff;

/** Writes the signature of `count` tokens to SIGNATURE; 0 for no tokens, which have none. See `Signer`. */
export function signTokens(count: i32): i32 {
  if (count === 0) return 0;
  memory.fill(LEAST, 0xff, 1024);
  const shingles = hasIdeographs === 0 ? addFives(count) : addMixed(count);
  if (shingles === 0) addOne(count - 1, count);
  densify();
  return 1;
}

/** Every run of five tokens; four runs at once. */
function addFives(count: i32): i32 {
  const shingles = count - 4;
  let at: usize = TOKENS;
  let i = 0;
  const start = v128.load(SHINGLE_START);
  const p4 = v128.load(POWER4);
  const p3 = v128.load(POWER3);
  const p2 = v128.load(POWER2);
  const p = v128.load(POWER1);
  const mix1 = v128.load(MIX1);
  const mix2 = v128.load(MIX2);
  for (; i + 4 <= shingles; i += 4, at += 16) {
    const older = i32x4.add(i32x4.add(start, i32x4.mul(v128.load(at), p4)), i32x4.mul(v128.load(at, 4), p3));
    const newer = i32x4.add(i32x4.mul(v128.load(at, 8), p2), i32x4.mul(v128.load(at, 12), p));
    let h = i32x4.add(i32x4.add(older, newer), v128.load(at, 16));
    h = i32x4.mul(v128.xor(h, i32x4.shr_u(h, 16)), mix1);
    h = i32x4.mul(v128.xor(h, i32x4.shr_u(h, 13)), mix2);
    h = v128.xor(h, i32x4.shr_u(h, 16));
    keep(i32x4.extract_lane(h, 0));
    keep(i32x4.extract_lane(h, 1));
    keep(i32x4.extract_lane(h, 2));
    keep(i32x4.extract_lane(h, 3));
  }
  for (; i < shingles; i++) addOne(i + 4, 5);
  return max(0, shingles);
}

function addMixed(count: i32): i32 {
  let shingles = 0;
  for (let i = 0; i < count; i++) {
    const span: i32 = load<u8>(SPANS + i);
    if (i + 1 < span) continue;
    addOne(i, span);
    shingles++;
  }
  return shingles;
}

/** The shingle of the `span` tokens up to token `last`. */
function addOne(last: i32, span: i32): void {
  let sum = span;
  for (let i = last + 1 - span; i <= last; i++) sum = sum * P + load<i32>(TOKENS + (i << 2));
  keep(mix(sum));
}

/** Its first byte chooses the slot. */
function keep(hash: i32): void {
  const slot = LEAST + ((hash >>> 24) << 2);
  // Without a branch, which could not be predicted.
  store<u32>(slot, min(<u32>hash, load<u32>(slot)));
}

function mix(value: i32): i32 {
  let h = (value ^ (value >>> 16)) * 0x85ebca6b;
  h = (h ^ (h >>> 13)) * 0xc2b2ae35;
  return h ^ (h >>> 16);
}

/** `Signer.#densify`. At SIGNATURE lies a byte for each slot, until all are known. Behind lies whether a slot has one, and then the list of those with a shingle of their own. */
function densify(): void {
  const filled = SIGNATURE + 256;
  const given = SIGNATURE + 512;
  let count: usize = 0;
  for (let slot: usize = 0; slot < 256; slot++) {
    const least = load<u32>(LEAST + (slot << 2));
    store<u8>(filled + slot, least === EMPTY ? 0 : 1);
    store<u8>(SIGNATURE + slot, least);
    if (least !== EMPTY) store<u8>(given + count++, slot);
  }
  let missing = 256 - <i32>count;
  for (let round = 1; missing > 0; round++) {
    for (let i: usize = 0; i < count; i++) {
      const slot: i32 = load<u8>(given + i);
      const to: usize = mix(round * 0x9e3779b1 + slot) >>> 24;
      if (load<u8>(filled + to) !== 0) continue;
      store<u8>(filled + to, 1);
      store<u8>(SIGNATURE + to, load<u8>(SIGNATURE + slot));
      missing--;
    }
  }
  // Four bits a slot, two slots a byte: `narrowed`.
  for (let i: usize = 0; i < 128; i++)
    store<u8>(SIGNATURE + i, (load<u8>(SIGNATURE + 2 * i) & 15) | (load<u8>(SIGNATURE + 2 * i + 1) << 4));
}
