import { describe, expect, test } from 'vitest';
import { finish } from '#core/replay/steps.ts';
import type { CrawlComparison } from '#shared/model/comparison.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import { newPath, newSession, reopen, site } from '../support/crawling.ts';
import { type Answer, linksTo, page, redirect, robotsFile } from '../support/site.ts';

/** Pages of the planted site; 5,000 are a matter of half a minute, so the suite takes fewer. */
const pages = Number(process.env['PLANTED_PAGES'] ?? 600);
const sections = 10;
const hubs = Math.ceil(pages / 100);
const pathOfPage = (at: number): string => `/s${at % sections}/page-${at}`;
const own = (path: string): string => page(`<link rel="canonical" href="${path}">`, '<a href="/">home</a>', 'Words of the page');

const rules = (...lines: string[]): Answer => robotsFile(['User-agent: *', 'Disallow: /never/', ...lines, ''].join('\n'));

function plain(): Record<string, Answer> {
  const answers: Record<string, Answer> = { '/robots.txt': rules() };
  const paths = Array.from({ length: pages }, (_, at) => pathOfPage(at));
  answers['/'] = linksTo(...Array.from({ length: hubs }, (_, at) => `/hub/${at}`));
  for (let hub = 0; hub < hubs; hub += 1) answers[`/hub/${hub}`] = linksTo(...paths.slice(hub * 100, hub * 100 + 100));
  for (const path of paths) answers[path] = own(path);
  return answers;
}

/** What is done to a section of the site between the two crawls. */
const edits: Readonly<Record<number, (path: string) => Answer | null>> = {
  1: () => null,
  2: path => ({ headers: { 'X-Robots-Tag': 'noindex' }, body: own(path) }),
  3: path =>
    page(`<link rel="canonical" href="${path}">`, '<meta name="robots" content="noindex">', '<a href="/">home</a>', 'Words'),
  4: () => page('<link rel="canonical" href="/hub/0">', '<a href="/">home</a>', 'Words of the page'),
  5: () => redirect('/hub/0', 301),
  6: () => ({ status: 410, body: 'Gone' }),
};

async function twoCrawls(
  change: (set: (path: string, answer: Answer) => void) => void,
  settings: Partial<CrawlSettings> = {},
): Promise<CrawlComparison> {
  const server = await site(plain());
  const [first, second] = [newPath(), newPath()];
  for (const [path, wanted] of [
    [first, {}],
    [second, settings],
  ] as const) {
    const session = newSession([server.url('/')], { connections: 8, ...wanted }, { path });
    await session.run();
    await session.close();
    change((url, answer) => server.set(url, answer));
  }
  return finish(reopen(first, { readOnly: true }).compareWith(second));
}

describe('two crawls of one site', () => {
  test('six planted edits are six groups, however many URLs they flip', { timeout: 600_000 }, async () => {
    const found = await twoCrawls(set => {
      set('/robots.txt', rules('Disallow: /s1/'));
      for (let at = 0; at < pages; at += 1) {
        const path = pathOfPage(at);
        const answer = edits[at % sections]?.(path);
        if (answer) set(path, answer);
      }
    });
    expect(found).toMatchObject({ both: pages + hubs + 1, onlyBefore: [], onlyAfter: [], settings: [] });
    expect(
      found.groups
        .map(({ kind, edit, before, after, newLine, urls }) => [kind, edit, before, after, newLine, urls])
        .sort((a, b) => String(a[0]).localeCompare(String(b[0]))),
    ).toEqual([
      ['canonical', '', 'the page itself', 'another page', 0, pages / sections],
      ['header', '', '', 'noindex', 0, pages / sections],
      ['meta', '', '', 'robots: noindex', 0, pages / sections],
      ['redirect', '', 'status 200', 'redirect 301', 0, pages / sections],
      ['robots', 'added', '', 'Disallow: /s1/', 3, pages / sections],
      ['status', '', 'status 200', 'status 410', 0, pages / sections],
    ]);
    expect(found.flipped).toBe((6 * pages) / sections);
  });

  test('a setting that differs is the cause of what it keeps out, and named as such', async () => {
    const found = await twoCrawls(() => undefined, { exclude: ['/s7/'] });
    expect(found.settings).toEqual([{ name: 'exclude', before: 'none', after: '/s7/' }]);
    expect(found.groups.map(({ kind, name, after, urls }) => [kind, name, after, urls])).toEqual([
      ['setting', 'exclude', '/s7/', pages / sections],
    ]);
  });

  test('URLs that only one crawl has are grouped by what became of them', async () => {
    const found = await twoCrawls(set => set('/', linksTo(...Array.from({ length: hubs - 1 }, (_, at) => `/hub/${at}`), '/new')));
    expect(found.onlyBefore.map(({ reason, urls }) => [reason, urls])).toEqual([['fetched', 101]]);
    expect(found.onlyAfter).toEqual([{ reason: 'not-found', urls: 1, examples: [expect.stringMatching(/\/new$/)] }]);
  });

  test('crawls that found the same differ in nothing', async () => {
    expect(await twoCrawls(() => undefined)).toMatchObject({
      flipped: 0,
      groups: [],
      onlyBefore: [],
      onlyAfter: [],
      settings: [],
    });
  });
});
