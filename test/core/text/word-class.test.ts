import { expect, it } from 'vitest';
import { isUnspacedText, wordClass, wordClassOf } from '#core/text/word-class.ts';

it('takes for words what Unicode calls letters, numbers and marks, in any script', () => {
  const wrong: string[] = [];
  for (let unit = 0; unit <= 0xffff; unit++) {
    if (unit >= 0xd800 && unit < 0xe000) continue;
    const isWord = /[\p{L}\p{N}\p{M}]/u.test(String.fromCharCode(unit));
    if ((wordClassOf(unit) !== wordClass.separator) !== isWord) wrong.push(unit.toString(16));
  }
  expect(wrong).toEqual([]);
});

it('takes each character of a script without spaces for such a text', () => {
  const wrong: string[] = [];
  for (let unit = 0; unit <= 0xffff; unit++) {
    const isUnspaced = wordClassOf(unit) > wordClass.letter;
    if (isUnspacedText(String.fromCharCode(unit)) !== isUnspaced) wrong.push(unit.toString(16));
  }
  expect(wrong).toEqual([]);
});

it.each([
  ['a', wordClass.letter],
  ['7', wordClass.letter],
  ['É', wordClass.letter],
  ['я', wordClass.letter],
  ['\u0301', wordClass.letter],
  ['漢', wordClass.ideograph],
  ['ー', wordClass.ideograph],
  ['ก', wordClass.unspaced],
  ['_', wordClass.separator],
  ['…', wordClass.separator],
  ['Ⓐ', wordClass.separator],
  ['\u00a0', wordClass.separator],
  ['😀', wordClass.separator],
  ['𠀀', wordClass.ideograph],
])('%s has its class', (text, expected) => {
  expect(wordClassOf(text.charCodeAt(0))).toBe(expected);
});
