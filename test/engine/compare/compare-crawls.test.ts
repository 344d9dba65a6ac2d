import { describe, expect, test } from 'vitest';
import { finish } from '#core/steps.ts';
import { type CrawlSide, compareCrawls, sideOf } from '#engine/compare/compare-crawls.ts';
import type { ComparisonSoFar, CrawlComparison } from '#shared/model/comparison.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import { openDatabase } from '#storage/file/database.ts';
import { afterwards } from '../../support/afterwards.ts';
import { newPath, newSession, reopen, site } from '../../support/crawling.ts';
import { type Answer, linksTo, page, redirect, robotsFile } from '../../support/site.ts';

/** Pages of the planted site; 5,000 are a matter of half a minute, so the suite takes fewer: thirty a section. */
const pages = Number(process.env['PLANTED_PAGES'] ?? 300);
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

  test('a site rule that lets a blocked URL be fetched is the cause, not the status of its response', async () => {
    const server = await site({
      '/robots.txt': rules(),
      '/': linksTo('/never/a', '/b'),
      '/never/a': own('/never/a'),
      '/b': own('/b'),
    });
    const [first, second] = [newPath(), newPath()];
    for (const [path, siteRules] of [
      [first, []],
      [second, [{ pattern: server.origin, robots: 'never' }]],
    ] as const) {
      const session = newSession([server.url('/')], { siteRules }, { path });
      await session.run();
      await session.close();
    }
    const { groups } = finish(reopen(first, { readOnly: true }).compareWith(second));
    expect(groups.map(({ kind, name, urls }) => [kind, name, urls])).toEqual([['site-rule', 'siteRules', 1]]);
  });

  test('of several site rules that changed, each URL is filed under the rule of its own site', async () => {
    const answers = {
      '/robots.txt': rules(),
      '/': linksTo('/never/a', '/never/b'),
      '/never/a': own('/never/a'),
      '/never/b': own('/never/b'),
    };
    const [one, two] = [await site(answers), await site(answers)];
    const [first, second] = [newPath(), newPath()];
    for (const [path, siteRules] of [
      [first, []],
      [second, [one, two].map(({ origin }) => ({ pattern: origin, robots: 'never' as const }))],
    ] as const) {
      const session = newSession([one.url('/'), two.url('/')], { siteRules }, { path });
      await session.run();
      await session.close();
    }
    const { groups } = finish(reopen(first, { readOnly: true }).compareWith(second));
    expect(groups.map(({ kind, before, urls }) => [kind, before, urls])).toEqual([
      ['site-rule', 'no rule', 2],
      ['site-rule', 'no rule', 2],
    ]);
    expect(groups.map(({ after }) => [one, two].find(({ origin }) => after.includes(origin))?.origin).sort()).toEqual(
      [one.origin, two.origin].sort(),
    );
  });

  test('URLs that only one crawl has are grouped by what became of them', async () => {
    const found = await twoCrawls(set => set('/', linksTo(...Array.from({ length: hubs - 1 }, (_, at) => `/hub/${at}`), '/new')));
    expect(found.onlyBefore.map(({ reason, urls }) => [reason, urls])).toEqual([['fetched', 101]]);
    expect(found.onlyAfter).toMatchObject([
      { reason: 'not-found', urls: 1, inlinks: 1, examples: [expect.stringMatching(/\/new$/)] },
    ]);
  });

  test('crawls that found the same differ in nothing', async () => {
    expect(await twoCrawls(() => undefined)).toMatchObject({
      flipped: 0,
      retargeted: 0,
      groups: [],
      onlyBefore: [],
      onlyAfter: [],
      settings: [],
    });
  });
});

