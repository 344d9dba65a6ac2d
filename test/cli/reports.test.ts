import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, test } from 'vitest';
import * as engine from '#engine/session/session.ts';
import { defaultSettings } from '#shared/model/crawl.ts';
import { runInProcess } from '../support/memory-io.ts';
import { robotsFile, startSite } from '../support/site.ts';
import { tempFolder } from '../support/temp.ts';
import { wholeFetches } from '../support/whole-rows.ts';

const robots = 'User-agent: *\nDisallow: /no\nAllow: /no/but\nCrawl-delay: 0.06\nDisallow: /nothing/\n';
const hostile = '</title><script>alert(1)</script>\u202etitle';
let folder = '';
let crawl = '';
let origin = '';
beforeAll(async () => {
  const server = await startSite({
    '/robots.txt': robotsFile(robots),
    '/': `<title>${hostile.replace('</title>', '&lt;/title&gt;').replaceAll('<', '&lt;')}</title><a href="/no/x">a</a><a href="/no/but">b</a><a href="/busy">c</a><a href="/moved">d</a>`,
    '/no/but': { headers: { 'content-type': 'text/html', 'x-robots-tag': 'noindex, <b>nofollow</b>' }, body: 'Allowed' },
    '/busy': ({ count }) => (count === 1 ? { status: 503, headers: { 'retry-after': '1' }, body: 'later' } : 'now'),
    '/moved': { status: 301, headers: { location: '/no/but' }, body: '' },
  });
  origin = server.origin;
  folder = tempFolder();
  crawl = join(folder, 'site.crawl');
  const session = engine.createSession(crawl, {
    ...defaultSettings,
    delayMs: 20,
    maxAttempts: 3,
    sitemaps: false,
    seeds: [server.url('/')],
  });
  await session.run();
  await session.close();
  await server.close();
});

const run = (...argv: string[]) => runInProcess(argv, { engine });
const report = async (...argv: string[]) => {
  const { code, out, err } = await run('report', ...argv, '--no-time');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out;
};
const scripts = /<script|<img|<b>|onerror=/i;

describe('report url', () => {
  test('a blocked URL: the deciding line with its neighbours, rules that lost, hashes, the command', async () => {
    const html = await report('url', crawl, '/no/x');
    for (const part of [
      'This URL was not fetched',
      '<span class="row on"><span class="number">2</span><bdi>Disallow: /no</bdi></span>',
      '<strong>decides</strong>',
      'SHA-256 of the file',
      'Googlebot',
      'linked from the page above',
      'Version 1 of the settings',
      'crawlscope report url site.crawl',
    ])
      expect(html).toContain(part);
  });

  test('a fetched URL: attempts, headers as received, redirects, body hash; what the site wrote is text', async () => {
    const html = await report('url', crawl, '/no/but');
    expect(html).toContain('noindex, &lt;b&gt;nofollow&lt;/b&gt;');
    expect(html).toContain('body of attempt 1, 7 bytes decoded');
    const home = await report('url', crawl, '/');
    expect(home).toContain('U+202E');
    expect(home).not.toContain('\u202e');
    for (const each of [html, home]) expect(each).not.toMatch(scripts);
    const moved = await report('url', crawl, '/moved');
    expect(moved).toContain('ends here');
  });

  test('a URL never seen: a prediction that says so', async () => {
    const html = await report('url', crawl, '/no/never');
    expect(html).toContain('no, predicted');
    expect(html).toContain('Nothing below was recorded');
  });

  test('the same file gives the same bytes', async () => {
    expect(await report('url', crawl, '/')).toBe(await report('url', crawl, '/'));
    expect(await report('rule', crawl, '--line', '2')).toBe(await report('rule', crawl, '--line', '2'));
  });
});

describe('report rule', () => {
  test('says what the line does, for whom, and shows the URLs', async () => {
    const html = await report('rule', crawl, '--line', '2');
    expect(html).toContain(
      'this line decides 1 of 5 stored URLs: it blocks 1. It matches 1 more for which another line decides.',
    );
    expect(html).toContain(`${origin}/no/x`);
    expect(html).toContain('line 3');
    expect(html).toContain('back to the first one');
    expect(await report('rule', crawl, '--line', '5')).toContain('matches none of the 5 stored URLs');
  });

  test('refuses a line the file does not have', async () => {
    const { code, err } = await run('report', 'rule', crawl, '--line', '99');
    expect(code).toBe(2);
    expect(err).toContain('there is no line 99');
  });
});

describe('--out', () => {
  test('never replaces a file unless told so, and leaves nothing half-written', async () => {
    const out = join(folder, 'kept.html');
    writeFileSync(out, 'mine');
    const refused = await run('report', 'url', crawl, '/', '--out', out);
    expect(refused.code).toBe(2);
    expect(refused.err).toContain('--force');
    expect(readFileSync(out, 'utf8')).toBe('mine');
    expect((await run('report', 'url', crawl, '/', '--out', out, '--force')).code).toBe(0);
    expect(readFileSync(out, 'utf8')).toMatch(/^<!DOCTYPE html>/);
    expect(readdirSync(folder).filter(name => name.includes('.part'))).toEqual([]);
    expect((await run('certificate', crawl, '--out', join(folder, 'none', 'x.html'))).code).toBe(2);
    expect(existsSync(join(folder, 'none'))).toBe(false);
  });
});

