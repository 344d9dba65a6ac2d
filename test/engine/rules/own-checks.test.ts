import { expect, test } from 'vitest';
import { openAudited } from '#engine/audit/audit-file.ts';
import { prepareOwnChecks } from '#engine/audit/own-checks.ts';
import * as engine from '#engine/session/session.ts';
import { runStatement } from '#engine/threads/statement/run-statement.ts';
import type { Rule } from '#shared/model/rules.ts';
import { RuleInput } from '#shared/rules-file.ts';
import { newSession, site } from '../../support/crawling.ts';
import { runInProcess } from '../../support/memory-io.ts';
import { tempFolder } from '../../support/temp.ts';

const rule = (wanted: object): Rule => RuleInput.parse(wanted);
const run = (...argv: readonly string[]) => runInProcess(argv, { engine });
const sqlCheck = (name: string, expression: string) => rule({ kind: 'check', name, by: 'sql', expression });

const rules = [
  rule({ kind: 'search', name: 'gtm', find: 'gtm.js', hit: 'absent' }),
  rule({ kind: 'search', name: 'old', find: 'Jahr 2019', urls: '/p/' }),
  rule({ kind: 'extraction', name: 'price', by: 'css', expression: '.price' }),
  rule({ kind: 'segment', name: 'products', by: 'patterns', expression: '/p/' }),
  rule({
    kind: 'check',
    name: 'no-price',
    title: 'Product without a price',
    by: 'filter',
    expression: 'segment:products extract.price:none',
    priority: 'H',
    why: 'Nobody buys it.',
  }),
  sqlCheck('untitled', 'SELECT url, status, inlinks FROM urls WHERE title IS NULL'),
];

async function crawled() {
  const server = await site({
    '/robots.txt': 'User-agent: *\nDisallow: /p/blocked',
    '/': '<title>t</title><script src=gtm.js></script><a href=/p/1>1</a><a href=/p/2>2</a><a href=/p/blocked>b</a>',
    '/p/1': '<p class=price>15</p> im Jahr 2019',
    '/p/2': '<title>t</title>',
  });
  const session = newSession([server.url('/')]);
  expect(await session.rules.store(rules)).toEqual({ problems: {} });
  // Each rule knows the others, and refers to them by name.
  expect((await session.rules.view()).rules.map(({ problem }) => problem)).toEqual(rules.map(() => ''));
  await session.run();
  return { server, session };
}

const counts = async (path: string, ...more: readonly string[]) => {
  const { out, code, err } = await run('issues', path, '--format', 'json', ...more);
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out) as { check: string; hits: number; checked: number; notCheckable: object }[];
};

test('own checks stand among the others, with hits, checked and not checkable, and evidence', async () => {
  const { server, session } = await crawled();
  const own = (await counts(session.path)).filter(({ check }) => check.startsWith('own.'));
  expect(own).toEqual([
    { check: 'own.gtm', hits: 2, checked: 3, notCheckable: { blocked: 1 } },
    { check: 'own.old', hits: 1, checked: 2, notCheckable: { blocked: 1 } },
    { check: 'own.no-price', hits: 1, checked: 3, notCheckable: { blocked: 1 } },
    { check: 'own.untitled', hits: 1, checked: 3, notCheckable: { blocked: 1 } },
  ]);
  const lines = await run('issues', session.path, '--check', 'own.untitled', '--check', 'own.old', '--format', 'jsonl');
  const found = lines.out
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as { check: string; url: string; evidence: { items: { value: string; bytes?: number[] }[] } });
  expect(found).toEqual([
    { check: 'own.untitled', url: server.url('/p/1'), evidence: { items: [{ value: 'status: 200' }, { value: 'inlinks: 1' }] } },
    { check: 'own.old', url: server.url('/p/1'), evidence: { items: [{ value: 'Jahr 2019', bytes: [25, 34] }] } },
  ]);
  const table = await run('issues', session.path, '--check', 'own.no-price');
  expect(table.out).toMatch(/own\.no-price +Product without a price +issue +H +1 +3/);
  expect(await run('issues', session.path, '--check', 'own.nothing')).toMatchObject({
    code: 2,
    err: expect.stringContaining('own.nothing'),
  });
});

