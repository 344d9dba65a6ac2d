import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { runInProcess } from '../support/memory-io.ts';
import { tempFolder } from '../support/temp.ts';

let folder = '';
let file = '';
beforeAll(() => {
  folder = tempFolder();
  file = join(folder, 'robots.txt');
  writeFileSync(file, 'User-agent: *\nDisalow: /a\nAllow: /\n\nUser-agent: Googlebot/2.1\nCrawl-delay: 3\nDisallow: /b\n');
});

test('robots parse shows each line beside what the crawler makes of it, and the groups', async () => {
  const { code, out } = await runInProcess(['robots', 'parse', file, '--profile', 'googlebot']);
  expect(code).toBe(0);
  expect(out).toContain('interpreted as Google (google): 5 lines used, 2 of them not as written; 1 ignored');
  expect(out).toMatch(/2 ~ Disalow: \/a +\| Disallow: \/a {3}# This crawler accepts “Disalow”/);
  expect(out).toMatch(/6 x Crawl-delay: 3 +\| No effect: this crawler does not use Crawl-delay\./);
  expect(out).toContain('  Crawl-delay: 3 s   # line 6, read but not used\n');
  expect((await runInProcess(['robots', 'parse', file, '--dialect', 'crawlscope'])).out).toContain(
    '  Crawl-delay: 3 s   # line 6\n',
  );
  expect(out).toContain('group 2 (line 5) <- applies to this robot');
  expect(out).toContain('robot Googlebot: robot name compared: googlebot; own group: line 5');
});

test('robots parse --compare marks the lines another dialect reads differently', async () => {
  const { out } = await runInProcess(['robots', 'parse', file, '--dialect', 'google', '--compare', 'rfc9309']);
  expect(out).toContain('| RFC 9309: Ignored: this crawler does not use the keyword “Disalow”.');
  expect(out).toContain('RFC 9309 interprets 1 line differently.');
});

test('robots parse --json is one document with a sentence for each line', async () => {
  const { out } = await runInProcess([
    'robots',
    'parse',
    file,
    '--dialect',
    'google',
    '--agent',
    'x',
    '--compare',
    'rfc9309',
    '--json',
  ]);
  expect(JSON.parse(out)).toMatchObject({
    dialect: 'google',
    dialect_name: 'Google',
    counts: { used: 3, changed: 2, dropped: 1 },
    robot: { agent: 'x', groups: [0] },
    differences: [{ line: 2 }],
  });
  expect((JSON.parse(out) as { lines: { sentence: string }[] }).lines[1]?.sentence).toContain('Disalow');
});
