import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as engine from '#engine/session/session.ts';
import { site } from '../support/crawling.ts';
import { runInProcess } from '../support/memory-io.ts';
import { tempFolder } from '../support/temp.ts';

const run = (...argv: readonly string[]) => runInProcess(argv, { engine });

const rules = {
  crawlscope: 'rules',
  version: 1,
  rules: [
    { kind: 'extraction', name: 'price', by: 'css', expression: '.price' },
    { kind: 'search', name: 'sold', find: 'sold out', where: 'text' },
  ],
};

async function shop() {
  const server = await site({
    '/robots.txt': '',
    '/': '<title>Start</title><a href=/a>a</a><a href=/b>b</a>',
    '/a': '<title>A</title><p class=price>1</p><p class=price>2</p>',
    '/b': '<title>B</title><p>Sold out</p>',
  });
  const folder = tempFolder();
  const file = join(folder, 'rules.json');
  writeFileSync(file, JSON.stringify(rules));
  return { server, folder, file, crawl: join(folder, 's.crawl') };
}

it('rules given to a crawl run while it crawls, and leave it as the same file', async () => {
  const { server, folder, file, crawl } = await shop();
  expect(await run('crawl', server.url('/'), '--out', crawl, '--delay', '0', '--rules', file)).toMatchObject({ code: 0 });
  const list = await run('rules', 'list', crawl, '--json');
  expect(JSON.parse(list.out)).toMatchObject([
    { kind: 'extraction', name: 'price', pages: 3, found: 1, waiting: 0, body_not_stored: 0 },
    { kind: 'search', name: 'sold', pages: 3, found: 1 },
  ]);
  const copy = join(folder, 'copy.json');
  expect(await run('rules', 'export', crawl, '--out', copy)).toMatchObject({ code: 0 });
  expect(JSON.parse(readFileSync(copy, 'utf8'))).toMatchObject(rules);
  expect(await run('rules', 'import', crawl, copy)).toMatchObject({ code: 0, out: `${crawl} has 2 rules.\n` });
  expect(JSON.parse((await run('rules', 'list', crawl, '--json')).out)).toMatchObject([{ pages: 3 }, { pages: 3 }]);
  expect(await run('rules', 'remove', crawl, 'price')).toMatchObject({ code: 0 });
  expect(await run('rules', 'remove', crawl, 'sld')).toMatchObject({ code: 2, err: expect.stringContaining('“sold”') });
});

it('rules run looks at stored pages, and rules test tries a file of rules on one of them', async () => {
  const { server, file, crawl } = await shop();
  await run('crawl', server.url('/'), '--out', crawl, '--delay', '0');
  const tested = await run('rules', 'test', crawl, server.url('/a'), '--rules', file, '--format', 'csv');
  expect(tested.out.split(/\r?\n/).slice(0, 4)).toEqual([
    'rule,value,start,end,note',
    'price,1,16,36,',
    'price,2,36,56,',
    'sold,,,,nothing found',
  ]);
  // An address as people type it; another page than those of the crawl.
  const typed = server.url('/a').replace('http://127.0.0.1', ' 127.0.0.1');
  expect((await run('rules', 'test', crawl, typed, '--rules', file, '--format', 'csv')).out).toBe(tested.out);
  const unknown = await run('rules', 'test', crawl, server.url('/nowhere'), '--rules', file, '--format', 'csv');
  expect(unknown.out).toContain('price,,,,The crawl has no such URL.');
  expect(await run('rules', 'run', crawl)).toMatchObject({ code: 2, err: expect.stringContaining('has no rules') });
  await run('rules', 'import', crawl, file);
  const done = await run('rules', 'run', crawl, '--json');
  expect(JSON.parse(done.out)).toMatchObject({ state: 'done', pages: 3 });
});

it('bad input is refused with one line, and nothing is stored', async () => {
  const { server, folder, crawl } = await shop();
  const bad = (name: string, value: unknown): string => {
    const path = join(folder, name);
    writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
    return path;
  };
  const noJson = bad('a.json', '{');
  const noRules = bad('b.json', { crawlscope: 'rules', version: 2, rules: [] });
  const wrong = bad('c.json', { ...rules, rules: [{ kind: 'extraction', name: 'x', by: 'css', expression: 'a[' }] });
  for (const [file, words] of [
    [noJson, 'not valid JSON'],
    [noRules, 'at version'],
    [wrong, 'x, expression: The selector cannot be used'],
  ] as const)
    expect(await run('crawl', server.url('/'), '--out', crawl, '--rules', file)).toMatchObject({
      code: 2,
      err: expect.stringContaining(words),
    });
  expect(server.log).toEqual([]);
});
