import { expect, it } from 'vitest';
import { blockedScriptsNote, engineScriptNote, scriptChangeWords } from '#shared/explain/script-words.ts';
import { comparedPages } from '#test/support/rendered-page.ts';

const page = (title: string, body: string): string =>
  `<html><head><title>${title}</title></head><body><main>${body}</main></body></html>`;

it('what scripts change is a list of nouns and counts', () => {
  const words = (raw: string, rendered: string): string => scriptChangeWords(comparedPages(raw, rendered));
  expect(words(page('a', 'x'), page('a', 'x'))).toBe('');
  expect(words(page('a', 'x'), page('b', 'x y z <a href=/1>y</a>'))).toBe('the title, 3 more words, 1 more link');
  expect(words(page('a', 'x y <a href=/1>y</a>'), page('a', 'z q u'))).toBe('the text, 1 link less');
});

it('each engine sees it in its own way', () => {
  expect(engineScriptNote('no', '3 more links')).toBe(
    'This engine runs no scripts, so it does not see what they change: 3 more links.',
  );
  const blocked = { count: 3, first: 'https://e.com/app.js', line: 14, rule: 'Disallow: /app' };
  expect(blockedScriptsNote(blocked)).toBe(
    'robots.txt, line 14 (Disallow: /app), blocks https://e.com/app.js and 2 more resources for this crawler, so its rendering may lack what they bring.',
  );
});
