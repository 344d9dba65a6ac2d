import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import * as engine from '#engine/session/session.ts';
import { defaultSettings } from '#shared/model/crawl.ts';
import { runInProcess } from '../support/memory-io.ts';
import { linksTo, robotsFile, startSite } from '../support/site.ts';
import { tempFolder } from '../support/temp.ts';

const robots = 'User-agent: *\nDisallow: /no\nAllow: /no/but\nDisallow: /never\n';
let folder = '';
let crawl = '';
let draft = '';
beforeAll(async () => {
  const server = await startSite({
    '/robots.txt': robotsFile(robots),
    '/': linksTo('/hub', '/no', '/no/but', '/no/x'),
    '/hub': linksTo('/deep'),
    '/deep': 'End',
    '/no/but': 'Allowed',
  });
  folder = tempFolder();
  crawl = join(folder, 'site.crawl');
  draft = join(folder, 'draft.txt');
  writeFileSync(draft, 'User-agent: *\nDisallow: /no/\nAllow: /no/but\nDisallow: /hub\n');
  const session = engine.createSession(crawl, { ...defaultSettings, delayMs: 0, sitemaps: false, seeds: [server.url('/')] });
  await session.run();
  await session.close();
  await server.close();
});

const run = (...argv: string[]) => runInProcess(argv, { engine });

describe('robots coverage', () => {
  test('says on one screen what each line does', async () => {
    const { code, out, err } = await run('robots', 'coverage', crawl);
    expect([code, err]).toEqual([0, '']);
    expect(out.split('\n').slice(0, 8)).toEqual([
      expect.stringMatching(
        /^http:\/\/127\.0\.0\.1:\d+\/robots\.txt, version 1 \(status 200\), interpreted for crawlscope \(Crawlscope; dialect crawlscope\)$/,
      ),
      '6 URLs: 3 decided by a line, 3 by none',
      '',
      '  line  rule              decides  loses',
      '     2  Disallow: /no           2      1  2 blocked',
      '     3  Allow: /no/but          1      0  1 allowed',
      '     4  Disallow: /never        0      0  matches nothing',
      '',
    ]);
    expect(out).toContain('1 line decides nothing and matches nothing.');
  });

  test('--json is one complete document', async () => {
    const { out } = await run('robots', 'coverage', crawl, '--json', '--profile', 'googlebot');
    const document = JSON.parse(out) as { total: number; no_rule: number; lines: { decides: number }[] };
    expect(document).toMatchObject({ profile: 'googlebot', dialect: 'google', version: 1, total: 6, no_rule: 3 });
    expect(document.lines[0]).toEqual({
      line: 2,
      decides: 2,
      allows: 0,
      blocks: 2,
      undecided: 0,
      loses: 1,
      rule: 'Disallow: /no',
    });
    expect(document.lines.reduce((sum, each) => sum + each.decides, document.no_rule)).toBe(document.total);
  });
});

describe('robots whatif', () => {
  test('says on one screen what a draft changes, by which edit, and what is no longer found', async () => {
    const { code, out } = await run('robots', 'whatif', crawl, '--robots', draft);
    expect(code).toBe(0);
    expect(out).toMatch(/newly blocked +1 {2}1 inlink, 0 in sitemaps/);
    expect(out).toMatch(/newly allowed +1 {2}/);
    expect(out).toMatch(/same verdict, another line +1\n/);
    expect(out).toMatch(/unchanged +3\n/);
    expect(out).toContain('1 URL that crawlers may fetch would not be found any more');
    expect(out).toContain('line 2 “Disallow: /no” changed to line 2 “Disallow: /no/”');
    expect(out.split('\n').length).toBeLessThan(26);
  });

  test('--json lists every URL that changes, with its lines and cause', async () => {
    const { out } = await run('robots', 'whatif', crawl, '--robots', draft, '--json');
    const document = JSON.parse(out) as { newly_blocked: { url: string }[]; lost_discovery: { lost: string[] } };
    expect(document).toMatchObject({ counts: { newly_blocked: 1, newly_allowed: 1, other_line: 1, unchanged: 3 } });
    expect(document.newly_blocked).toEqual([
      expect.objectContaining({ url: expect.stringMatching(/\/hub$/), old_line: 0, new_line: 4 }),
    ]);
    expect(document.lost_discovery.lost).toEqual([expect.stringMatching(/\/deep$/)]);
  });

  test('a draft that changes nothing exits 0 and says so', async () => {
    writeFileSync(`${draft}.same`, `# same\n${robots}`);
    const { code, out } = await run('robots', 'whatif', crawl, '--robots', `${draft}.same`);
    expect([code, /unchanged +6\n/.test(out)]).toEqual([0, true]);
  });

  test.each([
    [['--robots', 'no-such-draft.txt'], 'no such file'],
    [[], '--robots DRAFT is needed'],
    [['--robots', 'LICENSE', '--profile', 'nobody'], 'nobody'],
    [['--robots', 'LICENSE', '--version', 'x'], '--version'],
    [['--robots', 'LICENSE', '--version', '7'], 'has no version 7'],
    [['--robots', 'LICENSE', '--origin', 'https://other.test'], 'https://other.test is not in this crawl'],
  ])('%j is refused with exit code 2', async (options, part) => {
    const { code, out, err } = await run('robots', 'whatif', crawl, ...options);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(part);
  });
});

describe('robots fix', () => {
  test('prints the edit as a diff with its proof', async () => {
    const { code, out, err } = await run('robots', 'fix', crawl, '--free', '/no/x');
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('+Allow: /no/x');
    expect(out).toContain('It changes the verdict of 1 of 1 chosen URLs and of 0 of 5 others. 6 URLs were checked with it.');
    const json = JSON.parse((await run('robots', 'fix', crawl, '--block', '--where', 'inurl:/hub', '--json')).out);
    expect(json).toMatchObject({ goal: 'block', outcome: 'exact', chosen: 1 });
  });

  test('chosen URLs that are as wanted already are counted', async () => {
    const { out } = await run('robots', 'fix', crawl, '--free', '/no/x', '/', '/hub');
    expect(out).toContain('It changes the verdict of 1 of 1 chosen URLs ');
    expect(out).toContain(' 2 of the chosen are allowed already and count among the others.');
  });

  test('ends with 1 when no edit is exact, and says what else would flip', async () => {
    const { code, out } = await run('robots', 'fix', crawl, '--block', '/', '--profile', 'scooter');
    expect(code).toBe(1);
    expect(out).toContain('The closest edit. It also changes other URLs, or misses some:');
    expect(out).toMatch(/Other URLs whose verdict this edit would change:\n {2}http:\/\/127/);
  });

  test('a filter that finds nothing is refused with one sentence and exit code 2', async () => {
    const { code, out, err } = await run('robots', 'fix', crawl, '--free', '--where', 'inurl:nowhere-at-all');
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('no URL of this crawl matches “inurl:nowhere-at-all”');
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  test('wants one goal, and URLs or a filter', async () => {
    for (const argv of [[], ['--free'], ['--free', '--block', '/no'], ['--free', '--where', 'x', '/no']])
      expect((await run('robots', 'fix', crawl, ...argv)).code, argv.join(' ')).toBe(2);
  });
});
