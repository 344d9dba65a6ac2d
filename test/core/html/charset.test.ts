import { describe, expect, it } from 'vitest';
import { charsetParameter, sniffCharset } from '#core/html/charset.ts';
import { extractHtml } from '#core/html/extract.ts';

const bytes = (text: string): Uint8Array => Uint8Array.from(text, c => c.charCodeAt(0));

describe('charset parameter of Content-Type', () => {
  it.each([
    ['text/html; charset=utf-8', 'utf-8'],
    ['text/html;charset="Shift_JIS"', 'Shift_JIS'],
    ["text/html; charset='utf-8'", 'utf-8'],
    ['text/html; boundary=x; CHARSET = koi8-r ; q=1', 'koi8-r'],
    ['text/html', ''],
    ['text/html; charset=', ''],
    ['text/html; charset="utf-8', 'utf-8'],
  ])('%s', (value, expected) => {
    expect(charsetParameter(value)).toBe(expected);
  });
});

describe('the encoding of a page', () => {
  it.each<[string, string, string | null, string, string]>([
    ['a UTF-8 mark beats the header', '\xef\xbb\xbf<p>', 'text/html; charset=koi8-r', 'utf-8', 'bom'],
    ['a UTF-16LE mark', '\xff\xfe<\0', 'text/html; charset=utf-8', 'utf-16le', 'bom'],
    ['a UTF-16BE mark', '\xfe\xff\0<', null, 'utf-16be', 'bom'],
    ['the header beats the meta', '<meta charset=koi8-r>', 'text/html; charset=iso-8859-2', 'iso-8859-2', 'header'],
    ['an unknown header label counts as absent', '<meta charset=koi8-r>', 'text/html; charset=klingon', 'koi8-r', 'meta'],
    ['latin-1 means windows-1252', '', 'text/html; charset=ISO-8859-1', 'windows-1252', 'header'],
    ['meta charset', '<meta charset="gbk">', null, 'gbk', 'meta'],
    ['meta http-equiv', '<meta http-equiv="Content-Type" content="text/html; charset=big5">', null, 'big5', 'meta'],
    [
      'attribute order does not matter',
      '<META content="a;CHARSET = \'euc-jp\'" HTTP-EQUIV=content-type>',
      null,
      'euc-jp',
      'meta',
    ],
    ['content without http-equiv says nothing', '<meta content="text/html; charset=big5">', null, 'utf-8', 'default'],
    ['UTF-16 in a meta means UTF-8', '<meta charset=utf-16>', null, 'utf-8', 'meta'],
    ['x-user-defined in a meta means windows-1252', '<meta charset=x-user-defined>', null, 'windows-1252', 'meta'],
    ['UTF-7 is no encoding', '<meta charset=utf-7>', null, 'utf-8', 'default'],
    ['an unknown label lets the next meta decide', '<meta charset=klingon><meta charset=koi8-u>', null, 'koi8-u', 'meta'],
    ['a meta in a comment is none', '<!-- <meta charset=gbk> --><p>', null, 'utf-8', 'default'],
    ['a meta in a script counts in the prescan', '<script>"<meta charset=gbk>"</script>', null, 'gbk', 'meta'],
    ['valid UTF-8 without a declaration', '<p>\xc3\xa4', null, 'utf-8', 'default'],
    ['anything else without a declaration', '<p>\xe4', null, 'windows-1252', 'default'],
    ['an overlong form is not UTF-8', '<p>\xc0\xaf', null, 'windows-1252', 'default'],
    ['nothing at all', '', null, 'utf-8', 'default'],
  ])('%s', (_rule, body, header, charset, source) => {
    expect(sniffCharset(bytes(body), header)).toEqual({ charset, source });
  });

  it('looks for a meta in the first 1,024 bytes only', () => {
    const meta = '<meta charset=gbk>';
    expect(sniffCharset(bytes(' '.repeat(1024 - meta.length) + meta), null).source).toBe('meta');
    expect(sniffCharset(bytes(' '.repeat(1025 - meta.length) + meta), null).source).toBe('default');
  });

  it('a meta with white space in http-equiv declares nothing, early or late, as in browsers', () => {
    const meta = '<meta http-equiv="Content-Type " content="text/html; charset=koi8-r">';
    for (const before of [0, 2000])
      expect(extractHtml(bytes(' '.repeat(before) + meta), { contentType: null, maxLinks: 1 }).charsetSource).toBe('default');
    expect(extractHtml(bytes(meta.replace('Type ', 'Type')), { contentType: null, maxLinks: 1 }).charset).toBe('koi8-r');
  });

  it('a later meta decides when nothing else did', () => {
    const late = bytes(`${' '.repeat(2000)}<meta charset=koi8-r><title>\xc1</title>`);
    const facts = extractHtml(late, { contentType: null, maxLinks: 1 });
    expect([facts.charset, facts.charsetSource, facts.title?.value]).toEqual(['koi8-r', 'meta', 'а']);
    expect(extractHtml(late, { contentType: 'text/html; charset=windows-1252', maxLinks: 1 }).title?.value).toBe('Á');
  });
});

