import { describe, expect, it } from 'vitest';
import { structured, structuredDataOf, tree } from '#test/support/structured-page.ts';

const one = (html: string): unknown => tree(structured(html))[0];

describe('RDFa Lite', () => {
  it('gives items with types, ids, values and nesting', () => {
    const data = structured(
      `<div vocab="https://schema.org/" typeof="Product" resource="#p"><h1 property="name">A <b>chair</b></h1>
       <div property="offers" typeof="Offer"><span property="price" content="12">12 €</span></div></div>`,
    );
    expect(tree(data)).toEqual([{ type: 'Product', id: '#p', name: 'A chair', offers: { type: 'Offer', price: '12' } }]);
    expect(data.blocks).toEqual([{ format: 'rdfa', at: data.items[0]?.at }]);
    expect(data.items[1]).toMatchObject({ block: 0, parent: 0, via: 'offers' });
  });

  it.each([
    ['vocab without its slash', '<p vocab="http://schema.org" typeof=Thing property=x>'],
    ['vocab of html', '<html vocab="http://schema.org/"><p typeof=Thing>'],
    ['a prefix', '<p prefix="s: http://schema.org/" typeof="s:Thing">'],
    ['a prefix of body', '<body prefix="og: http://ogp.me/ns# s: https://schema.org/"><p typeof="s:Thing">'],
    ['the initial context', '<p typeof="schema:Thing">'],
    ['a whole IRI', '<p typeof="https://schema.org/Thing">'],
  ])('understands %s', (_, html) => {
    expect(structured(html).items).toMatchObject([{ types: ['Thing'] }]);
    expect(structured(html).items[0]).not.toHaveProperty('unknownVocabulary');
  });

  it.each([
    ['<a property=p href="/a">x</a>', '/a'],
    ['<img property=p src="a.png">', 'a.png'],
    ['<meta property=p content="c">', 'c'],
    ['<a property=p href="/a" content="c">x</a>', 'c'],
    ['<time property=p datetime="2026-01-02">x</time>', '2026-01-02'],
    ['<span property=p resource="#r">x</span>', { ref: '#r' }],
    ['<span property=p> a <b>b</b> </span>', 'a b'],
    ['<span property="schema:p">x</span>', 'x'],
  ])('takes the value of %s', (html, value) => {
    expect(one(`<div vocab="https://schema.org/" typeof=Thing>${html}</div>`)).toEqual({ type: 'Thing', p: value });
  });

  it('leaves words without a vocabulary out, and keeps other vocabularies', () => {
    const html = '<div typeof="Thing foaf:Person" prefix="x: http://e.com/#"><b property=name>a</b><b property="x:n">b</b></div>';
    const data = structured(html);
    expect(tree(data)).toEqual([{ type: 'Thing http://xmlns.com/foaf/0.1/Person', 'http://e.com/#n': 'b' }]);
    expect(data.items[0]?.unknownVocabulary).toBe(true);
  });

  it('adds to an item that came before by its resource', () => {
    const html = `<div vocab="https://schema.org/"><p typeof=Person resource="#me"></p><p resource="#me"><b property=name>N</b></p></div>`;
    expect(one(html)).toEqual({ type: 'Person', id: '#me', name: 'N' });
  });

  it('ends vocabularies and prefixes with their elements', () => {
    const data = structured('<div><p vocab="https://schema.org/" typeof=Thing></p><p typeof=Thing></p></div>');
    expect(data.items.map(item => item.unknownVocabulary)).toEqual([undefined, true]);
  });

  it('does not take Open Graph for items', () => {
    expect(structuredDataOf('<html prefix="og: http://ogp.me/ns#"><meta property="og:title" content="x">')).toBeNull();
  });

  it('stands beside microdata on the same elements', () => {
    const html =
      '<p itemscope itemtype="https://schema.org/Thing" vocab="https://schema.org/" typeof=Thing><b itemprop=name property=name>N</b>';
    expect(tree(structured(html))).toEqual([
      { type: 'Thing', name: 'N' },
      { type: 'Thing', name: 'N' },
    ]);
  });
});
