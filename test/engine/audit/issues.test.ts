import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Issues } from '#engine/audit/issues.ts';
import { createSession, openSession, type Session } from '#engine/session/session.ts';
import { stopSlices } from '#engine/threads/slices.ts';
import type { ExportList } from '#shared/export-list.ts';
import type { IgnoredUrls } from '#shared/model/audit-settings.ts';
import { defaultSettings } from '#shared/model/crawl.ts';
import type { ChangedLimits, HitsShown, IssuesView } from '#shared/model/issues.ts';
import { newSession, site } from '../../support/crawling.ts';
import { tempFolder } from '../../support/temp.ts';

const page = (head: string, body = ''): string => `<!doctype html><html lang=en><head>${head}</head><body>${body}</body></html>`;

const crawled = async (): Promise<{ session: Session; origin: string }> => {
  const server = await site({
    '/robots.txt': 'User-agent: *\nDisallow: /blocked\n',
    '/': page('<title>Start</title>', '<a href="/none">a</a><a href="/two">b</a><a href="/blocked">c</a><a href="/blank">d</a>'),
    '/none': page(''),
    '/blank': page('<title> </title>'),
    '/two': page('<title>One</title><title>Two</title>'),
  });
  const session = newSession([`${server.origin}/`]);
  await session.run();
  return { session, origin: server.origin };
};

/** Polls as the window does, until the audit ended. */
async function ended(session: Session): Promise<IssuesView> {
  for (;;) {
    const view = await session.handlers['issues.read']({ known: 0 });
    if (view.state !== 'running') return view;
    await new Promise(done => setTimeout(done, 5));
  }
}

const outcomeOf = (view: IssuesView, check: string) => view.outcomes?.find(({ id }) => id === check)?.count;
const byUrl = { show: 'open', group: null, sort: 'url', descending: false, from: 0, limit: 100 } as const;

test('before the first audit there are no results', async () => {
  const { session, origin } = await crawled();
  expect(await session.handlers['issues.read']({ known: 0 })).toMatchObject({
    state: 'none',
    run: 0,
    outcomes: null,
    score: null,
  });
  expect(await session.handlers['issues.ofUrl']({ url: `${origin}/` })).toEqual({
    run: 0,
    hits: [],
    passed: [],
    notCheckable: [],
  });
  await expect(session.handlers['issues.urls']({ check: 'title.missing', ...byUrl })).rejects.toThrow('has not been audited');
});

test('an audit gives counts with their denominators, URLs, and evidence', async () => {
  const { session, origin } = await crawled();
  await session.handlers['issues.start']({});
  const view = await ended(session);
  expect(view).toMatchObject({ state: 'done', problem: '', run: 1, isCurrent: true, limits: {} });
  expect(outcomeOf(view, 'title.missing')).toEqual({ hits: 2, checked: 4, notCheckable: { blocked: 1 } });
  expect((await session.handlers['issues.read']({ known: 1 })).outcomes).toBeNull();

  const { total, rows } = await session.handlers['issues.urls']({ check: 'title.missing', ...byUrl, descending: true });
  expect(total).toBe(2);
  expect(rows.map(({ url }) => url)).toEqual([`${origin}/none`, `${origin}/blank`]);
  expect(rows[0]).toMatchObject({ found: '', items: 0, group: '', row: { status: 200, url: `${origin}/none` } });
  const second = await session.handlers['issues.urls']({ check: 'title.missing', ...byUrl, from: 1, limit: 1 });
  expect(second.rows.map(({ url }) => url)).toEqual([`${origin}/none`]);

  const finding = await session.handlers['issues.finding']({ check: 'title.multiple', url: `${origin}/two` });
  expect(finding?.evidence.items.map(({ value }) => value)).toEqual(['One', 'Two']);
  expect(finding?.evidence.items[0]?.bytes).toHaveLength(2);
  expect(await session.handlers['issues.finding']({ check: 'title.multiple', url: `${origin}/none` })).toBeNull();
});

