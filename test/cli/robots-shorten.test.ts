import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import * as engine from '#engine/session/session.ts';
import { newSession, site } from '../support/crawling.ts';
import { runInProcess } from '../support/memory-io.ts';
import { linksTo, page } from '../support/site.ts';
import { tempFolder } from '../support/temp.ts';

const long =
  '# All robots\nUser-agent: *\nDisallow: /a\nDisallow: /b\nDisallow: /a\n\n\nUser-agent: Slurp\nCrawl-delay: 20\nDisallow: /c\n';
const short = 'User-agent: *\nDisallow: /a\nDisallow: /b\n\nUser-agent: Slurp\nCrawl-delay: 20\nDisallow: /c\n';

let folder = '';
let file = '';
beforeEach(() => {
  folder = tempFolder();
  file = join(folder, 'robots.txt');
  writeFileSync(file, long);
});

const shorten = (...args: readonly string[]) => runInProcess(['robots', 'shorten', ...args], { engine });

test('robots shorten prints the shorter file, and what it did on standard error', async () => {
  const { code, out, err } = await shorten(file);
  expect([code, out]).toEqual([0, short]);
  expect(err).toMatch(/^\d+ bytes became \d+: \d+ saved \(\d+ %\)\.\nTaken out or joined: 1 comment, .*1 duplicate rule\.\n/);
  expect(err).toContain('by RFC 9309 for every URL and robot, by construction');
  expect(err).toMatch(/Compared besides: 28 dialects, \d+ names, \d+ URLs made from the rules: no verdict/);
  expect(readFileSync(file, 'utf8')).toBe(long);
});

test('it writes to --out, never to the input, and gives JSON', async () => {
  const out = join(folder, 'short.txt');
  expect(await shorten(file, '--out', out)).toMatchObject({ code: 0, out: '' });
  expect(readFileSync(out, 'utf8')).toBe(short);
  expect(await shorten(file, '--out', file)).toMatchObject({ code: 2, err: expect.stringContaining('is the input itself') });
  const json = JSON.parse((await shorten(file, '--json')).out) as Record<string, unknown>;
  expect(json).toMatchObject({ before: long.length, after: short.length, text: short, refused: '', compared: { of_crawl: 0 } });
});

test('it compares the URLs of a crawl', async () => {
  const server = await site({ '/': linksTo('/a/1', '/x'), '/x': page() });
  const crawl = join(folder, 'site.crawl');
  const session = newSession([server.url('/')], {}, { path: crawl });
  await session.run();
  await session.close();
  expect((await shorten(file, '--crawl', crawl)).err).toContain('; 3 URLs of the crawl by RFC 9309');
  expect(await shorten(file, '--crawl', crawl, '--origin', 'http://other.test')).toMatchObject({
    code: 2,
    err: expect.stringContaining('no URL of'),
  });
  expect(await shorten(file, '--origin', 'http://other.test')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--crawl'),
  });
});

test('a step that a dialect reads otherwise is left, with the reason; it can be left out of the comparison', async () => {
  writeFileSync(file, 'User-agent: *\nDisallow: /al\nDisallow: /al/b.html\n');
  const { out, err } = await shorten(file);
  expect(out).toContain('/al/b.html');
  expect(err).toMatch(
    /Left as it is, line 3 \(rule that a shorter one covers\): for Heritrix.* it would change its verdict on \/al/,
  );
  expect((await shorten(file, '--except', 'heritrix')).out).toBe('User-agent: *\nDisallow: /al\n');
  expect((await shorten(file, '--except', 'historic')).err).toContain('Heritrix');
  expect(await shorten(file, '--except', 'rfc9309')).toMatchObject({ code: 2 });
  expect(await shorten(file, '--except', 'lynx')).toMatchObject({ code: 2, err: expect.stringContaining('lynx') });
});

test('a file that crawlers read only in part is refused with exit code 1', async () => {
  writeFileSync(file, `User-agent: *\n${Array.from({ length: 40_000 }, (_, at) => `Disallow: /page-${at}.html\n`).join('')}`);
  expect(await shorten(file)).toMatchObject({ code: 1, err: expect.stringContaining('500 KiB') });
});

test('Ctrl+C ends it with exit code 3 and writes nothing', async () => {
  const out = join(folder, 'short.txt');
  const stopped = await runInProcess(['robots', 'shorten', file, '--out', out], { interrupt: press => press() });
  expect(stopped).toMatchObject({ code: 3, out: '', err: expect.stringContaining('Nothing was written') });
  expect(existsSync(out)).toBe(false);
});
