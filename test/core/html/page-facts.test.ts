import { describe, expect, it } from 'vitest';
import { extractHtml } from '#core/html/extract.ts';
import { formOf, oddOf, packLinkFacts, unpackLinkFacts } from '#core/html/facts/link-facts.ts';
import { plainOctets } from '#core/html/octets.ts';
import { type ElementNoteKind, hrefForms, linkZones, type PageFacts } from '#shared/model/page-facts.ts';

const bytesOf = (html: string): Uint8Array => new TextEncoder().encode(html);
const read = (html: string, contentType = 'text/html; charset=utf-8') =>
  extractHtml(bytesOf(html), { contentType, maxLinks: 1_000, octets: plainOctets, facts: { detectLanguage: null } });
const facts = (html: string): PageFacts => {
  const found = read(html).facts;
  if (found === null) throw new Error('no facts');
  return found;
};
const page = (head: string, body: string): string =>
  `<!doctype html><html lang=en><head>${head}</head><body>${body}</body></html>`;
const inBody = (body: string): PageFacts => facts(page('<title>t</title>', body));
const notes = (body: string, kind: ElementNoteKind): string[] =>
  (inBody(body).notes ?? []).filter(note => note.kind === kind).map(note => note.text);
/** The bytes that a place names. */
const cut = (html: string, [start, end]: readonly [number, number]): string =>
  new TextDecoder().decode(bytesOf(html).subarray(start, end));

describe('the head', () => {
  it('keeps every title, description and viewport, with its place', () => {
    const html = page(
      '<title>One &amp; only</title><title> Zwei  Wörter </title><meta name=Description content="a  b"><meta name=viewport content="width=device-width">',
      '<title>late</title><meta name=description content=below><meta name=theme-color content=red><meta itemprop=price name=p content=1>',
    );
    const found = facts(html);
    expect(found.titles?.map(({ text, inBody: late }) => [text, late])).toEqual([
      ['One & only', undefined],
      ['Zwei Wörter', undefined],
      ['late', true],
    ]);
    expect(found.titles?.map(({ at }) => cut(html, at))).toEqual(['<title>', '<title>', '<title>']);
    expect(found.descriptions?.map(({ text, inBody: late }) => [text, late])).toEqual([
      ['a b', undefined],
      ['below', true],
    ]);
    expect(found.viewports?.[0]?.text).toBe('width=device-width');
    expect(found.notes?.filter(note => note.kind === 'meta-in-body').map(note => note.text)).toEqual([
      'description',
      'theme-color',
    ]);
  });

  it('tells link elements apart', () => {
    const found = facts(
      page(
        '<link rel=canonical href=/a hreflang=en><link rel=alternate hreflang=de href=/de><link rel=next href=?p=2><link rel=prev href=?p=0>' +
          '<link rel=amphtml href=/amp><link rel="shortcut icon" href=/i.ico><link rel=alternate type=application/rss+xml href=/feed>' +
          '<link rel=alternate media="only screen and (max-width: 640px)" href=/m><base href=/base/>',
        '<link rel=canonical href=/b>',
      ),
    );
    expect(found.canonicals?.map(({ href, extra, inBody: late }) => [href, extra, late])).toEqual([
      ['/a', 'hreflang', undefined],
      ['/b', undefined, true],
    ]);
    expect(found.hreflangs?.map(({ lang, href }) => [lang, href])).toEqual([['de', '/de']]);
    for (const [name, href] of [
      ['next', '?p=2'],
      ['prev', '?p=0'],
      ['amp', '/amp'],
      ['icons', '/i.ico'],
      ['feeds', '/feed'],
      ['mobile', '/m'],
      ['bases', '/base/'],
    ] as const)
      expect(found[name]?.map(link => link.href)).toEqual([href]);
  });

  it('takes a feed with a language for a feed, not for a version of the page', () => {
    const html = page(
      '<link rel=alternate type="Application/RSS+XML; charset=utf-8" hreflang=en-au href=/feed><link rel=alternate hreflang=de href=/de>',
      '',
    );
    const { facts: found, links } = read(html);
    expect(found?.feeds?.map(({ href }) => href)).toEqual(['/feed']);
    expect(found?.hreflangs?.map(({ href }) => href)).toEqual(['/de']);
    expect(links.map(({ href, hreflang }) => [href, hreflang])).toEqual([
      ['/feed', ''],
      ['/de', 'de'],
    ]);
  });

  it('keeps Open Graph, Twitter, referrer, policy and charset', () => {
    const found = facts(
      page(
        '<meta charset=UTF-8><meta property=og:title content=T><meta name=twitter:card content=summary><meta name=referrer content=No-Referrer>' +
          '<meta http-equiv=Content-Security-Policy content="default-src \'self\'">',
        '',
      ),
    );
    expect(found.social?.map(({ name, content }) => [name, content])).toEqual([
      ['og:title', 'T'],
      ['twitter:card', 'summary'],
    ]);
    expect(found).toMatchObject({ metaReferrer: 'no-referrer', metaCsp: "default-src 'self'", metaCharset: 'utf-8' });
  });
});

