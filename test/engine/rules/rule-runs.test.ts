import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ruleFileText } from '#engine/rules/rule-desk.ts';
import * as engine from '#engine/session/session.ts';
import { RuleThread } from '#engine/threads/rules/rule-thread.ts';
import type { BodyRule, Rule } from '#shared/model/rules.ts';
import { RuleInput } from '#shared/rules-file.ts';
import { newSession, site } from '../../support/crawling.ts';
import { runInProcess } from '../../support/memory-io.ts';
import { tempFolder } from '../../support/temp.ts';

const { openSession } = engine;
type Session = engine.Session;

const rule = (wanted: object): Rule => RuleInput.parse(wanted);
const price = rule({ kind: 'extraction', name: 'price', by: 'css', expression: '.price' });
const sold = rule({ kind: 'search', name: 'sold', find: 'sold out' });

const shop = () =>
  site({
    '/robots.txt': '',
    '/': '<a href=/a>a</a><a href=/b>b</a><a href=/data>j</a>',
    '/a': '<p class=price>1</p><p class=price>2</p>',
    '/b': '<p>Sold out</p>',
    '/data': { headers: { 'Content-Type': 'application/json' }, body: '{"sku":"x"}' },
  });

const found = async (session: Session, url: string) =>
  Object.fromEntries(
    (await session.handlers['rules.ofUrl']({ url })).map(({ rule: { name }, outcome, missing }) => [
      name,
      missing || (outcome?.state === 'done' ? outcome.values.map(({ value }) => value) : outcome?.state),
    ]),
  );

test('rules that are there before a crawl look at each page as it comes, also where no body is stored', async () => {
  for (const storeBodies of [true, false]) {
    const server = await shop();
    const session = newSession([server.url('/')], { storeBodies });
    const sku = rule({ kind: 'extraction', name: 'sku', by: 'json', expression: '$.sku', json: 'response' });
    expect(await session.rules.store([price, sold, sku])).toEqual({ problems: {} });
    await session.run();
    expect(await found(session, server.url('/a'))).toEqual({ price: ['1', '2'], sold: [], sku: 'not-applicable' });
    expect(await found(session, server.url('/b'))).toMatchObject({ price: [], sold: ['Sold out'] });
    expect(await found(session, server.url('/data'))).toMatchObject({ sku: ['x'], price: 'not-applicable' });
  }
});

test('a run over stored bodies finds the same with no request, counts what it cannot look at, and runs again only where needed', async () => {
  const server = await shop();
  const session = newSession([server.url('/')]);
  await session.run();
  const before = server.log.length;
  expect(await session.rules.store([price, sold])).toEqual({ problems: {} });
  expect(await found(session, server.url('/a'))).toEqual({ price: 'waiting', sold: 'waiting' });
  expect(await session.rules.run()).toMatchObject({ state: 'done', problem: '' });
  expect(server.log.length).toBe(before);
  expect(await found(session, server.url('/a'))).toEqual({ price: ['1', '2'], sold: [] });
  const [first] = (await session.rules.view()).rules;
  expect((await session.rules.counts())[first?.id ?? 0]).toEqual({
    checked: 3,
    found: 1,
    tooSlow: 0,
    failed: 0,
    noBody: 0,
    waiting: 0,
  });
  // A rule that is worded differently is another one; what others found stays.
  const changed = rule({ ...price, expression: 'p' });
  await session.rules.store([changed, { ...sold, hit: 'absent' } as Rule]);
  expect(await found(session, server.url('/b'))).toEqual({ price: 'waiting', sold: ['Sold out'] });
});

test('a page without a stored body is not checkable, and says so', async () => {
  const server = await shop();
  const session = newSession([server.url('/')], { storeBodies: false });
  await session.run();
  await session.rules.store([price]);
  await session.rules.run();
  const [first] = (await session.rules.view()).rules;
  expect((await session.rules.counts())[first?.id ?? 0]).toMatchObject({ checked: 0, noBody: 3, waiting: 0 });
  expect(await found(session, server.url('/a'))).toEqual({ price: 'no-body' });
});

