import { describe, expect, it } from 'vitest';
import { sortedRows } from '#core/graph/lists/sorted-rows.ts';
import type { GraphCell } from '#core/graph/lists/table.ts';
import { rowOf } from '#core/graph/lists/table.ts';
import { finish } from '#core/steps.ts';
import { CrawlGraph } from '#engine/graph/crawl-graph.ts';
import { openGraphFile } from '#engine/graph/graph-file.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import { type GraphListId, graphListInfo, graphLists } from '#shared/model/graph-lists.ts';
import { afterwards } from '../../support/afterwards.ts';
import { newPath, newSession, rows, site } from '../../support/crawling.ts';
import { type Answer, linksTo, page, redirect, robotsFile } from '../../support/site.ts';

/** The links of a crawl of this site. Cells that are addresses of the site are paths. */
async function graphed(
  answers: Readonly<Record<string, Answer>>,
  seeds: readonly string[] = ['/'],
  settings: Partial<CrawlSettings> = {},
) {
  const server = await site(answers);
  const path = newPath();
  const session = newSession(seeds.map(server.url), settings, { path });
  await session.run();
  const depths = new Map(rows(session, 'SELECT url, depth FROM urls') as [string, number | null][]);
  await session.close();
  const file = openGraphFile(path);
  afterwards(() => file.close());
  const graph = finish(CrawlGraph.read(file));
  const short = (cell: GraphCell): GraphCell =>
    typeof cell === 'string' && cell.startsWith(`${server.origin}/`) ? cell.slice(server.origin.length) : cell;
  const list = (id: GraphListId, columns: readonly string[]): GraphCell[][] => {
    const table = finish(graph.table(id));
    const { sort, descending } = graphListInfo(id);
    return [...sortedRows(table, sort, descending)].map(row => rowOf(table, columns, row).map(short));
  };
  return { graph, list, server, depths, short };
}

const canonical = (href: string) => page(`<link rel=canonical href="${href}">`);

