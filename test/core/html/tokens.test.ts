import { describe, expect, it } from 'vitest';
import { decodeReferences } from '#core/html/references.ts';
import { links, read } from './read.ts';

describe('tags and attributes', () => {
  it.each<[string, string, string[]]>([
    ['upper case', '<A HREF=/X>', ['a /X']],
    ['quotes', `<a href="b'c"><a href='d"e'>`, [`a b'c`, 'a d"e']],
    ['a > inside quotes', '<a title=">" href=x>', ['a x']],
    ['the first of two attributes wins', '<a href=1 href=2>', ['a 1']],
    ['no white space between attributes', '<a title="x"href="y">', ['a y']],
    ['white space around =', '<a href\n=\t "y">', ['a y']],
    ['an unquoted value keeps its slash', '<a href=x/>', ['a x/']],
    ['a slash between attributes', '<a/href=x/ >', ['a x/']],
    ['= begins a name', '<a =href=1 href=2>', ['a 2']],
    ['data-href is another attribute', '<a data-href=1>', []],
    ['a value may be missing', '<a href=>', ['a ']],
    ['an unfinished tag is dropped', '<a href=1><a href="2', ['a 1']],
    ['an unfinished tag name is dropped', '<a href=1><a', ['a 1']],
    ['< inside a tag name belongs to it', '<a<b href=1>', []],
    ['< before a space is text', '< a href=1>', []],
    ['a NUL in a name makes it another', '<a\0 href=1><a hre\0f=2>', []],
    ['a NUL in a value becomes U+FFFD', '<a href="x\0y">', ['a x\ufffdy']],
    ['abbr is not a', '<abbr href=1>', []],
  ])('%s', (_rule, html, expected) => {
    expect(links(html)).toEqual(expected);
  });
});

describe('what is not markup', () => {
  const LINK = '<a href=in>';
  it.each<[string, string, string[]]>([
    ['a comment', `<!-- ${LINK} -->`, []],
    ['an abruptly closed comment', `<!-->${LINK}-->`, ['a in']],
    ['another one', `<!--->${LINK}-->`, ['a in']],
    ['--!> ends a comment', `<!-- x --!>${LINK}`, ['a in']],
    ['-- > does not', `<!-- -- > ${LINK}`, []],
    ['an unfinished comment hides the rest', `<!-- ${LINK}`, []],
    ['a bogus comment ends at >', `<!x ${LINK}${LINK}`, ['a in']],
    ['a processing instruction is one', `<?php echo '>'; ?>${LINK}`, ['a in']],
    ['</ and no letter is one', `</ ${LINK}${LINK}`, ['a in']],
    ['</> is nothing', `</>${LINK}`, ['a in']],
    ['CDATA in HTML is a bogus comment', `<![CDATA[ > ${LINK} ]]>`, ['a in']],
    ['CDATA in SVG is text', `<svg><![CDATA[ > ${LINK} ]]></svg>`, []],
    ['CDATA in an HTML part of SVG is a comment', `<svg><desc><![CDATA[ > ${LINK} ]]></desc></svg>`, ['a in']],
    ['DOCTYPE ends at >', `<!DOCTYPE html "x>${LINK}`, ['a in']],
    ['title is text', `<title>${LINK}</title>`, []],
    ['textarea is text', `<textarea>${LINK}</textarea>`, []],
    ['style is text', `<style>${LINK}</style>`, []],
    ['xmp is text', `<xmp>${LINK}</xmp>`, []],
    ['iframe contents are text', `<iframe>${LINK}</iframe>`, []],
    ['noframes is text', `<noframes>${LINK}</noframes>`, []],
    ['noembed is text', `<noembed>${LINK}</noembed>`, []],
    ['plaintext never ends', `<plaintext>${LINK}</plaintext>${LINK}`, []],
    ['noscript is read', `<noscript>${LINK}</noscript>`, ['a in']],
    ['a longer name does not end it', `<title></titles>${LINK}</TITLE >${LINK}`, ['a in']],
    ['the end tag may have attributes', `<style></style x="y">${LINK}`, ['a in']],
    ['an unfinished style hides the rest', `<style>${LINK}`, []],
    ['a template is inert', `<template>${LINK}<template></template>${LINK}</template>${LINK}`, ['a in']],
    ['a template ends with its end tag only', `<template><div></div>${LINK}`, []],
    ['script', `<script>"${LINK}"</script>${LINK}`, ['a in']],
    ['a script with a comment', `<script><!-- "${LINK}" </script>${LINK}`, ['a in']],
    ['a script within a script comment', `<script><!-- <script> </script>${LINK} --></script>${LINK}`, ['a in']],
    ['a closed script comment', `<script><!-- --><script></script>${LINK}`, ['a in']],
    ['<!--> in a script', `<script><!--><script></script>${LINK}`, ['a in']],
    ['a self-closing script is not closed', `<script/>${LINK}</script>`, []],
    ['a self-closing script in SVG is', `<svg><script/>${LINK}</svg>`, ['a in']],
    ['style in SVG holds elements', `<svg><style>${LINK}</style></svg>`, ['a in']],
    ['div leaves SVG', `<svg><div><style>${LINK}</style></svg>`, []],
    ['font leaves SVG only with a colour', `<svg><font><style>${LINK}</style></svg>`, ['a in']],
    ['font with a colour', `<svg><font color=red><style>${LINK}</style></svg>`, []],
    ['foreignObject is HTML', `<svg><foreignObject><style>${LINK}</style></foreignObject></svg>`, []],
    ['and SVG again after it', `<svg><foreignObject></foreignObject><style>${LINK}</style></svg>`, ['a in']],
    ['mi in MathML is HTML', `<math><mi><style>${LINK}</style></mi></math>`, []],
    ['annotation-xml is MathML', `<math><annotation-xml><style>${LINK}</style></annotation-xml></math>`, ['a in']],
    ['annotation-xml of HTML', `<math><annotation-xml encoding="Text/HTML"><style>${LINK}</style></annotation-xml></math>`, []],
    ['SVG ends with its end tag', `<svg><g></svg><style>${LINK}</style>`, []],
  ])('%s', (_rule, html, expected) => {
    expect(links(html)).toEqual(expected);
  });
});

