import { describe, expect, test } from 'vitest';
import { finish } from '#core/steps.ts';
import { openTwoFiles } from '#engine/compare/two-files.ts';
import { type CompareField, fieldWords, usualFields } from '#shared/model/compare-fields.ts';
import { type MappingRule, noMapping } from '#shared/model/url-mapping.ts';
import { newPath, newSession, site } from '../../support/crawling.ts';
import type { Site } from '../../support/site.ts';

const words = (many: number, word = 'word'): string => Array.from({ length: many }, (_, at) => `${word}${at % 37}`).join(' ');
const html = (head: string, body: string): string =>
  `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`;

async function crawl(server: Site): Promise<string> {
  const path = newPath();
  const session = newSession([server.url('/')], {}, { path });
  await session.run();
  await session.close();
  return path;
}

const nav = '<a href="/a">a</a><a href="/b">b</a><a href="/c">c</a><a href="/gone">g</a>';
const first = {
  '/': html('<title>Home</title>', nav),
  '/a': html('<title>A</title><meta name="description" content="About a">', `<main>${words(200)}</main>`),
  '/b': {
    headers: { 'Cache-Control': 'max-age=60', 'Content-Type': 'text/html' },
    body: html('<title>B</title>', `<a href="/a">a</a>`),
  },
  '/c': html('<title>C</title>', '<h1>See</h1>'),
  '/gone': html('<title>Gone</title>', 'x'),
};
const second = {
  '/': html('<title>Home</title>', nav.replace('/gone', '/new')),
  '/a': html('<title>A, better</title>', `<main>${words(210)} more</main>`),
  '/b': {
    headers: { 'Cache-Control': 'no-store', 'Content-Type': 'text/html' },
    body: html('<title>B</title>', `<a href="/c">a</a>`),
  },
  '/c': html('<title>C</title><script type="application/ld+json">{"@context":"https://schema.org",</script>', '<h1>Sea</h1>'),
  '/new': html('<title>New</title>', 'x'),
};

async function twoCrawls() {
  const server = await site(first);
  const before = await crawl(server);
  for (const [path, answer] of Object.entries(second)) server.set(path, answer);
  return { server, before, after: await crawl(server) };
}

const fields = (...ids: readonly string[]): CompareField[] => ids.map(fieldWords);

describe('two crawls field by field', () => {
  test('counts have their whole, and rows both values', async () => {
    const { server, before, after } = await twoCrawls();
    const two = openTwoFiles(before, after, noMapping);
    try {
      const found = finish(
        two.fields(
          fields('title', 'description', 'h1', 'words', 'text', 'links', 'structured_errors', 'status', 'header:cache-control'),
        ),
      );
      const counts = Object.fromEntries(found.counts.map(({ id, both, differ }) => [id, [differ, both]]));
      expect(counts).toEqual({
        title: [1, 4],
        description: [1, 4],
        h1: [1, 4],
        words: [expect.any(Number), 4],
        text: [expect.any(Number), 4],
        links: [2, 4],
        structured_errors: [1, 4],
        status: [0, 4],
        'header:cache-control': [1, 4],
      });
      const of = (field: string, way: null = null) => [...found.rows({ field, way, contains: '' })];
      expect(of('title')).toEqual([
        { url: server.url('/a'), oldUrl: '', way: 'changed', before: 'A', after: 'A, better', change: '' },
      ]);
      expect(of('description')).toMatchObject([{ way: 'removed', before: 'About a', after: null }]);
      expect(of('header:cache-control')).toMatchObject([{ before: 'max-age=60', after: 'no-store' }]);
      expect(of('structured_errors')).toMatchObject([{ url: server.url('/c'), before: 0, after: 1, change: '+1' }]);
      expect(of('words')[0]).toMatchObject({ url: server.url('/a'), way: 'up', before: 200, after: 211, change: '+11' });
      expect(of('text')[0]?.change).toMatch(/^\d+ % of the text is the same$/);
      // The same number of links, but to another page.
      expect(of('links').map(({ url, change }) => [url, change])).toEqual([
        [server.url('/'), '+1 −1'],
        [server.url('/b'), '+1 −1'],
      ]);
      expect([...found.rows({ field: 'title', way: null, contains: 'BETTER' })]).toHaveLength(1);
      expect([...found.rows({ field: 'title', way: null, contains: 'nowhere' })]).toEqual([]);
      expect([...found.rows({ field: 'words', way: 'down', contains: '' })]).toEqual([]);
    } finally {
      two.close();
    }
  });

  test('a crawl compared with a copy of itself differs in nothing', async () => {
    const { before } = await twoCrawls();
    const { copyFileSync } = await import('node:fs');
    const copy = newPath();
    copyFileSync(before, copy);
    const two = openTwoFiles(before, copy, noMapping);
    try {
      const all = [...usualFields, ...fields('links', 'structured_errors', 'header:content-type')];
      expect(finish(two.fields(all)).counts.filter(({ differ }) => differ > 0)).toEqual([]);
    } finally {
      two.close();
    }
  });
});

