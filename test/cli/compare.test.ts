import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as engine from '#engine/session/session.ts';
import { site } from '../support/crawling.ts';
import { runInProcess } from '../support/memory-io.ts';
import { tempFolder } from '../support/temp.ts';

const run = (...argv: readonly string[]) => runInProcess(argv, { engine });

async function twoCrawls() {
  const server = await site({
    '/': '<title>Home</title><a href="/a">a</a>',
    '/a': '<title>A</title><main>one two three</main>',
  });
  const folder = tempFolder();
  const [before, after] = [join(folder, 'may.crawl'), join(folder, 'june.crawl')];
  const crawl = async (out: string) =>
    expect(await run('crawl', server.url('/'), '--out', out, '--delay', '0')).toMatchObject({ code: 0 });
  await crawl(before);
  server.set('/a', '<title>A, new</title><main>one two three four</main>');
  await crawl(after);
  return { server, folder, before, after };
}

test('compare counts fields with their whole and lists what differs in every format', async () => {
  const { server, folder, before, after } = await twoCrawls();

  const counts = await run('compare', before, after, '--fields');
  expect(counts.out).toMatch(/Title +1 of 2 pages in both: 1 changed\n/);
  expect(counts.out).toMatch(/Words +1 of 2 pages in both: 1 up, mean /);
  const json = await run('compare', before, after, '--fields', '--json');
  expect(JSON.parse(json.out)).toContainEqual(
    expect.objectContaining({ field: 'title', whole: 'pages', both: 2, differ: 1, changed: 1 }),
  );

  const lines = await run('compare', before, after, '--field', 'title', '--format', 'jsonl');
  expect(JSON.parse(lines.out)).toMatchObject({
    field: 'title',
    url: server.url('/a'),
    before: 'A',
    after: 'A, new',
    way: 'changed',
  });
  const csv = join(folder, 'changes.csv');
  expect(await run('compare', before, after, '--field', 'title,words', '--out', csv)).toMatchObject({ code: 0 });
  expect(readFileSync(csv, 'utf8').trim().split('\r\n')).toHaveLength(3);
  expect((await run('compare', before, after, '--field', 'words', '--way', 'down', '--format', 'jsonl')).out).toBe('');
});

test('compare refuses what it does not know, with the fix', async () => {
  const { folder, before, after } = await twoCrawls();
  expect(await run('compare', before, after, '--field', 'tilte')).toMatchObject({
    code: 2,
    err: expect.stringContaining('title'),
  });
  expect(await run('compare', before, after, '--format', 'csv')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--fields'),
  });
  expect(await run('compare', before, after, '--map-host', 'x')).toMatchObject({
    code: 2,
    err: expect.stringContaining('two parts'),
  });
  expect(await run('compare', before, before)).toMatchObject({ code: 2 });
  const bad = join(folder, 'pairs.csv');
  writeFileSync(bad, 'a\n');
  expect(await run('compare', before, after, '--map-pairs', bad)).toMatchObject({
    code: 2,
    err: expect.stringContaining('line 1'),
  });
});

test('mapping and fields are kept in a file and used again', async () => {
  const { server, folder, before, after } = await twoCrawls();
  const settings = join(folder, 'mapping.json');
  const mapped = await run('compare', before, after, '--map-prefix', `${server.url('/a')}=${server.url('/b')}`, '--field', 'title', '--save-settings', settings, '--test-map'); // biome-ignore format: one call
  expect(mapped.out).toContain('1 of 2 URLs of the first crawl are mapped');
  expect(mapped.out).toContain('1 of 2 are in the second crawl');
  const again = await run('compare', before, after, '--settings', settings, '--test-map', '--json');
  expect(JSON.parse(again.out)).toMatchObject({ mapped: 1, matched: 1, by_rule: [1, 0] });
  expect((await run('compare', before, after, '--settings', settings, '--fields', '--json')).out).toContain('"both":1');
});

test('compare --url shows one page word by word, and says which file lacks it', async () => {
  const { server, before, after } = await twoCrawls();
  const text = await run('compare', before, after, '--url', server.url('/a'));
  expect(text).toMatchObject({ code: 0, out: expect.stringContaining('one two three {+four+}') });
  expect(text.out).toMatch(/Title +“A” → “A, new”/);
  const json = await run('compare', before, after, '--url', server.url('/a'), '--json');
  expect(JSON.parse(json.out)).toMatchObject({ text: { added: 1, removed: 0 }, links: { added_count: 0 } });
  expect(await run('compare', before, after, '--url', server.url('/nowhere'))).toMatchObject({
    code: 2,
    err: expect.stringContaining('is not in the first crawl'),
  });
});
