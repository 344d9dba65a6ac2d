import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allChecks } from '#core/audit/checks.ts';
import * as engine from '#engine/session/session.ts';
import { site } from '../support/crawling.ts';
import { runInProcess } from '../support/memory-io.ts';
import { tempFolder } from '../support/temp.ts';

const run = (...argv: readonly string[]) => runInProcess(argv, { engine });
const page = (title: string, body = ''): string =>
  `<!doctype html><html lang=en><head>${title}</head><body>${body}</body></html>`;
const links = '<a href=/a>a</a><a href=/b>b</a><a href=/secret>s</a>';

/** Crawls twice: /a loses its title between, /b gets one. */
async function twoCrawls(): Promise<{ readonly old: string; readonly now: string; readonly origin: string }> {
  const server = await site({
    '/robots.txt': { headers: { 'Content-Type': 'text/plain' }, body: 'User-agent: *\nDisallow: /secret\n' },
    '/': page('<title>Start</title>', links),
    '/a': page('<title>A</title>'),
    '/b': page(''),
  });
  const folder = tempFolder();
  const [old, now] = [join(folder, 'old.crawl'), join(folder, 'now.crawl')];
  const crawl = async (out: string) =>
    expect(await run('crawl', server.url('/'), '--out', out, '--delay', '0')).toMatchObject({ code: 0 });
  await crawl(old);
  server.set('/a', page(''));
  server.set('/b', page('<title>B</title>'));
  await crawl(now);
  return { old, now, origin: server.origin };
}

describe('issues', () => {
  it('counts, finds, compares and fails as asked', async () => {
    const { old, now, origin } = await twoCrawls();

    const json = await run('issues', now, '--check', 'title.missing', '--format', 'json');
    expect(json.code).toBe(0);
    expect(JSON.parse(json.out)).toEqual([{ check: 'title.missing', hits: 1, checked: 3, notCheckable: { blocked: 1 } }]);

    const lines = await run('issues', now, '--check', 'title.missing', '--format', 'jsonl');
    expect(lines.out).toBe(`${JSON.stringify({ check: 'title.missing', url: `${origin}/a`, evidence: { items: [] } })}\n`);

    const all = await run('issues', now);
    expect(all.out.split('\n')).toHaveLength(allChecks.length + 3);
    expect(all.out).toMatch(/title\.missing +Title missing +issue +H +1 +3 +1 \(blocked: 1\)/);

    const moved = await run('issues', now, '--check', 'title.missing', '--baseline', old, '--format', 'json');
    expect(JSON.parse(moved.out)).toMatchObject([{ new: 1, persisting: 0, fixed: 1, gone: 0 }]);

    const flip = ['issues', now, '--check', 'x.directive_flip', '--format', 'json'] as const;
    expect(JSON.parse((await run(...flip)).out)).toEqual([
      { check: 'x.directive_flip', hits: 0, checked: 0, notCheckable: { 'needs-baseline': 3, blocked: 1 } },
    ]);
    expect(JSON.parse((await run(...flip, '--baseline', old)).out)).toMatchObject([
      { check: 'x.directive_flip', hits: 0, checked: 3, notCheckable: { blocked: 1 } },
    ]);

    for (const [options, code] of [
      [['--fail-on', 'H'], 1],
      [['--baseline', old, '--fail-on', 'new:H'], 1],
      [['--baseline', now, '--fail-on', 'new:H'], 0],
    ] as const)
      expect((await run('issues', now, '--check', 'title.missing', ...options)).code).toBe(code);

    const sarif = JSON.parse((await run('issues', now, '--check', 'title.missing', '--format', 'sarif')).out);
    expect(sarif.runs[0].results).toMatchObject([{ ruleId: 'title.missing', ruleIndex: 0, level: 'error' }]);
    const junit = (await run('issues', now, '--check', 'title.missing', '--format', 'junit')).out;
    expect(junit).toContain('tests="1" failures="1" skipped="0"');
    expect(junit).toContain(`${origin}/a</failure>`);
    const markdown = (await run('issues', now, '--check', 'title.missing', '--format', 'md')).out;
    expect(markdown.split('\n')[2]).toBe('| title.missing | Title missing | issue | H | 1 | 3 | 1 (blocked: 1) |');

    const out = join(tempFolder(), 'hits.csv');
    expect((await run('issues', now, '--check', 'title.missing', '--format', 'csv', '--out', out)).code).toBe(0);
    expect(readFileSync(out, 'utf8').split('\r\n')[1]).toContain(`title.missing,${origin}/a,`);
  });

  it.each([
    [['issues'], 'F.crawl'],
    [['issues', 'x.crawl', '--check', 'title.mising'], 'title.missing'],
    [['issues', 'x.crawl', '--fail-on', 'all'], '--fail-on'],
    [['issues', 'x.crawl', '--fail-on', 'new:H'], '--baseline'],
    [['issues', 'x.crawl', '--format', 'xml'], '--format'],
  ])('refuses %s', async (command, part) => {
    const { code, err } = await run(...command);
    expect(code).toBe(2);
    expect(err).toContain(part);
  });
});
