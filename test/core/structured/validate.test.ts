import { describe, expect, it } from 'vitest';
import { googleRules } from '#core/structured/google/rules.ts';
import { validateStructuredData } from '#core/structured/validate.ts';
import { bundledVocabulary } from '#core/structured/vocabulary.ts';
import type { StructuredCheck, StructuredData, StructuredFinding } from '#shared/model/structured-data.ts';
import { jsonLd, structured } from '#test/support/structured-page.ts';

const vocabulary = bundledVocabulary();
const all = (data: StructuredData): readonly StructuredFinding[] =>
  // What is stored is JSON: nothing may be lost on the way.
  validateStructuredData(JSON.parse(JSON.stringify(data)) as StructuredData, vocabulary, googleRules).findings;
const of = (check: StructuredCheck, data: StructuredData): string[] =>
  all(data)
    .filter(each => each.check === check)
    .map(({ type, property, value }) => [type, property, value].filter(each => each !== undefined).join(' '));
const item = (json: string) => jsonLd(`{"@context":"https://schema.org",${json}}`);

describe('schema.org', () => {
  it('finds types that do not exist', () => {
    expect(all(item('"@type":"newsArticle"'))).toMatchObject([
      { check: 'unknown_type', block: 0, item: 0, type: 'newsArticle', expected: ['NewsArticle'] },
    ]);
    expect(of('unknown_type', item('"@type":["Thing","Foo"]'))).toEqual(['Foo']);
    expect(of('unknown_type', item('"@type":"Thing"'))).toEqual([]);
  });

  it('finds properties that the type and its parents do not have', () => {
    expect(all(item('"@type":"Person","recipeYield":"4","name":"N","jobTitle":"J","@id":"x"'))).toMatchObject([
      { check: 'unknown_property', type: 'Person', property: 'recipeYield', expected: ['Recipe'] },
    ]);
    expect(of('unknown_property', item('"@type":["Person","Recipe"],"recipeYield":"4","name":"N","image":"/i"'))).toEqual([]);
    expect(of('unknown_property', item('"@type":"Foo","recipeYield":"4"'))).toEqual([]);
    expect(of('unknown_property', item('"@type":"SearchAction","query-input":"required name=q"'))).toEqual([]);
    expect(of('unknown_property', item('"@type":"Person","foaf:nick":"n","@reverse":{"author":{"@type":"Book"}}'))).toEqual([]);
  });

  it.each([
    ['"@type":"Person","birthDate":"3.2.2001"', 'Person birthDate 3.2.2001'],
    ['"@type":"Offer","availability":"in stock"', 'Offer availability in stock'],
    ['"@type":"Offer","availability":"https://schema.org/Instock"', 'Offer availability https://schema.org/Instock'],
    ['"@type":"Offer","priceCurrency":"€"', 'Offer priceCurrency €'],
    ['"@type":"Person","url":"www.e.com"', 'Person url www.e.com'],
    ['"@type":"Book","numberOfPages":"many"', 'Book numberOfPages many'],
    ['"@type":"Book","isAccessibleForFree":"yes"', 'Book isAccessibleForFree yes'],
    ['"@type":"HowTo","totalTime":"30 minutes"', 'HowTo totalTime 30 minutes'],
  ])('finds the bad value in %s', (json, finding) => {
    expect(of('bad_value', item(json))).toEqual([finding]);
  });

  it.each([
    '"@type":"Person","birthDate":"2001-02-03","url":"/a","knows":"Bob"',
    '"@type":"Offer","availability":"https://schema.org/InStock","priceCurrency":"EUR","price":"12.50"',
    '"@type":"Offer","availability":"InStock","itemCondition":{"@id":"https://schema.org/NewCondition"}',
    '"@type":"Book","isAccessibleForFree":true,"numberOfPages":300,"license":{"@type":"CreativeWork","name":"L"}',
    `"@type":"Person","url":"https://e.com/${'x'.repeat(3_000)}"`,
  ])('has nothing against the values in %.60s', json => {
    expect(of('bad_value', item(json))).toEqual([]);
  });

  it('names what supersedes a term', () => {
    expect(all(item('"@type":"Organization","contactPoints":{"@type":"ContactPoint"}'))).toContainEqual(
      expect.objectContaining({ check: 'superseded', property: 'contactPoints', expected: ['contactPoint'] }),
    );
  });

  it('leaves items alone whose vocabulary it does not know', () => {
    const unknown = jsonLd('{"@context":["https://schema.org","https://e.com/c"],"@type":"Foo","bar":"x"}');
    expect(all(unknown).map(({ check, expected }) => [check, expected])).toEqual([['unknown_context', ['https://e.com/c']]]);
    expect(all(jsonLd('{"@type":"Foo"}')).map(each => each.check)).toEqual(['context_missing']);
    const old = structured('<p itemscope itemtype="http://data-vocabulary.org/Foo"><i itemprop=bar>x</i>');
    expect(all(old)).toEqual([]);
  });

  it('checks microdata and RDFa alike', () => {
    const micro = '<div itemscope itemtype="https://schema.org/Person"><i itemprop=foo>x</i><i itemprop=birthDate>soon</i></div>';
    expect(all(structured(micro)).map(({ check, property }) => [check, property])).toEqual([
      ['unknown_property', 'foo'],
      ['bad_value', 'birthDate'],
    ]);
    const rdfa = '<div vocab="https://schema.org/" typeof="Person"><i property=foo>x</i></div>';
    expect(of('unknown_property', structured(rdfa))).toEqual(['Person foo']);
  });
});

it('passes parse errors on', () => {
  expect(all(jsonLd('{"a":1,}'))).toMatchObject([
    { check: 'parse_error', block: 0, at: { start: 35 }, error: { code: 'trailing-comma', line: 1, column: 7, byte: 41 } },
  ]);
});

describe('duplicates', () => {
  const script = (json: string) => `<script type="application/ld+json">{"@context":"https://schema.org",${json}}</script>`;
  const one = '"@type":"Product","@id":"#p","name":"A","sku":"1"';

  it('are the same thing in two blocks with different values', () => {
    const data = structured(script(one) + script('"@type":"Product","@id":"#p","name":"B","sku":"1"'));
    expect(all(data).filter(each => each.check === 'duplicate_blocks')).toMatchObject([
      { block: 1, item: 1, type: 'Product', value: '#p', expected: ['name'] },
    ]);
  });

  it('are not blocks that agree or add to each other, nor two things in one block', () => {
    const added = script('"@type":"Product","@id":"#p","name":"A","color":"red"');
    expect(of('duplicate_blocks', structured(script(one) + added))).toEqual([]);
    expect(of('duplicate_blocks', structured(script(one) + script('"@type":"Thing","@id":"#p","name":"B"')))).toEqual([]);
    const graph = script(`"@graph":[{${one}},{"@type":"Product","@id":"#p","name":"B"}]`);
    expect(of('duplicate_blocks', structured(graph))).toEqual([]);
  });
});

it('keeps so many findings at most', () => {
  const items = Array.from({ length: 1_500 }, () => '{"@context":"https://schema.org","@type":"Foo"}').join(',');
  const result = validateStructuredData(jsonLd(`[${items}]`), vocabulary, googleRules);
  expect([result.findings.length, result.dropped]).toEqual([1_000, 500]);
});
