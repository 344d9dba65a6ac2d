import { expect, test } from 'vitest';
import type { AuditSite, GroupCheck } from '#core/audit/check.ts';
import { checkById } from '#core/audit/checks.ts';
import { Groups } from '#core/audit/groups.ts';

const check = checkById('title.duplicate') as GroupCheck;
const site = {} as AuditSite;

const grouped = (entries: readonly (readonly [key: string, id: number])[]): Groups => {
  const groups = new Groups(check);
  for (const [key, id] of entries) groups.add(key, id);
  return groups;
};
const keptOf = (groups: Groups) => [...groups.kept(site, {})].map(({ number, ids }) => [number, ...ids]);

/** Every third key alone, the others with up to nine pages. */
const entries = Array.from({ length: 1_000 }, (_, i) => [i % 3 === 0 ? `own ${i}` : `key ${(i * 7) % 150}`, i + 1] as const);

test('groups have two members or more and come in the order of their first', () => {
  const groups = grouped([
    ['a', 1],
    ['b', 2],
    ['c', 3],
    ['b', 4],
    ['a', 5],
    ['b', 9],
  ]);
  expect(keptOf(groups)).toEqual([
    [1, 1, 5],
    [2, 2, 4, 9],
  ]);
  expect(['a', 'b', 'c', 'd'].map(groups.isShared)).toEqual([true, true, false, false]);
});

test('what several threads found is the same as what one finds', () => {
  const whole = keptOf(grouped(entries));
  expect(whole.length).toBeGreaterThan(50);
  for (const isOther of [(i: number) => i % 2 === 0, (i: number) => (i / 10) % 2 < 1, (i: number) => i < 700, () => false]) {
    const own = grouped(entries.filter((_, i) => !isOther(i)));
    own.merge(grouped(entries.filter((_, i) => isOther(i))).entries);
    expect(keptOf(own)).toEqual(whole);
  }
});
