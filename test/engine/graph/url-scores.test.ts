import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { Session } from '#engine/session/session.ts';
import { cellOf } from '#shared/model/url-column.ts';
import { newSession, site } from '../../support/crawling.ts';
import { linksTo, page, redirect } from '../../support/site.ts';

const answers = {
  '/': linksTo('/a', '/b', '/moved', 'http://elsewhere.test/'),
  '/a': linksTo('/b'),
  '/b': linksTo('/'),
  '/c': page(),
  '/moved': redirect('/b'),
};

async function crawled() {
  const server = await site(answers);
  const session = newSession([server.url('/'), server.url('/c')]);
  await session.run();
  return { server, session };
}

/** What the list of link scores in the view Links says, by URL. */
async function expected(session: Session): Promise<ReadonlyMap<string, number>> {
  await session.handlers['graph.start']({});
  await expect.poll(async () => (await session.handlers['graph.read']({})).state).toBe('done');
  const list = { list: 'scores', sort: 'url', descending: false, from: 0, limit: 100, open: null } as const;
  const { rows } = await session.handlers['graph.list'](list);
  return new Map(rows.map(([url, score]) => [String(url), Number(score)]));
}

const asLines = { format: 'jsonl', separator: ',', bom: false, columns: null } as const;
const view = { filter: '', sort: 'url', descending: false } as const;

async function listed(session: Session, handle: number): Promise<[url: string, score: unknown][]> {
  const rows = await session.handlers['urls.rows']({ view: handle, from: 0, limit: 100 });
  return rows.map(row => [row.url, cellOf(row, { key: 'score' })]);
}

test('a filter by link score waits for the scores, and then has those of the link graph', async () => {
  const { session } = await crawled();
  const early = await session.handlers['urls.view']({ ...view, filter: 'score:>=0', soon: true });
  expect(early).toMatchObject({ count: 0, searched: 0, current: false, waitsFor: 'link-scores', problem: '' });
  const whole = await session.handlers['urls.complete']({ view: early.view });
  const rows = await listed(session, whole.view);
  const scores = await expected(session);
  expect(new Map(rows)).toEqual(scores);
  expect(rows.length).toBeGreaterThan(2);
  expect(new Set(scores.values()).size).toBeGreaterThan(2);
});

test('a list sorts by score, missing ones last, and filters between two decimals', async () => {
  const { session } = await crawled();
  const { view: handle } = await session.handlers['urls.view']({ ...view, sort: 'score', descending: true });
  const rows = await listed(session, handle);
  const scores = [...(await expected(session)).values()].sort((a, b) => b - a);
  expect(rows.map(([, score]) => score)).toEqual([...scores, ...Array(rows.length - scores.length).fill(null)]);
  expect(rows.length).toBeGreaterThan(scores.length);
  const middle = scores[1] as number;
  const filtered = async (filter: string): Promise<unknown[]> =>
    (await listed(session, (await session.handlers['urls.view']({ ...view, filter })).view)).map(([, score]) => score);
  expect(await filtered(`score:${middle}`)).toEqual(scores.filter(score => score === middle));
  expect(await filtered(`score:>${middle}`)).toEqual(scores.filter(score => score > middle));
  expect((await filtered(`score:<${middle}`)).length).toBe(scores.filter(score => score < middle).length);
  expect(await filtered('score:none')).toEqual(Array(rows.length - scores.length).fill(null));
  expect(await filtered('score:none OR score:100')).toHaveLength(rows.length - scores.length + 1);
});

test('classes, groups and exports of such a filter wait for the scores, too', async () => {
  const { session } = await crawled();
  const path = join(dirname(session.path), 'scores.jsonl');
  const list = { kind: 'urls', filter: 'score:>0', sort: 'score', descending: true } as const;
  const id = await session.startExport({ path, wish: { ...asLines, list, columns: ['url', 'score'] } });
  await expect.poll(() => session.handlers['export.read']({ id })).toMatchObject({ state: 'done' });
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  const above = [...(await expected(session))].filter(([, score]) => score > 0);
  expect(lines.map(line => JSON.parse(line).score)).toEqual(above.map(([, score]) => score).sort((a, b) => b - a));
  expect(await session.handlers['urls.classes']({ filter: 'score:>0' })).toMatchObject({ page: above.length });
  const { groups } = await session.handlers['urls.groups']({ filter: 'score:>=0', by: 'class', numbers: ['score'] });
  expect(groups[0]?.numbers[0]?.sum).toBeCloseTo(
    [...(await expected(session)).values()].reduce((sum, score) => sum + score, 0),
    6,
  );
});

test('without scores an export has no empty column of them', async () => {
  const { session } = await crawled();
  const path = join(dirname(session.path), 'urls.jsonl');
  const list = { kind: 'urls', filter: '', sort: 'url', descending: false } as const;
  const id = await session.startExport({ path, wish: { ...asLines, list } });
  await expect.poll(() => session.handlers['export.read']({ id })).toMatchObject({ state: 'done' });
  expect(readFileSync(path, 'utf8')).not.toContain('"score"');
});
