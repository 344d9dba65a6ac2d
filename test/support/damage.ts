/** Small deterministic random numbers (mulberry32), 0 to 1. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const headerBytes = 100;

/** A copy of a file with some bytes changed, copied elsewhere or cut off. The header stays in most, so that the damage is met later. */
export function damaged(good: Buffer, seed: number): Buffer {
  const random = randomOf(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const copy = Buffer.from(good);
  const changes = 1 + Math.floor(random() * random() * 60);
  const kind = random();
  for (let change = 0; change < changes; change += 1) {
    const at = kind < 0.3 ? below(Math.min(copy.length, 24_576)) : below(copy.length);
    const how = random();
    if (how < 0.5) copy[at] = below(256);
    else if (how < 0.8) copy[at] = (copy[at] ?? 0) ^ (1 << below(8));
    else copy.copy(copy, at, below(copy.length), Math.min(copy.length, at + below(64)));
  }
  if (kind < 0.95) good.copy(copy, 0, 0, headerBytes);
  return kind > 0.97 ? copy.subarray(0, below(copy.length)) : copy;
}
