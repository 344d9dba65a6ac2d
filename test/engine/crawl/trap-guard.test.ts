import { expect, test } from 'vitest';
import { TrapGuard, trapAllowance } from '#engine/crawl/trap-guard.ts';

/** A guard over URLs that the test adds. */
function guarded() {
  const urls: string[] = [''];
  /** Ids of URLs whose row was read from the file, in order. */
  const rowsRead: number[] = [];
  const add = (url: string): number => urls.push(url) - 1;
  const guard = new TrapGuard(
    {
      settings: { maxPages: 5_000, trapGuards: true, releasedTraps: [], scope: 'domain' },
      urlOf: id => {
        rowsRead.push(id);
        return urls[id] ? { url: urls[id], via: 'link', viaId: null } : undefined;
      },
      domainOf: host => host.split('.').slice(-2).join('.'),
      isSeedHost: host => host.startsWith('www.'),
      knowsHost: href => urls.some(url => url.startsWith(`${new URL(href).origin}/`)),
      closed: () => undefined,
    },
    [],
  );
  const admit = (url: string, finderId: number): number => {
    expect(guard.judge({ url, finderId }, 0)).toBeNull();
    const id = add(url);
    guard.admitted({ url, finderId, isLink: true }, id);
    return id;
  };
  const read = (id: number, targets: readonly number[] = []): void =>
    guard.read({
      id,
      url: urls[id] ?? '',
      finderId: 0,
      textHash: 'same',
      signature: () => null,
      targets: targets.map(to => ({ to })),
    });
  return { guard, add, admit, read, rowsRead };
}

test('the allowance is a share of the page limit, within bounds', () => {
  expect([100, 10_000, 100_000, 10_000_000].map(maxPages => trapAllowance({ maxPages }))).toEqual([40, 60, 600, 600]);
});

test('hosts that wait for their first request are stopped with the hosts that come later', () => {
  const { guard, add, admit, read } = guarded();
  const own = add('http://blog.a.test/');
  const waiting = Array.from({ length: 100 }, (_, n) => admit(`http://x${n}.a.test/`, own));
  for (const id of waiting.slice(0, 40)) read(id);
  expect(guard.stops('http://x90.a.test/', own)).toMatchObject({ reason: 'trap-hosts', pattern: '*.a.test' });
  // It has responded, so its other pages are crawled.
  expect(guard.stops('http://x5.a.test/more', waiting[5] ?? 0)).toBeNull();
});

test('hosts that one site makes up for another, or that never respond, use nothing up', () => {
  const { guard, add, admit, read } = guarded();
  const stranger = add('http://ugc.b.test/');
  for (let n = 0; n < 500; n++) admit(`http://nx${n}.a.test/`, stranger);
  const own = add('http://blog.a.test/');
  for (let n = 0; n < 500; n++) admit(`http://no${n}.a.test/`, own);
  expect(guard.judge({ url: 'http://docs.a.test/', finderId: own }, 0)).toBeNull();
  // Those that respond count.
  for (let n = 0; n < 40; n++) read(admit(`http://yes${n}.a.test/`, own));
  expect(guard.judge({ url: 'http://docs.a.test/', finderId: own }, 0)).toMatchObject({
    reason: 'trap-hosts',
    pattern: '*.a.test',
  });
});

test('the row of a URL that many pages lead to is read once, and not again when the crawl admits it', () => {
  const { guard, add, read, rowsRead } = guarded();
  const menu = [1, 2, 3].map(n => add(`http://www.a.test/shop/menu-${n}`));
  for (let n = 0; n < 20; n++) read(add(`http://www.a.test/shop/page-${n}`), menu);
  expect(rowsRead).toEqual(menu);
  const [first = 0] = menu;
  guard.admitted({ url: 'http://www.a.test/shop/menu-1', finderId: add('http://www.a.test/shop/other'), isLink: true }, first);
  rowsRead.length = 0;
  read(add('http://www.a.test/shop/last'), menu);
  expect(rowsRead).toEqual([]);
});

test('the row of a URL that a sitemap introduced is not read', () => {
  const { guard, add, read, rowsRead } = guarded();
  const listed = [1, 2, 3].map(n => add(`http://www.a.test/shop/page-${n}`));
  for (const [n, id] of listed.entries()) guard.listed(`http://www.a.test/shop/page-${n + 1}`, id);
  const other = add('http://www.a.test/shop/other');
  for (let n = 0; n < 5; n++) read(add(`http://www.a.test/shop/${n}`), [...listed, other]);
  expect(rowsRead).toEqual([other]);
});
