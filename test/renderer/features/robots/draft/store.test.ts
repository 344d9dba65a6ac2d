import { describe, expect, test } from 'vitest';
import { besideStored, type DraftState, isBegun } from '../../../../../renderer/features/robots/draft/store.ts';

const untouched: DraftState = { text: 'old', base: 1, beside: 'old', open: null, memory: { state: null } };

describe('a draft beside another stored version', () => {
  test('becomes that version where nobody wrote anything', () => {
    expect(besideStored(untouched, 'new', 2)).toEqual({ ...untouched, text: 'new', base: 2, beside: 'new' });
    expect(isBegun(besideStored(untouched, 'new', 2))).toBe(false);
  });

  test('stays as it is where somebody wrote something, also when that is what another version says', () => {
    const written = { ...untouched, text: 'mine' };
    expect(besideStored(written, 'new', 2)).toEqual({ ...written, beside: 'new' });
    const saved = { ...untouched, open: { id: 7, name: 'Kept', text: 'old' } };
    expect(besideStored(saved, 'new', 2)).toMatchObject({ text: 'old', base: 1, beside: 'new' });
    expect([written, saved].map(isBegun)).toEqual([true, true]);
  });

  test('is the same state while the stored text is', () => {
    expect(besideStored(untouched, 'old', 2)).toBe(untouched);
  });
});
