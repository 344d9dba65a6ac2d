import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { signatureOf, similarity, soundSignature } from '#core/text/signature.ts';
import { ownMs } from '../../support/own-time.ts';

const sign = (text: string): Uint8Array => signatureOf(text) as Uint8Array;
const alike = (a: string, b: string): number => similarity(sign(a), sign(b));

/** Numbers below 2³², the same in every run (Mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  };
}

/** The exact similarity: the Jaccard index of the sets of runs of five words. */
function exact(a: readonly string[], b: readonly string[]): number {
  const shingles = (words: readonly string[]) => new Set(words.slice(4).map((_, i) => words.slice(i, i + 5).join(' ')));
  const [left, right] = [shingles(a), shingles(b)];
  const both = [...left].filter(shingle => right.has(shingle)).length;
  return both / (left.size + right.size - both);
}

describe('the signature of a text', () => {
  test('has 256 slots of four bits and is the same each time', () => {
    expect(sign('One two three four five six')).toHaveLength(128);
    expect(sign('One two three four five six')).toEqual(sign('One two three four five six'));
  });

  test('of an older version keeps the lowest four bits of each slot', () => {
    const slots = Uint8Array.from({ length: 256 }, (_, i) => i * 37);
    const sound = soundSignature(slots) as Uint8Array;
    expect(sound).toHaveLength(128);
    for (let i = 0; i < 256; i++) expect(((sound[i >> 1] as number) >>> (4 * (i & 1))) & 15).toBe((i * 37) & 15);
    expect(soundSignature(sound)).toBe(sound);
    expect(soundSignature(new Uint8Array(127))).toBeNull();
    expect(soundSignature(null)).toBeNull();
  });

  test('is null without words', () => {
    expect(signatureOf('')).toBeNull();
    expect(signatureOf(' … — 😀 \n')).toBeNull();
  });

  test('does not see case, punctuation or spaces', () => {
    expect(alike('The quick, brown fox jumps: over it!', 'the QUICK brown\n\nfox — jumps (over) it')).toBe(1);
  });

  test('sees the order of words', () => {
    expect(alike('one two three four five', 'five four three two one')).toBeLessThan(0.1);
  });

  test('tells texts of fewer than five words apart', () => {
    expect(alike('one two', 'one two')).toBe(1);
    expect(alike('one two', 'two one')).toBeLessThan(0.1);
    expect(alike('one', 'one one')).toBeLessThan(0.1);
  });

  test.each<[string, string]>([
    ['Chinese', '我们的港口每天早上都有很多渔船进出而且市场里的鱼总是很新鲜价格也不贵所以人们都喜欢来这里买东西'],
    ['Japanese', 'この港では毎朝たくさんの漁船が出入りし、市場の魚はいつも新鮮で値段も安いので多くの人が買いに来ます'],
    ['Thai', 'ที่ท่าเรือแห่งนี้มีเรือประมงเข้าออกมากมายทุกเช้าและปลาในตลาดก็สดใหม่อยู่เสมอผู้คนจึงชอบมาซื้อของที่นี่'],
  ])('in %s is cut into characters: one changed character leaves most of a text alike', (_, text) => {
    const changed = `${text.slice(0, 20)}人${text.slice(21)}`;
    expect(alike(text, changed)).toBeGreaterThan(0.7);
    expect(alike(text, changed)).toBeLessThan(1);
  });

  test('one letter or one word more or less changes little of a long text', () => {
    const words = Array.from({ length: 400 }, (_, i) => `word${i}`);
    const fewer = words.toSpliced(200, 1);
    expect(alike(words.join(' '), fewer.join(' '))).toBeGreaterThan(0.95);
  });
});

test('the estimate is within 0.13 of the exact similarity, and without bias', () => {
  // A standard error of at most 0.031, the square root of ¼/256, at any similarity; about 0.018 at 0.9. So 0.13 is over four of them.
  const next = generator(7);
  let sum = 0;
  let squares = 0;
  const rounds = 600;
  for (let round = 0; round < rounds; round++) {
    const length = 30 + (next() % 400);
    const a = Array.from({ length }, () => `w${next() % 9_000}`);
    const b = a.map(word => (next() % 100 < round % 20 ? `w${next() % 9_000}` : word));
    const error = alike(a.join(' '), b.join(' ')) - exact(a, b);
    expect(Math.abs(error)).toBeLessThan(0.13);
    sum += error;
    squares += error * error;
  }
  expect(Math.abs(sum / rounds)).toBeLessThan(0.005);
  expect(Math.sqrt(squares / rounds)).toBeLessThan(0.031);
});

test('any text has a signature or no words, and equals itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), text => {
      const signature = signatureOf(text);
      if (signature !== null) expect(similarity(signature, sign(text))).toBe(1);
      if (/[\p{L}\p{N}]/u.test(text.replace(/[^\0-\uffff]/gu, ''))) expect(signature).not.toBeNull();
    }),
  );
});

test('five million characters take linear time', () => {
  const spent = ownMs(() => {
    sign('ab '.repeat(1_700_000));
    sign('x'.repeat(5_000_000));
  });
  expect(spent).toBeLessThan(2_000);
});