describe('the links of a crawl', () => {
  it('lists the score and rank of each URL that has one, highest first', async () => {
    const { list } = await graphed({
      '/': linksTo('/a', '/b', '/moved'),
      '/a': linksTo('/b'),
      '/b': linksTo('/'),
      '/moved': redirect('/b'),
    });
    const scores = list('scores', ['url', 'score', 'rank', 'status']);
    expect(scores.map(([url]) => url)).not.toContain('/moved');
    expect(scores[0]?.[1]).toBe(100);
    expect(scores.at(-1)).toEqual(['/a', 0, expect.any(Number), 200]);
    expect(scores.reduce((sum, [, , rank]) => sum + Number(rank), 0)).toBeCloseTo(1, 6);
  });

  it('has the depth that the crawl stored for every URL', async () => {
    const { graph, depths } = await graphed(
      {
        '/': page('<a href=/a>a</a><a href=/b rel=nofollow>b</a>', '<iframe src=/frame></iframe>'),
        '/a': linksTo('/moved', '/c'),
        '/moved': redirect('/target'),
        '/target': linksTo('/deep'),
        '/deep': linksTo('/'),
      },
      ['/'],
      { nofollowLinks: 'follow' },
    );
    const { table, distances } = graph.links;
    for (let row = 0; row < table.size; row++)
      expect([table.url(row), distances.depth[row] === -1 ? null : distances.depth[row]]).toEqual([
        table.url(row),
        depths.get(table.url(row)),
      ]);
    expect(distances.depth.some(depth => depth >= 4)).toBe(true);
  });

  it('gives the score of a redirect and of a canonical to its target', async () => {
    const { graph, server } = await graphed({
      '/': linksTo('/moved', '/copy', '/plain', '/loop1'),
      '/moved': redirect('/end'),
      '/copy': canonical('/end'),
      '/end': page(),
      '/plain': page(),
      '/loop1': redirect('/loop2'),
      '/loop2': redirect('/loop1'),
    });
    const scoreOf = (path: string) => finish(graph.path(server.url(path)));
    expect(scoreOf('/moved')).toMatchObject({ score: null, countsFor: server.url('/end') });
    expect(scoreOf('/copy')).toMatchObject({ score: null, countsFor: server.url('/end') });
    expect(scoreOf('/loop1')).toMatchObject({ countsFor: null, score: expect.any(Number) });
    // The home page links to the end by two addresses: that is one link.
    expect(scoreOf('/end').rank).toBeCloseTo(scoreOf('/plain').rank, 9);
  });

  it('counts no nofollow link, no link of a nofollow page, and no frame', async () => {
    const { graph, server } = await graphed(
      {
        '/': page('<a href=/a>a</a>', '<a href=/b rel="ugc nofollow">b</a>', '<iframe src=/c></iframe>', '<a href=/closed>x</a>'),
        '/closed': page('<meta name=robots content=nofollow>', '<a href=/d>d</a>'),
        ...Object.fromEntries(['/a', '/b', '/c', '/d'].map(path => [path, page()])),
      },
      ['/'],
      { nofollowLinks: 'follow' },
    );
    const rank = (path: string): number => finish(graph.path(server.url(path))).rank;
    expect(rank('/a')).toBeGreaterThan(rank('/b'));
    expect(rank('/c')).toBe(rank('/b'));
    expect(rank('/closed')).toBe(rank('/a'));
    // The page is known, but its link is not followed.
    expect(() => rank('/nowhere')).toThrow('is not in this crawl');
  });

  it('names the shortest path, all pages whose link ends one, and the pages that all paths go through', async () => {
    const { graph, server, short } = await graphed({
      '/': page('<a href=/a>to A</a><a href=/b>to B</a>'),
      '/a': page('<a href=/hub>A says hub</a>'),
      '/b': page('<a href=/hub>B says hub</a>'),
      '/hub': page('<a href=/moved>onward</a>'),
      '/moved': redirect('/leaf'),
      '/leaf': linksTo('/hub'),
    });
    const found = finish(graph.path(server.url('/leaf')));
    expect(found.depth).toBe(4);
    expect(found.way.map(({ url, text }) => [short(url), text])).toEqual([
      ['/', 'to A'],
      ['/a', 'A says hub'],
      ['/hub', 'onward'],
      ['/moved', ''],
      ['/leaf', null],
    ]);
    expect(found.through.map(short)).toEqual(['/moved', '/hub', '/']);
    const hub = finish(graph.path(server.url('/hub')));
    expect(hub.alternatives.map(({ url, text }) => [short(url), text])).toEqual([
      ['/a', 'A says hub'],
      ['/b', 'B says hub'],
    ]);
    expect(hub).toMatchObject({ alternativesTotal: 2, behind: 2, through: [server.url('/')] });
    expect(finish(graph.behind(server.url('/hub'), 1, 5))).toEqual({ total: 2, urls: [server.url('/leaf')] });
    expect(finish(graph.path(server.url('/')))).toMatchObject({ depth: 0, through: [], behind: 5, alternatives: [] });
  });
});

