import { describe, expect, it } from 'vitest';
import { openDatabase } from '#storage/file/database.ts';
import { snapshots } from '#storage/file/snapshot.ts';
import { addUrl, newStore } from '../fixture.ts';

describe('a snapshot', () => {
  it('sees one moment of the file, and the next one what was written since', () => {
    const { store, path } = newStore();
    addUrl(store, 'http://a.test/1');
    const db = openDatabase(path, { readOnly: true });
    const count = db.prepare('SELECT count(*) FROM url').pluck();
    const snapshot = snapshots(db);
    const seen = snapshot(() => {
      const before = count.get();
      addUrl(store, 'http://a.test/2');
      // Inside another one it is part of that.
      return [before, count.get(), snapshot(() => count.get())];
    });
    expect(seen).toEqual([1, 1, 1]);
    expect([db.inTransaction, count.get()]).toEqual([false, 2]);
    db.close();
  });

  it('ends with its work, also when that fails', () => {
    const { db } = newStore();
    const snapshot = snapshots(db);
    expect(() =>
      snapshot(() => {
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(db.inTransaction).toBe(false);
    expect(snapshot(() => 7)).toBe(7);
  });
});
