import { describe, expect, it } from 'vitest';
import { documentBaseUrl, srcsetUrls, trimHref } from '#core/html/href.ts';
import { parseRefresh } from '#core/html/meta-refresh.ts';
import { links, read } from './read.ts';

describe('links', () => {
  it.each<[string, string, string[]]>([
    ['a and area', '<a href=1>x</a><map><area href=2 alt=y></map>', ['a 1', 'area 2']],
    ['a without href', '<a name=x>', []],
    ['an empty href points to the page', '<a href="">', ['a ']],
    ['frames', '<frameset><frame src=1></frameset><iframe src=2 srcdoc="<a href=3>"></iframe>', ['frame 1', 'iframe 2']],
    [
      'stylesheet, icon, canonical',
      '<link rel=stylesheet href=1><link rel="shortcut ICON" href=2><link rel=canonical href=3>',
      ['stylesheet 1', 'icon 2', 'canonical 3'],
    ],
    [
      'alternate, next, prev',
      '<link rel=alternate href=1><link rel=next href=2><link rel="PREV" href=3>',
      ['alternate 1', 'next-prev 2', 'next-prev 3'],
    ],
    ['an AMP version', '<link rel=amphtml href=1>', ['amphtml 1']],
    [
      'the picture of a shared link',
      '<meta property="OG:Image" content=1><meta name=og:image content=2>',
      ['share-image 1', 'share-image 2'],
    ],
    ['other properties', '<meta property=og:title content=1><meta property=og:image content=""><meta property=og:image>', []],
    ['alternate stylesheets are stylesheets', '<link rel="alternate stylesheet" href=1>', ['stylesheet 1']],
    ['other relations', '<link rel=preload href=1><link href=2>', ['other 1', 'other 2']],
    ['script and image', '<script src=1></script><img src=2><image src=3>', ['script 1', 'image 2', 'image 3']],
    [
      'srcset',
      '<img src=1 srcset="2 1x, 3 2x"><picture><source srcset=4></picture>',
      ['image 1', 'image 2', 'image 3', 'image 4'],
    ],
    [
      'media',
      '<video src=1 poster=2><source src=3><track src=4></video><audio src=5></audio><embed src=6><object data=7></object>',
      ['media 1', 'image 2', 'media 3', 'media 4', 'media 5', 'media 6', 'media 7'],
    ],
    ['an empty src is not loaded', '<img src=""><script src=" "></script>', []],
    ['forms', '<form action=/go><form>', ['form /go']],
    ['svg links', '<svg><a href=1></a><a xlink:href=2></a></svg>', ['a 1', 'a 2']],
    ['refresh', '<meta http-equiv=Refresh content="0; url=/next">', ['refresh /next']],
    ['a refresh without an address is no link', '<meta http-equiv=refresh content=30>', []],
    ['white space is removed from addresses', '<a href=" \n/a\tb\r\nc \u0000">', ['a /abc \ufffd']],
  ])('%s', (_rule, html, expected) => {
    expect(links(html)).toEqual(expected);
  });

  it('carry rel, hreflang, text and the place of the start tag', () => {
    const html = '<p>ü<a rel="NoFollow  ugc\tnofollow" href=x hreflang=de>  Some\n <b>te</b>xt<br>here </a>';
    expect(read(html).links).toEqual([
      { kind: 'a', facts: 0, href: 'x', rel: 'nofollow ugc', hreflang: '', text: 'Some text here', at: { start: 5, end: 56 } },
    ]);
    expect(read('<link rel=alternate hreflang=de-AT href=x>').links[0]?.hreflang).toBe('de-AT');
  });

  it.each<[string, string, string[]]>([
    ['a link ends where the next begins', '<a href=1>one<a href=2>two</a>three', ['one', 'two']],
    ['an a without href ends a link too', '<a href=1>one<a name=x>two</a>', ['one']],
    ['images give their alternative text', '<a href=1><img alt="The  logo"> home</a>', ['The logo home']],
    ['an image link has it as well', '<img src=1 alt=cat>', ['cat']],
    ['script and template are no text', '<a href=1>a<script>b</script><template>c</template>d</a>', ['ad']],
    ['blocks separate words', '<a href=1><div>a</div><div>b</div></a>', ['a b']],
    ['an unclosed link ends with the page', '<a href=1>one', ['one']],
    ['two hundred characters', `<a href=1>${'x'.repeat(300)}`, ['x'.repeat(200)]],
    ['a pair is not cut', `<a href=1>${'x'.repeat(199)}😀`, ['x'.repeat(199)]],
  ])('text: %s', (_rule, html, expected) => {
    expect(read(html).links.map(link => link.text)).toEqual(expected);
  });

  it('beyond the limit are counted, not kept', () => {
    const facts = read('<a href=x>'.repeat(50), 20);
    expect([facts.links.length, facts.linksDropped]).toEqual([20, 30]);
  });
});