test('one URL has what hit it, what it passed and what could not be checked', async () => {
  const { session, origin } = await crawled();
  await session.handlers['issues.start']({});
  await ended(session);
  const two = await session.handlers['issues.ofUrl']({ url: `${origin}/two` });
  expect(two.hits.map(({ check }) => check)).toContain('title.multiple');
  expect(two.passed).toContain('title.missing');
  const blocked = await session.handlers['issues.ofUrl']({ url: `${origin}/blocked` });
  expect(blocked.hits.filter(({ check }) => check.startsWith('title.'))).toEqual([]);
  expect(blocked.notCheckable.find(({ reason }) => reason === 'blocked')?.checks).toContain('title.missing');
});

test('the results are kept while the file stays the same', async () => {
  const { session } = await crawled();
  await session.handlers['issues.start']({});
  const first = await ended(session);
  await session.handlers['issues.start']({});
  expect((await ended(session)).run).toBe(first.run);
});

test('a cancelled audit says so, and runs again on request only', async () => {
  const { session } = await crawled();
  await session.handlers['issues.start']({});
  await session.handlers['issues.cancel']({});
  expect((await session.handlers['issues.read']({ known: 0 })).state).toBe('cancelled');
  await session.handlers['issues.start']({});
  expect((await session.handlers['issues.read']({ known: 0 })).state).toBe('cancelled');
  await session.handlers['issues.start']({ again: true });
  expect(await ended(session)).toMatchObject({ state: 'done', isCurrent: true });
});

/** Audits, and applies changed settings, until the results are those of the file as it is. */
async function current(session: Session): Promise<IssuesView> {
  for (;;) {
    await session.handlers['issues.start']({});
    const view = await session.handlers['issues.read']({ known: 0 });
    if (view.state === 'done' && view.isCurrent) return view;
    await new Promise(done => setTimeout(done, 5));
  }
}

test('ignore rules are applied to the results there are, and a removed rule gives the hits back', async () => {
  const { session, origin } = await crawled();
  const before = await current(session);
  const where = { kind: 'urls', urls: [`${origin}/none`] } as const;
  const rule = { check: 'title.missing', where, note: 'a stub', until: '', addedBy: '' };
  const { ids, kept } = await session.handlers['issues.change']({ do: 'add', rules: [rule] });
  expect(kept).toBe('file');
  const ignored = await current(session);
  expect(ignored.run).toBe(before.run + 1);
  expect(outcomeOf(ignored, 'title.missing')).toEqual({ hits: 2, ignored: 1, checked: 4, notCheckable: { blocked: 1 } });
  expect(ignored.score?.value).toBeGreaterThan(before.score?.value ?? 100);
  const listed = async (show: 'open' | 'ignored' | 'all') =>
    (await session.handlers['issues.urls']({ check: 'title.missing', ...byUrl, show })).rows;
  expect((await listed('open')).map(({ url }) => url)).toEqual([`${origin}/blank`]);
  expect((await listed('ignored')).map(({ url, ignored: by }) => [url, by])).toEqual([
    [`${origin}/none`, { id: ids[0], note: 'a stub', until: '' }],
  ]);
  expect(await listed('all')).toHaveLength(2);
  const finding = (await session.handlers['issues.ofUrl']({ url: `${origin}/none` })).hits.find(
    ({ check }) => check === 'title.missing',
  );
  expect(finding?.ignored?.note).toBe('a stub');

  await session.handlers['issues.change']({ do: 'remove', ids });
  const after = await current(session);
  expect(outcomeOf(after, 'title.missing')).toEqual(outcomeOf(before, 'title.missing'));
  await expect(session.handlers['issues.change']({ do: 'remove', ids })).rejects.toThrow('does not exist any more');
});

test('an expired rule is listed and does not apply', async () => {
  const { session } = await crawled();
  const rule = { check: 'title.missing', where: { kind: 'all' }, note: '', until: '2020-01-01', addedBy: '' } as const;
  await session.handlers['issues.change']({ do: 'add', rules: [rule] });
  expect(outcomeOf(await current(session), 'title.missing')).toEqual({ hits: 2, checked: 4, notCheckable: { blocked: 1 } });
  expect((await session.handlers['issues.settings']({})).rules).toMatchObject([{ state: 'expired', until: '2020-01-01' }]);
});

