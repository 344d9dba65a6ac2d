import { describe, expect, test } from 'vitest';
import { RulePage } from '#core/rules/page.ts';
import { makeFinder } from '#core/search/find-text.ts';
import type { TextSearchWish } from '#shared/model/text-search.ts';

const wish = (text: string, more: Partial<TextSearchWish> = {}): TextSearchWish => ({
  ...{ text, place: 'source', isPattern: false, matchCase: false, limit: 10 },
  ...more,
});
const page = (html: string) =>
  new RulePage({ url: 'https://a.test/', kind: 'html', body: new TextEncoder().encode(html), charset: 'utf-8' });
function find(html: string, text: string, more: Partial<TextSearchWish> = {}) {
  const made = makeFinder(wish(text, more));
  return 'finder' in made ? made.finder.inPage(page(html)) : expect.fail(made.problem);
}

describe('a text in a page', () => {
  const html = '<p>Größe:\n <b>42</b></p>\n<p title="Größe 42">x</p>';

  test('in the source, with its line and bytes', () => {
    const { count, snippets } = find(html, 'größe');
    expect(count).toBe(2);
    expect(snippets[1]).toEqual({
      ...{ before: '<p>Größe: <b>42</b></p> <p title="', match: 'Größe', after: ' 42">x</p>', line: 3 },
      bytes: [37, 44],
    });
    const body = new TextEncoder().encode(html);
    expect(new TextDecoder().decode(body.subarray(...(snippets[1]?.bytes ?? [0, 0])))).toBe('Größe');
  });

  test('as a reader sees it, across elements', () => {
    expect(find(html, 'größe: 42', { place: 'text' })).toMatchObject({ count: 1, snippets: [{ match: 'Größe: 42', line: 1 }] });
    expect(find(html, 'title', { place: 'text' }).count).toBe(0);
  });

  test('with its letter case, and as a pattern', () => {
    expect(find(html, 'größe', { matchCase: true }).count).toBe(0);
    expect(find(html, '\\d+|x*', { isPattern: true })).toMatchObject({ count: 3 });
    expect(find(html, '[.*(').count).toBe(0);
    for (const sign of '\\^$.*+?()[]{}|/-#&~,') expect([sign, find(`a${sign}b`, `a${sign}b`).count]).toEqual([sign, 1]);
  });

  test('many matches are counted to a limit, and long ones cut', () => {
    const many = find('ab'.repeat(30_000), 'a');
    expect(many.count).toBe(10_000);
    expect(many.snippets).toHaveLength(5);
    const [long] = find(`<p>${'x'.repeat(5_000)}`, 'x+', { isPattern: true }).snippets;
    expect(long?.match).toHaveLength(200);
  });
});

test('what cannot be searched for is a problem in words', () => {
  const problem = (text: string, more: Partial<TextSearchWish> = {}) => {
    const made = makeFinder(wish(text, more));
    return 'problem' in made ? made.problem : '';
  };
  expect(problem('')).toContain('Enter');
  expect(problem('a(', { isPattern: true })).toContain('The pattern cannot be used: ');
  expect(problem('(?=a)', { isPattern: true })).toContain('The pattern cannot be used: ');
  expect(problem('x'.repeat(501))).toContain('500');
});
