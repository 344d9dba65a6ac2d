import { expect, test } from 'vitest';
import * as engine from '#engine/session/session.ts';
import type { SearchPlace, SearchState } from '#shared/model/text-search.ts';
import { openDatabase } from '#storage/file/database.ts';
import { searchedPages } from '#storage/reads/searched-pages.ts';
import { newSession, site } from '../../support/crawling.ts';
import { runInProcess } from '../../support/memory-io.ts';

const pages = 30;

async function crawled(storeBodies = true) {
  const { origin } = await site({
    '/': `<!doctype html><title>Shop</title>${Array.from({ length: pages }, (_, at) => `<a href="/p/${at}">${at}</a>`).join('')}`,
    ...Object.fromEntries(
      Array.from({ length: pages }, (_, at) => [
        `/p/${at}`,
        `<!doctype html><title>Product ${at}</title><p data-sku="S-${at}">${at % 3 === 0 ? 'Free <b>shipping</b>' : 'Paid shipping'}</p>`,
      ]),
    ),
  });
  const session = newSession([`${origin}/`], { storeBodies });
  await session.run();
  return { origin, session };
}

type Session = Awaited<ReturnType<typeof crawled>>['session'];

async function search(session: Session, text: string, place: SearchPlace, more: { isPattern?: boolean; limit?: number } = {}) {
  const { handlers } = session;
  await handlers['search.start']({ text, place, isPattern: false, matchCase: false, ...more });
  let state: SearchState;
  do {
    await new Promise(done => setTimeout(done, 5));
    state = await handlers['search.state']({});
  } while (state.state === 'running');
  return { state, hits: state.id > 0 ? await handlers['search.hits']({ id: state.id, from: 0, limit: 1_000 }) : [] };
}

test('stored pages are searched as readers see them, in the source and by title, with the whole', async () => {
  const { origin, session } = await crawled();
  const { state, hits } = await search(session, 'free shipping', 'text');
  expect(state).toMatchObject({ state: 'done', searched: pages + 1, total: pages + 1, notSearchable: 0, pages: 10, matches: 10 });
  expect(hits.map(({ url }) => url)).toContain(`${origin}/p/3`);
  const sku = await search(session, 's-1\\d', 'source', { isPattern: true });
  expect(sku.state).toMatchObject({ pages: 10, matches: 10 });
  const [first] = sku.hits;
  const source = await session.handlers['url.source']({
    ...{ url: first?.url ?? '', start: first?.snippets[0]?.bytes?.[0] ?? 0, end: first?.snippets[0]?.bytes?.[1] ?? 0 },
  });
  expect(source.segments.find(({ marked }) => marked)?.text).toBe(first?.snippets[0]?.match);
  const found = await session.handlers['url.findInSource']({ url: `${origin}/p/3`, text: 'SHIPPING' });
  expect(found).toMatchObject({ count: 1, unavailable: '' });
  const [start = 0, end = 0] = found.places[0] ?? [];
  const marked = await session.handlers['url.source']({ url: `${origin}/p/3`, start, end });
  expect(marked.segments.find(each => each.marked)?.text).toBe('shipping');
  expect(await session.handlers['url.findInSource']({ url: `${origin}/none`, text: 'a' })).toMatchObject({
    count: 0,
    unavailable: expect.stringContaining('no stored source'),
  });
  expect((await search(session, 'product 2', 'title')).hits.map(({ title }) => title)).toContain('Product 29');
  expect((await search(session, 'shipping', 'text', { limit: 4 })).state).toMatchObject({
    state: 'done',
    pages: 4,
    hasMore: true,
  });
  await expect(search(session, 'a(', 'text', { isPattern: true })).rejects.toThrow('The pattern cannot be used');
  await expect((async () => session.handlers['search.hits']({ id: 1, from: 0, limit: 1 }))()).rejects.toThrow('Search again');
});

test('pages without a stored body are counted as such; titles need none', async () => {
  const { session } = await crawled(false);
  expect((await search(session, 'shipping', 'text')).state).toMatchObject({
    searched: 0,
    total: 0,
    notSearchable: pages + 1,
    pages: 0,
  });
  expect((await search(session, 'product', 'title')).state).toMatchObject({ searched: pages + 1, notSearchable: 0, pages });
});

test('the whole is counted in steps over all URLs', async () => {
  const { session } = await crawled();
  await session.close();
  const db = openDatabase(session.path);
  try {
    const ended = () => [...searchedPages(db).count()];
    expect(ended()).toEqual([{ stored: pages + 1, missing: 0 }]);
    // The same pages, with ids far apart, and one body less.
    db.pragma('foreign_keys = OFF');
    db.exec(`UPDATE page_row SET url_id = url_id * 1000; UPDATE url SET id = id * 1000;
      UPDATE fetch_row SET body_hash = NULL WHERE id = (SELECT fetch_id FROM url WHERE url LIKE '%/p/7')`);
    expect(ended().length).toBeGreaterThan(2);
    expect(ended().at(-1)).toEqual({ stored: pages, missing: 1 });
  } finally {
    db.close();
  }
});

test('a search that is stopped ends, and a new one replaces it', async () => {
  const { session } = await crawled();
  const { handlers } = session;
  const wish = { text: 'shipping', place: 'text', isPattern: false, matchCase: false } as const;
  const { id } = await handlers['search.start'](wish);
  await handlers['search.stop']({});
  expect((await handlers['search.state']({})).state).toBe('stopped');
  expect((await handlers['search.start'](wish)).id).toBe(id + 1);
  await session.close();
});

test('the command line prints a row for each match and says what was searched', async () => {
  const { origin, session } = await crawled();
  await session.close();
  const run = (...argv: readonly string[]) => runInProcess(['search', session.path, ...argv], { engine });
  const { out, err, code } = await run('data-sku="S-7"', '--in', 'source', '--format', 'csv');
  expect([code, err]).toEqual([0, expect.anything()]);
  expect(out).toContain(`${origin}/p/7,1,1,`);
  expect(err).toContain(`1 match on 1 page, as of ${pages + 1} of ${pages + 1} stored pages searched.`);
  for (const [argv, words] of [
    [['a(', '--regex'], 'TEXT: The pattern cannot be used'],
    [[''], 'TEXT is empty'],
    [['a', '--in', 'menu'], 'text, source'],
    [['a', '--limit', '0'], '--limit must be'],
  ] as const)
    expect(await run(...argv)).toMatchObject({ code: 2, err: expect.stringContaining(words) });
});