test('thresholds are stored with the crawl, and used when it is opened again', async () => {
  const { session } = await crawled();
  const before = await current(session);
  expect(outcomeOf(before, 'title.over_chars')?.hits).toBe(0);
  const limits = { 'title.over_chars': { most: 4 } };
  await session.handlers['issues.change']({ do: 'limits', limits });
  expect((await current(session)).limits).toEqual(limits);
  await session.close();
  const again = openSession(session.path);
  onTestFinished(() => again.close());
  const view = await current(again);
  expect(view.limits).toEqual(limits);
  expect(outcomeOf(view, 'title.over_chars')?.hits).toBeGreaterThan(0);
});

test('settings of a file that may not be written hold for the session, and say so', async () => {
  const { session, origin } = await crawled();
  await session.close();
  const before = readFileSync(session.path);
  const reading = openSession(session.path, { readOnly: true });
  onTestFinished(() => reading.close());
  await current(reading);
  const rule = {
    check: 'title.missing',
    where: { kind: 'prefix', prefix: `${origin}/n` },
    note: '',
    until: '',
    addedBy: '',
  } as const;
  const { ids, kept } = await reading.handlers['issues.change']({ do: 'add', rules: [rule] });
  expect(kept).toBe('session');
  expect(outcomeOf(await current(reading), 'title.missing')).toMatchObject({ hits: 2, ignored: 1 });
  expect(await reading.handlers['issues.settings']({})).toMatchObject({
    kept: 'session',
    rules: [{ id: ids[0], state: 'active' }],
  });
  await reading.handlers['issues.change']({ do: 'limits', limits: { 'title.over_chars': { most: 4 } } });
  expect((await current(reading)).limits).toEqual({ 'title.over_chars': { most: 4 } });
  await reading.handlers['issues.change']({ do: 'change', id: ids[0] ?? 0, rule: { ...rule, note: 'why' } });
  await reading.handlers['issues.change']({ do: 'remove', ids });
  expect((await reading.handlers['issues.settings']({})).rules).toEqual([]);
  expect(readFileSync(session.path).equals(before)).toBe(true);
});

test('with an earlier crawl, hits are new, persisting, fixed or gone, by check and by URL; the name is remembered, not the path', async () => {
  const server = await site({
    '/': page('<title>Start</title>', '<a href="/a">a</a><a href="/b">b</a><a href="/c">c</a><a href="/d">d</a>'),
    '/a': page(''),
    '/b': page(''),
    '/c': page('<title>C</title>'),
    '/d': page(''),
  });
  const folder = tempFolder();
  const crawl = async (name: string): Promise<Session> => {
    const made = createSession(join(folder, name), { ...defaultSettings, delayMs: 0, seeds: [`${server.origin}/`] });
    onTestFinished(() => made.close());
    await made.run();
    return made;
  };
  await (await crawl('before.crawl')).close();
  server.set('/', page('<title>Start</title>', '<a href="/a">a</a><a href="/b">b</a><a href="/c">c</a>'));
  server.set('/b', page('<title>B</title>'));
  server.set('/c', page(''));
  const session = await crawl('now.crawl');
  await expect(session.setBaseline(join(folder, 'none.crawl'))).rejects.toThrow('does not exist any more');
  expect((await current(session)).outcomes?.every(({ trend }) => trend === undefined)).toBe(true);

  await session.setBaseline(join(folder, 'before.crawl'));
  const view = await current(session);
  expect(view).toMatchObject({ baseline: 'before', lastBaseline: 'before.crawl' });
  const trendOf = (of: IssuesView) => of.outcomes?.find(({ id }) => id === 'title.missing')?.trend;
  expect(trendOf(view)).toEqual({ new: 1, newIgnored: 0, persisting: 1, fixed: 1, gone: 1 });
  const listed = async (show: HitsShown) => {
    const { rows } = await session.handlers['issues.urls']({ check: 'title.missing', ...byUrl, show });
    return rows.map(({ url, since }) => `${url.slice(server.origin.length)} ${since}`);
  };
  expect(await listed('open')).toEqual(['/a persisting', '/c new']);
  expect(await listed('new')).toEqual(['/c new']);
  expect(await listed('fixed')).toEqual(['/b fixed']);
  expect(await listed('gone')).toEqual(['/d gone']);

  const where = { kind: 'urls', urls: [`${server.origin}/c`] } as const;
  await session.handlers['issues.change']({ do: 'add', rules: [{ check: '', where, note: '', until: '', addedBy: '' }] });
  expect(trendOf(await current(session))).toMatchObject({ new: 1, newIgnored: 1 });
  expect(await listed('new')).toEqual([]);

  await session.handlers['issues.dropBaseline']({});
  expect(await current(session)).toMatchObject({ baseline: '', lastBaseline: '' });
  const stored = [...session.sql('SELECT detail FROM event', { timeMs: 1_000, maxRows: 1_000 }).rows].join(' ');
  expect(stored).toContain('before.crawl');
  expect(stored).not.toContain(folder);
});