test('a segment has counts of its own, with its own denominators', async () => {
  const { session } = await crawled();
  const one = (all: { check: string }[], id: string) => all.find(({ check }) => check === id);
  const all = await counts(session.path);
  const products = await counts(session.path, '--segment', 'products');
  const others = await counts(session.path, '--segment', 'none');
  expect(one(all, 'title.missing')).toMatchObject({ hits: 1, checked: 3, notCheckable: { blocked: 1 } });
  expect(one(products, 'title.missing')).toMatchObject({ hits: 1, checked: 2, notCheckable: { blocked: 1 } });
  expect(one(others, 'title.missing')).toMatchObject({ hits: 0, checked: 1, notCheckable: {} });
  // A duplicate in another segment is still a duplicate; each page counts in its own segment.
  expect(one(all, 'title.duplicate')).toMatchObject({ hits: 2 });
  expect(one(products, 'title.duplicate')).toMatchObject({ hits: 1 });
  expect(one(others, 'title.duplicate')).toMatchObject({ hits: 1 });
  expect(await run('issues', session.path, '--segment', 'blog')).toMatchObject({
    code: 2,
    err: expect.stringContaining('Segments: products'),
  });
});

test('the window has them too: in the list of checks, counts, URLs, and for a segment', async () => {
  const { server, session } = await crawled();
  const ended = async () => {
    for (;;) {
      const view = await session.handlers['issues.read']({ known: 0 });
      if (view.state !== 'running') return view;
      await new Promise(done => setTimeout(done, 5));
    }
  };
  await session.handlers['issues.start']({});
  const view = await ended();
  expect(view.problem).toBe('');
  expect(view.outcomes?.find(({ id }) => id === 'own.no-price')?.count).toEqual({
    hits: 1,
    checked: 3,
    notCheckable: { blocked: 1 },
  });
  const info = (await session.handlers['issues.checks']({})).find(({ id }) => id === 'own.no-price');
  expect(info).toMatchObject({ name: 'Product without a price', group: 'own', priority: 'H', why: 'Nobody buys it.' });
  const finding = await session.handlers['issues.finding']({ check: 'own.old', url: server.url('/p/1') });
  expect(finding?.evidence.items).toEqual([{ value: 'Jahr 2019', bytes: [25, 34] }]);
  await session.handlers['issues.start']({ segment: 'products' });
  const part = await ended();
  expect(part.segment).toBe('products');
  expect(part.outcomes?.find(({ id }) => id === 'title.missing')?.count).toMatchObject({ hits: 1, checked: 2 });
});

test('what could not be searched is not checkable, with the reason', async () => {
  const server = await site({ '/robots.txt': '', '/': '<title>a</title>' });
  const session = newSession([server.url('/')], { storeBodies: false });
  await session.run();
  await session.rules.store(rules);
  const [gtm] = await counts(session.path, '--check', 'own.gtm');
  expect(gtm).toEqual({ check: 'own.gtm', hits: 0, checked: 0, notCheckable: { 'no-stored-body': 1 } });
  const stored = newSession([server.url('/')]);
  await stored.run();
  await stored.rules.store(rules);
  expect(await counts(stored.path, '--check', 'own.gtm')).toMatchObject([{ notCheckable: { 'not-run': 1 } }]);
});

test('checks that came with a file of another installation do not run before they are allowed', async () => {
  const { session } = await crawled();
  const before = process.env['CRAWLSCOPE_HOME'];
  try {
    process.env['CRAWLSCOPE_HOME'] = tempFolder();
    const foreign = await counts(session.path, '--check', 'own.untitled', '--check', 'own.no-price');
    for (const { hits, checked, notCheckable } of foreign)
      expect({ hits, checked, notCheckable }).toEqual({ hits: 0, checked: 0, notCheckable: { 'not-allowed': 3, blocked: 1 } });
    expect((await run('issues', session.path, '--segment', 'products')).code).toBe(2);
    expect((await run('urls', session.path, '--where', 'segment:products')).code).toBe(2);
  } finally {
    process.env['CRAWLSCOPE_HOME'] = before;
  }
});

