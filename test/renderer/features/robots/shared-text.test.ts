import { describe, expect, it } from 'vitest';
import { SharedText } from '../../../../renderer/features/robots/editor/shared-text.ts';

/** What the editor shows after its owner passed `value`. */
const shown = (shared: SharedText, text: string, value: string): string => (shared.isNews(value) ? value : text);

describe('a text that editor and owner share', () => {
  it('is not written back while more is typed: the owner hands over each text a moment later', () => {
    const shared = new SharedText('');
    for (const text of ['D', 'Di', 'Dis']) shared.tell(text);
    expect(shown(shared, 'Dis', 'D')).toBe('Dis');
    shared.tell('Disa');
    expect(shown(shared, 'Disa', 'Dis')).toBe('Disa');
    expect(shown(shared, 'Disa', 'Disa')).toBe('Disa');
  });

  it('tells the owner of a text again that the owner had before', () => {
    const shared = new SharedText('a');
    expect(shared.tell('ab')).toBe(true);
    expect(shown(shared, 'ab', 'ab')).toBe('ab');
    shared.tell('abc');
    expect(shared.tell('ab')).toBe(true);
    expect(shared.tell('ab')).toBe(false);
  });

  it('takes a text of the owner’s own: a draft that is loaded, a proposal', () => {
    const shared = new SharedText('a');
    shared.tell('ab');
    expect(shown(shared, 'ab', 'another')).toBe('another');
    expect(shared.tell('another')).toBe(false);
    expect(shown(shared, 'another', 'ab')).toBe('ab');
  });
});
