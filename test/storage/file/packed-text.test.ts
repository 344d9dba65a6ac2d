import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WriteDb } from '#storage/file/handle.ts';
import { PackedReader, PackedWriter } from '#storage/file/packed-text.ts';
import { hashOf, mostWords, Words, WordTexts } from '#storage/file/words.ts';
import { newStore } from '../fixture.ts';

const blobOf = (writer: PackedWriter, texts: readonly string[]): Buffer => {
  writer.start(1);
  for (const text of texts) writer.text(text);
  return Buffer.from(writer.take());
};

function textsOf(db: WriteDb, blob: Buffer): string[] {
  const reader = new PackedReader(blob, new WordTexts(db));
  reader.goTo(1);
  const found: string[] = [];
  while (!reader.atEnd) found.push(reader.text());
  return found;
}

const wordsOf = (db: WriteDb) => db.prepare('SELECT text FROM word ORDER BY id').pluck().all() as string[];
const asBytes = (text: string) => {
  const bytes = Buffer.from(text);
  return [bytes, 0, bytes.length, hashOf(bytes, 0, bytes.length)] as const;
};

const numberOf = (words: Words, text: string): number => words.find(...asBytes(text)) || words.take(...asBytes(text));

/** Texts of few characters repeat; others have halves of surrogate pairs, characters of each length, or many characters. */
const anyText = fc.oneof(
  fc.constantFrom('', 'a', 'body>main>a', 'Größe', 'Größe 2', '€', '😀 smile', '\ud83d', 'x\udc00y', 'z'.repeat(300)),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: fc.constantFrom('a', 'b', '\ud83d', 'é'), maxLength: 12 }),
);

describe('texts of a blob', () => {
  it('are read as they were written, whatever was written before', () => {
    const { db } = newStore();
    const writer = new PackedWriter(new Words(db));
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 40 }), texts => {
        expect(textsOf(db, blobOf(writer, texts))).toEqual(texts);
      }),
    );
  });

  it('are written once where a page repeats them, and by number from the second page on', () => {
    const { db } = newStore();
    const writer = new PackedWriter(new Words(db));
    const texts = ['A title of the page', 'A title of the page', 'body>main>p>a'];
    const first = blobOf(writer, texts);
    expect(first).toHaveLength(1 + 20 + 1 + 14);
    expect(wordsOf(db)).toEqual([]);
    expect(blobOf(writer, ['body>main>p>a'])).toHaveLength(2);
    expect(wordsOf(db)).toEqual(['body>main>p>a']);
    expect(textsOf(db, first)).toEqual(texts);
  });

  it('that are damaged are empty, and nothing after them is read', () => {
    const { db } = newStore();
    const writer = new PackedWriter(new Words(db));
    fc.assert(
      fc.property(fc.array(anyText, { minLength: 1, maxLength: 9 }), fc.nat(), fc.nat(255), (texts, place, byte) => {
        const blob = blobOf(writer, texts);
        blob[1 + (place % (blob.length - 1))] = byte;
        for (const text of textsOf(db, blob)) expect(typeof text).toBe('string');
      }),
    );
    const reader = new PackedReader(Buffer.from([1, 6, 6]), new WordTexts(db));
    reader.goTo(1);
    expect([reader.text(), reader.broken]).toEqual(['', true]);
  });
});

it('numbers of a blob are read as they were written', () => {
  const { db } = newStore();
  const writer = new PackedWriter(new Words(db));
  const whole = fc.maxSafeInteger().map(n => Math.trunc(n / 4) + 0);
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), whole, fc.integer(), (real, large, tenths) => {
      const values = [real, tenths / 10, tenths / 100, large, -0];
      writer.start(1);
      for (const value of values) writer.real(value);
      writer.signed(large);
      writer.raw(Buffer.from([1, 2]));
      const reader = new PackedReader(Buffer.from(writer.take()), new WordTexts(db));
      reader.goTo(1);
      expect(values.map(() => reader.real())).toEqual(values);
      expect(reader.signed()).toBe(large);
      expect([...reader.raw()]).toEqual([1, 2]);
      expect([reader.atEnd, reader.broken]).toEqual([true, false]);
    }),
  );
});