describe('the document', () => {
  it.each([
    ['<!doctype html><p>a', 'html'],
    ['<!-- x --> <!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN">', 'HTML PUBLIC "-//W3C//DTD HTML 4.01//EN"'],
    ['<p>a<!doctype html>', undefined],
  ])('finds the doctype of %s', (html, doctype) => {
    expect(facts(html).doctype).toBe(doctype);
  });

  it.each([
    ['<html><head></head><body><main></main></body></html>', []],
    ['<p>a', ['html-missing', 'head-missing', 'body-missing', 'no-main']],
    ['<html><div></div><head></head><body role=main>', ['content-before-head']],
    ['<html><head><head></head><body><body><div role=main>', ['head-repeated', 'body-repeated']],
    ['<body><html><head><main>', ['body-before-html']],
    ['<html><head><body><main><html>', []],
    ['<html><head><body><main><!-- never', ['unclosed-comment']],
    ['<html><head><body><main><script>var a', ['unclosed-script']],
    ['<html><head><body><main><textarea>a', ['unclosed-textarea']],
  ])('notes what %s lacks', (html, expected) => {
    expect([...(facts(html).document ?? [])].sort()).toEqual([...expected].sort());
  });

  it('counts elements and levels', () => {
    expect(facts('<html><body><div><p>a<p>b<br></div></body></html>')).toMatchObject({ elements: 6, deepest: 4 });
  });
});

describe('headings', () => {
  it('come in order, with the text of images where they have no other', () => {
    const found = inBody('<h1>One</h1><h2>Two <b>three</b></h2><h3><img src=x alt="By image"></h3><h2></h2>');
    expect(found.headings?.map(({ level, text, alt }) => [level, text, alt])).toEqual([
      [1, 'One', undefined],
      [2, 'Two three', undefined],
      [3, 'By image', true],
      [2, '', undefined],
    ]);
  });

  it('cuts a flood and counts the rest', () => {
    const found = inBody('<h2>a</h2>'.repeat(1_000));
    expect(found.headings).toHaveLength(300);
    expect(found.dropped).toEqual({ headings: 700 });
  });
});

describe('images', () => {
  it('say alt, size, loading, and whether they are all that a link has', () => {
    const found = inBody(
      '<img src=a.jpg><img src=b.jpg alt="" width=10 height=10 loading=lazy><a href=/x><img src=c.webp alt="c"></a>' +
        '<a href=/y><img src=d.png alt="">text</a><img srcset="e.jpg 1x, f.jpg 2x" role=presentation>',
    );
    expect(found.images).toMatchObject([
      { src: 'a.jpg' },
      { src: 'b.jpg', alt: '', sized: true, lazy: true, width: 10 },
      { src: 'c.webp', alt: 'c', onlyLinkContent: true, modern: true },
      { src: 'd.png', alt: '' },
      { src: 'e.jpg', decorative: true },
    ]);
    expect(found.images?.[0]).not.toHaveProperty('alt');
    expect(found.images?.[3]).not.toHaveProperty('onlyLinkContent');
  });

  it('know the modern sources of their picture, and a picture without an image', () => {
    const found = inBody(
      '<picture><source type=image/avif srcset=a.avif><img src=a.jpg></picture><picture><source srcset=b.png></picture>',
    );
    expect(found.images?.[0]).toMatchObject({ modern: true });
    expect(found.notes?.map(note => note.kind)).toEqual(['picture-without-img']);
  });
});

