import { describe, expect, it } from 'vitest';
import type { Session } from '#engine/session/session.ts';
import type { BarsPicture } from '#shared/model/pictures.ts';
import { newSession, site } from '../../support/crawling.ts';
import { linksTo, page, redirect, robotsFile } from '../../support/site.ts';

const answers = {
  '/robots.txt': robotsFile('User-agent: *\nDisallow: /private/\n'),
  '/': linksTo('/shop/a', '/shop/deep/b', '/blog/x', '/private/p', '/gone', '/moved', '/a,b/c', '/?q=1'),
  '/shop/a': linksTo('/shop/deep/b', '/shop/other', '/blog/y'),
  '/shop/deep/b': page('<meta name=robots content=noindex>'),
  '/shop/other': page('<link rel=canonical href=/shop/a>'),
  '/blog/x': linksTo('/blog/z'),
  '/blog/y': page('<meta name=robots content=nofollow>', '<a href=/>start</a>'),
  '/blog/z': { status: 500, body: 'broken' },
  '/moved': redirect('/blog/x'),
  '/a,b/c': page(),
  '/?q=1': page(),
};

async function drawn() {
  const server = await site(answers);
  const session = newSession([server.url('/')], { maxAttempts: 1 });
  await session.run();
  const { handlers } = session;
  await handlers['graph.start']({});
  await expect.poll(async () => (await handlers['graph.read']({})).state).toBe('done');
  return { session, server };
}

const countOf = async ({ handlers }: Session, filter: string): Promise<number> => {
  const { count, problem } = await handlers['urls.view']({ filter, sort: 'url', descending: false });
  expect([filter, problem]).toEqual([filter, '']);
  return count;
};

async function expectEqualLists(session: Session, { bars, parts, counted }: BarsPicture): Promise<void> {
  let sum = 0;
  for (const bar of bars) {
    const total = bar.counts.reduce((all, count) => all + count, 0);
    sum += total;
    expect([bar.filter, await countOf(session, bar.filter)]).toEqual([bar.filter, total]);
    for (const [at] of parts.entries())
      expect([bar.filters[at], await countOf(session, bar.filters[at] as string)]).toEqual([bar.filters[at], bar.counts[at]]);
  }
  expect(sum).toBe(counted);
}

describe('the pictures of a crawl', () => {
  it('draws bars whose parts are the URLs that their filters list', async () => {
    const { session } = await drawn();
    const pages = await countOf(session, 'class:page');
    const depths = await session.handlers['graph.bars']({ picture: 'depths', verdict: 'mayList' });
    await expectEqualLists(session, depths);
    expect(depths.counted).toBe(pages);
    expect(depths.bars.map(({ label }) => label)).toEqual(['0', '1', '2']);
    for (const verdict of ['mayList', 'mayFetch', 'linksFollowed'] as const) {
      const sections = await session.handlers['graph.bars']({ picture: 'sections', verdict });
      await expectEqualLists(session, sections);
      expect(sections.counted).toBe(pages);
      expect(sections.bars.map(({ label }) => label).sort()).toEqual(['/', '/a,b/', '/blog/', '/private/', '/shop/']);
    }
  });

  it('counts the attempts of a crawl over time by the class of their status', async () => {
    const { session } = await drawn();
    const { bars, counted, parts } = await session.handlers['graph.bars']({ picture: 'times', verdict: 'mayList' });
    const attempts = (filter: string) => countOf(session, `class:page ${filter}`);
    const sums = parts.map((_, at) => bars.reduce((all, { counts }) => all + (counts[at] as number), 0));
    // Each page was tried once here, so attempts are pages.
    expect(sums).toEqual([
      await attempts('status:2xx'),
      await attempts('status:3xx'),
      await attempts('status:4xx'),
      await attempts('status:5xx'),
      0,
    ]);
    expect(counted).toBe(sums.reduce((all, each) => all + each, 0));
    for (const { filters, counts } of bars)
      for (const [at, filter] of filters.entries())
        expect([filter, await countOf(session, filter)]).toEqual([filter, counts[at]]);
  });

  it('maps directories, and says which filter lists each', async () => {
    const { session, server } = await drawn();
    const { handlers } = session;
    const all = await handlers['graph.map']({ folder: '' });
    expect(all.urls).toBe(await countOf(session, 'class:page'));
    const home = server.url('/');
    expect(all.cells[0]).toMatchObject({ path: home, urls: all.urls, parent: -1, hasMore: true });
    const map = await handlers['graph.map']({ folder: home });
    expect(map).toMatchObject({ folder: home, above: [], total: all.urls, urls: all.urls });
    const first = map.cells.filter(({ parent }) => parent === -1);
    expect(first.reduce((sum, { urls }) => sum + urls, 0)).toBe(all.urls);
    for (const cell of map.cells) {
      expect([cell.path, await countOf(session, cell.filter)]).toEqual([cell.path, cell.urls]);
      expect(await countOf(session, `${cell.filter} -status:200 -status:none`)).toBe(cell.notOk);
      expect(await countOf(session, `${cell.filter} indexable:no`)).toBe(cell.notIndexable);
    }
    const deeper = await handlers['graph.map']({ folder: server.url('/shop/deep/') });
    expect(deeper.above).toEqual([home, server.url('/shop/')]);
    expect(deeper.cells).toMatchObject([{ isRest: true, urls: 1, notIndexable: 1, judged: 1 }]);
  });
});

