import { describe, expect, it } from 'vitest';
import { structuredLimits } from '#core/structured/limits.ts';
import { structured, structuredDataOf, tree } from '#test/support/structured-page.ts';

const thing = 'itemscope itemtype="https://schema.org/Thing"';
/** The value of the only property of an item with this content. */
function theValue(inner: string): unknown {
  return (tree(structured(`<div ${thing}>${inner}</div>`))[0] as { p: unknown }).p;
}

describe('microdata', () => {
  it('gives items with types, ids, values and nesting', () => {
    const data = structured(
      `<p>ä<div itemscope itemtype="http://schema.org/Product http://schema.org/Vehicle" itemid="urn:x:1"><h1 itemprop="name">A <b>chair</b></h1>
       <div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><span itemprop="price">12</span></div></div>`,
    );
    expect(tree(data)).toEqual([
      { type: 'Product Vehicle', id: 'urn:x:1', name: 'A chair', offers: { type: 'Offer', price: '12' } },
    ]);
    expect(data.blocks).toEqual([{ format: 'microdata', at: data.items[0]?.at }]);
    expect(data.items[1]).toMatchObject({ block: 0, parent: 0, via: 'offers' });
    expect(data.items[0]?.at).toEqual({
      start: 5,
      end: 5 + '<div itemscope itemtype="http://schema.org/Product http://schema.org/Vehicle" itemid="urn:x:1">'.length,
    });
  });

  it.each([
    ['<meta itemprop=p content="a">', 'a'],
    ['<meta itemprop=p>', ''],
    ['<img itemprop=p src="a.png">', 'a.png'],
    ['<a itemprop=p href="/a?b&amp;c">text</a>', '/a?b&c'],
    ['<link itemprop=p href="https://schema.org/InStock">', 'https://schema.org/InStock'],
    ['<object itemprop=p data="a.svg"></object>', 'a.svg'],
    ['<data itemprop=p value="7">seven</data>', '7'],
    ['<meter itemprop=p value="0.5">half</meter>', '0.5'],
    ['<time itemprop=p datetime="2026-01-02">yesterday</time>', '2026-01-02'],
    ['<time itemprop=p>2026-01-02</time>', '2026-01-02'],
    ['<span itemprop=p content="USD">$</span>', 'USD'],
    ['<span itemprop=p> a\n <b>b</b>c<br>d </span>', 'a bcd'],
    ['<span itemprop=p></span>', ''],
    ['<span itemprop="p p">once</span>', 'once'],
    ['<span itemprop=" https://schema.org/p\n">x</span>', 'x'],
    ['<SPAN ITEMPROP=p>x</SPAN>', 'x'],
    ['<constructor itemprop=p>x</constructor>', 'x'],
    ['<span itemprop=p>&lt;ä&gt;</span>', '<ä>'],
  ])('takes the value of %s', (html, value) => {
    expect(theValue(html)).toBe(value);
  });

  it('gives text to every property that is open', () => {
    expect(tree(structured(`<div ${thing}><p itemprop=a>x <i itemprop=b>y</i> z</div>`))).toEqual([
      { type: 'Thing', a: 'x y z', b: 'y' },
    ]);
  });

  it('makes an item without itemprop an item of its own', () => {
    const data = structured(`<div ${thing}><div itemscope itemtype="https://schema.org/Person"></div></div>`);
    expect(data.items.map(item => [item.block, item.parent])).toEqual([
      [0, undefined],
      [1, undefined],
    ]);
  });

  it('knows other vocabularies by their names, and no words without one', () => {
    expect(structured('<p itemscope itemtype="http://data-vocabulary.org/Person">').items[0]?.types).toEqual([
      'http://data-vocabulary.org/Person',
    ]);
    expect(structured('<p itemscope itemtype="Person">').items).toMatchObject([{ types: ['Person'], unknownVocabulary: true }]);
    expect(tree(structured('<p itemscope><i itemprop=a>x</i>'))).toEqual([{ a: 'x' }]);
  });

  describe('itemref', () => {
    const whole = { wholePage: true };

    it('adds the properties of elements anywhere in the page', () => {
      const html = `<div id=x><i itemprop=a>1</i><div id=in><b itemprop=b>2</b></div></div><p ${thing} itemref="y x"></p><u id=y itemprop=c>3</u>`;
      expect(tree(structured(html, whole))).toEqual([{ type: 'Thing', c: '3', a: '1', b: '2' }]);
    });

    it('adds an item, but not what is inside it', () => {
      const html = `<p ${thing} itemref="x"></p><div id=x><div itemprop=a itemscope id=i><b itemprop=b>2</b></div></div>`;
      expect(tree(structured(html, whole))).toEqual([{ type: 'Thing', a: { b: '2' } }]);
    });

    it('takes the properties inside an item for another one', () => {
      const html = `<div ${thing}><p id=x><b itemprop=b>2</b></p></div><p itemscope itemref="x"></p>`;
      expect(tree(structured(html, whole))).toEqual([{ type: 'Thing', b: '2' }, { b: '2' }]);
    });

    it('reports ids that it has not seen', () => {
      const html = `<i id=x itemprop=a>1</i><p ${thing} itemref="x none"></p>`;
      expect(structured(html).blocks).toMatchObject([{ missingReferences: ['x', 'none'] }]);
      expect(structured(html, whole).blocks).toMatchObject([{ missingReferences: ['none'] }]);
    });

    it('ends where items refer to themselves and to each other', () => {
      const html = '<div id=x itemscope itemprop=p itemref="x y"></div><div id=y itemscope itemprop=q itemref="x"></div>';
      expect(structured(html, whole).items.length).toBe(2);
    });
  });

  it('has nothing where the page has nothing', () => {
    expect(
      structuredDataOf('<html prefix="og: http://ogp.me/ns#"><meta property="og:title" content="x"><p id=x>text'),
    ).toBeNull();
    expect(structuredDataOf(`<template><p ${thing}></p></template>`)).toBeNull();
  });

  it('counts what exceeds the limits', () => {
    const few = { ...structuredLimits, items: 3, values: 2, depth: 2 };
    const item = `<p ${thing}><i itemprop=a>x</i></p>`;
    const data = structured(item.repeat(5), { limits: { ...few, values: 10 } });
    expect(data.items.length).toBe(3);
    // After the first item too many, everything with an attribute of microdata counts as a value.
    expect(data.dropped).toEqual({ blocks: 0, items: 1, values: 3 });
    expect(structured(item.repeat(5), { limits: few }).dropped).toEqual({ blocks: 0, items: 0, values: 5 });
    const all = structured(item.repeat(3), { limits: { ...few, values: 3 } });
    expect(all.dropped).toEqual({ blocks: 0, items: 0, values: 0 });
    expect(all.items.map(each => each.properties.length)).toEqual([1, 1, 1]);
    const deep = structured(`<p itemprop=a ${thing}>`.repeat(4).replaceAll('<p', '<span'), { limits: few });
    expect(deep.items.length).toBe(2);
    expect(deep.dropped.items).toBe(2);
  });
});
