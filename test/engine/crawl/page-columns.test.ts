import { expect, test } from 'vitest';
import { parseQuery } from '#core/query/query.ts';
import type { Session } from '#engine/session/session.ts';
import { newSession, site } from '../../support/crawling.ts';

const page = (head: string, body = ''): string =>
  `<!doctype html><html lang="de-AT"><head>${head}</head><body>${body}</body></html>`;
const same = '<main><p>One text of some words that two pages have in common, word for word.</p></main>';

async function crawled(): Promise<{ readonly session: Session; readonly origin: string }> {
  const server = await site({
    '/robots.txt': 'User-agent: *\nDisallow: /blocked\n',
    '/': page(
      `<title>Start</title><meta name=description content="All about it"><link rel=alternate hreflang=en href=/en>
       <script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","offers":{"@type":"Offer"}}</script>`,
      `<h1></h1><h1>Hello <b>there</b></h1><h2>a</h2><h2>b</h2><img src=a.png><img src=b.png alt="">
       ${['a', 'b', 'twin', 'none', 'hidden', 'moved', 'blocked', 'gone', 'a'].map(path => `<a href="/${path}">${path}</a>`).join(' ')}
       <a href="http://other.invalid/">out</a> <a href="mailto:x@example.com">mail</a>`,
    ),
    '/a': page('<title>Two  WORDS</title><meta name=description content="Alike">', `<h1>One</h1>${same}`),
    '/b': page('<title>two words</title><meta name=description content=" alike ">', `<h1>Two</h1>${same}`),
    '/twin': page('<title>Start</title><meta name=robots content=noindex>'),
    '/none': page('<title> </title><title>Second</title>'),
    '/hidden': page('', 'no title'),
    '/moved': { status: 301, headers: { Location: '/a' } },
    '/blocked': page('<title>Start</title>'),
  });
  const session = newSession([`${server.origin}/`]);
  await session.run();
  return { session, origin: server.origin };
}

const found = (session: Session, filter: string): string[] => {
  expect(parseQuery(filter).problem).toBe('');
  return [...session.urls({ filter })].map(({ url }) => new URL(url).pathname);
};

test('facts of a page are columns of its URL', async () => {
  const { session, origin } = await crawled();
  const [start] = [...session.urls({ filter: `inurl:${origin}/ depth:0` })];
  expect(start).toMatchObject({
    title: 'Start',
    titleLength: 5,
    titlePixels: 43,
    titles: 1,
    description: 'All about it',
    descriptionLength: 12,
    descriptions: 1,
    h1: 'Hello there',
    h1Length: 11,
    h1Count: 2,
    h2Count: 2,
    lang: 'de-AT',
    images: 2,
    imagesWithoutAlt: 1,
    hreflangs: 1,
    structuredTypes: 'Product',
    internalLinks: 9,
    externalLinks: 1,
    outlinks: 11,
    indexability: 'indexable',
    httpVersion: '1.1',
  });
  expect(start?.words).toBeGreaterThan(10);
  expect(start?.textRatio).toBeGreaterThan(5);
  expect(start?.textHash).toMatch(/^2-[0-9a-f]{16}$/);
  expect(start?.firstByteMs).toBeGreaterThanOrEqual(0);
  expect([...session.urls({ filter: 'inurl:/none' })][0]).toMatchObject({ title: 'Second', titles: 2 });
});

test('what is no page has none of them', async () => {
  const { session } = await crawled();
  const [moved] = [...session.urls({ filter: 'inurl:/moved' })];
  expect(moved).toMatchObject({ title: null, titles: null, words: null, internalLinks: null, indexability: 'redirect' });
  expect([...session.urls({ filter: 'inurl:/gone' })][0]).toMatchObject({ indexability: 'error', titles: null });
});

test('pages are found by the numbers and by what they lack', async () => {
  const { session } = await crawled();
  expect(found(session, 'title_length:<6')).toEqual(['/', '/twin']);
  expect(found(session, 'h1_count>1')).toEqual(['/']);
  expect(found(session, 'without_alt:>0')).toEqual(['/']);
  expect(found(session, 'title:none')).toEqual(['/hidden']);
  expect(found(session, 'description:none')).toEqual(['/twin', '/none', '/hidden']);
  expect(found(session, 'h1:none -title:none')).toEqual(['/twin', '/none']);
  expect(found(session, 'schema:product')).toEqual(['/']);
  expect(found(session, 'indexable:no')).toEqual(['/twin', '/moved', '/blocked', '/gone']);
  expect(found(session, 'title:"none"')).toEqual([]);
});

test('the duplicates are those that the checks of the audit hit', async () => {
  const { session, origin } = await crawled();
  await session.handlers['issues.start']({});
  for (;;) {
    const { state } = await session.handlers['issues.read']({ known: 0 });
    if (state !== 'running') break;
    await new Promise(done => setTimeout(done, 5));
  }
  const hits = async (check: string): Promise<string[]> => {
    const { rows: list } = await session.handlers['issues.urls']({
      ...{ check, show: 'open', group: null, sort: 'url', descending: false, from: 0, limit: 100 },
    });
    return list.map(({ url }) => url.slice(origin.length));
  };
  expect(found(session, 'title:duplicate')).toEqual(['/a', '/b']);
  expect(await hits('title.duplicate')).toEqual(['/a', '/b']);
  expect(found(session, 'description:duplicate')).toEqual(await hits('desc.duplicate'));
  expect(found(session, 'h1:duplicate')).toEqual(await hits('h1.duplicate'));
  expect(found(session, 'content:duplicate')).toEqual(await hits('content.exact_dup'));
  expect(found(session, 'content:duplicate')).toEqual(['/a', '/b']);
  expect(found(session, '-title:duplicate title:words')).toEqual([]);
});
