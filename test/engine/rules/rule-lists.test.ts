import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Session } from '#engine/session/session.ts';
import * as engine from '#engine/session/session.ts';
import type { Rule } from '#shared/model/rules.ts';
import { RuleInput } from '#shared/rules-file.ts';
import { newSession, site } from '../../support/crawling.ts';
import { runInProcess } from '../../support/memory-io.ts';
import { tempFolder } from '../../support/temp.ts';

const rule = (wanted: object): Rule => RuleInput.parse(wanted);
const rules = [
  rule({ kind: 'extraction', name: 'price', by: 'css', expression: '.price' }),
  rule({ kind: 'search', name: 'sale', find: 'sale', where: 'text' }),
  rule({ kind: 'segment', name: 'products', by: 'patterns', expression: '/p/\n/product/' }),
  rule({ kind: 'segment', name: 'cheap', by: 'filter', expression: 'extract.price:5' }),
  rule({ kind: 'segment', name: 'home', by: 'filter', expression: `depth:0 -inurl:o'x` }),
];

async function crawled() {
  const server = await site({
    '/robots.txt': '',
    '/': '<a href=/p/1>1</a><a href=/p/2>2</a><a href=/other>o</a><a href=/gone>g</a>',
    '/p/1': '<p class=price>15</p> Sale! Sale!',
    '/p/2': '<p class=price>9</p>',
    '/other': '<p class=price>25</p> sale',
  });
  const session = newSession([server.url('/')]);
  expect(await session.rules.store(rules)).toEqual({ problems: {} });
  await session.run();
  const path = (url: string) => url.slice(server.origin.length);
  return { server, session, path };
}

async function list(session: Session, filter: string, sort = 'url', descending = false) {
  const view = await session.handlers['urls.view']({ filter, sort, descending });
  expect(view.problem).toBe('');
  return session.handlers['urls.rows']({ view: view.view, from: 0, limit: 100 });
}

test('results are columns that lists filter and sort by, like those of the crawl', async () => {
  const { session, path } = await crawled();
  const paths = async (filter: string, sort?: string, descending?: boolean) =>
    (await list(session, filter, sort, descending)).map(({ url }) => path(url));
  expect(await paths('extract.price:5')).toEqual(['/other', '/p/1']);
  expect(await paths('search.sale:>0')).toEqual(['/other', '/p/1']);
  expect(await paths('search.sale:2')).toEqual(['/p/1']);
  expect(await paths('search.sale:none')).toEqual(['/gone']);
  expect(await paths('extract.price:none')).toEqual(['/']);
  expect(await paths('', 'search.sale', true)).toEqual(['/p/1', '/other', '/p/2', '/', '/gone']);
  expect(await paths('-extract.price:none status:200', 'extract.price')).toEqual(['/p/1', '/other', '/p/2']);
  const [first] = await list(session, 'inurl:/p/1');
  expect(first).toMatchObject({ 'extract.price': '15', 'search.sale': 2, segment: 'products' });
  // A column whose rule is gone sorts by URL.
  await session.rules.store(rules.slice(1, 3));
  expect(await paths('segment:products', 'extract.price')).toEqual(['/p/1', '/p/2']);
});

test('a URL belongs to the first segment that matches, whatever the list', async () => {
  const { session, path } = await crawled();
  const paths = async (filter: string) => (await list(session, filter)).map(({ url }) => path(url));
  expect(await paths('segment:products')).toEqual(['/p/1', '/p/2']);
  expect(await paths('segment:cheap')).toEqual(['/other']);
  expect(await paths('segment:home,cheap')).toEqual(['/', '/other']);
  expect(await paths('segment:none')).toEqual(['/gone']);
  expect(await paths('-segment:products,cheap,home')).toEqual(['/gone']);
  const wrong = await session.handlers['urls.view']({ filter: 'segment:prodcts', sort: 'url', descending: false });
  expect(wrong.problem).toContain('Did you mean “products”?');
  expect(await session.handlers['lookup.interpret']({ text: 'segment:cheap search.sale:0' })).toMatchObject({
    kind: 'filter',
    description: 'Segment cheap, search.sale 0',
  });
});

test('the command line lists, filters and exports them in every format', async () => {
  const { session, server } = await crawled();
  await session.close();
  const run = (...argv: readonly string[]) => runInProcess(argv, { engine });
  const csv = await run(
    'urls',
    session.path,
    '--where',
    'segment:products',
    '--columns',
    'url,extract.price,search.sale,segment',
    '--format',
    'csv',
  );
  expect(csv.out.trim().split(/\r?\n/)).toEqual([
    'url,extract.price,search.sale,segment',
    `${server.origin}/p/1,15,2,products`,
    `${server.origin}/p/2,9,0,products`,
  ]);
  const out = join(tempFolder(), 'all.jsonl');
  expect(await run('urls', session.path, '--columns', 'url,extract.price', '--out', out)).toMatchObject({ code: 0 });
  expect(readFileSync(out, 'utf8')).toContain('"extract.price":"25"');
  for (const ending of ['xlsx', 'parquet'])
    expect(
      await run('urls', session.path, '--columns', 'url,search.sale', '--out', join(tempFolder(), `a.${ending}`)),
    ).toMatchObject({
      code: 0,
      err: expect.stringContaining('5 rows'),
    });
  expect(await run('urls', session.path, '--columns', 'extract.prise')).toMatchObject({
    code: 2,
    err: expect.stringContaining('extract.price'),
  });
});
