import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HostClocks } from '#storage/clocks/host-clocks.ts';
import { afterwards } from '../support/afterwards.ts';
import { tempFolder } from '../support/temp.ts';

const nobodyDied = (): boolean => false;

function open(path = join(tempFolder(), 'clocks.db'), boot = 'b1', now = 1_000): { path: string; clocks: HostClocks } {
  const clocks = new HostClocks(path, boot, now);
  afterwards(() => clocks.close());
  return { path, clocks };
}

describe('the clocks that processes share', () => {
  it('a host has one holder; another one is told that it waits, and gets it with the time of the last request', () => {
    const { path, clocks: a } = open();
    const { clocks: b } = open(path);
    const [first, second] = [a.join('A', 9_000), b.join('B', 9_000)];
    const held = a.take(first, 'http://x', 1_000, nobodyDied);
    expect(held).toEqual({ token: 1, last: null, delayMs: null, backoffUntil: 0, isOrphan: false });
    expect(a.wanted(first)).toEqual([]);
    expect(b.take(second, 'http://x', 1_001, nobodyDied)).toBeNull();
    expect(a.wanted(first)).toEqual(['http://x']);
    expect(a.wanted(first)).toEqual([]);
    a.give(first, [{ key: 'http://x', token: 1, last: 1_234, delayMs: 700, backoffUntil: 5_000 }]);
    expect(b.take(second, 'http://x', 1_300, nobodyDied)).toEqual({
      ...{ token: 2, last: 1_234, delayMs: 700, backoffUntil: 5_000 },
      isOrphan: false,
    });
  });

  it('a holder that ended, or says nothing for too long, loses all its hosts; they count as requested at that moment', () => {
    const { path, clocks: a } = open();
    const { clocks: b } = open(path);
    const [first, second] = [a.join('A', 2_000), b.join('B', 9_000)];
    for (const key of ['http://x', 'http://y', 'http://z']) a.take(first, key, 1_000, nobodyDied);
    a.note(first, { key: 'http://x', token: 1, delayMs: 300, backoffUntil: 0 });
    const orphan = { token: 2, last: 1_500, delayMs: 300, isOrphan: true };
    expect(b.take(second, 'http://x', 1_500, owner => owner === 'A')).toMatchObject(orphan);
    expect(b.take(second, 'http://y', 1_600, nobodyDied)).toMatchObject({ token: 2, last: 1_600 });
    expect(a.beat(first, 9_000)).toBe(false);
    // Fencing: what the lost holder still says changes nothing.
    a.give(first, [{ key: 'http://x', token: 1, last: 1, delayMs: 0, backoffUntil: 0 }]);
    const third = a.join('A', 9_000);
    expect(a.take(third, 'http://x', 1_700, nobodyDied)).toBeNull();
    b.leave(second);
    expect(a.take(third, 'http://x', 1_800, nobodyDied)).toMatchObject({ token: 3, last: 1_800 });

    const slow = b.join('B', 2_500);
    b.take(slow, 'http://late', 2_000, nobodyDied);
    expect(a.take(third, 'http://late', 2_400, nobodyDied)).toBeNull();
    expect(a.take(third, 'http://late', 2_501, nobodyDied)).toMatchObject({ token: 2, last: 2_501 });
  });

  it('after another start of the computer nobody holds anything, and every host counts as requested just now', () => {
    const { path, clocks } = open();
    const id = clocks.join('A', 900_000);
    clocks.take(id, 'http://x', 1_000, nobodyDied);
    clocks.close();
    const { clocks: later } = open(path, 'b2', 50);
    expect(later.beat(id, 100)).toBe(false);
    expect(later.take(later.join('B', 9_000), 'http://x', 60, nobodyDied)).toMatchObject({ last: 50 });
  });

  it('a file that is no database is refused', () => {
    const path = join(tempFolder(), 'clocks.db');
    writeFileSync(path, 'This is text, and long enough to be looked at as a database header by SQLite.'.repeat(20));
    expect(() => new HostClocks(path, 'b1', 0)).toThrow(/not a database/);
  });
});
