import { describe, expect, test } from 'vitest';
import { targetChange, targetShape } from '#core/compare/target.ts';

const page = 'https://a.example/page';

describe('what became of a target', () => {
  test.each([
    ['', 'https://a.example/x', 'added', 'none', 'another page'],
    ['', page, 'added', 'none', 'the page itself'],
    [page, '', 'removed', 'the page itself', 'none'],
    [page, 'https://a.example/x', 'self', 'the page itself', 'another page'],
    ['https://a.example/x', page, 'back', 'another page', 'the page itself'],
    ['http://a.example/x?y=1', 'https://a.example/x?y=1', 'origin', 'http://a.example', 'https://a.example'],
    ['https://a.example/x', 'https://a.example/x/', 'slash-added', 'https://a.example', 'https://a.example'],
    ['https://a.example/x/', 'https://a.example/x', 'slash-removed', 'https://a.example', 'https://a.example'],
    ['https://a.example/x', 'https://a.example/y', 'target', 'https://a.example/x', 'https://a.example/y'],
  ])('%j and then %j is “%s”', (before, after, edit, was, is) => {
    expect(targetChange(page, before, after)).toEqual({ edit, before: was, after: is });
  });

  test.each([
    ['https://a.example/x', 'https://a.example/y', 'path'],
    ['https://a.example/x?a', 'https://a.example/x?b', 'query'],
    ['https://a.example/x', 'https://b.example/y', 'elsewhere'],
    ['https://a.example', 'https://a.example?x', 'query'],
    ['mailto:x', 'mailto:y', 'path'],
    ['', '', 'query'],
  ])('%j and %j differ by “%s”', (before, after, edit) => expect(targetShape(before, after).edit).toBe(edit));
});