describe('character references', () => {
  it.each<[string, string, string]>([
    ['&amp;&lt;&gt;&quot;&apos;', '&<>"\'', '&<>"\''],
    ['&auml;&Auml;&euro;&rarr;', 'äÄ€→', 'äÄ€→'],
    ['&NotEqualTilde;&CounterClockwiseContourIntegral;', '≂̸∳', '≂̸∳'],
    ['&Afr;', '𝔄', '𝔄'],
    ['&#65;&#x42;&#X43;&#68', 'ABCD', 'ABCD'],
    ['&#128;&#x9f;', '€Ÿ', '€Ÿ'],
    ['&#0;&#xD800;&#x110000;&#99999999999999999999;', '����', '����'],
    ['&#x1F600;', '😀', '😀'],
    ['&#;&#x;&#xg;', '&#;&#x;&#xg;', '&#;&#x;&#xg;'],
    ['&copy 1', '© 1', '© 1'],
    ['&copy=1', '©=1', '&copy=1'],
    ['&notit;', '¬it;', '&notit;'],
    ['&notin;', '∉', '∉'],
    ['?a=1&lang=2&copy;', '?a=1&lang=2©', '?a=1&lang=2©'],
    ['&unknown;&;& &', '&unknown;&;& &', '&unknown;&;& &'],
    ['&AMP;&Amp;', '&&Amp;', '&&Amp;'],
    ['&ampamp;', '&amp;', '&ampamp;'],
  ])('%s', (written, inText, inAttribute) => {
    expect(decodeReferences(written, false)).toBe(inText);
    expect(decodeReferences(written, true)).toBe(inAttribute);
  });

  it('are decoded in titles, values and text', () => {
    const facts = read('<title>a &amp; b</title><a href="?x=1&amp;y=2&copy=3">&lt;&nbsp;&gt;</a>');
    expect(facts.title?.value).toBe('a & b');
    expect(facts.links[0]).toMatchObject({ href: '?x=1&y=2&copy=3', text: '< >' });
  });
});