test('ignore rules are taken over from another crawl and from JSON, each once', async () => {
  const { session, origin } = await crawled();
  const other = await crawled();
  const rule = {
    check: 'title.missing',
    where: { kind: 'prefix', prefix: origin } as const,
    note: 'why',
    until: '',
    addedBy: 'Ada',
  };
  await other.session.handlers['issues.change']({ do: 'add', rules: [rule] });
  const document = join(dirname(session.path), 'rules.json');
  other.session.saveIgnoreRules(document);
  await other.session.close();
  expect((await session.takeIgnoreRules(other.session.path)).ids).toHaveLength(1);
  expect((await session.takeIgnoreRules(document)).ids).toEqual([]);
  expect((await session.handlers['issues.settings']({})).rules).toMatchObject([{ ...rule, state: 'active' }]);
  writeFileSync(document, '{"crawlscope":"ignore-rules","version":1,"rules":[{"check":1}]}');
  await expect(session.takeIgnoreRules(document)).rejects.toThrow('rule 1: check');
  writeFileSync(document, 'nonsense');
  await expect(session.takeIgnoreRules(document)).rejects.toThrow('it is not JSON');
});

test('a rule that cannot be used is refused', async () => {
  const { session } = await crawled();
  const add = (where: IgnoredUrls, check = 'title.missing') =>
    session.handlers['issues.change']({ do: 'add', rules: [{ check, where, note: '', until: '', addedBy: '' }] });
  await expect(add({ kind: 'pattern', pattern: '(' })).rejects.toThrow('cannot be used as a pattern');
  await expect(add({ kind: 'all' }, '')).rejects.toThrow('would ignore everything');
});

test('an unknown check is refused', async () => {
  const { session } = await crawled();
  await session.handlers['issues.start']({});
  await ended(session);
  await expect(session.handlers['issues.urls']({ check: 'no.such', ...byUrl })).rejects.toThrow('There is no check no.such.');
});

