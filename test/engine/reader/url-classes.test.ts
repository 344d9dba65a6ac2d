import { expect, test } from 'vitest';
import { newSession, site } from '../../support/crawling.ts';

test('URLs are counted by class, and the filter of a class lists exactly those', async () => {
  const { origin } = await site({
    '/': '<!doctype html><title>S</title><a href=/a>a</a><a href=http://other.test/>x</a><img src=/i.png><a href="mailto:a@b.c">m</a>',
    '/a': '<!doctype html><title>A</title>',
  });
  const session = newSession([`${origin}/`]);
  await session.run();
  const count = async (filter: string): Promise<number> =>
    (await session.handlers['urls.view']({ filter, sort: 'url', descending: false })).count;
  const all = await count('');
  const counts = await session.handlers['urls.classes']({ filter: '' });
  expect(counts).toMatchObject({ page: 2, resource: 1, external: 1 });
  expect(Object.values(counts ?? {}).reduce((sum, each) => sum + each, 0)).toBe(all);
  for (const [name, urls] of Object.entries(counts ?? {})) expect([name, await count(`class:${name}`)]).toEqual([name, urls]);
  expect(await session.handlers['urls.classes']({ filter: 'title:a' })).toEqual({ page: 1, resource: 0, external: 0, other: 0 });
  expect(await session.handlers['urls.classes']({ filter: 'inurl:other.test' })).toMatchObject({ page: 0, external: 1 });
  expect(await session.handlers['urls.classes']({ filter: 'statsu:1' })).toBeNull();
});

test('a list within a tab has the alternatives of its filter, and its problem is that of the text as typed', async () => {
  const { origin } = await site({
    '/': '<!doctype html><title>S</title><a href=/a>a</a><img src=/i.png>',
    '/a': '<!doctype html><title>A</title>',
  });
  const session = newSession([`${origin}/`]);
  await session.run();
  const list = (filter: string, within?: string) =>
    session.handlers['urls.view']({ filter, ...(within === undefined ? {} : { within }), sort: 'url', descending: false });
  expect(await list('inurl:i.png OR title:s')).toMatchObject({ count: 2 });
  expect(await list('inurl:i.png OR title:s', 'class:page')).toMatchObject({ count: 1 });
  const { problem } = await list('title:s OR', 'class:page');
  expect(problem).toContain('“OR” at character 9');
  expect(await list('a) OR (b', 'class:page')).toMatchObject({ view: 0, count: 0 });
  expect(await session.handlers['urls.classes']({ filter: 'inurl:i.png OR title:s' })).toMatchObject({ page: 1, resource: 1 });
});