describe('targets that change without a verdict', () => {
  /** Crawls two sites that differ in `before` and `after` and gives the groups of targets. */
  async function targets(before: Record<string, Answer>, after: Record<string, Answer>) {
    const home = linksTo(...Object.keys(before));
    const server = await site({ '/robots.txt': rules(), '/': home, '/new': page('new'), '/old': page('old'), ...before });
    const [first, second] = [newPath(), newPath()];
    for (const path of [first, second]) {
      const session = newSession([server.url('/')], { connections: 8 }, { path });
      await session.run();
      await session.close();
      for (const [url, answer] of Object.entries(after)) server.set(url, answer);
    }
    const found = finish(reopen(first, { readOnly: true }).compareWith(second));
    const groups = found.groups.map(({ kind, edit, before: was, after: is, urls }) => [
      kind,
      edit,
      was.replace(server.origin, ''),
      is.replace(server.origin, ''),
      urls,
    ]);
    return { found, groups };
  }
  const many = (count: number, answer: (at: number) => Answer): Record<string, Answer> =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`/from-${at}`, answer(at)]));

  test('redirects that lead to another page are one group, named by both targets', async () => {
    const { found, groups } = await targets(
      many(4, () => redirect('/old', 301)),
      many(4, () => redirect('/new', 301)),
    );
    expect(groups).toEqual([['redirect-target', 'target', '/old', '/new', 4]]);
    expect(found).toMatchObject({ flipped: 0, retargeted: 4 });
    expect(found.groups[0]).toMatchObject({ facets: { redirectTarget: 4, status: 0 }, flips: { redirectTarget: 4 }, inlinks: 4 });
  });

  test('targets that each page has for itself are joined by how they differ', async () => {
    const { groups } = await targets(
      many(5, at => redirect(`/to/${at}`, 302)),
      many(5, at => redirect(`/elsewhere/${at}`, 302)),
    );
    expect(groups).toEqual([['redirect-target', 'path', '', '', 5]]);
  });

  test('a slash at the end is one edit of all redirects', async () => {
    const { groups } = await targets(
      many(3, at => redirect(`/to/${at}`, 301)),
      many(3, at => redirect(`/to/${at}/`, 301)),
    );
    expect(groups).toEqual([['redirect-target', 'slash-added', '', '', 3]]);
  });

  test('a canonical that names another page than before is a group, though neither page may be listed', async () => {
    const naming = (target: string) => (): Answer => page(`<link rel="canonical" href="${target}">`, 'Words of the page');
    const { found, groups } = await targets(many(3, naming('/old')), many(3, naming('/new')));
    expect(groups).toEqual([['canonical-target', 'target', '/old', '/new', 3]]);
    expect(found.groups[0]?.facets).toMatchObject({ canonicalTarget: 3, mayList: 0 });
  });

  test('a canonical that a page gives itself flips nothing and is told', async () => {
    const { groups } = await targets(
      many(2, () => page('<a href="/">home</a>', 'Words of the page')),
      many(2, at => own(`/from-${at}`)),
    );
    expect(groups).toEqual([['canonical-target', 'added', 'none', 'the page itself', 2]]);
  });

  test('a redirect that became a page is a flip of the status, not a new target', async () => {
    const { found, groups } = await targets(
      many(2, () => redirect('/old', 301)),
      many(2, () => page('Words of the page')),
    );
    expect(groups).toEqual([['redirect', '', 'redirect 301', 'status 200', 2]]);
    expect(found.retargeted).toBe(0);
  });
});

describe('a comparison reads as little as it can', () => {
  test('of URLs that are the same in both crawls only what tells so, and it says early what it found', async () => {
    const server = await site(plain());
    const [first, second] = [newPath(), newPath()];
    for (const path of [first, second]) {
      const session = newSession([server.url('/')], { connections: 8 }, { path });
      await session.run();
      await session.close();
      server.set(pathOfPage(3), { status: 410, body: 'Gone' });
      server.set(pathOfPage(4), page('<link rel="canonical" href="/hub/0">', '', 'Words'));
    }
    const opened = [first, second].map(path => openDatabase(path, { readOnly: true }));
    afterwards(() => opened.forEach(db => void db.close()));
    const sides = opened.map((db, at) => sideOf(db, [first, second][at] ?? '')) as [CrawlSide, CrawlSide];
    const whole: string[] = [];
    const watched = ({ states, ...side }: CrawlSide): CrawlSide => ({
      ...side,
      states: {
        ...states,
        ofIds: ids => {
          const found = states.ofIds(ids);
          whole.push(...[...found.values()].map(({ url }) => new URL(url).pathname));
          return found;
        },
      },
    });
    let soFar: () => ComparisonSoFar = () => expect.fail('nothing to watch');
    const steps = compareCrawls(watched(sides[0]), watched(sides[1]), {
      watch: read => {
        soFar = read;
      },
    });
    expect(steps.next()).toMatchObject({ done: false });
    const early = soFar();
    expect(early).toMatchObject({ both: 256, flipped: 2 });
    expect(early.groups.map(({ kind, urls }) => [kind, urls])).toEqual([
      ['status', 1],
      ['canonical', 1],
    ]);
    const { comparison } = finish(steps);
    expect(comparison).toMatchObject({ both: pages + hubs + 1, flipped: 2, onlyBefore: [], onlyAfter: [] });
    expect(whole.sort()).toEqual([pathOfPage(3), pathOfPage(3), pathOfPage(4), pathOfPage(4)]);
  });
});