test('a statement cannot write, attach, load or use pragmas, and one that never ends is ended', async () => {
  const { session } = await crawled();
  const endOf = (statement: string, timeMs = 5_000) =>
    runStatement({ path: session.path, statement, timeMs, maxRows: 10 }, () => undefined);
  for (const statement of [
    'DELETE FROM url',
    'INSERT INTO url (id) VALUES (1) RETURNING id AS url',
    `ATTACH '/tmp/x.db' AS x`,
    'PRAGMA user_version',
    'EXPLAIN SELECT url FROM urls',
    `SELECT load_extension('x') AS url`,
    'SELECT url FROM urls; DELETE FROM url',
    `WITH x AS (SELECT 1) DELETE FROM url RETURNING id`,
  ])
    expect(await endOf(statement), statement).toMatchObject({ kind: 'failed' });
  const endless = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) AS url FROM n';
  expect(await endOf(endless, 500)).toEqual({ kind: 'too-slow' });
  expect(await endOf('WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS url FROM n')).toMatchObject({
    kind: 'failed',
    problem: expect.stringContaining('more than 10 rows'),
  });
  await session.rules.store([sqlCheck('endless', endless)]);
  const file = openAudited(session.path);
  try {
    const wish = { rules: file.own.rules.all(), isAllowed: () => true, limits: { timeMs: 300, maxRows: 10 } };
    const { problems } = await prepareOwnChecks(file.own, wish);
    expect([...problems]).toEqual([['own.endless', 'The statement ran longer than 0.3 s and was ended.']]);
  } finally {
    file.close();
  }
});

test('a filter compares the numbers of an extraction, and an earlier crawl is compared where its rule has results', async () => {
  const server = await site({
    '/robots.txt': '',
    '/': '<title>t</title><p class=price>from 0,00 EUR</p><a href=/a>a</a><a href=/b>b</a><a href=/c>c</a>',
    '/a': '<p class=price>1.299,00 EUR</p>',
    '/b': '<p class=price>-3.50</p>',
    '/c': '<p class=price>on request</p>',
  });
  const priced = [
    rule({ kind: 'extraction', name: 'price', by: 'css', expression: '.price' }),
    rule({ kind: 'check', name: 'free', by: 'filter', expression: 'extract.price:<=0' }),
    rule({ kind: 'check', name: 'dear', by: 'filter', expression: 'extract.price>1298.99' }),
    rule({ kind: 'check', name: 'unpriced', by: 'filter', expression: '-extract.price:>0 -extract.price:<=0' }),
  ];
  const crawl = async (stored: readonly Rule[]) => {
    const session = newSession([server.url('/')]);
    await session.rules.store(stored);
    await session.run();
    return session.path;
  };
  const [bare, before] = [await crawl([]), await crawl(priced)];
  server.set('/a', '<p class=price>0</p>');
  server.set('/b', '<p class=price>12</p>');
  const now = await crawl(priced);
  const hitsOf = async (path: string) =>
    (await counts(path)).flatMap(({ check, hits }) => (check.startsWith('own.') ? [`${check} ${hits}`] : []));
  expect(await hitsOf(before)).toEqual(['own.free 2', 'own.dear 1', 'own.unpriced 1']);
  expect(await hitsOf(now)).toEqual(['own.free 2', 'own.dear 0', 'own.unpriced 1']);
  const moved = await counts(now, '--check', 'own.free', '--baseline', before);
  expect(moved).toMatchObject([{ new: 1, persisting: 1, fixed: 1, gone: 0 }]);
  const [unknown] = await counts(now, '--check', 'own.free', '--baseline', bare);
  expect(unknown).toMatchObject({ hits: 2 });
  expect(unknown).not.toHaveProperty('new');
});

