import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createExtractor, type ExtractOptions, extractHtml } from '#core/html/extract.ts';
import { ATTRIBUTE_TABLE, TAG_TABLE } from '#core/html/names.ts';
import type { OctetDecoder } from '#core/html/octets.ts';
import { longestMachinePage } from '#core/html/page-machine.ts';
import { demoPages } from '#demo/site.ts';
import { nodeOctets } from '#engine/crawl/node-octets.ts';
import type { HtmlFacts } from '#shared/model/page.ts';

const inJavaScript: OctetDecoder = { ...nodeOctets, machine: null };
const options = (octets: OctetDecoder, contentType: string | null): ExtractOptions => ({
  contentType,
  maxLinks: 60,
  octets,
  facts: { detectLanguage: null },
});
const bytesOf = (html: string | Uint8Array): Uint8Array => (typeof html === 'string' ? new TextEncoder().encode(html) : html);

/** The facts of a page by the machine, which must be those by JavaScript. */
function both(html: string | Uint8Array, contentType: string | null = 'text/html; charset=utf-8'): HtmlFacts {
  const byMachine = extractHtml(bytesOf(html), options(nodeOctets, contentType));
  expect(byMachine).toEqual(extractHtml(bytesOf(html), options(inJavaScript, contentType)));
  return byMachine;
}

const names = TAG_TABLE.names.filter(name => name !== '');
const name = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...names) },
  { weight: 2, arbitrary: fc.constantFrom(...names).map(known => known.toUpperCase()) },
  { weight: 1, arbitrary: fc.constantFrom('x-y', 'ab\0', 'a<b', 'averyveryverylongname', 'ÄB', 'g', 'path', 'liä', 'p\x01') },
);
const attributeName = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...ATTRIBUTE_TABLE.names) },
  { weight: 1, arbitrary: fc.constantFrom(...ATTRIBUTE_TABLE.names).map(known => known.toUpperCase()) },
  { weight: 1, arbitrary: fc.constantFrom('aria-x', 'ARIA-live', 'aria-', 'data-href', '=', '"', "'", '<', 'hre\0f', 'ö') },
);
const words = [
  '',
  'x',
  'main',
  '/a/b.html',
  '#',
  'a b',
  ' /x ',
  '&amp;',
  '&copy=1',
  'a\0b',
  '\r\n',
  'ü',
  '\xff',
  '1',
  '_blank',
  'nofollow',
];
const moreWords = [
  'button',
  'search',
  'navigation',
  'javascript:x',
  'http:/x',
  'true',
  'width: 900px',
  'en',
  'password',
  'image',
  '/i.png 2x, /j.webp',
];
const value = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...words, ...moreWords) },
  { weight: 1, arbitrary: fc.string({ maxLength: 40 }) },
);
const space = fc.constantFrom(' ', '\n', '\t ', '/', ' / ', '\f', '\r\n');
const attribute = fc
  .tuple(space, attributeName, fc.constantFrom('=', ' = ', '=\n', ''), fc.constantFrom('"', "'", ''), value)
  .map(([before, key, equals, quote, text]) => before + key + (equals === '' ? '' : equals + quote + text + quote));
const startTag = fc
  .tuple(name, fc.array(attribute, { maxLength: 4 }), fc.constantFrom('>', '>', '>', '>', '/>', ' >', '', '<'))
  .map(([tag, attributes, end]) => `<${tag}${attributes.join('')}${end}`);
const endTag = fc.tuple(name, fc.constantFrom('>', '>', '>', ' >', '/>', ' a="', '')).map(([tag, end]) => `</${tag}${end}`);
/** Elements with their contents, so that trees grow deep before something breaks them. */
const element = fc
  .tuple(
    fc.constantFrom(...names),
    fc.array(attribute, { maxLength: 2 }),
    fc.constantFrom('text', ' a  b ', '', 'é&nbsp;x', '<b>x'),
  )
  .map(([tag, attributes, text]) => `<${tag}${attributes.join('')}>${text}</${tag}>`);