describe('lists about links', () => {
  it('have a value for every column that they name, and no other', async () => {
    const { graph } = await graphed({ '/': linksTo('/a', '/moved'), '/a': canonical('/'), '/moved': redirect('/gone') });
    for (const { id, columns, sort } of graphLists) {
      const table = finish(graph.table(id));
      expect([id, Object.keys(table.columns).sort()]).toEqual([id, columns.map(({ name }) => name).sort()]);
      expect(columns.map(({ name }) => name)).toContain(sort);
      for (const name of Object.keys(table.columns))
        for (let row = 0; row < table.size; row++) expect(table.columns[name]?.(row)).not.toBeUndefined();
    }
  });

  it('roll directories up', async () => {
    const { list } = await graphed({
      '/': linksTo('/shop/', '/shop/a?q=/x/', '/shop/deep/er/b', '/shop/deep/gone', '/about'),
      '/shop/': page(),
      '/shop/a?q=/x/': page(),
      '/shop/deep/er/b': page('<meta name=robots content=noindex>'),
      '/about': { status: 500, body: '' },
    });
    expect(
      list('tree', ['directory', 'level', 'urls', 'fetched', 'indexable', 'client_errors', 'server_errors', 'inlinks']),
    ).toEqual([
      ['/', 0, 6, 6, 3, 1, 1, 5],
      ['/shop/', 1, 4, 4, 2, 1, 0, 4],
      ['/shop/deep/', 2, 2, 2, 0, 1, 0, 2],
      ['/shop/deep/er/', 3, 1, 1, 0, 0, 0, 1],
    ]);
  });

  it('follow redirects hop by hop, with what each host says', async () => {
    const other = await site({
      '/robots.txt': robotsFile('User-agent: *\nDisallow: /private\n'),
      '/private/end': page(),
    });
    const { list, server } = await graphed(
      {
        '/robots.txt': robotsFile('User-agent: *\nCrawl-delay: 0\nAllow: /a\n'),
        '/': linksTo('/a', '/x', '/self'),
        '/a': redirect('/b', 301),
        '/b': redirect(other.url('/private/end'), 308),
        '/x': redirect('/y'),
        '/y': redirect('/x'),
        '/self': redirect('/self'),
      },
      ['/'],
      { scope: 'domain' },
    );
    expect(server.origin).not.toBe(other.origin);
    const found = list('chains', [
      'start',
      'hops',
      'hop',
      'url',
      'status',
      'redirect_to',
      'robots',
      'robots_line',
      'robots_version',
      'final_url',
      'loop',
    ]);
    expect(found.filter(([start]) => start === '/a')).toEqual([
      ['/a', 2, 1, '/a', 301, '/b', 'yes', 3, 1, other.url('/private/end'), false],
      ['/a', 2, 2, '/b', 308, other.url('/private/end'), 'yes', 0, 1, other.url('/private/end'), false],
    ]);
    expect(found.filter(([start]) => start === '/x').map(row => [row[1], row[3], row[9], row[10]])).toEqual([
      [2, '/x', null, true],
      [2, '/y', null, true],
    ]);
    expect(found.filter(([start]) => start === '/self').map(row => [row[1], row[10]])).toEqual([[1, true]]);
    // The longest chains come first, and the hops of one stay together.
    expect(found.map(([, hops]) => hops)).toEqual([2, 2, 2, 2, 2, 2, 1, 1]);
  });

  it('say how orphans are known', async () => {
    const { list } = await graphed(
      {
        '/robots.txt': ({ request }) => robotsFile(`User-agent: *\nAllow: /\nSitemap: http://${request.headers.host}/map.xml\n`),
        '/map.xml': ({ request }) => ({
          headers: { 'Content-Type': 'application/xml' },
          body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${['/linked', '/only-listed']
            .map(path => `<url><loc>http://${request.headers.host}${path}</loc></url>`)
            .join('')}</urlset>`,
        }),
        '/': linksTo('/linked'),
        '/linked': page('<link rel=canonical href=/main>'),
        '/main': page(),
        '/only-listed': linksTo('/after'),
        '/after': linksTo('/after'),
        '/list': linksTo('/'),
      },
      ['/', '/list'],
      { sitemaps: true, crawlCanonicals: true },
    );
    expect(list('orphans', ['url', 'source'])).toEqual([
      ['/after', 'orphans'],
      ['/list', 'list'],
      ['/main', 'reference'],
      ['/only-listed', 'sitemap'],
    ]);
  });

  it('find no orphan in the one start URL', async () => {
    const { list } = await graphed({ '/': linksTo('/a'), '/a': page() });
    expect(list('orphans', ['url'])).toEqual([]);
  });

  it('count what is behind each page', async () => {
    const { list } = await graphed({
      '/': linksTo('/hub', '/both'),
      '/hub': linksTo('/one', '/both'),
      '/one': linksTo('/two'),
      '/two': page('<meta name=robots content=noindex>'),
      '/both': page(),
    });
    expect(list('dominators', ['url', 'behind', 'behind_indexable', 'nearest'])).toEqual([
      ['/', 4, 3, null],
      ['/hub', 2, 1, '/'],
      ['/one', 1, 0, '/hub'],
    ]);
  });

  it('follow canonicals to their end and count each cluster', async () => {
    const { list } = await graphed({
      '/': linksTo('/a', '/b', '/c', '/x', '/y', '/own'),
      '/a': canonical('/b'),
      '/b': canonical('/c'),
      '/c': canonical('/c'),
      '/own': canonical('/own'),
      '/x': canonical('/y'),
      '/y': canonical('/x'),
    });
    expect(list('canonicals', ['url', 'canonical', 'hops', 'end', 'end_indexable', 'loop', 'cluster'])).toEqual([
      ['/a', '/b', 2, '/c', true, false, 3],
      ['/b', '/c', 1, '/c', true, false, 3],
      ['/x', '/y', 2, null, null, true, null],
      ['/y', '/x', 2, null, null, true, null],
    ]);
  });

  it('put together what hreflang connects, and count what is not returned', async () => {
    const languages = (...pairs: readonly (readonly [string, string])[]) =>
      page(...pairs.map(([lang, href]) => `<link rel=alternate hreflang=${lang} href="${href}">`));
    const { list } = await graphed({
      '/': linksTo('/en', '/de', '/fr', '/alone', '/header'),
      '/en': languages(['en', '/en'], ['de', '/de'], ['fr', '/fr']),
      '/de': languages(['en', '/en'], ['de', '/de']),
      '/fr': page(),
      '/alone': languages(['en', '/alone']),
      '/header': {
        headers: { 'Content-Type': 'text/html', Link: '</header-de>; rel=alternate; hreflang=de' },
        body: linksTo('/header-de'),
      },
      '/header-de': page(),
    });
    expect(list('hreflang', ['members', 'url', 'languages', 'names', 'named_by', 'unanswered'])).toEqual([
      [3, '/en', 'en', 2, 1, 1],
      [3, '/de', 'de', 1, 1, 0],
      [3, '/fr', 'fr', 0, 1, 0],
      [2, '/header', '', 1, 0, 1],
      [2, '/header-de', 'de', 0, 1, 0],
    ]);
  });

  it('count the anchor texts of each target, and of one', async () => {
    const { list, graph, server, short } = await graphed({
      '/': page(
        '<a href=/a>One</a><a href=/a>One</a><a href=/a rel=nofollow>Two</a><a href=/b><img src=/i.png alt="A picture"></a>',
      ),
      '/a': page('<a href=/a>One</a><a href=/b></a>'),
      '/b': page(),
    });
    expect(list('anchors', ['target', 'text', 'links', 'pages', 'nofollow'])).toEqual([
      ['/a', 'One', 3, 2, 0],
      ['/a', 'Two', 1, 1, 1],
      ['/b', 'A picture', 1, 1, 0],
      ['/b', '', 1, 1, 0],
    ]);
    const one = finish(graph.anchorsOf(server.url('/b')));
    expect(Array.from({ length: one.size }, (_, row) => rowOf(one, ['target', 'text', 'links'], row).map(short))).toEqual([
      ['/b', 'A picture', 1],
      ['/b', '', 1],
    ]);
    expect(() => finish(graph.anchorsOf('https://elsewhere.example/'))).toThrow('is not in this crawl');
  });

  it('put links to problems together by their place', async () => {
    const frame = '<nav><a href=/gone>Gone</a></nav><footer><a href=/moved>Moved</a></footer>';
    const { list } = await graphed({
      '/robots.txt': robotsFile('User-agent: *\nDisallow: /no\n'),
      '/': page(frame, '<a href=/a>a</a><a href=/hidden>h</a><a href=/no>n</a>'),
      '/a': page(frame, '<p><a href=/gone>Gone</a></p>'),
      '/hidden': page('<meta name=robots content=noindex>', frame),
      '/moved': redirect('/a'),
    });
    expect(list('bad-links', ['problem', 'place', 'target', 'status', 'links', 'pages', 'example'])).toEqual([
      ['broken', 'nav>a', '/gone', 404, 3, 3, '/'],
      ['redirect', 'footer>a', '/moved', 302, 3, 3, '/'],
      ['noindex', 'a', '/hidden', 200, 1, 1, '/'],
      ['blocked', 'a', '/no', null, 1, 1, '/'],
      ['broken', 'p>a', '/gone', 404, 1, 1, '/a'],
    ]);
  });
});
