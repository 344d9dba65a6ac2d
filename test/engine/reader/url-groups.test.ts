import { expect, test } from 'vitest';
import * as engine from '#engine/session/session.ts';
import { newSession, site } from '../../support/crawling.ts';
import { runInProcess } from '../../support/memory-io.ts';

async function crawled() {
  const { origin } = await site({
    '/': '<!doctype html><html lang=de><title>S</title><a href=/blog/a>a</a><a href=/blog/b>b</a><a href=/gone>c</a><img src=/i.png><a href="mailto:a@b.c">m</a>',
    '/blog/a': '<!doctype html><html lang=de-AT><title>A</title><p>one two</p>',
    '/blog/b': '<!doctype html><html lang=en><title>B</title><a href=/blog/a>a</a>',
  });
  const session = newSession([`${origin}/`]);
  await session.run();
  return { origin, session };
}

test('URLs are grouped by any column, and the condition of each group finds exactly its URLs', async () => {
  const { origin, session } = await crawled();
  const { handlers } = session;
  const all = (await handlers['urls.view']({ filter: '', sort: 'url', descending: false })).count;
  const groups = (by: string, filter = '') => handlers['urls.groups']({ filter, by });
  let checked = 0;
  for (const by of [
    'status',
    'state',
    'contentType',
    'reason',
    'class',
    'lang',
    'depth',
    'host',
    'folder',
    'mayFetch',
    'indexability',
    'words',
    'title',
    'canonical',
  ]) {
    const found = await groups(by);
    expect([by, found.problem, found.urls]).toEqual([by, '', all]);
    expect([by, found.groups.reduce((sum, { urls: many }) => sum + many, 0)]).toEqual([by, all]);
    for (const group of found.groups) {
      if (group.filter === '') continue;
      checked += 1;
      const { count, problem } = await handlers['urls.view']({ filter: group.filter, sort: 'url', descending: false });
      expect([by, group.filter, problem, count]).toEqual([by, group.filter, '', group.urls]);
    }
  }
  expect(checked).toBeGreaterThan(25);
  expect((await groups('folder', 'status:200')).groups.map(({ value, urls: many }) => [value, many])).toEqual([
    [`${origin}/blog/`, 2],
    [`${origin}/`, 1],
  ]);
  expect((await groups('lang', 'status:200')).groups.map(({ value, filter }) => [value, filter])).toEqual([
    ['de', 'lang:de -lang:de-at'],
    ['de-at', 'lang:de-at'],
    ['en', 'lang:en'],
  ]);
  const { groups: byStatus } = await handlers['urls.groups']({
    filter: 'status:200',
    by: 'status',
    numbers: ['inlinks', 'words', 'bytes'],
  });
  expect(byStatus).toHaveLength(1);
  expect(byStatus[0]?.numbers[0]).toMatchObject({ urls: 3, sum: 3, mean: 1 });
  expect(byStatus[0]?.numbers[2]?.sum).toBeGreaterThan(100);
  expect(await groups('status', 'statsu:1')).toMatchObject({ groups: [], problem: expect.stringContaining('statsu') });
  await expect(groups('nothing')).rejects.toThrow('There is no column nothing.');
});

test('the command line groups, adds up the numbers that are asked for, and names what is wrong', async () => {
  const { origin, session } = await crawled();
  await session.close();
  const run = (...argv: readonly string[]) => runInProcess(['urls', session.path, ...argv], { engine });
  const { out } = await run('--group-by', 'folder', '--where', 'status:200', '--numbers', 'inlinks', '--format', 'csv');
  expect(out.trim().split(/\r?\n/)).toEqual([
    'folder,urls,inlinks_urls,inlinks_sum,inlinks_mean,filter',
    `${origin}/blog/,2,2,3,1.5,folder:${origin}/blog/`,
    `${origin}/,1,1,0,0,folder:${origin}/`,
  ]);
  for (const [argv, words] of [
    [['--group-by', 'stats'], '“status”'],
    [['--group-by', 'status', '--numbers', 'title'], 'no column of numbers'],
    [['--group-by', 'status', '--where', 'statsu:1'], '--where:'],
    [['--numbers', 'bytes'], '--numbers needs --group-by'],
    [['--group-by', 'status', '--columns', 'url'], 'exclude each other'],
  ] as const)
    expect(await run(...argv)).toMatchObject({ code: 2, err: expect.stringContaining(words) });
});