describe('text', () => {
  it('is that of main, without navigation inside it', () => {
    const found = inBody('<nav>menu here</nav><main>one two <nav>skip</nav> three</main><footer>© 1999–2019 Us</footer>');
    expect(found.text).toMatchObject({ words: 3, area: 'main', copyright: 2019 });
    expect(found.textHash).toBe(inBody('one two three').textHash);
  });

  it('is that of articles where there is no main, else of all but navigation, header, footer and aside', () => {
    expect(inBody('<div>x y</div><article>one two</article>').text).toMatchObject({ words: 2, area: 'article' });
    expect(inBody('<header>a</header><div>one two</div><aside>b</aside>').text).toMatchObject({ words: 2, area: 'rest' });
  });

  it('has articles as parts where they are less than half of it, below a title that is in none of them', () => {
    const reference = '<h1>logger</h1><p>What this module is for.</p><article>start() ok</article><p>See the manual.</p>';
    expect(inBody(reference).text).toMatchObject({
      words: 11,
      area: 'rest',
    });
    const inOrder = '<h1>logger</h1><p>What this module is for.<p>See the manual.<p>start() ok';
    expect(inBody(reference).textHash).toBe(inBody(inOrder).textHash);
    expect(inBody(reference.replace('this module', 'that one')).textHash).not.toBe(inBody(reference).textHash);
    // The title is in the article, in no place, or not in the content; or the article is the larger part.
    expect(inBody('<p>Menus and more menus.</p><article><h1>News</h1>Short.</article>').text).toMatchObject({ words: 2 });
    expect(inBody('<p>Menus and more menus.</p><article>Short news.</article>').text).toMatchObject({ words: 2 });
    expect(inBody('<header><h1>Site</h1></header><p>Menus and more.</p><article>Short.</article>').text).toMatchObject({
      words: 1,
    });
    expect(inBody('<h1>News</h1><article>Not so short.</article>').text).toMatchObject({ words: 3, area: 'article' });
  });

  it('counts bytes and characters of all that is shown', () => {
    expect(inBody('<p>äö</p><footer>😀 &amp;</footer>').text).toMatchObject({ bytes: 4 + 6, characters: 2 + 3 });
  });

  it('has the same hash where it reads the same', () => {
    const a = inBody('<main><p>one   two</p></main>').textHash;
    expect(a).toMatch(/^2-[0-9a-f]{16}$/);
    expect(inBody('<main>one <b>two</b></main>').textHash).toBe(a);
    expect(inBody('<main>one twa</main>').textHash).not.toBe(a);
  });

  it('is the same in every encoding', () => {
    const html = page('<title>t</title>', '<main>Grüße an alle</main>');
    const latin1 = Uint8Array.from(html, c => c.charCodeAt(0));
    const found = extractHtml(latin1, {
      contentType: 'text/html; charset=iso-8859-1',
      maxLinks: 9,
      octets: plainOctets,
      facts: { detectLanguage: null },
    });
    expect(found.facts?.textHash).toBe(facts(html).textHash);
  });
});

