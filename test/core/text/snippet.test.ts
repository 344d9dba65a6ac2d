import { expect, test } from 'vitest';
import { pixelWidth } from '#core/text/pixel-width.ts';
import { snippetOf, snippetPixels } from '#core/text/snippet.ts';

test('a text that fits is shown whole', () => {
  const shown = snippetOf('A short title', 'title');
  expect(shown).toEqual({ text: 'A short title', pixels: pixelWidth('A short title', 'title'), mostPixels: 561, isCut: false });
});

test('a long text is cut after a word, and fits with its ellipsis', () => {
  for (const font of ['title', 'description'] as const) {
    const text = 'Words that follow one another '.repeat(20).trim();
    const shown = snippetOf(text, font);
    expect(shown.isCut).toBe(true);
    expect(shown.text).toMatch(/^(Words|that|follow|one|another| )+ …$/);
    expect(pixelWidth(shown.text, font)).toBeLessThanOrEqual(snippetPixels[font]);
    expect(pixelWidth(`${shown.text} another`, font)).toBeGreaterThan(snippetPixels[font]);
  }
});

test('a text without spaces is cut between characters', () => {
  const shown = snippetOf('漢'.repeat(100), 'title');
  expect(shown.text).toMatch(/^漢{26,28} …$/);
  expect(snippetOf('😀'.repeat(100), 'title').text).not.toContain('\ufffd');
});