describe('title, description, heading, language, base', () => {
  it('the first title outside of SVG counts, with white space collapsed', () => {
    expect(read('<title>\n A \t B </title><title>C</title>').title).toEqual({ value: 'A B', at: { start: 0, end: 7 } });
    expect(read('<svg><title>drawing</title></svg><title>page</title>').title?.value).toBe('page');
    expect(read('<template><title>no</title></template>').title).toBeNull();
    expect(read('<title>no end <b>').title?.value).toBe('no end <b>');
    expect(read('<title>a\0b</title>').title?.value).toBe('a\ufffdb');
    expect(read('<title></title>').title?.value).toBe('');
  });

  it('very long titles are cut', () => {
    expect(read(`<title>${'x'.repeat(9000)}</title>`).title?.value).toHaveLength(2000);
  });

  it('the first description counts', () => {
    const facts = read('<meta name=Description content=" one  two "><meta name=description content=x>');
    expect(facts.description?.value).toBe('one two');
    expect(read('<meta property=description content=x>').description).toBeNull();
  });

  it('headings are counted and the first is kept', () => {
    const facts = read('<h1>One <i>big</i> day</h1><h1>Two</h1><h2>x</h2>');
    expect([facts.h1?.value, facts.h1Count]).toEqual(['One big day', 2]);
    expect(read('<h1>a<h2>b</h2>').h1?.value).toBe('a');
    expect(read('<h1>a</h3>b').h1?.value).toBe('a');
    expect(read('<h1></h1>').h1?.value).toBe('');
    expect(read('<h2>x</h2>').h1).toBeNull();
  });

  it('language and base', () => {
    expect(read('<html lang=" de-AT "><html lang=fr>').lang).toBe('de-AT');
    const facts = read('<base target=x><base href=" /a/ "><base href=/b/>');
    expect(facts.base).toEqual({ value: '/a/', at: { start: 15, end: 34 } });
  });

  it.each([
    [null, 'http://h/p/q', 'http://h/p/q'],
    ['/a/', 'http://h/p/q', 'http://h/a/'],
    ['//evil/x', 'https://h/p', 'https://evil/x'],
    ['http://[bad', 'http://h/p', 'http://h/p'],
    ['javascript:1', 'http://h/p', 'http://h/p'],
    ['data:,x', 'http://h/p', 'http://h/p'],
  ])('base URL of %s on %s', (href, page, expected) => {
    expect(documentBaseUrl(href, page)).toBe(expected);
  });
});

describe('robots metas and canonicals know whether they stood in the head', () => {
  const ROBOTS = '<meta name=robots content=noindex>';
  it.each<[string, string, boolean]>([
    ['in the head', `<html><head>${ROBOTS}`, true],
    ['before any tag', ROBOTS, true],
    ['after </head>, before the body', `<head></head>${ROBOTS}`, true],
    ['after <body>', `<head></head><body>${ROBOTS}`, false],
    ['after text', `<head>oops${ROBOTS}`, false],
    ['after a byte order mark in the middle', `<head>\ufeff${ROBOTS}`, false],
    ['after white space and comments', `<head>\n <!-- x --> ${ROBOTS}`, true],
    ['after an image', `<head><img src=x>${ROBOTS}`, false],
    ['after an unknown element', `<head><x-y></x-y>${ROBOTS}`, false],
    ['after a stray end tag', `<head></div></p>${ROBOTS}`, true],
    ['after </br>', `<head></br>${ROBOTS}`, false],
    ['after </body>', `<head></body>${ROBOTS}`, false],
    ['in a noscript of the head', `<head><noscript>${ROBOTS}</noscript>`, true],
    ['after a noscript with an image', `<head><noscript><img src=x></noscript>${ROBOTS}`, false],
    ['after a noscript with a style', `<head><noscript><style></style></noscript>${ROBOTS}`, true],
    ['after a noscript that follows </head>', `<head></head><noscript></noscript>${ROBOTS}`, false],
    [
      'after script, style, title, template',
      `<script>x</script><style>x</style><title>x</title><template><p>x</template>${ROBOTS}`,
      true,
    ],
    ['after SVG', `<svg></svg>${ROBOTS}`, false],
    ['within SVG, which it ends', `<svg>${ROBOTS}`, false],
    ['after a second <head>', `<head></head><head>${ROBOTS}`, true],
    ['after a frameset', `<frameset>${ROBOTS}`, false],
  ])('%s', (_rule, html, inHead) => {
    expect(read(html).metaRobots.map(meta => meta.inHead)).toEqual([inHead]);
    const canonical = html.replace(ROBOTS, '<link rel="x Canonical" href=/c>');
    const wanted = html.startsWith('<svg><meta') ? [] : [['/c', inHead]];
    expect(read(canonical).canonicals.map(element => [element.value, element.inHead])).toEqual(wanted);
  });

  it.each(['<template>', '<!--', '<title>', '<script>', '<textarea>', '<svg><![CDATA['])('none inside %s', before => {
    expect(read(before + ROBOTS).metaRobots).toEqual([]);
  });

  it('which names are kept', () => {
    const names = ['robots', 'GoogleBot', ' bingbot ', 'slurp', 'Yandex', 'baiduspider', 'my-robot', 'viewport', 'robot'];
    const html = names.map(name => `<meta name="${name}" content=x>`).join('');
    expect(read(html).metaRobots.map(meta => meta.name)).toEqual([
      'robots',
      'googlebot',
      'bingbot',
      'slurp',
      'yandex',
      'baiduspider',
      'my-robot',
      'robot',
    ]);
    expect(read('<meta http-equiv=x-robots-tag content=noindex>').metaRobots).toEqual([]);
    expect(read('<meta name=robots>').metaRobots[0]).toMatchObject({ content: '', at: { start: 0, end: 18 } });
  });
});

