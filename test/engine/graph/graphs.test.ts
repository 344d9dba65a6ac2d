import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { Session } from '#engine/session/session.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import { newSession, reopen, site } from '../../support/crawling.ts';
import { linksTo, page } from '../../support/site.ts';

const answers = {
  '/': linksTo('/shop/a', '/shop/deep/b', '/c'),
  '/shop/a': linksTo('/shop/deep/b', '/only'),
  '/shop/deep/b': page(),
  '/c': page(),
  '/only': page(),
};

async function crawled() {
  const server = await site(answers);
  const session = newSession([server.url('/')]);
  await session.run();
  return { server, session };
}

/** Polls as the window does, until the links are read. */
async function read(session: Session) {
  await session.handlers['graph.start']({ again: true });
  for (;;) {
    const view = await session.handlers['graph.read']({});
    if (view.state !== 'running') return view;
    await new Promise(done => setTimeout(done, 5));
  }
}

const wish = { sort: 'directory', descending: false, from: 0, limit: 100, open: null } as const;

test('the reader has the links read once, pages lists and says when the crawl has changed', async () => {
  const { session, server } = await crawled();
  const { handlers } = session;
  await expect(handlers['graph.list']({ ...wish, list: 'tree' })).rejects.toThrow('have not been read yet');
  expect(await handlers['graph.read']({})).toMatchObject({ state: 'none', run: 0, facts: null });
  expect(await read(session)).toMatchObject({ state: 'done', run: 1, isCurrent: true, facts: { urls: 5, links: 5, scored: 5 } });
  await handlers['graph.start']({});
  expect((await handlers['graph.read']({})).run).toBe(1);
  expect(await handlers['graph.list']({ ...wish, list: 'tree', from: 1, limit: 1 })).toEqual({
    total: 3,
    rows: [[server.url('/shop/'), 1, 2, 2, 2, 0, 0, expect.any(Number), expect.any(Number), 3]],
    parents: [],
    note: '',
  });
  await session.changeSettings({ maxPages: 1_000 });
  session.rules.save([{ kind: 'segment', name: 'shop', by: 'filter', expression: 'inurl:shop' }]);
  await expect.poll(async () => (await handlers['graph.read']({})).isCurrent).toBe(false);
  expect(await read(session)).toMatchObject({ run: 2, isCurrent: true });
});

test('directories open one by one, in the order of a column', async () => {
  const { session, server } = await crawled();
  await read(session);
  const shown = async (open: readonly string[], sort = 'directory', descending = false) => {
    const found = await session.handlers['graph.list']({ ...wish, list: 'tree', sort, descending, open: [...open] });
    expect(found.total).toBe(found.rows.length);
    return found.rows.map(([path], at) => [String(path).replace(server.origin, ''), found.parents[at]]);
  };
  expect(await shown([])).toEqual([['/', true]]);
  expect(await shown([server.url('/')])).toEqual([
    ['/', true],
    ['/shop/', true],
  ]);
  expect(await shown([server.url('/'), server.url('/shop/')], 'urls', true)).toEqual([
    ['/', true],
    ['/shop/', true],
    ['/shop/deep/', false],
  ]);
  // A directory that is open within one that is closed is not seen.
  expect(await shown([server.url('/shop/')])).toEqual([['/', true]]);
});

test('paths, what is behind a URL, and errors come through the thread', async () => {
  const { session, server } = await crawled();
  await read(session);
  const { handlers } = session;
  expect(await handlers['graph.path']({ url: server.url('/only') })).toMatchObject({
    depth: 2,
    through: [server.url('/shop/a'), server.url('/')],
  });
  expect(await handlers['graph.behind']({ url: server.url('/shop/a'), from: 0, limit: 10 })).toEqual({
    total: 1,
    urls: [server.url('/only')],
  });
  const refused = handlers['graph.path']({ url: server.url('/nowhere') });
  await expect(refused).rejects.toThrow(RpcError);
  await expect(refused).rejects.toThrow('is not in this crawl');
  await expect(handlers['graph.list']({ ...wish, list: 'tree', sort: 'colour' })).rejects.toThrow('no column “colour”');
});

test('a list is exported whole, in the order of the window', async () => {
  const { session, server } = await crawled();
  const list = { kind: 'graph', list: 'dominators', sort: 'url', descending: true } as const;
  const path = join(dirname(session.path), 'out.csv');
  const exported = async () => {
    const id = await session.startExport({
      path,
      wish: { list, format: 'csv', separator: ',', bom: false, columns: ['url', 'behind'] },
    });
    for (;;) {
      const progress = await session.handlers['export.read']({ id });
      if (progress.state !== 'running' && progress.state !== 'checking') return progress;
      await new Promise(done => setTimeout(done, 5));
    }
  };
  expect(await exported()).toMatchObject({ state: 'failed', problem: 'The links of this crawl have not been read yet.' });
  await read(session);
  expect(await exported()).toMatchObject({ state: 'done', rows: 2 });
  expect(readFileSync(path, 'utf8')).toBe(`url,behind\r\n${server.url('/shop/a')},1\r\n${server.url('/')},4\r\n`);
});

test('reading ends when it is cancelled, and when the file is closed', async () => {
  const { session } = await crawled();
  await session.close();
  const again = reopen(session.path, { readOnly: true });
  await again.handlers['graph.start']({});
  await again.handlers['graph.cancel']({});
  expect(['cancelled', 'done']).toContain((await again.handlers['graph.read']({})).state);
  await again.handlers['graph.start']({ again: true });
  await again.close();
});
