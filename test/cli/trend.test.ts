import { execFileSync } from 'node:child_process';
import { copyFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { trendOfFiles } from '#engine/compare/trend-files.ts';
import * as engine from '#engine/session/session.ts';
import { newSession, site } from '../support/crawling.ts';
import { runInProcess } from '../support/memory-io.ts';
import { tempFolder } from '../support/temp.ts';

const run = (...argv: readonly string[]) => runInProcess(argv, { engine });
const page = (title: string, body = ''): string =>
  `<!doctype html><html lang=en><head>${title}</head><body>${body}</body></html>`;

/** Three crawls: /a loses its title in the second; in the third it has one, and /b is gone. */
async function threeCrawls() {
  const links = '<a href=/a>a</a><a href=/b>b</a>';
  const server = await site({ '/': page('<title>Home</title>', links), '/a': page('<title>A</title>'), '/b': page('') });
  const folder = tempFolder();
  const files = ['one', 'two', 'three'].map(name => join(folder, `${name}.crawl`));
  const changes = [() => server.set('/a', page('')), () => server.set('/a', page('<title>A</title>')), () => undefined];
  for (const [at, file] of files.entries()) {
    expect(await run('crawl', server.url('/'), '--out', file, '--delay', '0')).toMatchObject({ code: 0 });
    changes[at]?.();
    if (at === 1) server.set('/', page('<title>Home</title>', '<a href=/a>a</a>'));
  }
  return { folder, files };
}

test('trend orders crawls by date, and says what is new, persisting, fixed and gone of each check', async () => {
  const { folder, files } = await threeCrawls();
  const [one = '', two = '', three = ''] = files;
  const json = await run('trend', three, one, two, '--check', 'title.missing', '--json');
  const found = JSON.parse(json.out);
  expect(found.crawls.map(({ file }: { file: string }) => file)).toEqual(['one', 'two', 'three']);
  expect(found.crawls.map(({ numbers }: { numbers: { pages: number } }) => numbers.pages)).toEqual([3, 3, 2]);
  expect(found.checks).toHaveLength(1);
  expect(found.checks[0].points).toEqual([
    { hits: 1, checked: 3, new: null, persisting: null, fixed: null, gone: null },
    { hits: 2, checked: 3, new: 1, persisting: 1, fixed: 0, gone: 0 },
    { hits: 0, checked: 2, new: 0, persisting: 0, fixed: 1, gone: 1 },
  ]);
  const csv = join(folder, 'checks.csv');
  expect(await run('trend', ...files, '--check', 'title.missing', '--checks', '--out', csv)).toMatchObject({ code: 0 });
  const table = await run('trend', ...files, '--no-audit');
  expect(table.out).toMatch(/Pages \(HTML, 2xx\) +3 +3 +2\n/);
  const copy = join(folder, 'copy.crawl');
  copyFileSync(one, copy);
  const whole = await run('trend', one, copy);
  expect(whole.out).toMatch(/Health score +\d/);
  // Two crawls with the same content: no check moved.
  expect(whole.out).not.toContain('moved');
});

test('trend refuses what it cannot read, by name', async () => {
  const { files } = await threeCrawls();
  const [one = ''] = files;
  expect(await run('trend', one, 'nowhere.crawl')).toMatchObject({ code: 2, err: expect.stringContaining('nowhere.crawl') });
  expect(await run('trend', one, one, '--check', 'title.mising')).toMatchObject({
    code: 2,
    err: expect.stringContaining('title.missing'),
  });
  expect(await run('trend', one, one, '--no-audit', '--checks')).toMatchObject({ code: 2 });
});

test('of a folder, crawls of other sites are left out by name; www makes no other site', async () => {
  const { files } = await threeCrawls();
  const other = join(tempFolder(), 'other.crawl');
  const session = newSession(['http://other.test/'], {}, { path: other });
  await session.close();
  const broken = join(tempFolder(), 'broken.crawl');
  writeFileSync(broken, 'no crawl');
  const found = await trendOfFiles([...files, other, broken], { checks: [], siteOf: files[0] ?? null, report: () => 'go-on' });
  expect(found?.crawls).toHaveLength(3);
  expect(found?.leftOut).toEqual([
    { file: 'other', why: 'other-site' },
    { file: 'broken', why: 'unreadable' },
  ]);
  const twin = newSession(['https://www.other.test/shop']);
  await twin.close();
  const both = await trendOfFiles([other, twin.path], { checks: [], siteOf: other, report: () => 'go-on' });
  expect([both?.crawls.length, both?.leftOut]).toEqual([2, []]);
});

test('a folder gives the crawls of its site by date; several sites ask for one', async () => {
  const { folder, files } = await threeCrawls();
  writeFileSync(join(folder, 'broken.crawl'), 'no crawl');
  writeFileSync(join(folder, 'notes.txt'), 'not looked at');
  const whole = await run('trend', folder, '--no-audit', '--json');
  expect(whole).toMatchObject({ code: 0, err: 'Left out, cannot be read: broken.\n' });
  expect(JSON.parse(whole.out).crawls.map(({ file }: { file: string }) => file)).toEqual(['one', 'two', 'three']);

  const session = newSession(['http://www.other.test/'], {}, { path: join(folder, 'other.crawl') });
  await session.close();
  const asked = await run('trend', folder, '--no-audit');
  expect(asked).toMatchObject({ code: 2, out: '', err: expect.stringContaining('127.0.0.1 (3), other.test (1)') });
  expect(asked.err).toContain('--site 127.0.0.1');
  const chosen = await run('trend', folder, '--site', '127.0.0.1', '--no-audit');
  expect(chosen).toMatchObject({ code: 0, err: expect.stringContaining('Left out, of another site: other.') });
  expect(chosen.out).toMatch(/^ +one +two +three\n/);
  const beside = await run('trend', files[0] ?? '', folder, '--no-audit');
  expect(beside).toMatchObject({ code: 0, out: chosen.out });
  const single = await run('trend', folder, '--site', 'WWW.other.test', '--no-audit');
  expect(single).toMatchObject({ code: 2, out: '', err: expect.stringContaining('1 crawl of this site, and a trend needs two') });
});

test('while the files of a folder are looked at, a terminal says how far it is, and Ctrl+C ends it', async () => {
  const { folder } = await threeCrawls();
  const told = await runInProcess(['trend', folder, '--no-audit'], { engine, terminal: 80 });
  expect(told).toMatchObject({ code: 0, err: expect.stringContaining('File 1 of 3') });
  const ended = await runInProcess(['trend', folder, '--no-audit'], { engine, interrupt: press => press() });
  expect(ended).toMatchObject({ code: 3, out: '' });
});

test('a folder without crawls, one file, and --site without a folder are refused', async () => {
  const { files } = await threeCrawls();
  const [one = ''] = files;
  expect(await run('trend', tempFolder())).toMatchObject({ code: 2, err: expect.stringContaining('no .crawl file') });
  expect(await run('trend', one)).toMatchObject({ code: 2, err: expect.stringContaining('two crawl files') });
  expect(await run('trend', one, one, '--site', 'a.test')).toMatchObject({ code: 2, err: expect.stringContaining('--site') });
});

test.skipIf(process.platform === 'win32')(
  'what lies in a folder under the name of a crawl holds up nothing, and its name does not reach the terminal raw',
  async () => {
    const { folder } = await threeCrawls();
    symlinkSync(join(folder, 'nowhere'), join(folder, 'dangling.crawl'));
    execFileSync('mkfifo', [join(folder, 'pipe.crawl')]);
    writeFileSync(join(folder, 'red\u001b[31m.crawl'), 'no crawl');
    const found = await run('trend', folder, '--site', 'http://127.0.0.1:80/', '--no-audit', '--json');
    expect(found).toMatchObject({ code: 0, err: 'Left out, cannot be read: dangling, pipe, red\ufffd[31m.\n' });
    expect(JSON.parse(found.out).crawls).toHaveLength(3);
  },
);