const strange = fc.constantFrom(
  ...[
    '<!--',
    '-->',
    '--!>',
    '<!-->',
    '<!--->',
    '<!',
    '<?',
    '</',
    '</ x>',
    '</>',
    '<![CDATA[',
    ']]>',
    '<!DOCTYPE html>',
    '<!doctype x>',
    '<',
    '>',
  ],
  ...[
    '<script><!--',
    '<script>',
    '</script',
    '</SCRIPT >',
    '<style>',
    '</style/',
    '<title>',
    '<textarea>',
    '</textarea>',
    '<plaintext>',
    '<xmp>',
  ],
  ...[
    '<svg>',
    '<svg/>',
    '</svg>',
    '<math>',
    '<mi>',
    '<mglyph>',
    '<foreignObject>',
    '<desc>',
    '<title/>',
    '<annotation-xml encoding=text/html>',
  ],
  ...[
    '<template>',
    '</template>',
    '<head>',
    '</head>',
    '<body>',
    '</body>',
    '<html lang=de>',
    '</html>',
    '<noscript>',
    '</noscript>',
  ],
  ...[
    '"',
    "'",
    '=',
    '\0',
    '\x01',
    '\r',
    '\ufeff',
    '\ufffd',
    '&',
    '&#32;',
    '&#8217;',
    '&#x20;',
    '&#9999999999;',
    '&#;',
    '&nbsp',
    '&ensp;',
    '&lt;',
    '&amp',
  ],
);
const text = fc.constantFrom(
  ' ',
  '\n',
  'word',
  'two words',
  ' a b ',
  'plain words, quite a few of them in a row',
  'ü',
  '\u00a0',
  '\u3000',
  '日本',
  '😀',
  'x'.repeat(40),
);
const rare = fc.constantFrom(
  '<div itemscope itemtype=https://schema.org/Thing>',
  '<span itemprop=name>',
  '<div typeof=Person vocab=https://schema.org/>',
  '<script type=application/ld+json>{"@type":"Thing"}</script>',
  '<main role=main>',
  '<button>',
  '<table><tr><td>1<td>2<tr><td>3<td>4</table>',
  '<ul><li>x<p>y<ul><li>z</ul>',
  '<dl><dt>a<dd>b<dt>c</dl>',
  '<select><option>a<option>b<optgroup>',
  '<picture><source type=image/webp srcset=/a.webp><img src=/a.png></picture>',
  '<a href=/x title=t><img src=/i.png alt="a  b"> t</a>',
  '<h1>One <b>two</b></h1>',
  '<p aria-hidden=true aria-nonsense=1 tabindex=3 accesskey=k id=i id=j>',
);
const piece = fc.oneof(
  { weight: 6, arbitrary: startTag },
  { weight: 4, arbitrary: endTag },
  { weight: 4, arbitrary: element },
  { weight: 3, arbitrary: strange },
  { weight: 4, arbitrary: text },
  { weight: 2, arbitrary: rare },
);
const soup = fc.array(piece, { maxLength: 50 });
const head = fc.constantFrom(
  '',
  '<!doctype html><html><head><title>T</title></head><body>',
  '<body>',
  `<p>${'Words of the page. '.repeat(20)}`,
);
const page = fc
  .tuple(head, soup, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 3 }), fc.boolean())
  .map(([before, parts, changes, marked]) => {
    const bytes = bytesOf(`${marked ? '\ufeff' : ''}${before}${parts.join('')}`);
    // Bytes that are changed anywhere: broken tags, and what is no UTF-8.
    for (const [at, byte] of changes) bytes[at % Math.max(1, bytes.length)] = byte;
    return bytes;
  });

describe('the machine scans tags as JavaScript does', () => {
  it('on any page', () => {
    fc.assert(
      fc.property(page, fc.constantFrom('text/html; charset=utf-8', null, 'text/html; charset=windows-1252'), (bytes, type) => {
        both(bytes, type);
      }),
      { numRuns: 4000 },
    );
  });

  it('wherever a page ends, and wherever it is split', () => {
    fc.assert(
      fc.property(page, bytes => {
        const short = bytes.subarray(0, 400);
        for (let cut = 0; cut <= short.length; cut++) {
          const extractor = createExtractor(options(nodeOctets, 'text/html; charset=utf-8'));
          extractor.push(short.slice(0, cut));
          extractor.push(short.slice(cut));
          const whole = extractor.end();
          if (cut % 16 === 0) expect(whole).toEqual(both(short));
        }
        for (let end = 0; end < short.length; end += 1 + (end % 7)) both(short.slice(0, end));
      }),
      { numRuns: 20 },
    );
  });

  it.each(demoPages.map(demo => [demo.path.slice(0, 60), demo] as const))('on the demo page %s', (_path, demo) => {
    const { headers, body } = demo.answer({ origin: 'http://127.0.0.1', count: 1 });
    both(body, headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? null);
  });

  it.each([
    '<body><head>',
    '<body><p><head>',
    '<body>x<head>',
    '<body><ul><div id=a></div><li>x</ul>',
    '<body><button><b title=x>y</b><div></button></div><button></body>',
    '<body><p id=a>x<a href=/y>&#8217;&nbsp;&#160;z</a>',
    '<body><nav role=main><a href=/x>y</a></nav><header><section><header><a href=/z>w</a>',
    '<body><svg><title>t</title><style><a href=/no></style></svg><a href=/yes>',
  ])('%s', html => {
    both(html);
  });

  it('beyond the elements that are remembered', () => {
    expect(both(`<body>${'<div><span>x'.repeat(400)}${'</span></div>'.repeat(401)}<a href=/x>y</a>`).links).toHaveLength(1);
  });

  it('after a page that ended in an error with elements open', () => {
    const { machine } = nodeOctets;
    if (machine === null) throw new Error('no machine');
    const failing: OctetDecoder = {
      ...nodeOctets,
      machine: {
        ...machine,
        lengthOf: () => {
          throw new Error('broken');
        },
      },
    };
    expect(() => extractHtml(bytesOf(`<body>${'<nav><div>'.repeat(30)}`), options(failing, 'text/html; charset=utf-8'))).toThrow(
      'broken',
    );
    expect(both('<body><div><a href=/x>y</a></nav>').facts?.elements).toBe(3);
  });
});

describe('hostile pages cost the machine no more than their length', () => {
  // Quadratic time would need hours for these; the test's own time limit notices.
  const size = longestMachinePage - 100;
  it.each([
    '<a ',
    '<a href="',
    "<a b='x",
    '<!--',
    '-',
    '<script><!--<script>',
    '<div>',
    '<p>',
    '<li>',
    '<a/',
    '</p>',
    '<header>',
    '<td>',
    ']]',
    '<x id=a>',
  ])('%j', repeated => {
    const html = `<body>${repeated.repeat(Math.floor(size / repeated.length))}`;
    expect(extractHtml(bytesOf(html), options(nodeOctets, 'text/html; charset=utf-8')).facts?.v).toBe(1);
  });
});
