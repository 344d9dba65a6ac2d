import { expect, it } from 'vitest';
import { LateWrites } from '#storage/file/late-writes.ts';
import { addUrl, newStore } from '../fixture.ts';

it('writes wait while they are collected, and run in their order before another that does not wait', () => {
  const late = new LateWrites();
  const done: number[] = [];
  late.add(() => done.push(0));
  late.collect(() => {
    late.add(() => done.push(1));
    late.add(() => done.push(2), 7);
    late.runFor(8);
    expect(done).toEqual([0]);
    late.runFor(7);
    late.add(() => done.push(3));
  });
  expect(done).toEqual([0, 1, 2]);
  late.add(() => done.push(4));
  expect(done).toEqual([0, 1, 2, 3, 4]);
});

it('what failed does not go on waiting', () => {
  const late = new LateWrites();
  const done: number[] = [];
  expect(() =>
    late.collect(() => {
      late.add(() => done.push(1));
      throw new Error('full disk');
    }),
  ).toThrow('full disk');
  late.forget();
  late.add(() => done.push(2));
  expect(done).toEqual([2]);
});

it('a transaction ends with all its writes, and a rolled-back one with none', () => {
  const { store, db } = newStore();
  const [from, to] = [addUrl(store, 'http://a.test/'), addUrl(store, 'http://a.test/1')];
  const link = { to, kind: 'a', rel: '', text: '', start: 0, end: 0 } as const;
  const links = db.prepare('SELECT count(*) FROM page_links').pluck();
  const collect = (end: () => void) =>
    store.transaction(() => {
      store.late.collect(() => store.fetches.links(from, [link]));
      expect(links.get()).toBe(0);
      end();
    });
  expect(() =>
    collect(() => {
      throw new Error('full disk');
    }),
  ).toThrow('full disk');
  store.transaction(() => undefined);
  expect(links.get()).toBe(0);
  collect(() => undefined);
  expect(links.get()).toBe(1);
});

it('a URL whose row waits to change is read as it will be', () => {
  const { store, db } = newStore();
  const id = addUrl(store, 'http://a.test/');
  store.transaction(() => {
    store.late.collect(() => {
      store.late.add(() => db.prepare('UPDATE url SET attempts = 3 WHERE id = ?').run(id), id);
      expect(store.urls.byId(id)?.attempts).toBe(3);
      store.late.add(() => db.prepare('UPDATE url SET attempts = 4 WHERE id = ?').run(id), id);
      expect(store.urls.find('http://a.test/')?.attempts).toBe(4);
    });
  });
});