describe('single elements', () => {
  it.each<[string, ElementNoteKind, readonly string[]]>([
    ['<input name=q>', 'field-without-label', ['input']],
    ['<input id=q><label for=q>Q</label>', 'field-without-label', []],
    [
      '<label>Q <input type=text></label><input type=hidden><input aria-label=x><select title=y></select>',
      'field-without-label',
      [],
    ],
    ['<textarea></textarea>', 'field-without-label', ['textarea']],
    [
      '<button></button><button>Go</button><button><img alt=Go src=x></button><button aria-label=x></button>' +
        '<button><svg role=img aria-label=search><use href=x /></svg></button><button><i aria-label=" "></i></button>' +
        '<div><button style="display: none"/></div><p>Text behind the form',
      'button-without-name',
      ['button', 'button', 'button'],
    ],
    [
      '<a href="javascript:void(0)"><i></i></a><a href="javascript:a()">Go</a><a href="javascript:b()" aria-label=x></a><a href=/></a>',
      'link-without-name',
      ['javascript:void(0)'],
    ],
    ['<iframe src=a></iframe><iframe src=b title=B></iframe>', 'frame-without-title', ['iframe']],
    ['<table><tr><td>a<td>b<tr><td>c<td>d</table>', 'table-without-headers', ['2 × 2']],
    [
      '<table><tr><th>a<th>b<tr><td>c<td>d</table><table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>',
      'table-without-headers',
      [],
    ],
    ['<p tabindex=2></p><p tabindex=0></p><p tabindex=-1></p>', 'positive-tabindex', ['2']],
    ['<a accesskey=a></a><b accesskey=A></b>', 'repeated-accesskey', ['a']],
    ['<video autoplay poster=p></video><video autoplay muted poster=p></video>', 'autoplay-with-sound', ['video']],
    ['<video></video>', 'video-without-poster', ['']],
    ['<ul><li>a<div>in li</div><li>b</ul><ol><div>bad</div></ol>', 'list-child', ['div']],
    ['<p role=buton></p><p role="note"></p>', 'unknown-role', ['buton']],
    ['<p aria-lable=x></p><p aria-label=x></p><p aria-live=polite></p>', 'unknown-aria', ['aria-lable']],
    ['<p id=a></p><p id=a></p><p id=b></p>', 'duplicate-id', ['a']],
    ['<div role=img style="background-image: url(x.png)"></div>', 'background-image', ['div']],
    [
      '<table width=900></table><table width="100%"></table><img src=x width=900 style="max-width:100%">',
      'fixed-width',
      ['table 900px'],
    ],
    ['<object data=x.swf></object><embed src=x.svg>', 'plug-in', ['object']],
    [`<svg>${'<path d="M0 0"/>'.repeat(500)}</svg>`, 'large-svg', ['8011']],
  ])('%s has %s %s', (body, kind, expected) => {
    expect(notes(body, kind)).toEqual(expected);
  });

  it('finds what blocks rendering in the head only', () => {
    const found = facts(
      page(
        '<script src=a.js></script><script src=b.js defer></script><script src=c.mjs type=module></script><link rel=stylesheet href=a.css><link rel=stylesheet href=p.css media=print>',
        '<script src=d.js></script>',
      ),
    );
    expect(found.notes?.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'blocking-script a.js',
      'blocking-stylesheet a.css',
    ]);
  });

  it('ignores templates', () => {
    expect(inBody('<template><input><img src=x><h2>a</h2></template>')).not.toHaveProperty('notes');
  });

  it('keeps twenty of a kind', () => {
    const found = inBody('<input>'.repeat(100));
    expect(found.notes).toHaveLength(20);
    expect(found.dropped).toEqual({ 'field-without-label': 80 });
  });
});

