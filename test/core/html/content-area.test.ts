import { describe, expect, it, test } from 'vitest';
import { extractHtml } from '#core/html/extract.ts';
import { type ContentArea, parseContentSelector } from '#core/html/facts/content-area.ts';

const textOf = (html: string, content: Partial<ContentArea> = {}) =>
  extractHtml(new TextEncoder().encode(html), {
    contentType: 'text/html; charset=utf-8',
    maxLinks: 10,
    facts: { detectLanguage: null, content: { include: [], exclude: [], ...content } },
  }).facts?.text;

const page = `<!doctype html><body><nav>one two three</nav>
  <div class="wrap post"><p>four five</p><div class=ad>six</div><aside id=note>seven</aside></div>
  <main>eight nine ten eleven</main><p>twelve</p>`;

describe('the main content', () => {
  it.each<[string, Partial<ContentArea>, number, string]>([
    ['is that of landmarks without a choice', {}, 4, 'main'],
    ['is what a class names, with what it contains', { include: ['.post'] }, 4, 'chosen'],
    ['leaves out what is excluded inside it', { include: ['div.post'], exclude: ['.ad', '#note'] }, 2, 'chosen'],
    ['can be a landmark that usually does not count', { include: ['nav'] }, 3, 'chosen'],
    ['is that of several elements together', { include: ['#note', 'NAV'] }, 4, 'chosen'],
    ['falls back to landmarks on a page without such an element', { include: ['.none'] }, 4, 'main'],
    ['falls back to the rest when the landmark is excluded', { exclude: ['main', '.wrap'] }, 1, 'rest'],
    ['does not match a part of a class, or a class in another case', { include: ['.pos', '.POST'] }, 4, 'main'],
  ])('%s', (_, content, words, area) => {
    expect(textOf(page, content)).toMatchObject({ words, area });
  });
});

test.each([
  ['main', { name: 'main', id: '', className: '' }],
  [' DIV.Post ', { name: 'div', id: '', className: 'Post' }],
  ['#a-b_c', { name: '', id: 'a-b_c', className: '' }],
  ['my-element', { name: 'my-element', id: '', className: '' }],
  ['', null],
  ['div p', null],
  ['.a.b', null],
  ['a[href]', null],
  ['*', null],
  [`.${'x'.repeat(200)}`, null],
])('the selector %j', (text, selector) => {
  expect(parseContentSelector(text)).toEqual(selector);
});