describe('the graph picture of a crawl', () => {
  it('has each page once, with what the URL list says of it, highest score first', async () => {
    const { session } = await drawn();
    const { handlers } = session;
    const picture = await handlers['graph.picture']({});
    expect(picture.total).toBe(await countOf(session, 'class:page'));
    expect(picture.ids.length).toBe(picture.total);
    expect(new Set(picture.ids).size).toBe(picture.total);
    const nodes = await handlers['graph.nodes']({ places: [...picture.ids.keys(), 99] });
    expect(nodes.map(({ place }) => place)).toEqual([...picture.ids.keys()]);
    expect(picture.labels).toEqual(nodes.map(({ url }) => url));
    const scores = [...picture.scores];
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    for (const { place, url, status, depth } of nodes) {
      expect([status ?? -1, depth ?? -1]).toEqual([picture.statuses[place], picture.depths[place]]);
      const parent = picture.parents[place] as number;
      if (parent < 0) continue;
      expect(picture.depths[parent]).toBeLessThan(picture.depths[place] as number);
      const before = nodes[parent]?.url as string;
      expect(
        (await handlers['url.links']({ url: before, direction: 'out', from: 0, limit: 50 })).rows.map(({ to }) => to),
      ).toContain(url);
    }
  });

  it('finds the nodes of a filter, and the links around a node', async () => {
    const { session, server } = await drawn();
    const { handlers } = session;
    const picture = await handlers['graph.picture']({});
    const nodes = await handlers['graph.nodes']({ places: [...picture.ids.keys(), 99] });
    const urls = (places: Iterable<number>) => [...places].map(place => nodes[place]?.url.replace(server.origin, '')).sort();
    const { places, problem } = await handlers['graph.matching']({ filter: 'indexable:no' });
    expect([problem, places.length]).toEqual(['', await countOf(session, 'class:page indexable:no')]);
    expect(urls(places)).toContain('/shop/deep/b');
    expect((await handlers['graph.matching']({ filter: 'status:abc' })).problem).not.toBe('');
    const around = await handlers['graph.around']({ place: nodes.findIndex(({ url }) => url.endsWith('/shop/a')) });
    expect(urls(around.to)).toEqual(['/blog/y', '/shop/deep/b', '/shop/other']);
    expect(urls(around.from)).toEqual(['/']);
    expect(picture.sections).toContain(server.url('/shop/'));
  });
});
