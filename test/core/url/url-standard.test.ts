import { describe, expect, it } from 'vitest';
import { extractHtml } from '#core/html/extract.ts';
import { trimHref } from '#core/html/href.ts';
import { normalizationSteps } from '#core/url/normalization-steps.ts';
import { normalizeUrl } from '#core/url/normalize.ts';
import { baseOf } from '#engine/crawl/read-page.ts';

// What the URL Standard says about each class of addresses, and what ours adds. scripts/proofs/wpt-urls.mjs compares with the tests of
// the web platform; these rows are our own.
const page = 'https://shop.example/lamps/red.html?size=2';
const invalid = null;

type Row = readonly [what: string, input: string, url: string | null, base?: string];
const rows: readonly Row[] = [
  // Schemes and slashes.
  ['a scheme alone is relative to a page of its scheme', 'https:blue.html', 'https://shop.example/lamps/blue.html'],
  ['a slash after the scheme too', 'https:/blue.html', 'https://shop.example/blue.html'],
  ['another scheme needs no slashes', 'http:other.example/a', 'http://other.example/a'],
  ['nor minds many', 'http:////other.example/a', 'http://other.example/a'],
  ['backslashes are slashes', 'http:\\\\other.example\\a\\b?c\\d', 'http://other.example/a/b?c\\d'],
  ['two backslashes begin a host', '\\\\other.example\\a', 'https://other.example/a'],
  ['a digit begins no scheme', '1http:a', 'https://shop.example/lamps/1http:a'],
  ['a colon first neither', ':a', 'https://shop.example/lamps/:a'],
  ['unknown schemes keep their case behind the scheme', 'ShOp:AbC', 'shop:AbC'],
  ['and their host as written', 'shop://EXAMPLE/../a', 'shop://EXAMPLE/a'],
  // White space and control characters.
  ['white space around', ' \t\n\fblue.html\r ', 'https://shop.example/lamps/blue.html'],
  ['tabs and line ends within', 'ht\ntp://oth\ter.exa\rmple/a', 'http://other.example/a'],
  ['a space within is escaped', 'a b', 'https://shop.example/lamps/a%20b'],
  ['a space in a host is not', 'http://other example/', invalid],
  ['a no-break space is no white space', '\u00a0a', 'https://shop.example/lamps/%C2%A0a'],
  ['controls are escaped', 'a\u0001\u007fb', 'https://shop.example/lamps/a%01%7Fb'],
  // Relative addresses.
  ['none', '', 'https://shop.example/lamps/red.html?size=2'],
  ['a query alone', '?size=3', 'https://shop.example/lamps/red.html?size=3'],
  ['an empty query', '?', 'https://shop.example/lamps/red.html?'],
  ['a fragment alone', '#top', 'https://shop.example/lamps/red.html?size=2'],
  ['a fragment with a question mark', '#a?b', 'https://shop.example/lamps/red.html?size=2'],
  ['two slashes', '//other.example', 'https://other.example/'],
  ['three slashes', '///other.example/a', 'https://other.example/a'],
  ['above the root', '../../../a', 'https://shop.example/a'],
  ['dots at the end', 'a/b/..', 'https://shop.example/lamps/a/'],
  ['a dot at the end', 'a/.', 'https://shop.example/lamps/a/'],
  ['escaped dots', 'a/%2e%2E/b/.%2e/c', 'https://shop.example/lamps/c'],
  ['three dots are a name', 'a/.../b', 'https://shop.example/lamps/a/.../b'],
  ['empty segments stay', 'a//../b', 'https://shop.example/lamps/a/b'],
  ['dots in a query stay', '?a/../b', 'https://shop.example/lamps/red.html?a/../b'],
  // Hosts.
  ['upper case', 'http://OTHER.Example/A', 'http://other.example/A'],
  ['escapes in a host', 'http://%6fther.example/', 'http://other.example/'],
  ['an escaped slash in a host', 'http://other%2fexample/', invalid],
  ['full-width letters', 'http://ｏｔｈｅｒ．example/', 'http://other.example/'],
  ['a soft hyphen', 'http://oth\u00ader.example/', 'http://other.example/'],
  ['letters beyond ASCII', 'http://köln.example/', 'http://xn--kln-sna.example/'],
  ['a sharp s', 'http://straße.example/', 'http://xn--strae-oqa.example/'],
  ['a final dot stays', 'http://other.example./', 'http://other.example./'],
  ['an underscore is allowed', 'http://a_b.example/', 'http://a_b.example/'],
  ['angle brackets are not', 'http://a<b.example/', invalid],
  ['a caret is not', 'http://a^b.example/', invalid],
  ['no host', 'http://', invalid],
  ['no host but a port', 'http://:80/', invalid],
  // Numbers as hosts.
  ['hexadecimal', 'http://0xC0.0x0.0x2.0x1/', 'http://192.0.2.1/'],
  ['octal', 'http://0300.0.2.1/', 'http://192.0.2.1/'],
  ['one number', 'http://3221225985/', 'http://192.0.2.1/'],
  ['two numbers', 'http://192.513/', 'http://192.0.2.1/'],
  ['a final dot', 'http://192.0.2.1./', 'http://192.0.2.1/'],
  ['too large a part', 'http://192.0.2.256/', invalid],
  ['too large a number', 'http://4294967296/', invalid],
  ['five parts', 'http://192.0.2.1.1/', invalid],
  ['a name that ends in a number', 'http://other.example.09/', invalid],
  // IPv6.
  ['the longest run of zeros is cut', 'http://[2001:db8:0:0:1:0:0:0]/', 'http://[2001:db8:0:0:1::]/'],
  ['IPv4 within', 'http://[::ffff:192.0.2.1]/', 'http://[::ffff:c000:201]/'],
  ['upper case in brackets', 'http://[2001:DB8::A]/', 'http://[2001:db8::a]/'],
  ['no closing bracket', 'http://[2001:db8::1/', invalid],
  ['two gaps', 'http://[1::2::3]/', invalid],
  ['a zone', 'http://[fe80::1%25eth0]/', invalid],
  // Ports.
  ['the default one', 'http://other.example:80/', 'http://other.example/'],
  ['the default one of another scheme', 'http://other.example:443/', 'http://other.example:443/'],
  ['none behind the colon', 'http://other.example:/', 'http://other.example/'],
  ['zeros before it', 'http://other.example:00081/', 'http://other.example:81/'],
  ['zero', 'http://other.example:0/', 'http://other.example:0/'],
  ['too large', 'http://other.example:65536/', invalid],
  ['no number', 'http://other.example:8o/', invalid],
  // User and password are dropped.
  ['both', 'http://me:secret@other.example/', 'http://other.example/'],
  ['an at sign in the password', 'http://me:a@b@other.example/', 'http://other.example/'],
  ['empty ones', 'http://:@other.example/', 'http://other.example/'],
  ['without a host', 'http://me:secret@/', invalid],
  ['an at sign in the path is none', 'http://other.example/@me', 'http://other.example/@me'],
  ['of the page', 'a', 'https://shop.example/a', 'https://me:secret@shop.example/'],
  // Escapes.
  ['unreserved ones are decoded', '/%61%2D%7e', 'https://shop.example/a-~'],
  ['others are written in upper case', '/%2f%3a%c3%bc', 'https://shop.example/%2F%3A%C3%BC'],
  ['broken ones stay', '/%/%4/%zz', 'https://shop.example/%/%4/%zz'],
  ['quotes in a path', '/"<>`{}', 'https://shop.example/%22%3C%3E%60%7B%7D'],
  ['an apostrophe in a query', `?'"<>`, 'https://shop.example/lamps/red.html?%27%22%3C%3E'],
  ['half a surrogate pair', '/\ud800a', 'https://shop.example/%EF%BF%BDa'],
  ['a NUL within a query', '?a\u0000b', 'https://shop.example/lamps/red.html?a%00b'],
  // Paths without a hierarchy.
  ['mail', 'mailto:A@B.example?subject=a b#c', 'mailto:A@B.example?subject=a%20b'],
  ['data', 'data:text/plain,a#b', 'data:text/plain,a'],
  ['a script', ' javascript:go( 1 ) ', 'javascript:go( 1 )'],
  ['nothing is relative to mail', 'a', invalid, 'mailto:a@b.example'],
  ['but a fragment', '#x', 'mailto:a@b.example', 'mailto:a@b.example'],
  // Files.
  ['a drive', 'file:c:\\a\\..\\b', 'file:///c:/b'],
  ['a drive with a bar', 'file:///C|/a', 'file:///C:/a'],
  ['a drive is kept', 'file:///C:/..', 'file:///C:/'],
  ['localhost', 'file://localhost/a', 'file:///a'],
];