test('rules with problems are not stored, and each problem is beside its field', async () => {
  const session = newSession(['http://127.0.0.1:1/']);
  const { problems } = await session.rules.store([
    rule({ kind: 'extraction', name: 'Bad Name', by: 'css', expression: 'a[' }),
    rule({ kind: 'search', name: 'same', find: 'a' }),
    rule({ kind: 'segment', name: 'same', by: 'filter', expression: 'status:nonsense' }),
    rule({ kind: 'check', name: 'w', by: 'sql', expression: 'DELETE FROM url' }),
    rule({ kind: 'check', name: 'two', by: 'sql', expression: 'SELECT url FROM urls; SELECT 1' }),
    rule({ kind: 'check', name: 'attach', by: 'sql', expression: `ATTACH 'x' AS x` }),
    rule({ kind: 'check', name: 'pragma', by: 'sql', expression: 'PRAGMA user_version' }),
    rule({ kind: 'check', name: 'nourl', by: 'sql', expression: 'SELECT id FROM urls' }),
    rule({ kind: 'check', name: 'fine', by: 'sql', expression: 'SELECT url, title FROM urls' }),
  ]);
  expect(problems).toMatchObject({
    0: { name: expect.stringContaining('lower-case'), expression: expect.stringContaining('selector') },
    1: { name: 'Another rule is called “same”.' },
    2: { expression: expect.stringContaining('number') },
    3: { expression: expect.stringMatching(/readonly|SELECT/) },
    4: { expression: 'Write one statement only.' },
    5: { expression: 'Only a SELECT that reads is allowed.' },
    6: { expression: 'Only a SELECT that reads is allowed.' },
    7: { expression: 'The statement must return a column “url”. It returns id.' },
  });
  expect(Object.keys(problems)).not.toContain('8');
  expect((await session.rules.view()).rules).toEqual([]);
});

test('rules of a file from elsewhere do not run before the user allows them', async () => {
  const server = await shop();
  const session = newSession([server.url('/')]);
  await session.run();
  await session.rules.store([price]);
  const path = join(tempFolder(), 'foreign.crawl');
  await session.copyTo(path);
  const elsewhere = process.env['CRAWLSCOPE_HOME'];
  try {
    process.env['CRAWLSCOPE_HOME'] = tempFolder();
    const foreign = openSession(path);
    expect((await foreign.rules.view()).rules).toMatchObject([{ isAllowed: false }]);
    await foreign.rules.run();
    expect(await found(foreign, server.url('/a'))).toEqual({ price: 'not-allowed' });
    // A rule that the user adds runs; the one that came with the file still waits.
    await foreign.rules.store([price, sold]);
    await foreign.rules.run();
    expect(await found(foreign, server.url('/b'))).toEqual({ price: 'not-allowed', sold: ['Sold out'] });
    // Nor is it taken for one of the user's where two lists are stored at the same time, one with it and one without.
    await Promise.all([foreign.rules.store([price, sold]), foreign.rules.store([sold])]);
    expect((await foreign.rules.view()).rules.filter(each => each.rule.name === 'price' && each.isAllowed)).toEqual([]);
    // The same rule in a file of rules that the user imports is the user's.
    const file = join(tempFolder(), 'own.json');
    writeFileSync(file, ruleFileText([price]));
    await foreign.close();
    expect((await runInProcess(['rules', 'import', path, file], { engine })).code).toBe(0);
    const mine = openSession(path);
    expect((await mine.rules.view()).rules.find(each => each.rule.name === 'price')).toMatchObject({ isAllowed: true });
    await mine.close();
  } finally {
    if (elsewhere === undefined) delete process.env['CRAWLSCOPE_HOME'];
    else process.env['CRAWLSCOPE_HOME'] = elsewhere;
  }
});

test('the user allows the rules of a file from elsewhere', async () => {
  const server = await shop();
  const session = newSession([server.url('/')]);
  await session.run();
  await session.rules.store([price]);
  const path = join(tempFolder(), 'foreign.crawl');
  await session.copyTo(path);
  const elsewhere = process.env['CRAWLSCOPE_HOME'];
  try {
    process.env['CRAWLSCOPE_HOME'] = tempFolder();
    const foreign = openSession(path);
    foreign.rules.allow();
    await foreign.rules.run();
    expect(await found(foreign, server.url('/a'))).toMatchObject({ price: ['1', '2'] });
    await foreign.close();
  } finally {
    if (elsewhere === undefined) delete process.env['CRAWLSCOPE_HOME'];
    else process.env['CRAWLSCOPE_HOME'] = elsewhere;
  }
});

test('a rule that is too slow costs its own time limit, and the other rules and pages go on', async () => {
  const body = (wanted: object) => rule(wanted) as BodyRule;
  const expression = 'count(//div[count(.//div[count(.//div) > 1]) > 1])';
  const endless = { id: 1, rule: body({ kind: 'extraction', name: 'endless', by: 'xpath', expression }) };
  const quick = { id: 2, rule: body({ kind: 'search', name: 'quick', find: 'x' }) };
  const thread = new RuleThread({ path: '', rules: [endless, quick] });
  const task = { url: 'u', kind: 'html', charset: '', rules: [1, 2] } as const;
  try {
    const [first, second] = await Promise.all([
      thread.run({ ...task, body: Buffer.from(`${'<div>'.repeat(3_000)}x`) }),
      thread.run({ ...task, body: Buffer.from('<p>x') }),
    ]);
    expect(first.find(each => each.rule === 1)?.outcome.state).toBe('too-slow');
    expect(first.find(each => each.rule === 2)?.outcome).toMatchObject({ state: 'done', count: 1 });
    expect(second.find(each => each.rule === 1)?.outcome).toMatchObject({ state: 'done', values: [{ value: '0' }] });
  } finally {
    thread.close();
  }
});
