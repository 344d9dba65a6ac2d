import { describe, expect, it } from 'vitest';
import { firstXmlFault } from '../../../electron/core/sitemap/well-formed.ts';

const set = (inside: string): string => `<?xml version="1.0"?>\n<urlset xmlns="u" xmlns:v='w'>${inside}</urlset>`;

describe('well-formed XML', () => {
  it.each([
    set(''),
    `\ufeff${set('<url><loc>http://h/?a=1&amp;b=&#38;&#x26;</loc></url>')}\n<!-- end -->\n`,
    set('<url ><v:a b = "x > y" c=\'"\'/></url >'),
    set('<![CDATA[ a & b < c ]]><?pi x?>'),
    '<!DOCTYPE urlset [<!ENTITY a "b>">]><urlset>&a;</urlset>',
    '<été.1-x/>',
  ])('is %j', text => {
    expect(firstXmlFault(text)).toBeNull();
  });

  it.each([
    [set('<url><loc>http://h/?a=1&b=2</loc></url>'), 'http://h/?a=1', 'An & that starts no reference; write &amp;.'],
    [set('&nbsp;'), "xmlns:v='w'>", 'The entity &nbsp; is not defined.'],
    [set('<a b="&x"/>'), '<a b="', 'An & that starts no reference; write &amp;.'],
    [set('<% each do %>'), "xmlns:v='w'>", 'A < that starts no tag; write &lt;.'],
    [set('<url><loc></url>'), '<url><loc>', '</url> where </loc> is expected.'],
    [`${set('')}</a>`, '</urlset>', '</a> without a start tag.'],
    [`${set('')}<a/>`, '</urlset>', 'A second root element, <a>.'],
    [`${set('')}text`, '</urlset>', 'Text outside the root element.'],
    [`\n${set('')}`, '\n', 'The XML declaration is not at the very start.'],
    [set('<a b=c/>'), "xmlns:v='w'>", 'The tag <a> is not well-formed.'],
    [set('<a b="c"d="e"/>'), "xmlns:v='w'>", 'The tag <a> is not well-formed.'],
    [set('<a b="c" b="d"/>'), '<a b="c"', '<a> has the attribute b twice.'],
    [set('<!-- a -- b -->'), '<!-- a ', 'Two dashes inside a comment.'],
    [set('a\x01b'), "xmlns:v='w'>a", 'A control character.'],
    ['<urlset><url>', '<urlset><url>', 'The file ends inside <url>.'],
    ['<!-- only -->', '<!-- only -->', 'There is no element.'],
  ])('is not %j', (text, before, says) => {
    expect(firstXmlFault(text)).toEqual({ offset: text.indexOf(before) + before.length, says });
  });

  it.each([
    ['open tags', '<a>'.repeat(400_000)],
    ['tags that are not closed', '<a '.repeat(400_000)],
    ['white space in a tag', `<a${' '.repeat(1_000_000)}`],
    ['ampersands', `<a>${'&'.repeat(1_000_000)}`],
    ['quotes', `<a b="${"'".repeat(1_000_000)}`],
    ['attributes', `<a ${'b="c" '.repeat(200_000)}`],
    ['texts', `<a>${'x<b/>'.repeat(400_000)}`],
    ['attributes of many tags', `<a>${'<b c="d"/>'.repeat(200_000)}`],
    ['texts before one ampersand', `<a>${'x<b/>'.repeat(400_000)}&`],
    ['dashes', `<!--${'-'.repeat(1_000_000)}`],
    ['brackets', `<!DOCTYPE a ${'['.repeat(1_000_000)}`],
    ['entities', `<!DOCTYPE a><a>${'&b;'.repeat(300_000)}`],
  ])('reads %s without end in linear time', (_, text) => {
    const start = process.cpuUsage();
    firstXmlFault(text);
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(1_500);
  });
});
