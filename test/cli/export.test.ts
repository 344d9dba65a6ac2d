import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import * as engine from '#engine/session/session.ts';
import { exportPresets } from '#shared/model/export-presets.ts';
import { newSession, site } from '../support/crawling.ts';
import { runInProcess } from '../support/memory-io.ts';
import { linksTo } from '../support/site.ts';
import { tempFolder } from '../support/temp.ts';

let folder = '';
beforeEach(() => {
  folder = tempFolder();
});

async function crawled(): Promise<{ path: string; origin: string }> {
  const { origin } = await site({ '/': linksTo('/a', '/gone'), '/a': linksTo('/gone') });
  const session = newSession([`${origin}/`]);
  await session.run();
  await session.close();
  return { path: session.path, origin };
}

test('--list has every export with its columns, and needs no file', async () => {
  const { code, out } = await runInProcess(['export', '--list', '--format', 'jsonl']);
  expect(code).toBe(0);
  const listed = out
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as { id: string; columns: string });
  expect(listed.map(({ id }) => id)).toEqual(exportPresets.map(({ id }) => id));
  expect(listed.find(({ id }) => id === 'links-to-4xx')?.columns).toBe('from,to,kind,rel,text,status,reason,seq,start,end');
});

test('an export is written to a file, and what was written is said', async () => {
  const { path, origin } = await crawled();
  const out = join(folder, 'broken.csv');
  const ran = await runInProcess(['export', path, '--preset', 'links-to-4xx', '--out', out], { engine });
  expect(ran).toMatchObject({ code: 0, out: '', err: `Wrote ${out}: 2 rows.\n` });
  const [header, ...lines] = readFileSync(out, 'utf8').trim().split('\r\n');
  expect(header).toBe('from,to,kind,rel,text,status,reason,seq,start,end');
  expect(lines.map(line => line.split(',').slice(0, 2))).toEqual([
    [`${origin}/`, `${origin}/gone`],
    [`${origin}/a`, `${origin}/gone`],
  ]);
});

test('--limit and standard output work as in every list', async () => {
  const { path } = await crawled();
  const { out } = await runInProcess(['export', path, '--preset', 'all-links', '--format', 'jsonl', '--limit', '1'], { engine });
  expect(out.trim().split('\n')).toHaveLength(1);
});

test.each([
  [['export', 'x.crawl'], '--preset is missing. Exports: links-to-4xx'],
  [
    ['export', 'x.crawl', '--preset', 'links-to-4x'],
    'there is no export “links-to-4x”. Did you mean “links-to-4xx” or “links-to-5xx”? Exports: ',
  ],
  [['export', '--preset', 'images'], 'it needs F.crawl'],
  [['export', 'x.crawl', '--list'], '--list takes no file'],
])('what is missing or wrong is one line: %j', async (args, words) => {
  writeFileSync(join(folder, 'x.crawl'), '');
  const { code, err } = await runInProcess(args, { engine });
  expect(code).toBe(2);
  expect(err).toContain(words);
  expect(err.trim().split('\n')).toHaveLength(1);
});

test('parquet does not go to a terminal, and the ending of the file chooses it', async () => {
  const { path } = await crawled();
  const args = ['export', path, '--preset', 'all-links'];
  expect(await runInProcess([...args, '--format', 'parquet'], { engine, terminal: 80 })).toMatchObject({ code: 2, out: '' });
  const out = join(folder, 'links.parquet');
  expect(await runInProcess([...args, '--out', out], { engine })).toMatchObject({
    code: 0,
    err: `Wrote ${out}: 3 rows.\n`,
  });
  expect(readFileSync(out).subarray(0, 4).toString()).toBe('PAR1');
});
