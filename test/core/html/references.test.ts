import { describe, expect, it } from 'vitest';
import { namedReferences, searched } from '#core/html/named-references.ts';
import { decodeReferences, maySpellSpace } from '#core/html/references.ts';
import { isWordSpace } from '#core/html/text-collector.ts';

const isSpace = (text: string): boolean =>
  [...text].some(character => {
    const code = character.codePointAt(0) ?? 0;
    return code <= 32 || isWordSpace(code);
  });

describe('a name', () => {
  it('is found in the packed list with the text that the table has', () => {
    const { all, bare } = namedReferences();
    const names = [...all.keys()].flatMap(name => [name, name.slice(1), name.slice(0, -1), name.toUpperCase()]);
    const wrong = names.filter(
      name => name !== '' && (searched(name, 'all') !== all.get(name) || searched(name, 'bare') !== bare.get(name)),
    );
    expect(wrong).toEqual([]);
  });
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
