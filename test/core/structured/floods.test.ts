import { expect, it } from 'vitest';
import { structuredDataOf } from '#test/support/structured-page.ts';
import { ownMs } from '../../support/own-time.ts';

const n = 20_000;
const item = 'itemscope itemtype="https://schema.org/Thing"';
const ld = (json: string) => `<script type="application/ld+json">${json}</script>`;

// What takes time by the square of its length is a thousand times slower here than what does not.
it.each<[string, string]>([
  ['nested arrays', ld('['.repeat(1_000_000))],
  ['nested objects', ld('{"a":'.repeat(200_000))],
  ['nested contexts', ld('{"@context":{"x":"y"},"@type":"T","a":'.repeat(25_000))],
  ['a long list of contexts', ld(`{"@context":[${'{"x":"y"},'.repeat(60_000)}{}],"@type":"T","a":{"@type":"x"}}`)],
  ['terms in a circle', ld(`{"@context":{"a":"b","b":"a"},"@type":"a","items":[${'{"@type":"a"},'.repeat(50_000)}{}]}`)],
  [
    'many contexts inside a large one',
    ld(
      `{"@context":{${Array.from({ length: n }, (_, i) => `"t${i}":"x"`).join(',')}},"@type":"T","a":[${'{"@context":{"b":"c"},"@type":"T"},'.repeat(10_000)}{}]}`,
    ),
  ],
  ['many values', ld(`{"@context":"https://schema.org","@type":"Thing","a":[${'1,'.repeat(400_000)}1]}`)],
  ['many keys', ld(`{"@type":"T",${Array.from({ length: 60_000 }, (_, i) => `"k${i}":1`).join(',')}}`)],
  ['a long string', ld(`{"@type":"T","a":"${'\\u00e4'.repeat(150_000)}"}`)],
  ['spaces before a wrapper', ld(`${' '.repeat(900_000)}/`)],
  ['spaces after a comment sign', ld(`//${' '.repeat(900_000)}{}`)],
  ['many scripts', ld('{"@type":"T"}').repeat(n)],
  ['nested properties', `<div ${item}>${'<b itemprop=a>'.repeat(n)}text`],
  ['properties with much space', `<div ${item}>${'<b itemprop=a> '.repeat(n)}${'</b> '.repeat(n)}`],
  ['properties after much text', `<div ${item}><p itemprop=t>${'text <i itemprop=a>x</i> '.repeat(n)}`],
  ['nested items', `<div itemprop=a ${item}>`.repeat(n)],
  [
    'nested ids with references',
    `<p id=x>${'<div id=y>'.repeat(n)}<b itemprop=a>1</b>${'</div>'.repeat(n)}${`<i ${item} itemref="x y"></i>`.repeat(3_000)}`,
  ],
  ['many references', `<i ${item} itemref="${Array.from({ length: n }, (_, i) => `r${i}`).join(' ')}"></i>`],
  ['nested RDFa', '<div vocab="https://schema.org/" typeof=T property=a prefix="a: b">'.repeat(n)],
  ['many prefixes', `<div typeof="x:T" prefix="${'a: b '.repeat(n)}">`],
  ['a tag with many attributes', `<div itemscope ${Array.from({ length: n }, (_, i) => `a${i}=1`).join(' ')}>`],
])('%s take linear time', (_, html) => {
  const spent = ownMs(() => {
    for (const wholePage of [false, true]) structuredDataOf(html, { wholePage });
  });
  expect(spent).toBeLessThan(3_000);
});
