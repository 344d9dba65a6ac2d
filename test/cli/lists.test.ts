import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { noSitemapCounts } from '#shared/explain/sitemap-counts.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import { crawlStatus, fakeEngine, urlRow } from '../support/fake-session.ts';
import { runInProcess } from '../support/memory-io.ts';
import { tempFolder } from '../support/temp.ts';

let folder = '';
let crawl = '';
beforeEach(() => {
  folder = tempFolder();
  crawl = join(folder, 'site.crawl');
  writeFileSync(crawl, '');
});

test('urls prints the first twelve columns by default, keys in snake_case', async () => {
  const { engine, calls } = fakeEngine();
  const { code, out } = await runInProcess(['urls', crawl, '--where', 'status:200', '--format', 'jsonl'], { engine });
  expect(code).toBe(0);
  expect(out).toBe(
    '{"url":"https://example.com/","status":200,"content_type":"text/html","depth":0,"state":"done","reason":"fetched","may_fetch":"yes","may_list":"yes","links_followed":"yes","inlinks":2,"outlinks":3,"title":"=Start"}\n',
  );
  expect(calls).toEqual([`open ${crawl}`, 'urls status:200', 'close']);
});

test('urls prints the columns asked for, in that order; times are ISO 8601', async () => {
  const { engine } = fakeEngine();
  const { out } = await runInProcess(['urls', crawl, '--columns', 'fetched_at,title,url', '--format', 'csv'], { engine });
  expect(out).toBe("fetched_at,title,url\r\n2026-11-21T05:46:03.000Z,'=Start,https://example.com/\r\n");
});

test('--limit ends the list, 0 leaves the header', async () => {
  const rows = [1, 2, 3].map(id => urlRow({ id, url: `https://example.com/${id}` }));
  const list = async (limit: string) =>
    (await runInProcess(['urls', crawl, '--columns', 'url', '--format', 'csv', '--limit', limit], fakeEngine({ rows }))).out;
  expect(await list('2')).toBe('url\r\nhttps://example.com/1\r\nhttps://example.com/2\r\n');
  expect(await list('0')).toBe('url\r\n');
});

test('--out chooses the format by the ending and leaves no partial file', async () => {
  const { engine } = fakeEngine();
  const out = join(folder, 'urls.xlsx');
  const ran = await runInProcess(['urls', crawl, '--out', out], { engine });
  expect(ran).toEqual({ code: 0, out: '', err: `Wrote ${out}: 1 row.\n` });
  expect(readFileSync(out).subarray(0, 2).toString()).toBe('PK');
  expect(readdirSync(folder).sort()).toEqual(['site.crawl', 'urls.xlsx']);
});

test('a list that fails half way keeps the old file and closes the crawl', async () => {
  function* failing() {
    yield urlRow();
    throw new RpcError('unavailable', 'the disk is gone.');
  }
  const out = join(folder, 'urls.csv');
  writeFileSync(out, 'old');
  const { engine, calls } = fakeEngine({ rows: { [Symbol.iterator]: failing } as never });
  expect(await runInProcess(['urls', crawl, '--out', out, '--force'], { engine })).toMatchObject({
    code: 3,
    err: 'crawlscope: the disk is gone.\n',
  });
  expect(readFileSync(out, 'utf8')).toBe('old');
  expect(existsSync(`${out}.part`)).toBe(false);
  expect(calls.at(-1)).toBe('close');
});

test('--out never overwrites the crawl itself', async () => {
  const { engine } = fakeEngine();
  expect(
    await runInProcess(['urls', crawl, '--format', 'csv', '--out', join(folder, '.', 'site.crawl')], { engine }),
  ).toMatchObject({ code: 2 });
});

test('xlsx does not go to a terminal', async () => {
  const { engine } = fakeEngine();
  expect(await runInProcess(['urls', crawl, '--format', 'xlsx'], { engine, terminal: 80 })).toMatchObject({ code: 2, out: '' });
});

test('links resolves paths against the seed', async () => {
  const { engine, calls } = fakeEngine({ status: crawlStatus() });
  const { code } = await runInProcess(['links', crawl, '--to', '/old', '--format', 'csv'], { engine });
  expect(code).toBe(0);
  expect(calls).toContain('links  https://example.com/old');
});

test('sql keeps columns of the same name apart and prints bytes in hexadecimal', async () => {
  const { engine } = fakeEngine();
  expect((await runInProcess(['sql', crawl, 'select 1', '--format', 'jsonl'], { engine })).out).toBe('{"n":1,"n_2":"ff"}\n');
});

test('sitemaps name their parent and count their problems', async () => {
  const row = {
    url: 'https://e.com/s.xml',
    source: 'robots.txt',
    kind: 'urlset',
    state: 'read',
    entries: 5,
    urls: 5,
    ...noSitemapCounts,
    fetched: 4,
    blocked: 1,
    detail: '',
  };
  const sitemapRows = [
    { ...row, id: 1, parent: null, problems: [] },
    { ...row, id: 2, parent: 1, problems: [{ code: 'bad-loc', line: 7, detail: 'x' }] },
  ];
  const { engine } = fakeEngine({ sitemapRows });
  const lines = (await runInProcess(['sitemaps', crawl, '--format', 'jsonl'], { engine })).out.trim().split('\n');
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({
    parent: 'https://e.com/s.xml',
    problems: 1,
    problem_details: 'bad-loc (line 7): x',
    not_linked: 0,
  });
});
