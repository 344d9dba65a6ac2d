import { describe, expect, test } from 'vitest';
import { readability } from '#core/text/readability.ts';
import { type SyllableLanguage, syllables } from '#core/text/syllables.ts';
import { ownMs } from '../../support/own-time.ts';

describe('syllables', () => {
  test.each<[SyllableLanguage, string]>([
    [
      'en',
      'the 1 like 1 liked 1 wanted 2 makes 1 houses 2 table 2 banana 3 readability 5 strength 1 created 2 little 2 syllable 3 here 1',
    ],
    ['de', 'haus 1 häuser 2 straße 2 theater 3 die 1 lesbarkeit 3 kooperation 5 eier 2'],
    ['fr', 'maison 2 table 1 lisibilité 5 eau 1 oiseau 2 les 1 porte 1'],
    ['es', 'casa 2 país 2 aire 2 teatro 3 ciudad 2 día 2 leer 2 pingüino 3'],
    ['it', 'casa 2 paese 3 uomo 2 città 2 teatro 3'],
    ['nl', 'huis 1 boek 1 lezen 2 leesbaarheid 3 zeeën 2'],
    ['pt', 'casa 2 coração 3 pão 1 país 2 saúde 3'],
    ['ru', 'дом 1 читаемость 4 чтение 3 её 2'],
  ])('%s', (language, list) => {
    const cells = list.split(' ');
    const found = cells.map((cell, i) => (i % 2 === 0 ? cell : String(syllables(cells[i - 1] as string, language))));
    expect(found.join(' ')).toBe(list);
  });
});

test('words, sentences and syllables of a text, and its score by the formula', () => {
  const found = readability('The cat sat on the mat. It was warm!\nA heading', 'en');
  expect(found).toMatchObject({ words: 11, sentences: 3, syllables: 12, formula: 'Flesch' });
  expect(found?.score).toBeCloseTo(206.835 - (1.015 * 11) / 3 - (84.6 * 12) / 11, 9);
});

test.each<[string, number, number]>([
  ['Version 1.5 is out. It costs 3.20 euro.', 8, 2],
  ['He met Dr. no one knew.', 6, 1],
  ['Wait… what? “Yes.” No.', 4, 3],
  ['one\n\n\ntwo', 2, 2],
  ["Don't e-mail me", 3, 1],
  // The lower case of İ has two units.
  ['İİİ TÜRKİYE. Next one.', 4, 2],
])('%j has %i words in %i sentences', (text, words, sentences) => {
  expect(readability(text, 'en')).toMatchObject({ words, sentences });
});

test.each<[string, string, number]>([
  ['de', 'Der Hund schläft. Die Katze trinkt Milch.', 180 - 7 / 2 - (58.5 * 8) / 7],
  ['ru', 'Дом стоит. Кот спит.', 206.835 - 1.3 * 2 - (60.1 * 5) / 4],
])('the score in %s', (language, text, score) => {
  expect(readability(text, language)?.score).toBeCloseTo(score, 6);
});

test('plain words read more easily than long ones', () => {
  const plain = 'The dog ran to the sea. It saw a boat. The boat was red. '.repeat(10);
  const hard =
    'Notwithstanding considerable institutional heterogeneity, organisational transformation necessitates comprehensive evaluation. ';
  expect(readability(plain, 'en')?.score).toBeGreaterThan(90);
  expect(readability(hard.repeat(10), 'en')?.score).toBeLessThan(10);
});

test('null for other languages and for no words', () => {
  for (const language of ['ja', 'pl', '', 'constructor', '__proto__']) expect(readability('Some text.', language)).toBeNull();
  expect(readability(' … ', 'en')).toBeNull();
});

test('a million letters, points or words take linear time', () => {
  const spent = ownMs(() => {
    readability('a'.repeat(1_000_000), 'en');
    readability('.'.repeat(1_000_000), 'en');
    readability("a'".repeat(500_000), 'fr');
    readability('word. '.repeat(200_000), 'en');
  });
  expect(spent).toBeLessThan(3_000);
});
