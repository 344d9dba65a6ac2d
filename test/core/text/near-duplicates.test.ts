import { describe, expect, test } from 'vitest';
import { bandsFor, mostDiffering, nearDuplicateSteps, nearDuplicates } from '#core/text/near-duplicates.ts';
import { signatureLength, signatureOf, signatureSlots, similarity } from '#core/text/signature.ts';
import { ownMs } from '../../support/own-time.ts';

/** Numbers below n, the same in every run (Mulberry32). */
function generator(seed: number): (n: number) => number {
  let state = seed;
  return n => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
}

const joined = (parts: readonly Uint8Array[]): Uint8Array => {
  const all = new Uint8Array(parts.length * signatureLength);
  for (const [i, part] of parts.entries()) all.set(part, i * signatureLength);
  return all;
};

/** A copy with `count` slots, each another, set to another value. */
function differing(signature: Uint8Array, count: number, next: (n: number) => number): Uint8Array {
  const copy = signature.slice();
  const slots = new Set<number>();
  while (slots.size < count) slots.add(next(signatureSlots));
  for (const slot of slots) copy[slot >> 1] = (copy[slot >> 1] as number) ^ ((1 + next(15)) << (4 * (slot & 1)));
  return copy;
}

const fresh = (next: (n: number) => number): Uint8Array => Uint8Array.from({ length: signatureLength }, () => next(256));

/** The groups by comparing each with each. */
function slowGroups(parts: readonly Uint8Array[], threshold: number): number[] {
  const group = parts.map((_, i) => i);
  for (const [i, a] of parts.entries()) {
    for (const [j, b] of parts.entries()) {
      if (i === j || similarity(a, b) < threshold) continue;
      const [low, high] = [Math.min(group[i] as number, group[j] as number), Math.max(group[i] as number, group[j] as number)];
      for (const [k, own] of group.entries()) if (own === high) group[k] = low;
    }
  }
  return group;
}

const partition = (group: Iterable<number>): string => {
  const members = new Map<number, number[]>();
  for (const [i, own] of [...group].entries()) {
    if (own === -1) continue;
    members.set(own, [...(members.get(own) ?? []), i]);
  }
  return JSON.stringify([...members.values()].filter(list => list.length > 1));
};

test('three texts: two near duplicates and one of its own', () => {
  const words = Array.from({ length: 300 }, (_, i) => `word${i}`);
  const texts = [words, ['another', ...words.toReversed()], words.toSpliced(150, 1, 'other')];
  const parts = texts.map(text => signatureOf(text.join(' ')) as Uint8Array);
  const found = nearDuplicates(joined(parts), 0.9);
  expect(found.groups).toBe(1);
  expect([...found.group]).toEqual([0, -1, 0]);
  expect([...found.partner]).toEqual([2, -1, 0]);
  expect(found.similarity[0]).toBeCloseTo(similarity(parts[0] as Uint8Array, parts[2] as Uint8Array), 6);
  expect(found.similarity[1]).toBe(0);
});

describe('every pair at the threshold is found', () => {
  test.each([1, 0.95, 0.9, 0.85, 0.8])('%d', threshold => {
    const next = generator(Math.round(threshold * 1_000));
    const mayDiffer = mostDiffering(threshold);
    const parts = Array.from({ length: 600 }, () => fresh(next)).flatMap(one => [one, differing(one, mayDiffer, next)]);
    const apart = Array.from({ length: 600 }, () => fresh(next)).flatMap(one => [one, differing(one, mayDiffer + 1, next)]);
    const found = nearDuplicates(joined([...parts, ...apart]), threshold);
    expect(found.groups).toBe(600);
    expect([...found.group.subarray(0, 1_200)]).toEqual(parts.map((_, i) => i >> 1));
    expect(found.group.subarray(1_200).every(own => own === -1)).toBe(true);
  });
});

test('groups of sites with many similar pages equal those of comparing each with each', () => {
  for (const slots of [3, 20, 40]) {
    const next = generator(slots);
    const template = fresh(next);
    const parts = Array.from({ length: 120 }, () => differing(template, next(slots), next));
    const found = nearDuplicates(joined(parts), 0.9);
    expect(partition(found.group), `${slots} slots`).toBe(partition(slowGroups(parts, 0.9)));
  }
});

test('in a cloud of 2,500 pages around one template, 99 % of those with a near duplicate are found', () => {
  const next = generator(30);
  const template = fresh(next);
  const parts = Array.from({ length: 2_500 }, () => differing(template, 12 + next(20), next));
  const found = nearDuplicates(joined(parts), 0.9);
  const near = new Set<number>();
  for (let i = 0; i < 1_500; i++) {
    const own = parts[i] as Uint8Array;
    if (parts.some((other, j) => j !== i && similarity(own, other) >= 0.9)) near.add(i);
  }
  const missed = [...near].filter(i => found.group[i] === -1);
  expect(near.size).toBeGreaterThan(300);
  expect(missed.length / near.size).toBeLessThan(0.01);
});

test('partners are as similar as is said', () => {
  const next = generator(3);
  const template = fresh(next);
  const parts = Array.from({ length: 500 }, () => differing(template, next(40), next));
  const { partner, similarity: said } = nearDuplicates(joined(parts), 0.9);
  for (const [i, other] of partner.entries()) {
    if (other === -1) continue;
    expect(said[i]).toBeGreaterThanOrEqual(0.9);
    expect(said[i]).toBeCloseTo(similarity(parts[i] as Uint8Array, parts[other] as Uint8Array), 6);
  }
});

test.each<[string, number]>([
  ['all pages are equal', 0],
  ['all pages are one text with small changes', 6],
  ['a template fills most of each page', 40],
])('60,000 signatures take seconds when %s', (_, slots) => {
  const next = generator(slots);
  const template = fresh(next);
  const all = new Uint8Array(60_000 * signatureLength);
  for (let i = 0; i < 60_000; i++) all.set(differing(template, slots, next), i * signatureLength);
  let found = { groups: 0 };
  const spent = ownMs(() => {
    found = nearDuplicates(all, 0.9);
  });
  expect(spent).toBeLessThan(20_000);
  if (slots < 10) expect(found.groups).toBe(1);
});

test('the work comes in pieces that say how much is done', () => {
  const next = generator(9);
  const steps = nearDuplicateSteps(joined(Array.from({ length: 2_100 }, () => fresh(next))), 0.9);
  const shares: number[] = [];
  for (let step = steps.next(); step.done !== true; step = steps.next()) shares.push(step.value);
  expect(shares.length).toBeGreaterThan(bandsFor(0.9));
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares.at(-1)).toBe(1);
});

test('there are more bands than slots that may differ', () => {
  expect([1, 0.9, 0.85, 0.8, 0.5].map(bandsFor)).toEqual([1, 32, 64, 64, 64]);
  for (const threshold of [0.74, 0.8, 0.9, 0.99]) expect(bandsFor(threshold)).toBeGreaterThan(mostDiffering(threshold));
  // 24 slots differ: 232 of 256 agree, and one of 16 that do not would agree by chance.
  expect(mostDiffering(0.9)).toBe(24);
});

test('no signatures have no groups; wrong lengths and thresholds are refused', () => {
  expect(nearDuplicates(new Uint8Array(0), 0.9).groups).toBe(0);
  expect(() => nearDuplicates(new Uint8Array(127), 0.9)).toThrow(RangeError);
  expect(() => nearDuplicates(new Uint8Array(128), 0.4)).toThrow(RangeError);
  expect(() => nearDuplicates(new Uint8Array(128), Number.NaN)).toThrow(RangeError);
});