describe('words', () => {
  it('keep their numbers when the file is opened again', () => {
    const { db } = newStore();
    const words = new Words(db);
    for (const text of ['one', 'two words', 'two words', 'größer', 'größer']) numberOf(words, text);
    const again = new Words(db);
    expect([again.find(...asBytes('two words')), again.find(...asBytes('größer')), again.find(...asBytes('one'))]).toEqual([
      1, 2, 0,
    ]);
    expect(wordsOf(db)).toEqual(['two words', 'größer']);
  });

  it('of a transaction that is rolled back are forgotten', () => {
    const { db, store } = newStore();
    const both = () => [numberOf(store.words, 'again'), numberOf(store.words, 'again')];
    expect(() =>
      store.transaction(() => {
        expect(both()).toEqual([0, 1]);
        throw new Error('stop');
      }),
    ).toThrow('stop');
    expect(wordsOf(db)).toEqual([]);
    expect(store.words.find(...asBytes('again'))).toBe(0);
    expect(store.transaction(both)).toEqual([0, 1]);
  });

  it('are neither very short nor long, and limited in number', () => {
    const { db } = newStore();
    const words = new Words(db);
    for (const text of ['ab', 'x'.repeat(201)]) for (let i = 0; i < 3; i++) expect(numberOf(words, text)).toBe(0);
    db.prepare('INSERT INTO word VALUES (?, ?)').run(mostWords - 1, 'last but one');
    words.reload();
    const taken = ['the last', 'the last', 'too many', 'too many'].map(text => numberOf(words, text));
    expect(taken).toEqual([0, mostWords, 0, 0]);
    expect(words.find(...asBytes('last but one'))).toBe(mostWords - 1);
  });

  it('keep their numbers while their table grows', () => {
    const words = new Words(newStore().db);
    const texts = Array.from({ length: 5_000 }, (_, i) => `word ${i}`);
    for (const text of [...texts, ...texts]) numberOf(words, text);
    const numbers = texts.map(text => words.find(...asBytes(text)));
    expect(new Set(numbers.filter(number => number > 0)).size).toBe(numbers.filter(number => number > 0).length);
    expect(numbers.filter(number => number > 0).length).toBeGreaterThan(4_000);
  });

  it('that a file lacks are empty', () => {
    expect(new WordTexts(newStore().db).textOf(7)).toBe('');
  });
});

it('sections end where they did, however many texts before them became numbers', () => {
  const { db } = newStore();
  const writer = new PackedWriter(new Words(db));
  const sections = [0, 3, 700, 1, 260].map((count, section) =>
    Array.from({ length: count }, (_, i) => `text ${(section * 77 + i) % 400}`),
  );
  for (let page = 0; page < 3; page++) {
    writer.start(1);
    for (const texts of sections) {
      for (const text of texts) writer.text(text);
      writer.integer(300);
      writer.endSection();
    }
    writer.settle();
    const ends = Array.from(writer.sections);
    const blob = Buffer.from(writer.take());
    const reader = new PackedReader(blob, new WordTexts(db));
    reader.goTo(1);
    for (const [i, texts] of sections.entries()) {
      expect(texts.map(() => reader.text())).toEqual(texts);
      expect([reader.number(), reader.place]).toEqual([300, ends[i]]);
    }
    expect(reader.atEnd).toBe(true);
  }
  expect(new Set(wordsOf(db)).size).toBe(wordsOf(db).length);
});

it('a text that repeats in a blob gets one number', () => {
  const { db } = newStore();
  const writer = new PackedWriter(new Words(db));
  blobOf(writer, ['first page']);
  const blob = blobOf(writer, ['first page', 'other', 'first page', 'first page']);
  expect(wordsOf(db)).toEqual(['first page']);
  expect(textsOf(db, blob)).toEqual(['first page', 'other', 'first page', 'first page']);
});