describe('certificate', () => {
  /** The same figures worked out another way: every request against every earlier one. */
  const linear = () => {
    const db = new Database(crawl, { readonly: true });
    const rows = db.prepare('SELECT started_at AS s, ended_at AS e, wire_bytes AS b, status FROM fetch').all() as {
      s: number;
      e: number;
      b: number;
      status: number;
    }[];
    const readAt = db.prepare('SELECT min(first_seen_at) FROM robots_version').pluck().get() as number;
    db.close();
    const gaps: number[] = [];
    for (const row of rows) {
      const before = rows.filter(each => each.s < row.s).map(each => each.e);
      if (before.length > 0) gaps.push(row.s - Math.max(...before));
    }
    gaps.sort((a, b) => a - b);
    const within = (span: number) =>
      Math.max(...rows.map(row => rows.filter(each => each.s >= row.s && each.s < row.s + span).length));
    return {
      gaps: gaps.length,
      shortestMs: gaps[0],
      medianMs:
        gaps.length % 2 ? gaps[(gaps.length - 1) / 2] : ((gaps[gaps.length / 2 - 1] ?? 0) + (gaps[gaps.length / 2] ?? 0)) / 2,
      bytes: rows.reduce((sum, row) => sum + row.b, 0),
      requests: rows.length,
      second: within(1_000),
      minute: within(60_000),
      inFlight: Math.max(...rows.map(row => rows.filter(each => each.s <= row.s && row.s < each.e).length)),
      throttled: rows.filter(row => row.status === 503).length,
      readAt,
    };
  };

  test('its figures are those of a linear recount', async () => {
    const { code, out } = await run('certificate', crawl, '--json');
    const [certificate] = (JSON.parse(out) as { certificates: { report: Record<string, unknown> }[] }).certificates;
    const counted = linear();
    expect(certificate?.report).toMatchObject({
      requests: counted.requests,
      gaps: counted.gaps,
      shortest_ms: counted.shortestMs,
      median_ms: counted.medianMs,
      bytes: counted.bytes,
      most_in_flight: counted.inFlight,
      peak_second: { requests: counted.second },
      peak_minute: { requests: counted.minute },
      throttled_answers: counted.throttled,
      retry_after_broken: 0,
      disallowed_requests: 0,
      before_robots: 0,
      short_gaps: 0,
      kept: true,
    });
    expect(code).toBe(0);
    expect(certificate?.report['delays']).toContainEqual(
      expect.objectContaining({ required_ms: 60, line: 4, gaps: counted.gaps }),
    );
  });

  /** A copy of the crawl in which a statement was run. */
  const changed = (name: string, statement: string): string => {
    const path = join(folder, name);
    copyFileSync(crawl, path);
    const db = new Database(path);
    db.pragma('foreign_keys = off');
    db.exec(statement);
    db.close();
    return path;
  };

  test('--verify: the same file matches; a changed row, a changed word, another document do not', async () => {
    const out = join(folder, 'certificate.html');
    expect((await run('certificate', crawl, '--out', out)).code).toBe(0);
    expect(await run('certificate', crawl, '--verify', out)).toMatchObject({ code: 0, err: '' });

    const tampered = changed('row.crawl', 'UPDATE fetch_row SET started_at = started_at + 1 WHERE id = 3');
    const row = await run('certificate', tampered, '--verify', out);
    expect(row.code).toBe(1);
    expect(row.out).toContain('made from another request log');

    const edited = join(folder, 'edited.html');
    writeFileSync(edited, readFileSync(out, 'utf8').replace('Kept: all', 'Kept: really all'));
    const word = await run('certificate', crawl, '--verify', edited);
    expect(word.code).toBe(1);
    expect(word.out).toContain('the document was changed');

    writeFileSync(edited, readFileSync(out, 'utf8').replace(/(crawlscope-version" content=")[^"]*/, '$10.0.0'));
    expect((await run('certificate', crawl, '--verify', edited)).code).toBe(3);

    writeFileSync(edited, '<html>');
    const none = await run('certificate', crawl, '--verify', edited);
    expect(none).toMatchObject({ code: 2, out: '' });
  });

  test('versions of robots.txt are named by their number; an import of older ones moves it, and the older document still verifies', async () => {
    const path = changed('imported.crawl', 'SELECT 1');
    const out = join(folder, 'before-import.html');
    await run('certificate', path, '--out', out);
    const history = join(folder, '2020-01-02.txt');
    writeFileSync(history, 'User-agent: *\nDisallow: /old\n');
    const origin = JSON.parse((await run('certificate', path, '--json')).out).certificates[0].origin;
    expect((await run('robots', 'import', path, history, '--origin', origin)).code).toBe(0);
    const after = JSON.parse((await run('certificate', path, '--json')).out).certificates[0];
    expect(after.versions.map((each: { number: number }) => each.number)).toEqual([2]);
    expect(after.report.delays.every((each: { robots: number | null }) => each.robots === null || each.robots === 2)).toBe(true);
    expect(await run('certificate', path, '--verify', out)).toMatchObject({ code: 0, err: '' });
  });

  test('what was not kept is said with its numbers, and exits 1', async () => {
    const short = changed('short.crawl', 'UPDATE fetch_row SET started_at = started_at - 100 WHERE id = 2');
    const gap = await run('certificate', short);
    expect(gap.code).toBe(1);
    expect(gap.out).toMatch(/Not kept: \d gaps? short/);

    const forbidden = changed('forbidden.crawl', `UPDATE fetch_row SET target = '${origin}/no/secret' WHERE id = 2`);
    const line = await run('certificate', forbidden);
    expect(line.code).toBe(1);
    expect(line.out).toContain('1 request to paths robots.txt forbade');
    expect(line.out).toContain(`${origin}/no/secret`);

    const hurried = changed(
      'hurried.crawl',
      `${wholeFetches} UPDATE fetch_row SET response_headers = '[["Retry-After","3600"]]' WHERE status = 503`,
    );
    expect((await run('certificate', hurried)).out).toContain('1 Retry-After not waited for');
  });
});
