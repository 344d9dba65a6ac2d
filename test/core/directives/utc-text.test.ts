import fc from 'fast-check';
import { expect, it } from 'vitest';
import { utcText } from '#core/directives/date.ts';

it('writes the same as the clock of the system, from year 0 to 9999', () => {
  fc.assert(
    fc.property(fc.integer({ min: -62_167_219_200, max: 253_402_300_799 }), seconds => {
      expect(utcText(seconds)).toBe(new Date(seconds * 1_000).toISOString().slice(0, 19));
    }),
  );
});