describe('texts and positions in every encoding', () => {
  const at = (body: Uint8Array, facts: ReturnType<typeof extractHtml>): string[] =>
    facts.links.map(link => `${body[link.at.start]} ${body[link.at.end - 1]} ${link.text}`);

  it.each<[string, string, string]>([
    ['windows-1252', '<p>\x80<a href=x>na\xefve</a>', 'naïve'],
    ['koi8-r', '<p>\xc1<a href=x>\xc1\xc2</a>', 'аб'],
    ['gbk', '<p>\xc4\xe3<a href=x>\xc4\xe3\xba\xc3</a>', '你好'],
    ['shift_jis', '<p>\x83\x5c<a href=x>\x83\x5c</a>', 'ソ'],
    ['big5', '<p>\xa4\x40<a href=x>\xa4\x40</a>', '一'],
    ['euc-kr', '<p>\xb0\xa1<a href=x>\xb0\xa1</a>', '가'],
    ['iso-2022-jp', '<p>\x1b$B$"\x1b(B<a href=x>\x1b$B$"<"\x1b(B</a>', 'あ滋'],
    ['utf-8', '<p>\xc3\xa4\xf0\x9f\x98\x80<a href=x>\xe2\x82\xac</a>', '€'],
    ['utf-8', '<p>\xff\xc3<a href=x>\xe2\x82\xac</a>', '€'],
  ])('%s', (charset, body, text) => {
    const page = bytes(body);
    const facts = extractHtml(page, { contentType: `text/html; charset=${charset}`, maxLinks: 9 });
    expect(at(page, facts)).toEqual([`60 62 ${text}`]);
    expect(facts.links[0]?.at.start).toBe(body.indexOf('<a'));
    expect(facts.words).toBe(1);
  });

  it.each([true, false])('UTF-16, little endian: %s', little => {
    const text = '\ufeff<p>ä😀<a href=x>€</a>';
    const page = new Uint8Array(text.length * 2);
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      page[i * 2] = little ? unit & 255 : unit >> 8;
      page[i * 2 + 1] = little ? unit >> 8 : unit & 255;
    }
    const facts = extractHtml(page, { contentType: null, maxLinks: 9 });
    expect(facts.links.map(link => [link.text, link.at])).toEqual([
      ['€', { start: text.indexOf('<a') * 2, end: text.indexOf('€') * 2 }],
    ]);
  });

  it('counts the byte order mark in positions', () => {
    const facts = extractHtml(bytes('\xef\xbb\xbf<a href=x>'), { contentType: null, maxLinks: 9 });
    expect(facts.links[0]?.at).toEqual({ start: 3, end: 13 });
  });

  it('a lead byte does not swallow the quote after it', () => {
    const facts = extractHtml(bytes('<a href="\x81"><a href=z>'), { contentType: 'text/html; charset=gbk', maxLinks: 9 });
    expect(facts.links.map(link => link.href)).toEqual(['�', 'z']);
  });
});
