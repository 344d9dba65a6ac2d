/** A seeded source of choices: the same seed makes the same inputs on every machine. */
export interface Random {
  /** A whole number from 0 to `count` - 1. */
  below(count: number): number;
  /** True once in `count` times. */
  once(count: number): boolean;
  pick<T>(list: readonly T[]): T;
}

/** mulberry32. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (count: number): number => next() % count;
  return { below, once: count => below(count) === 0, pick: list => list[below(list.length)] as (typeof list)[number] };
}
