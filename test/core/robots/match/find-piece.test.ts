import { describe, expect, it } from 'vitest';
import { lastPlaceOf, placeOf } from '#core/robots/match/find-piece.ts';
import { randomFrom } from '../../../support/proof/random.ts';

describe('looking for a piece of a pattern', () => {
  it('finds what the built-in search finds, for short and long pieces', () => {
    const random = randomFrom(5);
    const letters = (count: number): string => Array.from({ length: count }, () => (random.once(9) ? 'b' : 'a')).join('');
    let found = 0;
    for (let round = 0; round < 2_000; round += 1) {
      const path = letters(1_500);
      const cut = random.below(1_000);
      const piece = random.once(2)
        ? path.slice(cut, cut + 150 + random.below(200))
        : 'a'.repeat(random.below(8)) + letters(random.below(230));
      const from = random.below(1_200);
      expect(placeOf(piece, path, from)).toBe(path.indexOf(piece, from));
      expect(lastPlaceOf(piece, path)).toBe(path.lastIndexOf(piece));
      if (path.includes(piece)) found += 1;
    }
    expect(found).toBeGreaterThan(500);
  });

  it('finds the last of pieces that overlap', () => {
    const piece = 'ab'.repeat(150);
    expect(lastPlaceOf(piece, 'ab'.repeat(160))).toBe(20);
    expect(placeOf(piece, 'ab'.repeat(160), 1)).toBe(2);
  });

  it('takes time in proportion where the built-in search takes the square', () => {
    const half = 'a'.repeat(100_000);
    // The built-in search needs minutes for this.
    expect(placeOf(`${half}b${half}`, 'a'.repeat(400_000), 0)).toBe(-1);
    expect(lastPlaceOf(`b${half}`, 'a'.repeat(400_000))).toBe(-1);
  });
});