describe('links', () => {
  const links = (body: string) => read(page('', body)).links.map(link => ({ ...unpackLinkFacts(link.facts), text: link.text }));

  it('say where they stand', () => {
    const found = links(
      '<nav><a href=/1>a</a></nav><header><a href=/2>b</a></header><main><a href=/3>c</a><footer><a href=/4>d</a></footer></main>' +
        '<aside><a href=/5>e</a></aside><footer><a href=/6>f</a></footer><div role=navigation><a href=/7>g</a></div>',
    );
    expect(found.map(({ zone }) => zone)).toEqual(['nav', 'header', 'main', 'main', 'aside', 'footer', 'nav']);
  });

  it('share a path', () => {
    const found = read(page('', '<ul><li><a href=/1>a</a><li><a href=/2>b</a></ul><p><a href=/3>c</a>'));
    expect(found.facts?.paths).toEqual(['html>body>ul>li>a', 'html>body>p>a']);
    expect(found.links.map(link => unpackLinkFacts(link.facts).path)).toEqual([0, 0, 1]);
  });

  it('have the paths of their own page, whatever was read before', () => {
    const pathsIn = (body: string) => read(page('', body)).facts?.paths;
    for (const name of ['x-one', 'x-two', 'div', 'x-one'])
      expect(pathsIn(`<${name}><a href=/1>a</a></${name}><p><a href=/2>b</a>`)).toEqual([`html>body>${name}>a`, 'html>body>p>a']);
  });

  it('say how they are written and what names them', () => {
    expect(
      links(
        '<a href=/a target=_blank>a</a><a href="b c">b</a><a href=/c><img src=i alt=c></a><a href=/d aria-label=d></a><a href=/e></a>',
      ).filter(({ form }) => form !== 'path-relative' || true),
    ).toMatchObject([
      { form: 'root-relative', newWindow: true, byImage: false, byLabel: false },
      { form: 'path-relative', hasSpace: true },
      { byImage: true, text: 'c' },
      { form: 'path-relative' },
      { byLabel: true },
      { byImage: false, byLabel: false, text: '' },
    ]);
  });

  it.each([
    ['http://a/', 'absolute', null],
    ['mailto:a@b', 'absolute', null],
    ['//a/b', 'protocol-relative', null],
    ['/a', 'root-relative', null],
    ['a/b', 'path-relative', null],
    ['a/b:c', 'path-relative', null],
    ['#a', 'fragment', null],
    ['#!a', 'fragment', 'hash-bang'],
    ['?a', 'query', null],
    ['', 'empty', null],
    ['javascript:void(0)', 'absolute', 'javascript'],
    ['htps://a/', 'absolute', 'scheme-typo'],
    ['http//a/', 'path-relative', 'scheme-typo'],
    ['http://a b/', 'absolute', 'malformed'],
    ['http://[::1', 'absolute', 'malformed'],
  ] as const)('reads %s as %s, odd: %s', (href, form, why) => {
    expect(hrefForms[formOf(href)]).toBe(form);
    expect(oddOf(href, formOf(href))).toBe(why);
  });

  it('pack and unpack without loss', () => {
    for (const zone of linkZones)
      for (const form of hrefForms)
        for (const path of [-1, 0, 199]) {
          const all = {
            ...{ zone, form, path, newWindow: path === 0, hasSpace: path < 0, byImage: path > 0, byLabel: path === 0 },
            rendered: path > 0,
          };
          expect(unpackLinkFacts(packLinkFacts(all))).toEqual(all);
        }
  });
});

describe('a hostile page', () => {
  it.each([
    ['deep', '<div>'.repeat(200_000)],
    ['deep lists', '<ul><li>'.repeat(100_000)],
    ['tables', '<table><tr><td>'.repeat(70_000)],
    ['ids', Array.from({ length: 60_000 }, (_, i) => `<p id=a${i}>`).join('')],
    ['inputs', '<input id=a>'.repeat(100_000)],
    ['headers in sections', '<section><header>'.repeat(100_000)],
    ['links in nested labels', '<label><a href=/x>'.repeat(60_000)],
    ['end tags', `${'<div>'.repeat(500)}${'</span>'.repeat(200_000)}`],
  ])('of %s is read in linear time', (_, body) => {
    const half = body.slice(0, body.length / 2);
    const found = inBody(half);
    expect(found.deepest).toBeLessThanOrEqual(512);
    expect(JSON.stringify(inBody(body)).length).toBeLessThan(400_000);
  });
});
