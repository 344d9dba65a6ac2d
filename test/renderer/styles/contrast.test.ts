import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** WCAG 2.2 relative luminance and contrast of the colour tokens. */
const css = readFileSync(new URL('../../../renderer/styles/tokens.css', import.meta.url), 'utf8');
const [light = '', dark = ''] = css.split('@media');
const colours = (block: string): Map<string, string> =>
  new Map([...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map(([, name, hex]) => [name, hex]));

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map(at => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

const surfaces = ['bg', 'panel', 'raised', 'hover', 'accent-bg'];
const pairs = [
  ...['text', 'muted', 'accent', 'ok', 'warn', 'bad'].flatMap(front => surfaces.map(back => [front, back])),
  ['ok', 'ok-bg'],
  ['warn', 'warn-bg'],
  ['bad', 'bad-bg'],
  ['on-primary', 'primary'],
  ['on-mark', 'mark'],
];

test.each([
  ['light', light],
  ['dark', dark],
] as const)('every text colour of the %s theme reads on every surface (WCAG AA, 4.5)', (_, block) => {
  const token = colours(block);
  const poor = pairs
    .map(([front, back]) => ({ front, back, ratio: Number(contrast(token.get(front)!, token.get(back)!).toFixed(2)) }))
    .filter(({ ratio }) => !(ratio >= 4.5));
  expect(poor).toEqual([]);
});
