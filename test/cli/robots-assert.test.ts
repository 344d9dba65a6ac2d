import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import * as engine from '#engine/session/session.ts';
import { newPath, newSession, site } from '../support/crawling.ts';
import { runInProcess } from '../support/memory-io.ts';
import { linksTo, robotsFile } from '../support/site.ts';
import { tempFolder } from '../support/temp.ts';

let folder = '';
const path = (name: string): string => join(folder, name);
beforeAll(() => {
  folder = tempFolder();
  writeFileSync(path('robots.txt'), 'User-agent: *\nDisallow: /cart\nAllow: /cart/help\n');
  writeFileSync(path('good'), '# ours\nsite https://example.com\ndeny * /cart by /cart\nallow Googlebot /\nlint no errors\n');
  writeFileSync(path('unmet'), 'deny * /cart/help\nallow * /\ndelay * >= 5\n');
  writeFileSync(path('bad'), 'deny * /cart\ndisallow * /\nallow /x\n');
  writeFileSync(path('unchecked'), 'deny * /cart\nsame as v1\n');
});

const assert = (...argv: readonly string[]) => runInProcess(['robots', 'assert', ...argv], { engine });
const onFile = (name: string, ...more: readonly string[]) => assert(path(name), '--robots', path('robots.txt'), ...more);

