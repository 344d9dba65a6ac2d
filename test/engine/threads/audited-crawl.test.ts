import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import * as files from '#engine/audit/audit-file.ts';
import { AuditedCrawl } from '#engine/threads/audit/audited-crawl.ts';
import type { ChangedLimits } from '#shared/model/issues.ts';
import type { Rule } from '#shared/model/rules.ts';
import { RuleInput } from '#shared/rules-file.ts';
import { newSession, site } from '../../support/crawling.ts';

const long: ChangedLimits = { 'title.over_chars': { most: 4 } };
const search: Rule = RuleInput.parse({ kind: 'search', name: 'start', find: 'Start' });
const check: Rule = RuleInput.parse({ kind: 'check', name: 'two', by: 'filter', expression: 'status:200' });

async function crawled() {
  const server = await site({ '/': '<title>Start</title><a href=/a>a</a>', '/a': '<title>Another</title><a href=/>home</a>' });
  const session = newSession([server.url('/')]);
  await session.run();
  return session;
}

const opened = (path: string): AuditedCrawl => {
  const crawl = new AuditedCrawl(path, () => undefined);
  onTestFinished(() => crawl.close());
  return crawl;
};
const run = async (crawl: AuditedCrawl, limits: ChangedLimits, more: { baseline?: string; segment?: string } = {}) => {
  const { baseline = null, segment = null } = more;
  return (await crawl.run({ limits, baseline, segment, rules: [], today: '2026-11-23' }))?.outcomes;
};

afterEach(() => void vi.restoreAllMocks());

test('after other thresholds, the open file is audited on, with the results of a new audit', async () => {
  const { path } = await crawled();
  const crawl = opened(path);
  const audits = vi.spyOn(files, 'auditInSlices');
  const first = await run(crawl, {});
  const again = await run(crawl, long);
  expect(audits.mock.calls.map(([, { previous }]) => previous === null)).toEqual([true, false]);
  expect(again).not.toEqual(first);
  expect(again).toEqual(await run(opened(path), long));
  const { ids } = await crawl.hits({ check: 'title.over_chars', show: 'all' });
  expect(await crawl.findings({ check: 'title.over_chars', ids: [...ids] })).toHaveLength(2);
  expect(await run(crawl, {})).toEqual(first);
});

test('what the crawl stored since, another baseline and another segment need a whole audit', async () => {
  const session = await crawled();
  const { path } = session;
  expect(await session.rules.store([RuleInput.parse({ kind: 'segment', name: 'a', by: 'patterns', expression: '/a' })])).toEqual({
    problems: {},
  });
  const crawl = opened(path);
  const audits = vi.spyOn(files, 'auditInSlices');
  const wholes = () => audits.mock.calls.filter(([, { previous }]) => previous === null).length;
  const title = async (more: { baseline?: string; segment?: string } = {}) =>
    (await run(crawl, long, more))?.find(({ id }) => id === 'title.over_chars')?.count.hits;
  expect(await title()).toBe(2);
  expect(await title({ segment: 'a' })).toBe(1);
  expect(await title()).toBe(2);
  expect(wholes()).toBe(3);
  // The baseline is audited whole, too.
  expect(await title({ baseline: path })).toBe(2);
  expect(wholes()).toBe(5);
  expect(await title()).toBe(2);
  expect(wholes()).toBe(6);
});

test('after other rules, only the checks of the user run again', async () => {
  const session = await crawled();
  const crawl = opened(session.path);
  const audits = vi.spyOn(files, 'auditInSlices');
  const own = async () =>
    (await run(crawl, {}))?.flatMap(({ id, count: { hits, checked } }) => (id.startsWith('own.') ? [[id, hits, checked]] : []));
  expect(await own()).toEqual([]);
  await session.rules.store([check]);
  expect(await own()).toEqual([['own.two', 2, 2]]);
  await session.rules.store([search]);
  await session.rules.run();
  expect(await own()).toContainEqual(['own.start', 1, 2]);
  expect(audits.mock.calls.map(([, { previous }]) => previous === null)).toEqual([true, false, false]);
});

/** Takes its whole time limit on a page with a deep body: its result comes seconds after the crawl ended. */
const slow: Rule = RuleInput.parse({
  kind: 'extraction',
  name: 'slow',
  by: 'xpath',
  expression: 'count(//div[count(.//div[count(.//div) > 1]) > 1])',
});
const deep = `<title>Start</title>${'<div>'.repeat(3_000)}`;

test('what rules find after a crawl has finished, or was stopped, is in the next audit', async () => {
  for (const end of ['finished', 'stopped'] as const) {
    const link = end === 'stopped' ? '<a href=/never>n</a>' : '';
    const server = await site({ '/': `${link}${deep}`, '/never': () => undefined });
    const session = newSession([server.url('/')]);
    expect(await session.rules.store([slow, search])).toEqual({ problems: {} });
    const crawl = opened(session.path);
    const count = async () => (await run(crawl, {}))?.find(({ id }) => id === 'own.start')?.count;
    const running = session.run();
    await vi.waitUntil(() => session.status().fetched > 0);
    if (end === 'stopped') await session.stop();
    await vi.waitUntil(() => session.status().state === end);
    expect(await count()).toMatchObject({ checked: 0, notCheckable: { 'not-run': 1 } });
    await running;
    expect(await count()).toMatchObject({ hits: 1, checked: 1 });
  }
});
