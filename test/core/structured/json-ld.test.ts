import { describe, expect, it } from 'vitest';
import { isJsonLdType } from '#core/structured/json-ld.ts';
import { structuredLimits } from '#core/structured/limits.ts';
import { jsonLd, structured, tree } from '#test/support/structured-page.ts';

const schema = '"@context":"https://schema.org"';

describe('JSON-LD', () => {
  it('gives items with types, ids, values and nesting', () => {
    const data = jsonLd(
      `{${schema},"@type":"Product","@id":"#p","name":"Chair","offers":{"@type":"Offer","price":12.5,"available":true},"image":["a.png","b.png"]}`,
    );
    expect(tree(data)).toEqual([
      {
        type: 'Product',
        id: '#p',
        name: 'Chair',
        offers: { type: 'Offer', price: 12.5, available: true },
        image: ['a.png', 'b.png'],
      },
    ]);
    expect(data.items[1]).toMatchObject({ block: 0, parent: 0, via: 'offers' });
    expect(data.dropped).toEqual({ blocks: 0, items: 0, values: 0 });
  });

  it.each([
    'http://schema.org',
    'http://schema.org/',
    'https://schema.org',
    'https://schema.org/',
    'https://www.schema.org/',
    'HTTPS://Schema.org/',
    'https://schema.org/docs/jsonldcontext.jsonld',
  ])('%s is the context of schema.org', context => {
    const data = jsonLd(`{"@context":"${context}","@type":"Thing"}`);
    expect(data.items).toMatchObject([{ types: ['Thing'] }]);
    expect(data.items[0]).not.toHaveProperty('unknownVocabulary');
    expect(data.blocks[0]).not.toHaveProperty('unknownContexts');
  });

  it.each([
    ['a list of contexts', '["https://schema.org",{"@language":"de"}]', 'Thing', 'name'],
    ['@vocab', '{"@vocab":"http://schema.org/"}', 'Thing', 'name'],
    ['@vocab without its slash', '{"@vocab":"https://schema.org"}', 'Thing', 'name'],
    ['a prefix', '{"schema":"http://schema.org/"}', 'schema:Thing', 'schema:name'],
    ["the prefix of schema.org's context", '"https://schema.org"', 'schema:Thing', 'schema:name'],
    ['a prefix of another name', '{"s":"https://schema.org/"}', 's:Thing', 's:name'],
    ['whole IRIs', '{}', 'http://schema.org/Thing', 'https://schema.org/name'],
    ['own terms', '{"x":"https://schema.org/Thing","title":{"@id":"http://schema.org/name"}}', 'x', 'title'],
    ['a term made of a prefix', '{"s":"https://schema.org/","title":"s:name","T":"s:Thing"}', 'T', 'title'],
    ['@vocab by prefix', '{"s":"https://schema.org/","@vocab":"s:"}', 'Thing', 'name'],
  ])('understands %s', (_, context, type, name) => {
    const data = jsonLd(`{"@context":${context},"@type":"${type}","${name}":"x"}`);
    expect(tree(data)).toEqual([{ type: 'Thing', name: 'x' }]);
    expect(data.items[0]).not.toHaveProperty('unknownVocabulary');
  });

  it('reads id and type as keywords where the context is that of schema.org', () => {
    expect(tree(jsonLd(`{${schema},"type":"Thing","id":"#a","name":"x"}`))).toEqual([{ type: 'Thing', id: '#a', name: 'x' }]);
    const own = '{"@context":{"@vocab":"https://schema.org/"},"@type":"Thing","type":"x","id":"y"}';
    expect(jsonLd(own).items).toMatchObject([
      {
        types: ['Thing'],
        properties: [
          { name: 'type', values: ['x'] },
          { name: 'id', values: ['y'] },
        ],
      },
    ]);
  });

  it('says which contexts it does not know instead of guessing', () => {
    const data = jsonLd(
      '{"@context":["https://schema.org","https://w3id.org/x/v1"],"@type":"Thing","author":{"@type":"Person"}}',
    );
    expect(data.blocks[0]).toMatchObject({ unknownContexts: ['https://w3id.org/x/v1'] });
    expect(data.items.map(item => item.unknownVocabulary)).toEqual([true, true]);
    const other = jsonLd('{"@context":"https://www.w3.org/ns/activitystreams","type":"Note","@type":"Note"}');
    expect(other.items).toMatchObject([{ types: ['Note'], unknownVocabulary: true }]);
  });

  it('says where types have no context', () => {
    expect(jsonLd('{"@type":"Thing","name":"x"}')).toMatchObject({
      blocks: [{ contextMissing: true }],
      items: [{ types: ['Thing'], unknownVocabulary: true }],
    });
  });

  it('forgets the context that null takes away', () => {
    expect(jsonLd(`{${schema},"@type":"Thing","author":{"@context":null,"@type":"Person"}}`).items).toMatchObject([
      { types: ['Thing'] },
      { types: ['Person'], unknownVocabulary: true },
    ]);
  });

  it.each([
    ['@graph', `{${schema},"@graph":[{"@type":"A"},{"@type":"B"}]}`],
    ['an array', `[{${schema},"@type":"A"},{${schema},"@type":"B"}]`],
    ['an array in @graph', `[{${schema},"@graph":[{"@type":"A"}]},{${schema},"@graph":{"@type":"B"}}]`],
    ['@included', `{${schema},"@included":[{"@type":"A"},{"@type":"B"}]}`],
  ])('%s holds items next to each other', (_, json) => {
    const data = jsonLd(json);
    expect(tree(data)).toEqual([{ type: 'A' }, { type: 'B' }]);
    expect(data.items.every(item => item.parent === undefined)).toBe(true);
  });

  it('understands values in objects, lists, references and reverse properties', () => {
    const data = jsonLd(
      `{${schema},"@type":["Thing","Person"],"name":{"@value":"x","@language":"en"},"a":{"@list":[1,{"@value":2}]},"b":{"@set":["c"]},"publisher":{"@id":"#org"},"none":null,"@reverse":{"author":{"@type":"Book"}}}`,
    );
    expect(tree(data)).toEqual([
      {
        type: 'Thing Person',
        name: 'x',
        a: [1, 2],
        b: 'c',
        publisher: { ref: '#org' },
        '^author': { type: 'Book' },
      },
    ]);
  });

  it.each([
    ['a comment', '<!--\n{X}\n-->'],
    ['CDATA behind slashes', '//<![CDATA[\n{X}\n//]]>'],
    ['CDATA in a comment of JavaScript', '/* <![CDATA[ */{X}/* ]]> */'],
    ['bare CDATA', '<![CDATA[{X}]]>'],
    ['a comment that ends behind slashes', '<!--\n{X}\n//-->'],
    ['CDATA in a comment', '<!-- <![CDATA[\n{X}\n]]> -->'],
  ])('reads JSON in %s', (_, form) => {
    const data = jsonLd(form.replace('{X}', `{${schema},"@type":"Thing"}`));
    expect(data.blocks).toMatchObject([{ wrapped: true }]);
    expect(tree(data)).toEqual([{ type: 'Thing' }]);
  });

  it('reads JSON after a byte order mark, in UTF-8 and UTF-16', () => {
    const json = `\ufeff{${schema},"@type":"Thing","name":"ä"}`;
    expect(tree(jsonLd(json))).toEqual([{ type: 'Thing', name: 'ä' }]);
    const html = `<script type="application/ld+json">${json}</script>`;
    const wide = new Uint8Array(new Uint16Array([...html].map(c => c.charCodeAt(0))).buffer);
    expect(tree(structured(wide, { charset: 'utf-16le' }))).toEqual([{ type: 'Thing', name: 'ä' }]);
  });

  it.each<[string, number[], string]>([
    // The second byte of each is a backslash or a brace: 0x5c, 0x7b, 0x7d.
    ['shift_jis', [0x95, 0x5c, 0xb1, 0x83, 0x7b, 0x83, 0x7d], '表ｱボマ'],
    ['gbk', [0x95, 0x5c, 0x81, 0x7b, 0x81, 0x7d], '昞亄亇'],
    ['big5', [0xa5, 0x5c, 0xb3, 0x5c], '功許'],
  ])('reads %s', (charset, bytes, text) => {
    const [before, after] = [`<script type="application/ld+json">{${schema},"@type":"Thing","name":"`, '","x":{"@type":"B"}'];
    const encoder = new TextEncoder();
    const page = (end: string) => Uint8Array.from([...encoder.encode(before), ...bytes, ...encoder.encode(after + end)]);
    const data = structured(page('}</script>'), { charset });
    expect(tree(data)).toEqual([{ type: 'Thing', name: text, x: { type: 'B' } }]);
    expect(data.items[1]?.at.start).toBe(before.length + bytes.length + '","x":'.length);
    expect(structured(page(',}</script>'), { charset }).blocks[0]?.error).toMatchObject({
      code: 'trailing-comma',
      byte: before.length + bytes.length + after.length,
    });
  });

  it('gives the place of an error in the block and in the page', () => {
    const html = '<p>ä</p><script type="application/ld+json">{"a":"ö",\n "ü": "x",\n}</script>';
    const comma = html.indexOf(',\n}');
    expect(structured(html).blocks[0]?.error).toEqual({
      code: 'trailing-comma',
      line: 2,
      column: 10,
      offset: comma - html.indexOf('{'),
      byte: new TextEncoder().encode(html.slice(0, comma)).length,
      found: ',\n}',
    });
    expect(structured(html).items).toEqual([]);
  });

  it('gives the bytes of blocks and items', () => {
    const html = '<p>ä</p><script type="application/ld+json">[{"@type":"A","x":{"@type":"B"}}]</script>';
    const bytes = new TextEncoder().encode(html);
    const cut = ({ start, end }: { start: number; end: number }) => new TextDecoder().decode(bytes.subarray(start, end));
    const data = structured(html);
    expect(data.blocks.map(({ at }) => cut(at))).toEqual(['[{"@type":"A","x":{"@type":"B"}}]']);
    expect(data.items.map(({ at }) => cut(at))).toEqual(['{"@type":"A","x":{"@type":"B"}}', '{"@type":"B"}']);
  });

  it('cuts long values and marks them', () => {
    const data = jsonLd(
      `{${schema},"@type":"Thing","name":"${'x'.repeat(500)}","url":"https://e.com/${'y'.repeat(500)}","d":" a\\n  b "}`,
    );
    expect(tree(data)).toEqual([
      { type: 'Thing', name: `${'x'.repeat(199)}…`, url: `https://e.com/${'y'.repeat(500)}`, d: 'a b' },
    ]);
  });

  it('counts what exceeds the limits', () => {
    const items = (n: number) => `[${Array.from({ length: n }, () => `{${schema},"@type":"Thing","name":"x"}`).join(',')}]`;
    const few = { ...structuredLimits, items: 3, values: 2, blocks: 1, blockLength: 1_000 };
    expect(jsonLd(items(5), { limits: few })).toMatchObject({ dropped: { items: 2, values: 1, blocks: 0 } });
    const script = `<script type="application/ld+json">{}</script>`;
    expect(structured(script + script + script, { limits: few })).toMatchObject({ dropped: { blocks: 2 } });
    expect(jsonLd(items(50), { limits: few }).blocks).toMatchObject([{ error: { code: 'too-large', byte: 35 } }]);
    const nested = `${'{"@type":"A","a":'.repeat(60)}1${'}'.repeat(60)}`;
    const deep = jsonLd(nested);
    expect(deep.items.length).toBe(50);
    expect(deep.dropped.items).toBe(1);
  });

  it('keeps so many characters at most', () => {
    const values = Array.from({ length: 100 }, (_, i) => `"${String(i).padEnd(100, 'x')}"`).join(',');
    const data = jsonLd(`{${schema},"@type":"Thing","name":[${values}]}`, { limits: { ...structuredLimits, characters: 1_000 } });
    expect(data.items[0]?.properties[0]?.values.length).toBe(10);
    expect(data.dropped.values).toBe(90);
  });

  it('reads no more scripts than their total length allows, and finds errors in each of them', () => {
    const script = (json: string) => `<script type="application/ld+json">${json}</script>`;
    const html =
      script(`{${schema},"@type":"A","name":[1,2,3]}`) +
      script('{"@type":"B"}') +
      script('{,}') +
      script(`{"x":"${'y'.repeat(200)}"}`);
    const data = structured(html, { limits: { ...structuredLimits, nodes: 5, totalLength: 200 } });
    expect(tree(data)).toEqual([{ type: 'A', name: [1, 2] }]);
    expect(data.blocks.map(block => block.error?.code)).toEqual([undefined, undefined, 'unexpected-character']);
    expect(data.dropped.blocks).toBe(1);
  });

  it('has no items where there is nothing but text or an empty object', () => {
    for (const json of ['"text"', '{}', '[]', 'null', `{${schema}}`]) expect(jsonLd(json).items).toEqual([]);
  });

  it('knows the type of its scripts', () => {
    const good = ['application/ld+json', ' Application/LD+JSON ', 'application/ld+json;charset=utf-8'];
    expect(good.filter(isJsonLdType)).toEqual(good);
    expect(['application/json', 'application/ld+jsonx', '', 'text/ld+json'].filter(isJsonLdType)).toEqual([]);
  });
});
