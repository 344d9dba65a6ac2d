import { writeFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { createReader, type Reader } from '#engine/reader/reader.ts';
import { newSession, site } from '../../support/crawling.ts';
import { linksTo, page } from '../../support/site.ts';

let reader: Reader | null = null;
afterEach(async () => {
  await reader?.close();
  reader = null;
});

test('the reader answers from what is committed while the file is open for writing', async () => {
  const server = await site({ '/': page(linksTo('/a', '/b')), '/a': page(''), '/b': page('') });
  const session = newSession([server.url('/')]);
  await session.run();
  reader = createReader(session.path);
  const { view, count, total } = await reader.handlers['urls.view']({ filter: '', sort: 'url', descending: false });
  expect({ count, total }).toEqual({ count: 3, total: 3 });
  const rows = await reader.handlers['urls.rows']({ view, from: 0, limit: 10 });
  expect(rows.map(row => row.url)).toEqual(['/', '/a', '/b'].map(path => server.url(path)));
});

test('rows come with the columns that were asked for, always with the URL', async () => {
  const server = await site({ '/': page(linksTo('/a')), '/a': page('') });
  const session = newSession([server.url('/')]);
  await session.run();
  reader = createReader(session.path);
  const { view } = await reader.handlers['urls.view']({ filter: '', sort: 'url', descending: false });
  const rows = (columns?: string[]) =>
    reader?.handlers['urls.rows']({ view, from: 1, limit: 10, ...(columns && { columns }) }) ?? Promise.resolve([]);
  const [whole] = await rows();
  expect(whole).toMatchObject({ status: 200, depth: 1, canonical: null });
  // The window gets rows as JSON: nothing may be lost.
  expect(JSON.parse(JSON.stringify(await rows()))).toStrictEqual(await rows());
  const id = whole?.id;
  // Each set has its own statement: they take turns.
  for (let round = 0; round < 2; round += 1) {
    expect(await rows(['status', 'depth', 'gone.rule'])).toEqual([{ id, url: server.url('/a'), status: 200, depth: 1 }]);
    expect(await rows(['status', 'canonical'])).toEqual([{ id, url: server.url('/a'), status: 200, canonical: null }]);
    expect(await rows([])).toEqual([{ id, url: server.url('/a') }]);
  }
});

test('a list comes with its first rows, if they are asked for', async () => {
  const server = await site({ '/': page(linksTo('/a')), '/a': page('') });
  const session = newSession([server.url('/')]);
  await session.run();
  reader = createReader(session.path);
  const wish = { filter: '', sort: 'url', descending: true } as const;
  const open = (more: { filter?: string; first?: { limit: number; columns: string[] } }) =>
    reader?.handlers['urls.view']({ ...wish, ...more }) ?? expect.fail();
  const { view, rows } = await open({ first: { limit: 1, columns: ['status'] } });
  expect(rows).toEqual(await reader.handlers['urls.rows']({ view, from: 0, limit: 1, columns: ['status'] }));
  expect(rows).toMatchObject([{ url: server.url('/a'), status: 200 }]);
  expect(await open({})).not.toHaveProperty('rows');
  const first = { limit: 100, columns: [] };
  expect(await open({ filter: 'status:404', first })).toMatchObject({ count: 0, rows: [] });
  expect(await open({ filter: 'status:', first })).not.toHaveProperty('rows');
});

test('a refusal crosses the thread as the refusal it was', async () => {
  const server = await site({ '/': page('') });
  const session = newSession([server.url('/')]);
  await session.run();
  await expect(session.handlers['urls.rows']({ view: 99, from: 0, limit: 10 })).rejects.toMatchObject({
    code: 'not_found',
    message: 'This list is closed. Open it again.',
  });
});

test('questions still open when the reader closes are refused, and a later one starts it again', async () => {
  const server = await site({ '/': page('') });
  const session = newSession([server.url('/')]);
  await session.run();
  reader = createReader(session.path);
  const open = reader.handlers['robots.origins']({});
  const settled = Promise.allSettled([open]);
  await reader.close();
  const [first] = await settled;
  expect(first?.status === 'fulfilled' || first?.reason.code === 'unavailable').toBe(true);
  expect(await reader.handlers['robots.origins']({})).toHaveLength(1);
});

test('a file that cannot be read ends in an error for each question, not in a crash', async () => {
  const server = await site({ '/': page('') });
  const session = newSession([server.url('/')]);
  await session.run();
  const path = `${session.path}.broken`;
  writeFileSync(path, 'not a crawl');
  reader = createReader(path);
  for (let round = 0; round < 2; round += 1)
    await expect(reader.handlers['robots.origins']({})).rejects.toMatchObject({ code: 'unavailable' });
});
