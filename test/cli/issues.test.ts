import { readFileSync, writeFileSync } from 'node:fs';
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

    // A spreadsheet adds the numbers up.
    const [head = '', ...counts] = (await run('issues', now, '--format', 'csv')).out.split('\r\n');
    expect(head).toBe('id,name,type,priority,hits,checked,not checkable,reasons');
    expect(counts).toContain('title.missing,Title missing,issue,H,1,3,1,blocked: 1');
    const out = join(tempFolder(), 'hits.csv');
    expect((await run('issues', now, '--check', 'title.missing', '--format', 'csv', '--out', out)).code).toBe(0);
    expect(readFileSync(out, 'utf8').split('\r\n')[1]).toContain(`title.missing,${origin}/a,`);
  });

  it('fails at hits of a check, at a score, at priorities, and says why', async () => {
    const { old, now } = await twoCrawls();
    const score = Number(/Health score: ([\d.]+) of 100/.exec((await run('issues', now, '--format', 'md')).out)?.[1]);
    expect(score).toBeGreaterThan(0);
    expect(score).toBeLessThan(100);
    for (const [options, code, words] of [
      [['hits:title.missing>0'], 1, '--fail-on hits:title.missing>0: 1 hit of 3 checked.\n'],
      [['hits:title.missing>1'], 0, ''],
      [['new:title.missing>0'], 1, '--fail-on new:title.missing>0: 1 new hit of 3 checked.\n'],
      [['new:title.missing>1'], 0, ''],
      [['score<100'], 1, '--fail-on score<100: the health score is '],
      [[`score<${Math.floor(score)}`], 0, ''],
      [['score<0', 'new:H', 'hits:title.missing>9'], 1, '--fail-on new:H: 1 check has 1 new hit.\n'],
      [['H'], 1, ' hits.\n'],
    ] as const) {
      const ended = await run('issues', now, '--baseline', old, ...options.flatMap(each => ['--fail-on', each]));
      expect({ options, code: ended.code, says: ended.err.includes(words) }).toEqual({ options, code, says: true });
      if (code === 0) expect(ended.err).toBe('');
    }
    await run('issues', 'ignore', 'add', now, '--check', 'title.missing', '--note', 'a stub');
    const ignored = await run(
      'issues',
      now,
      '--baseline',
      old,
      '--fail-on',
      'hits:title.missing>0',
      '--fail-on',
      'new:title.missing>0',
    );
    expect(ignored.code).toBe(0);
  });

  it('counts the trend of a segment by where each URL is now', async () => {
    const { old, now } = await twoCrawls();
    const rules = join(tempFolder(), 'rules.json');
    const segment = (name: string, by: string, expression: string) => ({ kind: 'segment', name, by, expression });
    const list = [segment('titled', 'filter', 'title:B'), segment('a', 'patterns', '/a$')];
    writeFileSync(rules, JSON.stringify({ crawlscope: 'rules', version: 1, rules: list }));
    expect(await run('rules', 'import', now, rules)).toMatchObject({ code: 0 });
    const trend = async (name: string) => {
      const { out } = await run(
        'issues',
        now,
        '--check',
        'title.missing',
        '--segment',
        name,
        '--baseline',
        old,
        '--format',
        'json',
      );
      const [{ new: added, persisting, fixed, gone }] = JSON.parse(out);
      return { added, persisting, fixed, gone };
    };
    // /b had no title, so it was in no segment then.
    expect(await trend('titled')).toEqual({ added: 0, persisting: 0, fixed: 1, gone: 0 });
    expect(await trend('a')).toEqual({ added: 1, persisting: 0, fixed: 0, gone: 0 });
    expect(await trend('none')).toEqual({ added: 0, persisting: 0, fixed: 0, gone: 0 });
  });

  it('carries the baseline and the denominators in every format for CI', async () => {
    const { old, now } = await twoCrawls();
    const of = async (format: string, ...more: string[]) =>
      (await run('issues', now, '--format', format, '--check', 'title.missing', '--check', 'title.multiple', ...more)).out;
    const sarif = JSON.parse(await of('sarif', '--baseline', old));
    expect(sarif.runs[0].tool.driver.rules[0].properties).toEqual({
      priority: 'H',
      hits: 1,
      checked: 3,
      notCheckable: { blocked: 1 },
      new: 1,
      persisting: 0,
      fixed: 1,
      gone: 0,
    });
    expect(sarif.runs[0].results).toMatchObject([{ baselineState: 'new' }]);
    const junit = await of('junit', '--baseline', old);
    expect(junit).toContain('1 of 3 checked, not checkable: 1 (blocked: 1), new: 1, persisting: 0, fixed: 1, gone: 0');
    expect(junit).toContain(
      '<system-out>0 of 3 checked, not checkable: 1 (blocked: 1), new: 0, persisting: 0, fixed: 0, gone: 0',
    );
    const markdown = await of('md', '--baseline', old);
    expect(markdown).toContain('| hits | checked | not checkable | new | persisting | fixed | gone |');
    expect(markdown).toContain('compared with old.crawl');
    expect(markdown).not.toContain('Health score');
    expect(await of('md')).not.toContain('compared with');
    const whole = JSON.parse((await run('issues', now, '--format', 'sarif')).out);
    expect(whole.runs[0].properties.healthScore).toBeLessThan(100);
  });

  it('counts what ignore rules set aside, and --fail-on leaves it out', async () => {
    const { old, now, origin } = await twoCrawls();
    const of = (file: string, ...more: string[]) => run('issues', file, '--check', 'title.missing', ...more);
    const add = await run('issues', 'ignore', 'add', now, '--check', 'title.missing', '--url', `${origin}/a`, '--note', 'a stub');
    expect(add).toMatchObject({ code: 0, out: 'Added ignore rule 1.\n' });

    const json = await of(now, '--format', 'json');
    expect(JSON.parse(json.out)).toEqual([
      { check: 'title.missing', hits: 1, checked: 3, notCheckable: { blocked: 1 }, ignored: 1 },
    ]);
    expect(json.err).toContain('Ignore rules set aside 1 hit.');
    const [line = ''] = (await of(now, '--format', 'jsonl')).out.split('\n');
    expect(JSON.parse(line)).toMatchObject({ url: `${origin}/a`, ignored: { note: 'a stub', until: null } });
    expect((await of(now)).out).toMatch(/not checkable +ignored/);
    expect((await of(now, '--fail-on', 'H')).code).toBe(0);
    expect((await of(now, '--fail-on', 'new:H', '--baseline', old)).code).toBe(0);
    expect((await of(now, '--fail-on', 'H', '--no-ignore')).code).toBe(1);
    const sarif = JSON.parse((await of(now, '--format', 'sarif')).out);
    expect(sarif.runs[0].results[0].suppressions).toEqual([{ kind: 'external', justification: 'a stub' }]);
    expect((await of(now, '--format', 'junit')).out).toContain('failures="0"');
    expect((await of(now, '--format', 'csv')).out).toContain('a stub');

    const document = join(tempFolder(), 'rules.json');
    expect((await run('issues', 'ignore', 'list', now, '--format', 'json', '--out', document)).code).toBe(0);
    const elsewhere = (file: string) => of(old, '--ignore', file, '--format', 'json');
    for (const from of [document, now]) expect(JSON.parse((await elsewhere(from)).out)).toMatchObject([{ hits: 1, ignored: 0 }]);
    for (const from of [document, now])
      expect((await run('issues', 'ignore', 'import', old, from)).out).toBe(
        from === document ? 'Added ignore rule 1.\n' : 'There is no rule to add.\n',
      );

    const list = await run('issues', 'ignore', 'list', now);
    expect(list.out).toMatch(new RegExp(`1 +title\\.missing +${origin}/a +active`));
    expect((await run('issues', 'ignore', 'remove', now, '1')).out).toBe('Removed 1 ignore rule.\n');
    expect((await of(now, '--fail-on', 'H')).code).toBe(1);
    expect(await run('issues', 'ignore', 'remove', now, '1')).toMatchObject({ code: 2 });
  });

  it('uses thresholds of the options, stores them on request, and clears them', async () => {
    const { now } = await twoCrawls();
    const hits = async (...more: string[]) => {
      const { code, out, err } = await run('issues', now, '--check', 'title.over_chars', '--format', 'json', ...more);
      expect(code, err).toBe(0);
      return (JSON.parse(out) as { hits: number }[])[0]?.hits;
    };
    const four = ['--threshold', 'title.over_chars.most=4'];
    expect(await hits()).toBe(0);
    expect(await hits(...four)).toBe(1);
    expect(await hits()).toBe(0);
    expect(await hits(...four, '--save-thresholds')).toBe(1);
    expect(await hits()).toBe(1);
    expect((await run('issues', now, '--check', 'title.missing')).err).toContain('title.over_chars.most=4');
    expect(await hits('--reset-thresholds')).toBe(0);
    expect(await hits()).toBe(0);
  });

  it.each([
    [['issues', 'ignore'], 'add, list, remove, import'],
    [['issues', 'ignore', 'add', 'x.crawl'], 'would ignore everything'],
    [['issues', 'ignore', 'add', 'x.crawl', '--check', 'title.mising'], 'title.missing'],
    [['issues', 'ignore', 'add', 'x.crawl', '--url', 'http://a.test/', '--prefix', 'http://a.test/'], 'exclude each other'],
    [['issues', 'ignore', 'add', 'x.crawl', '--check', 'title.missing', '--until', '2027-02-30'], '2027-02-30'],
    [['issues', 'x.crawl', '--threshold', 'title.over_chars=4'], 'most'],
    [['issues', 'x.crawl', '--threshold', 'title.over_chars.most=0'], 'from 1 to 2000'],
    [['issues', 'x.crawl', '--threshold', 'no.such.most=4'], 'no.such'],
    [['issues'], 'F.crawl'],
    [['issues', 'x.crawl', '--check', 'title.mising'], 'title.missing'],
    [['issues', 'x.crawl', '--fail-on', 'all'], '--fail-on'],
    [['issues', 'x.crawl', '--fail-on', 'new:H'], '--baseline'],
    [['issues', 'x.crawl', '--fail-on', 'new:title.missing>0'], '--baseline'],
    [['issues', 'x.crawl', '--fail-on', 'hits:title.mising>0'], 'title.missing'],
    [['issues', 'x.crawl', '--fail-on', 'hits:title.missing>-1'], '--fail-on takes'],
    [['issues', 'x.crawl', '--fail-on', 'score<101'], '--fail-on takes'],
    [['issues', 'x.crawl', '--check', 'title.missing', '--fail-on', 'score<90'], 'needs all checks'],
    [['issues', 'x.crawl', '--check', 'title.missing', '--fail-on', 'hits:desc.missing>0'], 'is not run'],
    [['issues', 'x.crawl', '--format', 'xml'], '--format'],
  ])('refuses %s', async (command, part) => {
    const { code, err } = await run(...command);
    expect(code).toBe(2);
    expect(err).toContain(part);
  });
});
