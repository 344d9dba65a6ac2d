import { describe, expect, it } from 'vitest';
import { expectationOf } from '#core/structured/ranges.ts';
import { bundledVocabulary, Vocabulary } from '#core/structured/vocabulary.ts';
import { memberLines, propertyLines, typeLines, vocabularyVersion } from '#core/structured/vocabulary-data.ts';

describe('the bundled vocabulary', () => {
  const vocabulary = bundledVocabulary();

  it('says which release it is, and is small', () => {
    expect(vocabularyVersion.version).toMatch(/^\d+\.\d+$/);
    expect(vocabularyVersion.date).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(typeLines.length + propertyLines.length + memberLines.length).toBeLessThan(300_000);
  });

  it('names only types that exist', () => {
    const lines = [...typeLines.trim().split('\n'), ...memberLines.trim().split('\n')];
    const properties = propertyLines.trim().split('\n');
    const parents = typeLines
      .trim()
      .split('\n')
      .flatMap(line => (line.split(' ')[1] ?? '').split(',').filter(Boolean));
    const used = properties.flatMap(line =>
      line
        .split(' ')
        .slice(1, 3)
        .flatMap(each => each.split(',').filter(Boolean)),
    );
    expect(lines.length).toBeGreaterThan(900);
    expect(properties.length).toBeGreaterThan(1_400);
    expect([...parents, ...used].filter(name => !vocabulary.hasType(name))).toEqual([]);
  });

  it('knows types, their parents and what is superseded', () => {
    expect(vocabulary.hasType('Product')).toBe(true);
    expect(vocabulary.hasType('Produkt')).toBe(false);
    expect(vocabulary.typeIgnoringCase('newsarticle')).toBe('NewsArticle');
    expect(vocabulary.isA('NewsArticle', 'CreativeWork')).toBe(true);
    expect(vocabulary.isA('Article', 'NewsArticle')).toBe(false);
    expect(vocabulary.isA('Hotel', 'LocalBusiness')).toBe(true);
    expect(vocabulary.isA('Hotel', 'Place')).toBe(true);
    expect(vocabulary.supersededBy('contactPoints')).toBe('contactPoint');
    expect(vocabulary.supersededBy('name')).toBeNull();
  });

  it('knows which properties a type has', () => {
    expect(vocabulary.fits('name', 'Hotel')).toBe(true);
    expect(vocabulary.fits('checkinTime', 'Hotel')).toBe(true);
    expect(vocabulary.fits('recipeYield', 'Hotel')).toBe(false);
    expect(vocabulary.fits('nothing', 'Hotel')).toBe(false);
  });

  it('knows the members of enumerations, also of those below', () => {
    expect(vocabulary.choices('ItemAvailability')).toContain('InStock');
    expect(vocabulary.choices('StatusEnumeration')).toContain('EventCancelled');
    expect(vocabulary.choices('Product').size).toBe(0);
  });

  it.each([
    ['datePublished', ['date'], false],
    ['cookTime', ['duration'], false],
    ['availability', [], true],
    ['isAccessibleForFree', ['boolean'], false],
    ['priceCurrency', ['currency'], false],
    ['numberOfPages', ['integer'], false],
    ['image', ['url'], false],
  ])('expects of %s what its range says', (property, forms, choices) => {
    const expectation = expectationOf(property, vocabulary);
    expect(expectation?.forms).toEqual(forms);
    expect(expectation?.choices !== null).toBe(choices);
  });

  it.each(['name', 'author', 'price', 'offers', 'address', 'nothing', 'constructor'])(
    'expects nothing of the text of %s',
    property => {
      expect(expectationOf(property, vocabulary)).toBeNull();
    },
  );
});

it('ends where types are their own parents', () => {
  const vocabulary = new Vocabulary({ types: 'A B\nB A\n', properties: 'p A Text', members: '' });
  expect([...vocabulary.ancestors('A')].sort()).toEqual(['A', 'B']);
  expect(vocabulary.fits('p', 'B')).toBe(true);
});