describe('a site that moved', () => {
  test('URLs, canonicals and link targets are mapped, and what is unmatched is counted', async () => {
    const canonical = (path: string, origin: string): string => `<link rel="canonical" href="${origin}${path}">`;
    const staging = await site();
    const live = await site();
    for (const [server, prefix] of [
      [staging, ''],
      [live, '/shop'],
    ] as const) {
      server.set(
        '/',
        html('<title>Home</title>', `<a href="${prefix}/a">a</a><a href="/only-${prefix === '' ? 'old' : 'new'}">x</a>`),
      );
      server.set(`${prefix}/a`, html(`<title>A</title>${canonical(`${prefix}/a`, server.origin)}`, 'Text'));
      server.set(`/only-${prefix === '' ? 'old' : 'new'}`, html('<title>Only</title>', 'x'));
    }
    const [before, after] = [await crawl(staging), await crawl(live)];
    const rules: readonly MappingRule[] = [
      { kind: 'prefix', from: `${staging.origin}/a`, to: `${live.origin}/shop/a` },
      { kind: 'host', from: staging.origin, to: live.origin },
    ];
    const two = openTwoFiles(before, after, { rules, pairs: [] });
    try {
      const counts = finish(two.mapping());
      expect(counts).toMatchObject({ before: 3, after: 3, mapped: 3, byRule: [1, 2, 0], matched: 2, doubles: 0 });
      expect(counts.unmatchedBefore).toEqual([[staging.url('/only-old'), live.url('/only-old')]]);
      expect(counts.unmatchedAfter).toEqual([live.url('/only-new')]);
      const found = finish(two.fields(fields('canonical', 'title', 'links')));
      expect(found.counts.map(({ id, differ, both }) => [id, differ, both])).toEqual([
        ['canonical', 0, 2],
        ['title', 0, 2],
        ['links', 1, 2],
      ]);
      expect([...found.rows({ field: 'links', way: null, contains: '' })]).toMatchObject([
        { url: live.url('/'), oldUrl: staging.url('/'), change: '+1 −1' },
      ]);
      const causes = finish(two.causes());
      expect(causes).toMatchObject({ both: 2, flipped: 0, retargeted: 0 });
    } finally {
      two.close();
    }
  });

  test('two URLs that lead to one are compared once', async () => {
    const { server, before, after } = await twoCrawls();
    const rules: readonly MappingRule[] = [{ kind: 'prefix', from: server.url('/gone'), to: server.url('/a') }];
    const two = openTwoFiles(before, after, { rules, pairs: [] });
    try {
      expect(finish(two.mapping())).toMatchObject({ doubles: 1, matched: 4 });
      expect(finish(two.causes())).toMatchObject({ both: 4 });
      expect(finish(two.fields(fields('status'))).counts[0]).toMatchObject({ both: 4 });
    } finally {
      two.close();
    }
  });
});
