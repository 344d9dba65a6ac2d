import { describe, expect, it } from 'vitest';
import { maxUrlLength } from '#core/url/length.ts';
import type { HtmlFacts } from '#shared/model/page.ts';
import { read } from './read.ts';

const MEBIBYTE = 1024 * 1024;
const FLOOD = 8 * MEBIBYTE;
const MAX_LINKS = 1_000;

const flood = (piece: string, size = FLOOD): string => piece.repeat(Math.ceil(size / piece.length));

/** A page of 8 MiB each. Quadratic time would need minutes to hours for any of them. */
const PAGES: readonly (readonly [name: string, html: () => string])[] = [
  ['links', () => flood('<a href=/x rel=nofollow>y</a>')],
  ['metas', () => flood('<meta name=robots content=noindex>')],
  ['canonicals', () => Array.from({ length: FLOOD / 32 }, (_, i) => `<link rel=canonical href=/${i}>`).join('')],
  ['attributes of one tag', () => `<a ${Array.from({ length: FLOOD / 16 }, (_, i) => `attribute${i}=x `).join('')}href=/x>y</a>`],
  ['a title', () => `<title>${flood('title ')}</title>`],
  ['a description', () => `<meta name=description content="${flood('word &amp; ')}">`],
  ['a heading', () => `<h1>${flood('<b>word</b> ')}`],
  ['a language', () => `<html lang="${flood('x')}">`],
  ['a base', () => `<base href="/${flood('x')}">`],
  ['a robots meta', () => `<meta name=robots content="${flood('noindex,')}">`],
  [
    'long robots metas that differ',
    () =>
      Array.from({ length: FLOOD / 8_000 }, (_, i) => `<meta name=robots content="${i}${flood('noindex,', 7_900)}">`).join(''),
  ],
  [
    'long canonicals that differ',
    () => Array.from({ length: 60 }, (_, i) => `<link rel=canonical href="/${i}${flood('x', 7_900)}">`).join(''),
  ],
  ['a name of a robot', () => `<meta name="${flood('bot')}" content=noindex>`],
  ['a refresh', () => `<meta http-equiv=refresh content="1;url=/${flood('x')}">`],
  ['a canonical', () => `<link rel=canonical href="/${flood('x')}">`],
  ['an address', () => `<a href="/${flood('&amp;')}">y</a>`],
  ['a relation', () => `<a href=/x rel="${flood('next ')}">y</a>`],
  ['relations that differ', () => `<a href=/x rel="${Array.from({ length: FLOOD / 8 }, (_, i) => `r${i}`).join(' ')}">y</a>`],
  ['an alternate', () => `<link rel=alternate href=/x hreflang="${flood('de')}">`],
  ['a srcset', () => `<img srcset="${flood('a 1x, ')}">`],
  ['a srcset beside a relation', () => `<img rel="${flood('a B ', FLOOD / 2)}" srcset="${flood('a 1x, ', FLOOD / 2)}">`],
  ['a srcset of one address', () => `<img srcset="/${flood('x')} 1x">`],
  ['an alternative text', () => `<img src=x alt="${flood('word ')}">`],
  ['an unknown element in the head', () => `<${flood('x')}>`],
  ['foreign names', () => `<svg>${Array.from({ length: FLOOD / 16 }, (_, i) => `<x${i}></x${i}>`).join('')}`],
  // Each end tag names an element that is open, but outside the template: 500 elements are between them.
  ['end tags of elements outside a template', () => `<svg><x><desc><template><svg>${flood('<g>', 1500)}${flood('</x>')}`],
];

/** Every text among the facts. */
function textsOf(facts: HtmlFacts): string[] {
  const texts: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) visit(each);
  };
  visit(facts);
  return texts;
}

describe('a page of 8 MiB gives bounded facts in time that grows with its length', () => {
  it.each(PAGES)('%s', (_name, html) => {
    const facts = read(html(), MAX_LINKS);
    expect(facts.links.length).toBeLessThanOrEqual(MAX_LINKS);
    expect(facts.metaRobots.length).toBeLessThanOrEqual(500);
    expect(facts.canonicals.length).toBeLessThanOrEqual(500);
    // Every crawler reads these words again: 4 MiB of them took all memory of the reader thread.
    expect(facts.metaRobots.reduce((sum, { content }) => sum + content.length, 0)).toBeLessThanOrEqual(80 * 1024);
    expect(facts.canonicals.slice(1).reduce((sum, { value }) => sum + value.length, 0)).toBeLessThanOrEqual(80 * 1024);
    const texts = textsOf(facts);
    expect(Math.max(...texts.map(text => text.length))).toBeLessThanOrEqual(4 * maxUrlLength);
    expect(texts.reduce((sum, text) => sum + text.length, 0)).toBeLessThan(MEBIBYTE);
  });

  it.each<[string, string, (facts: HtmlFacts) => string | undefined, number]>([
    ['title', `<title>${flood('x', 40_000)}</title>`, facts => facts.title?.value, 2_000],
    ['description', `<meta name=description content=${flood('x', 40_000)}>`, facts => facts.description?.value, 2_000],
    ['h1', `<h1>${flood('x', 40_000)}`, facts => facts.h1?.value, 2_000],
    ['lang', `<html lang=${flood('x', 40_000)}>`, facts => facts.lang, 100],
    ['base', `<base href=${flood('x', 40_000)}>`, facts => facts.base?.value, maxUrlLength + 1],
    ['robots meta', `<meta name=robots content=${flood('x', 40_000)}>`, facts => facts.metaRobots[0]?.content, 8_192],
    ['refresh', `<meta http-equiv=refresh content=1;${flood('x', 40_000)}>`, facts => facts.refresh?.value, 8_192],
    ['refresh address', `<meta http-equiv=refresh content=1;${flood('x', 40_000)}>`, facts => facts.refresh?.href, 32_768],
    ['canonical', `<link rel=canonical href=${flood('x', 40_000)}>`, facts => facts.canonicals[0]?.value, 32_768],
    ['address', `<a href=${flood('x', 40_000)}>`, facts => facts.links[0]?.href, 32_768],
    ['srcset address', `<img srcset=${flood('x', 40_000)}>`, facts => facts.links[0]?.href, 32_768],
    ['rel', `<a href=x rel=${flood('x', 40_000)}>`, facts => facts.links[0]?.rel, 2_000],
    ['hreflang', `<link rel=alternate href=x hreflang=${flood('x', 40_000)}>`, facts => facts.links[0]?.hreflang, 100],
    ['link text', `<a href=x>${flood('x', 40_000)}`, facts => facts.links[0]?.text, 200],
    ['excerpt', `<body>${flood('x', 40_000)}`, facts => facts.excerpt, 300],
  ])('the bound of %s', (_name, html, value, length) => {
    expect(value(read(html))).toHaveLength(length);
  });
});

describe('end tags in SVG', () => {
  const ROBOTS = '<meta name=robots content=x>';
  it.each<[string, string, number]>([
    ['close the innermost element of their name', `<svg><title></svg></title>${ROBOTS}`, 1],
    ['close nothing outside their template', `<svg><desc><template><svg></desc></svg>${ROBOTS}</template>`, 0],
    ['of a template close what is open inside it', `<svg><desc><template><svg><g></template>${ROBOTS}`, 1],
    ['close the element of the same name around', `<svg><g><g></g></g></svg><template></template>${ROBOTS}`, 1],
  ])('%s', (_rule, html, kept) => {
    expect(read(html).metaRobots).toHaveLength(kept);
  });
});
