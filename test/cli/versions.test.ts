import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import * as engine from '#engine/session/session.ts';
import { defaultSettings } from '#shared/model/crawl.ts';
import { runInProcess } from '../support/memory-io.ts';
import { linksTo, robotsFile, startSite } from '../support/site.ts';
import { tempFolder } from '../support/temp.ts';

let folder = '';
let [first, second] = ['', ''];
let origin = '';
beforeAll(async () => {
  const server = await startSite({
    '/robots.txt': robotsFile('User-agent: *\nDisallow: /b\n'),
    '/': linksTo('/a', '/b'),
    '/a': 'A page',
  });
  origin = server.origin;
  folder = tempFolder();
  [first, second] = [join(folder, 'first.crawl'), join(folder, 'second.crawl')];
  const history = join(folder, 'history');
  mkdirSync(history);
  writeFileSync(join(history, '2024-05-12.txt'), 'User-agent: *\nDisallow: /a\n');
  for (const path of [first, second]) {
    const session = engine.createSession(path, { ...defaultSettings, delayMs: 0, sitemaps: false, seeds: [server.url('/')] });
    await session.run();
    if (path === first) session.importRobots(history, origin);
    await session.close();
    server.set('/robots.txt', robotsFile('User-agent: *\nDisallow: /b\nDisallow: /a\n'));
  }
  await server.close();
});

const run = (...argv: string[]) => runInProcess(argv, { engine });

describe('robots versions', () => {
  test('lists versions, oldest first, with what each changed', async () => {
    const { code, out, err } = await run('robots', 'versions', first);
    expect([code, err]).toEqual([0, '']);
    const lines = out.split('\n');
    expect(lines[0]).toBe(`${origin}/robots.txt, 2 versions, interpreted for crawlscope; verdicts on 3 URLs`);
    expect(lines[2]).toMatch(/^ {2}v1 +12 May 2024 +import +200 +27 B +1$/);
    expect(lines[3]).toMatch(/^ {2}v2\* +\d.* +crawl +200 +27 B +\+1 −1 +1 +\+1 +\+1$/);
  });

  test.each([['coverage'], ['whatif'], ['fix'], ['lint']])('robots %s takes the same numbers with --version', async command => {
    const more = { whatif: ['--robots', 'LICENSE'], fix: ['--free', '/a'] }[command] ?? [];
    const { out } = await run('robots', command, first, ...more, '--version', '1', '--json');
    expect(out).toMatch(/"version": 1\b/);
    if (command === 'coverage') expect(out).toContain('Disallow: /a');
    if (command === 'fix') expect(out).toContain('"outcome": "exact"');
  });

  test('says since when a URL is blocked, and what each version says of it', async () => {
    const { out } = await run('robots', 'versions', first, '--url', `${origin}/b/new`);
    expect(out).toMatch(
      /\/b\/new \(not in this crawl\), interpreted for crawlscope\nBlocked since version 2 \(.*\) by line 2 “Disallow: \/b”; allowed before\.\n/,
    );
    expect(out).toMatch(/v1 +12 May 2024 +allowed +no rule matches\n/);
  });

  test('a path belongs to the site that is asked about', async () => {
    const whole = await run('robots', 'versions', first, '--url', `${origin}/b/new`);
    expect(await run('robots', 'versions', first, '--url', '/b/new')).toEqual(whole);
    expect(await run('robots', 'versions', first, '--origin', origin, '--url', '/b/new')).toEqual(whole);
  });

  test('--json is one complete document', async () => {
    const { out } = await run('robots', 'versions', first, '--url', `${origin}/a`, '--profile', 'googlebot', '--json');
    expect(JSON.parse(out)).toMatchObject({
      profile: 'googlebot',
      counted: 3,
      versions: [
        { number: 1, source: 'import' },
        { number: 2, lines: { added: 1, removed: 1 }, verdicts: { newly_blocked: 1 } },
      ],
      blame: { since: 2, line: 0, runs: [{ allowed: false, rule: 'Disallow: /a' }, { allowed: true }] },
    });
  });
});

describe('compare', () => {
  test('names the line that was added and counts what it flipped', async () => {
    const { code, out, err } = await run('compare', first, second);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('first.crawl (3 URLs) compared with second.crawl (3): 3 in both\n1 URL flipped, by 1 change:\n');
    expect(out).toContain(`1  robots.txt of ${origin}: line 3 “Disallow: /a” added\n`);
    expect(out).toContain(
      `may fetch 1, may list 1, links followed 1, status class 1; Fetched → Blocked by robots.txt, as ${origin}/a\n`,
    );
  });

  test('--json is one complete document', async () => {
    const { out } = await run('compare', first, second, '--json');
    expect(JSON.parse(out)).toMatchObject({
      both: 3,
      flipped: 1,
      groups: [{ kind: 'robots', edit: 'added', new_line: 3, urls: 1 }],
    });
  });

  test('a file that is none is refused with exit code 2', async () => {
    expect(await run('compare', first, join(folder, 'none.crawl'))).toMatchObject({ code: 2, out: '' });
  });
});

describe('robots import', () => {
  test('counts the files it left out, and says of each why', async () => {
    const more = join(folder, 'more');
    mkdirSync(more);
    writeFileSync(join(more, '2023-01-01.json'), '{"status": 404}');
    writeFileSync(join(more, '2023-01-08.json'), '{"error_msg": "HTML response", "status_code": 200}');
    expect(await run('robots', 'import', second, more)).toEqual({
      code: 0,
      err: '',
      out: `1 version of ${origin}/robots.txt added.\n1 skipped:\n  2023-01-08.json: status 200 without its text (HTML response), so its rules are unknown\n`,
    });
  });

  test('a version whose answer was no file has no text; the next text is compared with the last one', async () => {
    const more = join(folder, 'failed');
    mkdirSync(more);
    writeFileSync(join(more, '2024-06-01.json'), '{"status": 404}');
    await run('robots', 'import', first, more);
    const lines = (await run('robots', 'versions', first)).out.split('\n');
    expect(lines[3]).toMatch(/^ {2}v2 +1 Jun 2024 +import +404 +no text +0 +\+1$/);
    const coverage = await run('robots', 'coverage', first, '--version', '2');
    expect(coverage.out.split('\n').slice(1)).toEqual(['3 URLs; no lines: the response itself decides, all 3 allowed', '']);
    expect(lines[4]).toMatch(/^ {2}v3\* .* 27 B +\+1 −1 against v1 +1 +\+1$/);
  });
});
