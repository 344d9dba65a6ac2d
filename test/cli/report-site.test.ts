import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'parse5';
import { beforeAll, describe, expect, test } from 'vitest';
import { siteReportFacts } from '#engine/reports/site/collect.ts';
import * as engine from '#engine/session/session.ts';
import { notCheckableReasons } from '#shared/model/audit.ts';
import { type SiteReportWish, siteReportSectionIds, siteReportSections } from '#shared/model/site-report.ts';
import { siteReportPage } from '../../electron/export/html/site/report.ts';
import { runInProcess } from '../support/memory-io.ts';
import { robotsFile, startSite } from '../support/site.ts';
import { tempFolder } from '../support/temp.ts';

const hostile = `</title></style></svg><script>alert(1)</script>\u202e"'&`;
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const longFolder = `/${'x'.repeat(60)}%3Cscript%3E/`;
const escaped = hostile.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

let folder = '';
let old = '';
let now = '';
let origin = '';
const run = (...argv: string[]) => runInProcess(argv, { engine });
const file = (name: string): string => join(folder, name);

beforeAll(async () => {
  folder = tempFolder();
  old = file('old.crawl');
  now = file('now.crawl');
  const page = (title: string, body = '') =>
    `<!doctype html><html lang=en><head><title>${title}</title></head><body>${body}</body></html>`;
  const links = ['/a', '/b', '/secret/x', '/moved', '/loop', '/gone', `${longFolder}p`, '/hop1'];
  const answers = {
    '/robots.txt': robotsFile('User-agent: *\nDisallow: /secret\nSitemap: /sitemap.xml\n'),
    '/sitemap.xml': {
      headers: { 'content-type': 'application/xml' },
      body: '',
    },
    '/': page(escaped, links.map(to => `<a href="${to}">l</a>`).join('')),
    '/a': page('Same'),
    '/b': page('Same'),
    [`${longFolder}p`]: page(escaped),
    '/moved': { status: 301, headers: { location: '/a' }, body: '' },
    '/hop1': { status: 301, headers: { location: '/moved' }, body: '' },
    '/loop': { status: 302, headers: { location: '/loop' }, body: '' },
    '/gone': { status: 404, body: 'no' },
    '/only-listed': page('Only listed'),
  };
  const server = await startSite(answers);
  origin = server.origin;
  server.set('/robots.txt', robotsFile(`User-agent: *\nDisallow: /secret\nSitemap: ${origin}/sitemap.xml\n`));
  const entries = ['/a', '/secret/x', '/gone', '/only-listed'].map(path => `<url><loc>${origin}${path}</loc></url>`).join('');
  server.set('/sitemap.xml', {
    headers: { 'content-type': 'application/xml' },
    body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</urlset>`,
  });
  const crawl = async (out: string) =>
    expect(await run('crawl', server.url('/'), '--out', out, '--delay', '0')).toMatchObject({ code: 0 });
  await crawl(old);
  server.set('/b', page(''));
  await crawl(now);
  await server.close();
});

const wish: SiteReportWish = {
  sections: siteReportSectionIds,
  title: '',
  author: '',
  notes: '',
  logo: null,
  baseline: null,
  segment: null,
  pages: 'browser',
};
const facts = async (changes: Partial<SiteReportWish> = {}) => {
  const found = await siteReportFacts(now, { ...wish, ...changes }, { report: () => 'go-on' });
  if (!found) throw new Error('cancelled');
  return found;
};
const report = async (...argv: string[]) => {
  const { code, out, err } = await run('report', 'site', now, ...argv, '--no-time');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out;
};

/** All elements of a document by name, and its text, as a browser reads them. */
function read(html: string) {
  const names = new Map<string, number>();
  let text = '';
  const visit = (node: {
    readonly nodeName: string;
    readonly value?: string;
    readonly childNodes?: readonly unknown[];
  }): void => {
    if (node.nodeName === '#text') text += `${node.value} `;
    else names.set(node.nodeName, (names.get(node.nodeName) ?? 0) + 1);
    if (node.nodeName !== 'style') for (const child of node.childNodes ?? []) visit(child as typeof node);
  };
  visit(parse(html) as never);
  return { names, text: text.replace(/\s+/g, ' ') };
}

describe('report site', () => {
  test('counts are those of the audit: every check has the hits, checked and not checkable of `issues`', async () => {
    const { checks, figures, score } = await facts();
    const issues = JSON.parse((await run('issues', now, '--format', 'json')).out);
    expect(checks.map(({ info, count }) => ({ check: info.id, ...count }))).toEqual(issues);
    const { endings, listing, depths, withoutDepth } = figures;
    const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
    const broken = checks.find(({ info }) => info.id === 'resp.4xx') ?? checks.find(({ info }) => info.population === 'internal');
    expect(figures.internal).toBe((broken?.count.checked ?? 0) + sum(Object.values(broken?.count.notCheckable ?? {})));
    for (const values of [Object.values(endings), Object.values(listing), [...depths, withoutDepth]])
      expect(sum(values)).toBe(figures.internal);
    expect(sum(figures.times)).toBe(figures.responses);
    expect(endings).toMatchObject({ redirect: 3, clientError: 1, blocked: 1, noResponse: 0 });
    expect(score?.value).toBeLessThan(100);
  });

  test('the document says the same: each check of the annex with its denominators, redirects, robots.txt, politeness', async () => {
    const html = await report();
    const { text } = read(html);
    for (const { info, count } of (await facts()).checks) {
      const missed = Object.entries(count.notCheckable);
      const [first] = missed;
      const words = first ? notCheckableReasons[first[0] as keyof typeof notCheckableReasons] : '0';
      expect(text).toContain(info.name);
      expect(text, info.id).toMatch(
        new RegExp(
          `${info.id.replaceAll('.', '\\.')}: [^:]*? ${info.type}, (high|medium|low) ${count.hits} ${count.checked} [^:]*?${missed.length === 0 ? '0' : ''}`,
        ),
      );
      expect(text).toContain(words);
    }
    for (const title of Object.values(siteReportSections).filter(each => !each.startsWith('Changes')))
      expect(text).toContain(title);
    expect(text).toContain('Of 3 redirects with a target, 1 ends in a loop');
    // A long chain leaves its start and its end a readable width.
    for (const title of ['From', 'Through', 'To']) expect(html).toContain(`<th scope="col" class="read">${title}</th>`);
    expect(text).toContain('Disallow: /secret');
    expect(text).toContain('It blocks 1 of');
    expect(text).toContain('Sitemaps list 4 of 10 internal URLs (40 %). No page links to 1 of 4 (25 %).');
    expect(text).toContain('/sitemap.xml robots.txt line 3 · done 4 3 0 1 0 0 1 1 0');
    expect(text).toContain('Kept');
    expect(text).toContain('100 × the product of (1 − weight × hits ÷ checked)');
    expect(text).toContain(`${origin}/gone`);
    expect(text).toContain('crawlscope report site now.crawl');
  });

  test('text of the site, the title and the notes stay text; nothing is loaded and no script runs', async () => {
    writeFileSync(file('notes.txt'), `First <b>${hostile}\n\nSecond`);
    const plain = read(await report('--sections', 'summary,findings,figures,redirects,checks'));
    const html = await report(
      ...['--sections', 'summary,findings,figures,redirects,checks'],
      ...['--title', hostile, '--author', hostile, '--notes', file('notes.txt')],
    );
    const { names, text } = read(html);
    for (const name of ['script', 'link', 'iframe', 'base', 'b', 'img', 'object', 'form']) expect(names.get(name) ?? 0).toBe(0);
    expect(names.get('svg')).toBe(plain.names.get('svg'));
    expect(names.get('style')).toBe(1);
    expect(text).toContain('</style></svg><script>alert(1)</script>');
    expect(text).toContain('First <b>');
    expect(html).not.toContain('\u202e');
    expect(html).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
    expect(html).not.toMatch(/\b(?:src|href)="(?!#)/);
    expect(html).not.toContain('url(');
  });

  test('sections, segment, title and logo are as chosen; the same file gives the same bytes', async () => {
    writeFileSync(file('logo.png'), png);
    const html = await report(
      '--sections',
      'method,summary',
      '--title',
      'For ACME',
      '--author',
      'Ann',
      '--logo',
      file('logo.png'),
    );
    const { text, names } = read(html);
    expect(text).toContain('For ACME');
    expect(text).toContain('Ann');
    expect(names.get('h2')).toBe(2);
    expect(html.indexOf('id="summary"')).toBeLessThan(html.indexOf('id="method"'));
    expect(html).toContain(`src="data:image/png;base64,${png.toString('base64')}"`);
    expect(html).toContain('img-src data:');
    expect(await report('--sections', 'method,summary')).toBe(await report('--sections', 'summary,method'));
    const unknown = await run('report', 'site', now, '--segment', 'blog');
    expect(unknown).toMatchObject({ code: 2 });
    expect(unknown.err).toContain('no segment “blog”');
  });

  test('an earlier crawl: trend of each check as `issues --baseline` counts it, and what changed in figures', async () => {
    const { checks, earlier, score } = await facts({ baseline: old });
    const issues = JSON.parse((await run('issues', now, '--baseline', old, '--format', 'json')).out);
    expect(
      checks.map(({ info, count, trend }) => ({
        check: info.id,
        ...count,
        ...(trend && { new: trend.new, persisting: trend.persisting, fixed: trend.fixed, gone: trend.gone }),
      })),
    ).toEqual(issues);
    expect(earlier?.score?.value).not.toBe(score?.value);
    const { text } = read(await report('--baseline', old));
    expect(text).toContain('The earlier crawl is old.crawl');
    expect(text).toContain('Title missing high 1 0 0 0');
  });

  test('a segment: its URLs alone are counted, as `issues --segment` counts them', async () => {
    const copy = file('segments.crawl');
    copyFileSync(now, copy);
    const rules = [{ kind: 'segment', name: 'short', by: 'filter', expression: 'inurl:/a' }];
    writeFileSync(file('rules.json'), JSON.stringify({ crawlscope: 'rules', version: 1, rules }));
    expect(await run('rules', 'import', copy, file('rules.json'))).toMatchObject({ code: 0 });
    const found = await siteReportFacts(copy, { ...wish, segment: 'short' }, { report: () => 'go-on' });
    const issues = JSON.parse((await run('issues', copy, '--segment', 'short', '--format', 'json')).out);
    expect(found?.checks.map(({ info, count }) => ({ check: info.id, ...count }))).toEqual(issues);
    expect(found?.figures).toMatchObject({ all: 1, internal: 1, pages: 1 });
    const { code, out } = await run('report', 'site', copy, '--segment', 'short', '--sections', 'summary');
    expect(code).toBe(0);
    expect(read(out).text).toContain('This report counts only the URLs of the segment “ short ”');
  });

  test('findings name examples with evidence, and groups of duplicates', async () => {
    const { findings } = await facts({ baseline: old });
    expect(findings.length).toBeGreaterThan(5);
    const priorities = findings.map(({ info }) => info.priority);
    expect(priorities).toEqual(priorities.toSorted((a, b) => 'HML'.indexOf(a) - 'HML'.indexOf(b)));
    for (const { examples, count } of findings) {
      expect(examples.length).toBe(Math.min(10, count.hits));
    }
    const [old1] = [await siteReportFacts(old, wish, { report: () => 'go-on' })];
    const same = old1?.findings.find(({ info }) => info.id === 'title.duplicate');
    if (same) expect(same.groups[0]).toMatchObject({ size: 2 });
  });

  test('a large and hostile site gives a small document', async () => {
    const real = await facts();
    const [found] = real.findings;
    if (!found) throw new Error('no finding');
    const long = `https://example.com/${'\u202e<\u200b&'.repeat(4_000)}`;
    const many = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);
    const item = { value: long, url: long, line: 3 };
    const example = { check: 'x', url: long, evidence: { items: many(50, item), group: long } };
    const rule = { line: 1, start: 0, decides: 1, allows: 0, blocks: 1, undecided: 0, loses: 0, rule: long };
    const html = siteReportPage(
      {
        ...real,
        findings: many(20, {
          ...found,
          examples: many(10, example),
          groups: many(5, { name: long, size: 1e6, urls: many(3, long) }),
        }),
        redirects: {
          ...real.redirects,
          chains: many(20, { start: long, hops: 20, isLoop: false, end: long, status: 200, steps: many(19, long) }),
        },
        sitemaps: many(50, { ...(real.sitemaps[0] as (typeof real.sitemaps)[number]), url: long, detail: long }),
        robots: many(20, {
          ...(real.robots[0] as (typeof real.robots)[number]),
          coverage: many(40, rule),
          lines: many(40, { number: 1, text: long, marked: true }),
        }),
        figures: {
          ...real.figures,
          sections: many(15, { ...(real.figures.sections[0] as (typeof real.figures.sections)[number]), section: long }),
        },
      },
      { at: null, version: '1', file: 'f.crawl', command: 'c' },
    );
    expect(Buffer.byteLength(html)).toBeLessThan(5_000_000);
    expect(read(html).names.get('script') ?? 0).toBe(0);
  });

  test('bad input: exit 2, one line that names it', async () => {
    writeFileSync(file('logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>');
    writeFileSync(file('logo.gif'), 'GIF89a');
    writeFileSync(file('big.png'), Buffer.concat([png, Buffer.alloc(1_000_001)]));
    writeFileSync(file('long.txt'), 'x'.repeat(100_001));
    for (const [argv, words] of [
      [['--sections', 'summery'], 'did you mean “summary”'],
      [['--format', 'docx'], '--format must be one of html, pdf'],
      [['--logo', file('logo.svg')], 'logo.svg is an SVG file'],
      [['--logo', file('logo.gif')], 'neither PNG nor JPEG'],
      [['--logo', file('big.png')], '1000017 bytes; 1000000 are allowed'],
      [['--logo', file('none.png')], 'there is no file'],
      [['--notes', file('long.txt')], 'longer than 100000 bytes'],
      [['--title', 'x'.repeat(201)], '--title has 201 characters; 200 are allowed'],
      [['--baseline', file('none.crawl')], 'none.crawl'],
      [['--out', now, '--force'], 'is the crawl file itself'],
    ] as const) {
      const { code, out, err } = await run('report', 'site', now, ...argv);
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err.toLowerCase()).toContain(words.toLowerCase());
      expect(err.trimEnd().split('\n')).toHaveLength(1);
    }
  });

  test('Ctrl+C ends it with code 3 and leaves no file', async () => {
    const out = file('cancelled.html');
    const ended = await runInProcess(['report', 'site', now, '--out', out], { engine, interrupt: press => press() });
    expect(ended).toMatchObject({ code: 3, out: '' });
    expect(() => statSync(out)).toThrow();
    expect(await run('report', 'site', now, '--out', out)).toMatchObject({ code: 0 });
    expect(readFileSync(out, 'utf8')).toMatch(/^<!DOCTYPE html>[\s\S]*<\/html>\n$/);
  });
});