describe('robots assert', () => {
  test('exits 0 and prints the totals when all are met', async () => {
    expect(await onFile('good')).toEqual({ code: 0, out: '3 assertions: 3 met, 0 not met, 0 not checkable\n', err: '' });
  });

  test('exits 1 and prints what was expected and what is the case, with the deciding line', async () => {
    const { code, out, err } = await onFile('unmet');
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(out).toContain(`${path('unmet')}:1:1: not met: deny * /cart/help\n  - disallowed\n  + allowed by line 3\n`);
    expect(out).toContain(`    ${path('robots.txt')}:3: Allow: /cart/help\n`);
    expect(out).toContain('  - delay >= 5 s\n  + no delay\n');
    expect(out).toMatch(/\n3 assertions: 1 met, 2 not met, 0 not checkable\n$/);
  });

  test('what is not listed is counted, in text and in JUnit', async () => {
    writeFileSync(path('sitemaps'), 'sitemap none\n');
    const lines = Array.from({ length: 50 }, (_, at) => `Sitemap: https://a.test/${at}.xml\n`).join('');
    writeFileSync(path('sitemaps.txt'), `User-agent: *\nDisallow:\n\n${lines}`);
    const listed = (out: string): number => [...out.matchAll(/line \d+: https:/g)].length;
    for (const format of ['text', 'junit']) {
      const { out } = await assert(path('sitemaps'), '--robots', path('sitemaps.txt'), '--format', format);
      const [, more] = /and (\d+) more/.exec(out) ?? [];
      expect([format, listed(out) + Number(more)]).toEqual([format, 50]);
    }
  });

  test('exits 1 where something cannot be checked, 0 with --allow-unchecked', async () => {
    const { code, out } = await onFile('unchecked');
    expect(code).toBe(1);
    expect(out).toContain(':2:1: not checkable: same as v1\n');
    expect((await onFile('unchecked', '--allow-unchecked')).code).toBe(0);
    expect((await onFile('unmet', '--allow-unchecked')).code).toBe(1);
  });

  test('exits 2 with every bad line and what to write, and one line on stderr', async () => {
    const { code, out, err } = await onFile('bad');
    expect(code).toBe(2);
    expect(out).toBe(
      `${path('bad')}:2:1: “disallow” is no assertion.\n    fix: Write deny.\n${path('bad')}:3:7: The crawler is missing.\n    fix: Write allow * /x\n`,
    );
    expect(err).toBe(`crawlscope: ${path('bad')}: 2 lines cannot be read.\n`);
  });

  test('exits 2 when there is nothing to check, or nothing to check it on', async () => {
    writeFileSync(path('empty'), '# nothing\n');
    expect(await onFile('empty')).toMatchObject({ code: 2, err: expect.stringContaining('contains no assertion') });
    expect(await assert(path('good'))).toMatchObject({ code: 2, err: expect.stringContaining('--robots') });
    expect(await assert(path('none'), '--robots', path('robots.txt'))).toMatchObject({ code: 2 });
    expect(await onFile('good', '--where', 'x')).toMatchObject({ code: 2 });
  });

  test('a file speaks for one origin; the others are not checkable', async () => {
    writeFileSync(path('two'), 'deny * https://a.test/cart\ndeny * https://b.test/cart\n');
    expect((await onFile('two')).out).toContain('2 assertions: 1 met, 0 not met, 1 not checkable');
    expect((await onFile('two', '--origin', 'https://b.test')).out).toContain(':1:1: not checkable');
  });

  test('--json has every result with its text', async () => {
    const { code, out } = await onFile('unmet', '--json');
    expect(code).toBe(1);
    const document = JSON.parse(out) as { results: object[] };
    expect(document).toMatchObject({ met: 1, unmet: 2, unchecked: 0, problems: [] });
    expect(document.results[0]).toMatchObject({
      assertion: 'deny * /cart/help',
      line: 1,
      status: 'unmet',
      findings: [{ robots_line: 3, robots_text: 'Allow: /cart/help' }],
    });
  });

  test('--format sarif points at the assertion, with the robots.txt line as related location', async () => {
    const { out } = await onFile('unmet', '--format', 'sarif');
    const log = JSON.parse(out) as {
      version: string;
      runs: { tool: { driver: { rules: { id: string }[] } }; results: { ruleId: string; ruleIndex: number }[] }[];
    };
    expect(log.version).toBe('2.1.0');
    const [run] = log.runs;
    for (const result of run?.results ?? []) expect(run?.tool.driver.rules[result.ruleIndex]?.id).toBe(result.ruleId);
    expect(run?.results).toHaveLength(2);
    expect(run?.results[0]).toMatchObject({
      ruleId: 'assert/deny',
      level: 'error',
      locations: [
        {
          physicalLocation: { artifactLocation: { uri: path('unmet') }, region: { startLine: 1, startColumn: 1, endColumn: 18 } },
        },
      ],
      relatedLocations: [
        {
          message: { text: 'Allow: /cart/help' },
          physicalLocation: { artifactLocation: { uri: path('robots.txt') }, region: { startLine: 3 } },
        },
      ],
    });
  });

  test('--format junit has a case for each assertion, and escapes what XML cannot hold', async () => {
    writeFileSync(path('odd'), 'deny * /a?b=1&c=<2>\u0001\nallow * /cart\nsame as v1\nallow * /\n');
    const { code, out } = await onFile('odd', '--format', 'junit');
    expect(code).toBe(1);
    expect(out).toMatch(
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites name="robots assert" tests="4" failures="2" errors="1">\n/,
    );
    expect(out).toContain('<testcase name="deny * /a?b=1&amp;c=&lt;2&gt;\ufffd"');
    expect(out).toContain(
      '<failure type="unmet" message="*: expected allowed, got disallowed by line 2 (line 2: Disallow: /cart).">',
    );
    expect(out).toContain('<error type="unchecked"');
    expect(out.match(/<testcase /g)).toHaveLength(4);
    // Every tag that is opened is closed, and no other ampersand is left.
    expect(out.replace(/&(amp|lt|gt|quot|#\d+);/g, '')).not.toContain('&');
    for (const tag of ['testsuites', 'testsuite', 'failure', 'error'])
      expect(out.match(new RegExp(`<${tag}[ >]`, 'g'))?.length, tag).toBe(out.match(new RegExp(`</${tag}>`, 'g'))?.length);
    expect((await onFile('odd', '--format', 'junit', '--allow-unchecked')).out).toContain('<skipped message=');
  });
});

describe('robots assert on a crawl file', () => {
  test('checks versions, drafts and stored URLs, runs stored assertions and makes new ones', async () => {
    const server = await site({
      '/robots.txt': ({ count }) =>
        robotsFile(count === 1 ? 'User-agent: *\nDisallow: /no\n' : 'User-agent: *\nDisallow: /later\n'),
      '/': linksTo('/no', '/later', '/a'),
      '/a': 'End',
      '/no': 'No',
    });
    const file = newPath();
    const session = newSession([server.url('/')], { robotsLifetimeMs: 30, delayMs: 40, maxPages: 1 }, { path: file });
    await session.run();
    session.changeSettings({ maxPages: 10 });
    await session.run();
    await session.handlers['assertions.save']({ origin: '', text: 'deny * /later\nallow * /no\n' });
    await session.close();

    writeFileSync(path('crawl'), 'deny * /later\nunchanged except /no /later\n');
    expect(await assert(path('crawl'), file)).toMatchObject({
      code: 0,
      out: '2 assertions: 2 met, 0 not met, 0 not checkable\n',
    });
    expect((await assert(path('crawl'), file, '--version', '1')).out).toContain(
      '2 assertions: 0 met, 1 not met, 1 not checkable',
    );
    writeFileSync(path('same'), 'same as v1\n');
    const same = await assert(path('same'), file);
    expect(same.code).toBe(1);
    expect(same.out).toContain('  + 1 newly disallowed, 1 newly allowed of 4\n');
    writeFileSync(path('draft'), 'User-agent: *\nDisallow: /no\n');
    expect((await assert(path('same'), file, '--robots', path('draft'))).code).toBe(0);
    expect(await assert(file)).toMatchObject({ code: 0, out: '2 assertions: 2 met, 0 not met, 0 not checkable\n' });
    expect((await assert(file, '--version', '9')).code).toBe(2);

    const made = await assert('--create', file, '--profile', 'googlebot');
    expect(made).toMatchObject({ code: 0, err: '' });
    expect(made.out).toContain(`site ${server.url('/').slice(0, -1)}\nallow googlebot /\n`);
    expect(made.out).toContain('deny googlebot /later\n');
    writeFileSync(path('made'), made.out);
    expect((await assert(path('made'), file)).code).toBe(0);
    expect((await assert('--create', file, '--where', 'inurl:nowhere')).code).toBe(2);
  });
});