describe('meta refresh', () => {
  it.each<[string, { seconds: number; href: string } | null]>([
    ['0;url=/x', { seconds: 0, href: '/x' }],
    [' 5 ; URL = "/x y" z', { seconds: 5, href: '/x y' }],
    ["3,url='/x", { seconds: 3, href: '/x' }],
    ['1 /x', { seconds: 1, href: '/x' }],
    ['1;/x', { seconds: 1, href: '/x' }],
    ['0.9;url=x', { seconds: 0, href: 'x' }],
    ['.5;url=x', { seconds: 0, href: 'x' }],
    ['30', { seconds: 30, href: '' }],
    ['30;', { seconds: 30, href: '' }],
    ['1;url', { seconds: 1, href: 'url' }],
    ['1;urlx=y', { seconds: 1, href: 'urlx=y' }],
    ['1;url=', { seconds: 1, href: '' }],
    ['url=/x', null],
    ['x', null],
    ['', null],
    ['-1;url=x', null],
    ['5x;url=y', null],
    [`${'9'.repeat(1000)};url=x`, { seconds: 2 ** 31, href: 'x' }],
  ])('%s', (content, expected) => {
    expect(parseRefresh(content)).toEqual(expected);
  });

  it('the first that can be read counts', () => {
    const facts = read(
      '<meta http-equiv=refresh content=x><meta http-equiv=refresh content="2;a"><meta http-equiv=refresh content="3;b">',
    );
    expect(facts.refresh).toMatchObject({ seconds: 2, href: 'a', value: '2;a' });
  });
});

describe('words and excerpt', () => {
  it.each<[string, string, number, string]>([
    ['white space of all kinds', ' a\tb\n\n c ', 3, 'a b c'],
    ['inline elements do not separate', 'wo<b>r</b>d<span>s</span>', 1, 'words'],
    ['blocks and br do', '<p>a<p>b<br>c<div>d</div>e', 5, 'a b c d e'],
    ['no-break spaces separate', 'a&nbsp;b\u00a0c&#160;d\u3000e', 5, 'a b c d e'],
    ['other references do not', 'a&amp;b &lt; &eacute;t&eacute;', 3, 'a&b < été'],
    ['a reference to a space', 'a&ensp;b&Tab;c&#32;d', 4, 'a b c d'],
    [
      'script, style, title, textarea, template are not seen',
      '<script>a</script><style>b</style><title>c</title><textarea>d</textarea><template>e</template>f',
      1,
      'f',
    ],
    ['noscript and xmp are', '<noscript>a</noscript><xmp>b &amp;</xmp>', 3, 'a b &amp;'],
    ['the title of a drawing is not', '<svg><title>a</title><text>b</text></svg>', 1, 'b'],
    ['NUL is not shown', 'a \0b', 2, 'a b'],
    ['other scripts', 'žluťoučký kůň — 馬', 4, 'žluťoučký kůň — 馬'],
    ['comments do not separate', 'a<!-- x -->b', 1, 'ab'],
    ['nothing', '', 0, ''],
  ])('%s', (_rule, html, words, excerpt) => {
    const facts = read(`<body>${html}`);
    expect([facts.words, facts.excerpt]).toEqual([words, excerpt]);
  });

  it('the excerpt has 300 characters at most', () => {
    const facts = read(`<body>${'word '.repeat(500)}`);
    expect([facts.words, facts.excerpt.length]).toEqual([500, 300]);
  });
});

describe('small readers', () => {
  it.each([
    ['a', ['a']],
    ['a, b 2x,c 100w , d', ['a', 'b', 'c', 'd']],
    ['a,b 1x', ['a,b']],
    [' ,, a 1x (x,y), b', ['a', 'b']],
    ['data:,x 1x', ['data:,x']],
    ['', []],
  ])('srcset %s', (srcset, urls) => {
    expect(srcsetUrls(srcset)).toEqual(urls);
  });

  it.each([
    ['  x ', 'x'],
    ['\u0001x y\u001f', 'x y'],
    ['a\nb\tc\rd', 'abcd'],
    ['\u00a0x', '\u00a0x'],
  ])('address %j', (written, trimmed) => {
    expect(trimHref(written)).toBe(trimmed);
  });
});
