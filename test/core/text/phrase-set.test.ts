import { describe, expect, test } from 'vitest';
import { PhraseSet, wordsOf } from '#core/text/phrase-set.ts';
import { byLanguage } from '#core/text/phrases/by-language.ts';
import { errorTexts, systemOf } from '#core/text/phrases/error-texts.ts';
import { genericAnchors } from '#core/text/phrases/generic-anchors.ts';
import { placeholderText } from '#core/text/phrases/placeholder-text.ts';
import { placeholderTitles } from '#core/text/phrases/placeholder-titles.ts';
import { softNotFound } from '#core/text/phrases/soft-404.ts';
import { ownMs } from '../../support/own-time.ts';

test.each<[string, string[]]>([
  ['', []],
  ['Click HERE!', ['click', 'here']],
  ['找不到 the页', ['找', '不', '到', 'the', '页']],
  ['don’t', ['don', 't']],
  ['ไม่พบหน้า 404', ['ไม่พบหน้า', '404']],
  ['😀𠀋a', ['𠀋', 'a']],
])('the words of %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
  'a page in the language %j has the phrases of all',
  language => {
    const of = byLanguage({ en: ['not found'], de: ['nicht gefunden'] });
    expect(of(language)).toBe(of(null));
    expect(of(language).find('nicht gefunden')).not.toBeNull();
  },
);

describe('a set of phrases', () => {
  const set = new PhraseSet(['page not found', 'page', 'not here']);
  test('finds whole words in one pass, with their place', () => {
    expect(new PhraseSet(['page not found']).find('Sorry: Page not—found.')).toEqual({ phrase: 'page not found', word: 1 });
    expect(new PhraseSet(['page not found']).find('webpage not found')).toBeNull();
    expect(set.findAll('page not here, page not found', 5).map(hit => hit.phrase)).toEqual([
      'page',
      'not here',
      'page not found',
    ]);
  });
  test('equals is about the whole text', () => {
    expect(set.equals(' NOT here… ')).toBe('not here');
    expect(set.equals('not here either')).toBeNull();
    expect(set.equals('')).toBeNull();
  });
  test('a million words of the same beginning take linear time', () => {
    const spent = ownMs(() => {
      expect(set.find(`${'not '.repeat(1_000_000)}`)).toBeNull();
    });
    expect(spent).toBeLessThan(2_000);
  });
});

test.each<[string, string | null, boolean]>([
  ['Page not found | Example', 'en', true],
  ['Seite nicht gefunden', 'de', true],
  ['Page not found', 'de', true],
  ['Seite nicht gefunden', 'en', false],
  ['Seite nicht gefunden', null, true],
  ['抱歉，找不到页面', 'zh', true],
  ['ページが見つかりませんでした', 'ja', true],
  ['Lost and found: a page of history', 'en', false],
  ['Room 404', 'en', false],
])('%j in %s names a missing page: %s', (title, language, expected) => {
  expect(softNotFound(language).find(title) !== null).toBe(expected);
});

test('generic link texts and placeholder titles are the whole text', () => {
  expect(genericAnchors('en').equals('Read more »')).toBe('read more');
  expect(genericAnchors('fr').equals('Lire la suite…')).not.toBeNull();
  expect(genericAnchors('en').equals('Read more about harbours')).toBeNull();
  expect(placeholderTitles('en').equals('Untitled-1')).not.toBeNull();
  expect(placeholderTitles('de').equals('Startseite')).not.toBeNull();
  expect(placeholderTitles('en').equals('Home insurance')).toBeNull();
});

test('filler text has several marks, a mention one', () => {
  const filler =
    'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna.';
  expect(placeholderText.findAll(filler, 10).length).toBeGreaterThanOrEqual(4);
  expect(placeholderText.findAll('Printers say lorem ipsum for such a text.', 10)).toHaveLength(1);
  expect(placeholderText.findAll('The dolor of the amet is not a text.', 10)).toEqual([]);
});

test.each<[string, string | null]>([
  ['Fatal error: Uncaught Error: Call to undefined function foo() in /var/www/a.php:3', 'PHP'],
  ['Traceback (most recent call last):\n  File "app.py", line 3', 'Python'],
  ['Exception in thread "main" java.lang.NullPointerException', 'Java'],
  ["Server Error in '/' Application.", '.NET'],
  ['You have an error in your SQL syntax; check the manual', 'MySQL'],
  ['ORA-00942: table or view does not exist', 'Oracle'],
  ["TypeError: Cannot read properties of undefined (reading 'x')", 'Node'],
  ['A fatal error of judgement was uncaught for years.', null],
  ['How to read a traceback, step by step', null],
])('%j is the error text of %s', (text, system) => {
  const hit = errorTexts.find(text);
  expect(hit === null ? null : systemOf(hit.phrase)).toBe(system);
});