test('a filter says nothing of pages that its extraction has not looked at, and leaves out those it is not meant for', async () => {
  const asking = [
    rule({ kind: 'extraction', name: 'price', by: 'css', expression: '.price' }),
    rule({ kind: 'extraction', name: 'size', by: 'css', expression: '.size', urls: '/p/' }),
    rule({ kind: 'check', name: 'no-price', by: 'filter', expression: 'extract.price:none' }),
    rule({ kind: 'check', name: 'linked', by: 'filter', expression: 'inurl:/p/1 -extract.price:none' }),
    rule({ kind: 'check', name: 'no-size', by: 'filter', expression: 'extract.size:none' }),
  ];
  const own = async (path: string) =>
    (await counts(path)).filter(({ check }) => check.startsWith('own.')).map(each => Object.values(each));
  const server = await site({ '/': '<a href=/p/1>1</a><a href=/p/2>2</a>', '/p/1': '<p class=price>15</p>', '/p/2': 'x' });
  const session = newSession([server.url('/')]);
  await session.run();
  expect(await session.rules.store(asking)).toEqual({ problems: {} });
  expect(await own(session.path)).toEqual([
    ['own.no-price', 0, 0, { 'not-run': 3 }],
    ['own.linked', 0, 2, { 'not-run': 1 }],
    ['own.no-size', 0, 0, { 'not-run': 2 }],
  ]);
  expect((await run('rules', 'run', session.path)).code).toBe(0);
  expect(await own(session.path)).toEqual([
    ['own.no-price', 2, 3, {}],
    ['own.linked', 1, 3, {}],
    ['own.no-size', 2, 2, {}],
  ]);
  const bare = newSession([server.url('/')], { storeBodies: false });
  await bare.run();
  expect(await bare.rules.store(asking)).toEqual({ problems: {} });
  expect((await own(bare.path))[0]).toEqual(['own.no-price', 0, 0, { 'no-stored-body': 3 }]);
});

test('a filter with alternatives and groups counts what they decide, with and without results', async () => {
  const filter = (name: string, expression: string) => rule({ kind: 'check', name, by: 'filter', expression });
  const asking = [
    rule({ kind: 'search', name: 'todo', find: 'TODO', urls: '/blog/' }),
    rule({ kind: 'search', name: 'old', find: 'old' }),
    filter('either', 'search.todo>0 OR inurl:shop'),
    filter('not-both', '-(search.todo>0 inurl:blog)'),
    filter('any-search', 'search.todo>0 OR search.old>0'),
    filter('both', 'search.todo>0 search.old>0'),
  ];
  const own = async (path: string) =>
    (await counts(path)).flatMap(each => (/either|not-both|any-s|both/.test(each.check) ? [Object.values(each)] : []));
  const server = await site({
    '/': '<a href=/blog/a>a</a><a href=/blog/b>b</a><a href=/shop/x>x</a>',
    '/blog/a': 'TODO here',
    '/blog/b': 'fine, old',
    '/shop/x': 'old',
  });
  const session = newSession([server.url('/')]);
  await session.run();
  expect(await session.rules.store(asking)).toEqual({ problems: {} });
  expect(await own(session.path)).toEqual([
    ['own.either', 1, 2, { 'not-run': 2 }],
    ['own.not-both', 2, 2, { 'not-run': 2 }],
    ['own.any-search', 0, 0, { 'not-run': 4 }],
    ['own.both', 0, 0, { 'not-run': 2 }],
  ]);
  // One of the two searches has results: what it found decides.
  expect(await session.rules.store(asking.filter(({ name }) => name === 'old'))).toEqual({ problems: {} });
  expect((await run('rules', 'run', session.path)).code).toBe(0);
  expect(await session.rules.store(asking)).toEqual({ problems: {} });
  expect((await own(session.path)).slice(2)).toEqual([
    ['own.any-search', 2, 3, { 'not-run': 1 }],
    ['own.both', 0, 1, { 'not-run': 1 }],
  ]);
  expect((await run('rules', 'run', session.path)).code).toBe(0);
  expect(await own(session.path)).toEqual([
    ['own.either', 2, 4, {}],
    ['own.not-both', 3, 4, {}],
    ['own.any-search', 3, 4, {}],
    ['own.both', 0, 2, {}],
  ]);
});