/** As a crawl reads it: from a page. */
function throughPage(input: string, base: string): string | null {
  const href = input.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const bytes = new TextEncoder().encode(`<!doctype html><base href="${base}"><a href="${href}">a</a>`);
  const facts = extractHtml(bytes, { contentType: 'text/html; charset=utf-8', maxLinks: 10, robotNames: [] });
  const result = normalizeUrl(facts.links[0]?.href ?? 'no link', baseOf(facts, 'https://elsewhere.example/'));
  return result.kind === 'url' ? result.url : null;
}

describe('an address becomes what the URL Standard says, without fragment, user and password', () => {
  it.each(rows.map(([what, input, url, base = page]) => ({ what, input, url, base })))(
    '$what: $input',
    ({ input, url, base }) => {
      const direct = normalizeUrl(trimHref(input), base);
      expect(direct.kind === 'url' ? direct.url : null).toBe(url);
      const isPage = base.startsWith('https:');
      if (isPage && !input.includes('\0')) expect(throughPage(input, base)).toBe(url);
      if (isPage && url !== null) expect(normalizationSteps(input, input, base)?.at(-1)?.text ?? input).toBe(url);
    },
  );

  it('HTML puts U+FFFD for a NUL', () => expect(throughPage('/a\0', page)).toBe('https://shop.example/a%EF%BF%BD'));
});