test('checks with their counts, and the URLs of one, are exported', async () => {
  const { session, origin } = await crawled();
  await session.handlers['issues.start']({});
  const view = await ended(session);
  const exported = async (list: ExportList): Promise<Record<string, unknown>[]> => {
    const path = join(dirname(session.path), 'out.jsonl');
    const id = await session.startExport({ path, wish: { list, format: 'jsonl', separator: ',', bom: false, columns: null } });
    for (;;) {
      const { state, problem } = await session.handlers['export.read']({ id });
      expect(problem).toBe('');
      if (state === 'done') break;
      await new Promise(done => setTimeout(done, 5));
    }
    const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
    return lines.map(line => JSON.parse(line) as Record<string, unknown>);
  };
  const checks = await exported({ kind: 'issues' });
  expect(checks).toHaveLength(view.outcomes?.length ?? 0);
  const missing = { id: 'title.missing', hits: 2, checked: 4, not_checkable: 1, reasons: 'blocked: 1' };
  expect(checks.find(({ id }) => id === 'title.missing')).toMatchObject(missing);
  const list = { kind: 'issue-urls', check: 'title.missing', show: 'open', group: null, sort: 'url', descending: false } as const;
  expect((await exported(list)).map(({ url }) => url)).toEqual([`${origin}/blank`, `${origin}/none`]);
  const evidence = (check: string) => exported({ kind: 'issue-evidence', check, show: 'open', group: null });
  expect(await evidence('title.multiple')).toMatchObject([
    { url: `${origin}/two`, item: 1, items: 2, value: 'One', ignored: null },
    { url: `${origin}/two`, item: 2, items: 2, value: 'Two', byte_start: expect.any(Number) },
  ]);
  expect(await evidence('title.missing')).toMatchObject([
    { url: `${origin}/blank`, item: 1, items: 1, value: '' },
    { url: `${origin}/none`, item: 0, items: 0, value: null },
  ]);
});

test('two pages stand side by side with the difference of their texts', async () => {
  const { session, origin } = await crawled();
  const pair = await session.handlers['issues.pair']({ left: `${origin}/two`, right: `${origin}/` });
  expect(pair.fields.find(({ name }) => name === 'Title')).toEqual({ name: 'Title', left: 'One', right: 'Start' });
  expect(pair.text?.some(({ kind, newText }) => kind === 'added' && newText.includes('a'))).toBe(true);
  await expect(session.handlers['issues.pair']({ left: `${origin}/no`, right: `${origin}/` })).rejects.toThrow(
    'is not in this crawl',
  );
});

test('after a change of the file, the next audit follows by itself; results before it are marked', async () => {
  const { session } = await crawled();
  let changes = '1';
  let version = 1;
  let limits: ChangedLimits = {};
  const issues = new Issues({
    path: session.path,
    changes: () => changes,
    version: () => version,
    lastBaseline: () => '',
    stored: () => ({ limits, rules: [], problems: [] }),
    idOf: () => 0,
    rows: () => [],
    ownChecks: () => [],
    ordered: async ids => ids,
    pauseMs: 1,
  });
  const run = (): number => issues.read({ known: 0 }).run;
  const reaches = async (wanted: number): Promise<void> => {
    while (run() < wanted) await new Promise(done => setTimeout(done, 2));
  };
  try {
    issues.start({});
    await reaches(1);
    changes = '2';
    expect(issues.read({ known: 0 })).toMatchObject({ state: 'done', run: 1, isCurrent: false });
    issues.start({});
    await reaches(2);
    expect(issues.read({ known: 0 })).toMatchObject({ state: 'done', isCurrent: true });
    // Other thresholds are other results.
    const check = issues.checks().find(({ thresholds }) => Object.keys(thresholds).length > 0);
    const [name = '', threshold] = Object.entries(check?.thresholds ?? {})[0] ?? [];
    limits = { [check?.id ?? '']: { [name]: threshold?.max ?? 0 } };
    version = 2;
    issues.start({});
    await reaches(3);
    expect(issues.read({ known: 0 })).toMatchObject({ state: 'done', isCurrent: true, limits });
    // So does an earlier crawl. It stays selected until another one, or none, is given.
    const flips = () => outcomeOf(issues.read({ known: 0 }), 'x.directive_flip');
    expect(flips()?.notCheckable).toHaveProperty('needs-baseline');
    issues.start({ baseline: session.path });
    expect(issues.read({ known: 0 }).isCurrent).toBe(false);
    await reaches(4);
    issues.start({});
    expect(issues.read({ known: 0 })).toMatchObject({ run: 4, isCurrent: true, limits });
    expect(flips()).toMatchObject({ hits: 0, checked: 4 });
    issues.start({ baseline: null });
    await reaches(5);
    expect(flips()?.notCheckable).toHaveProperty('needs-baseline');
  } finally {
    stopSlices();
  }
});
