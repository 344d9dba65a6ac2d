import { expect, test } from 'vitest';
import { catalogue } from '#core/lint/catalogue.ts';
import { lintRobots } from '#core/lint/lint-robots.ts';
import { crawlExamples, crawled } from './crawl-examples.ts';
import { lint, testExamples } from './example.ts';

testExamples(crawlExamples);

const messages = (of: Parameters<typeof lint>[0], id: string): string[] =>
  lint(of)
    .filter(each => each.id === id)
    .map(each => each.message);

test('counts come with their denominators', () => {
  const urls = ['/closed/a', '/closed/b', '/s', '/'];
  expect(messages(crawled({ urls, earlier: 'User-agent: *\nDisallow: /s\n' }), 'C-DIFF')).toEqual([
    'Compared with the version of 2026-01-02: 2 URLs newly blocked, 1 newly open, out of 4 URLs of the crawl; such as https://e.com/closed/a',
  ]);
  expect(messages(crawled({ urls: ['/'] }), 'P-DEAD')).toEqual(['/closed/ matches none of 1 paths of the crawl']);
});

test('a split names the readings that decide otherwise', () => {
  const file = 'User-agent: *\nDisallow: /a/\nAllow: /a/b\n';
  expect(messages(crawled({ file, urls: ['/a/b'] }), 'C-SPLIT')[0]).toMatch(
    /^The verdict on 1 URL differs in .*slurp.*, such as https:\/\/e\.com\/a\/b: open for Googlebot$/,
  );
});

test('every diagnostic is either looked for or named as not checked, with the reason', () => {
  for (const input of [crawled({}), { bytes: new Uint8Array() }, { bytes: new TextEncoder().encode('<html>') }]) {
    const { bytes, ...options } = input;
    const { checked, notChecked, diagnostics } = lintRobots(bytes, options);
    expect(checked + notChecked.length).toBe(catalogue.length);
    const left = new Set(notChecked.map(each => each.id));
    expect(diagnostics.filter(each => left.has(each.id))).toEqual([]);
  }
  const without = lintRobots(new TextEncoder().encode('User-agent: *\nDisallow: /a\n')).notChecked;
  for (const id of catalogue.filter(check => check.on === 'crawl').map(check => check.id))
    expect(without.find(each => each.id === id)?.why).toMatch(/^needs (a crawl of the site|an earlier version)/);
  expect(lintRobots(new Uint8Array(), crawled({})).notChecked.map(each => each.id)).toContain('C-DIFF');
});

test('a crawl of twenty thousand URLs and a thousand rules is judged in seconds', () => {
  const rules = Array.from(
    { length: 1000 },
    (_, at) => `${at % 3 === 0 ? 'Allow' : 'Disallow'}: /${at % 2 === 0 ? '*' : ''}dir${at}/`,
  );
  const urls = Array.from({ length: 20_000 }, (_, at) => `/dir${at % 1500}/page-${at}.html`);
  const { bytes, ...options } = crawled({ file: `User-agent: *\n${rules.join('\n')}\n`, urls });
  const report = lintRobots(bytes, options);
  expect(report.diagnostics.length).toBeGreaterThan(0);
});

test('what only old parsers and rare URLs fall into is a note, and a warning once the crawl has such a URL', () => {
  const severity = (id: string, rule: string, ...urls: string[]): string | undefined =>
    lint(crawled({ file: `User-agent: *\n${rule}\n`, urls })).find(each => each.id === id)?.severity;
  expect(severity('P-END-QUERY', 'Disallow: /*.gif$', '/a.gif')).toBe('I');
  expect(severity('P-END-QUERY', 'Disallow: /*.gif$', '/a.gif?x')).toBe('W');
  expect(severity('P-EXT-NO-END', 'Disallow: /*.gif', '/a.gif')).toBe('I');
  expect(severity('P-EXT-NO-END', 'Disallow: /*.gif', '/a.gif.html')).toBe('W');
  expect(severity('P-ORDER', 'Disallow: /a/\nAllow: /a/b', '/a/c')).toBe('I');
  expect(severity('P-ORDER', 'Disallow: /a/\nAllow: /a/b', '/a/b')).toBe('W');
});
