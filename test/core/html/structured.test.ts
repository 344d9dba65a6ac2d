import { describe, expect, it } from 'vitest';
import { extractHtml } from '#core/html/extract.ts';
import { plainOctets } from '#core/html/octets.ts';
import type { StructuredData } from '#shared/model/structured-data.ts';
import { structuredDataOf, tree } from '#test/support/structured-page.ts';

const encoder = new TextEncoder();
const dataOf = (html: string): StructuredData | undefined =>
  extractHtml(encoder.encode(html), {
    contentType: 'text/html; charset=utf-8',
    maxLinks: 1_000,
    octets: plainOctets,
    facts: { detectLanguage: null },
  }).facts?.structured;
const treeOf = (html: string): unknown[] => {
  const data = dataOf(html);
  return data === undefined ? [] : tree(data);
};
const product = 'itemscope itemtype="https://schema.org/Product"';

describe('structured data among the facts of a page', () => {
  it.each([
    ['JSON-LD', '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Person","name":"Ä"}</script>'],
    [
      'microdata',
      `<div ${product}><p itemprop=name>A <b>chair</b><p itemprop=sku>7<ul><li itemprop=color>red<li>x</ul></div><p itemprop=a>b`,
    ],
    [
      'nested microdata',
      `<ul ${product}><li itemprop=offers itemscope itemtype="https://schema.org/Offer"><meta itemprop=price content=1><li itemprop=name>x</ul>`,
    ],
    [
      'RDFa',
      '<body vocab="https://schema.org/"><main><div typeof=Person><span property=name>A</span> <a property=url href=/b>c</a></div></main>',
    ],
    ['RDFa with a prefix', '<html prefix="s: https://schema.org/"><body><p typeof=s:Person><i property=s:name>x</i></p>'],
    ['a table', `<table><tr ${product}><td itemprop=name>a<td itemprop=sku>b<tr><td itemprop=x>c</table>`],
    [
      'void elements',
      `<img ${product} alt=x><p><br itemprop=x></p><div ${product}><br><img itemprop=image src=a.png><b itemprop=name>n</b></div>`,
    ],
    ['several roots', `<div ${product}><i itemprop=name>1</i></div><div ${product}><i itemprop=name>2</i></div>`],
    ['unclosed elements', `<section><div ${product}><b itemprop=name>x</section><i itemprop=sku>no</i>`],
  ])('agrees with a plain reader: %s', (_, html) => {
    const plain = structuredDataOf(html);
    expect(plain).not.toBeNull();
    expect(dataOf(html)?.blocks).toEqual(plain?.blocks);
    expect(treeOf(html)).toEqual(tree(plain as StructuredData));
  });

  it('reads the references of a title, which a script does not have', () => {
    const html = `<html ${product}><title itemprop=name>A &amp; B</title><body><p itemprop=sku>1<script>&amp;</script>`;
    expect(treeOf(html)).toEqual([{ type: 'Product', name: 'A & B', sku: '1&amp;' }]);
  });

  it('has no entry without any', () => {
    expect(dataOf('<title>x</title><meta property="og:title" content=x><p itemprop=name>y<script>{}</script>')).toBeUndefined();
    expect(dataOf('<html prefix="og: https://ogp.me/ns#"><meta property="og:title" content=x>')).toBeUndefined();
  });

  it('leaves out what is in a template or comment', () => {
    const script = '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Person"}</script>';
    expect(dataOf(`<template>${script}<p ${product}></p></template><!-- ${script} --><p>x`)).toBeUndefined();
    expect(treeOf(`<div ${product}><template><i itemprop=sku>1</i></template><i itemprop=name>x</i></div>`)).toEqual([
      { type: 'Product', name: 'x' },
    ]);
  });

  it('names the bytes of a block that cannot be parsed', () => {
    const html = '<p>ä<script type="application/ld+json">{"a":1,}</script>';
    const block = dataOf(html)?.blocks[0];
    expect(block?.error?.code).toBe('trailing-comma');
    expect(new TextDecoder().decode(encoder.encode(html).subarray(block?.at.start, block?.at.end))).toBe('{"a":1,}');
  });

  it('resolves itemref with a second reading of a short page only', () => {
    const html = `<div ${product} itemref="more gone"><b itemprop=name>x</b></div><ul id=more><li itemprop=sku>7<li itemprop=color>red</ul>`;
    expect(treeOf(html)).toEqual([{ type: 'Product', name: 'x', sku: '7', color: 'red' }]);
    expect(dataOf(html)?.blocks[0]?.missingReferences).toEqual(['gone']);
    const long = `${html}<!--${' '.repeat(512 * 1024)}-->`;
    expect(treeOf(long)).toEqual([{ type: 'Product', name: 'x' }]);
    expect(dataOf(long)?.blocks[0]?.missingReferences).toEqual(['more', 'gone']);
  });

  it('keeps the place of elements beyond 512 levels', () => {
    const html = `<div ${product}>${'<div>'.repeat(600)}<i itemprop=sku>deep</i>${'</div>'.repeat(600)}<b itemprop=name>x</b>`;
    expect(() => dataOf(html)).not.toThrow();
    expect(dataOf(html)?.items).toHaveLength(1);
  });
});
