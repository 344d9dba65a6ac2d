import { describe, expect, it } from 'vitest';
import { namedReferences } from '#core/html/named-references.ts';
import { decodeReferences, maySpellSpace } from '#core/html/references.ts';
import { isWordSpace } from '#core/html/text-collector.ts';

const isSpace = (text: string): boolean =>
  [...text].some(character => {
    const code = character.codePointAt(0) ?? 0;
    return code <= 32 || isWordSpace(code);
  });

describe('whether a reference may be white space', () => {
  it('is known for every name of the standard, with and without its semicolon', () => {
    const { all, bare } = namedReferences();
    const wrong = [...all, ...[...bare].map(([name, text]) => [`${name} `, text] as const)].filter(
      ([name, text]) => maySpellSpace(`x&${name.endsWith(' ') ? name : `${name};`}y`, 1) !== isSpace(text),
    );
    expect(wrong).toEqual([]);
  });

  it.each([
    '&#32;',
    '&#x20;',
    '&#160;',
    '&#xa0;',
    '&#8195;',
    '&#1;',
    '&#10;',
    '&#x3000;',
    '&#32',
    '&#00000000000032;',
    '&#32 a;',
  ])('is never denied: %s', reference => {
    expect(isSpace(decodeReferences(reference, false))).toBe(true);
    expect(maySpellSpace(reference, 0)).toBe(true);
  });

  it.each(['&#8217;', '&#x41;', '&#0;', '&eacute;', '&amp;', '&notaname;', '& ', '&', '&#x110000;'])(
    'is denied: %s',
    reference => {
      expect(maySpellSpace(reference, 0)).toBe(false);
    },
  );
});
