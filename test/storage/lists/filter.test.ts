import { beforeEach, describe, expect, it } from 'vitest';
import { parseQuery } from '#core/query/query.ts';
import type { Term } from '#core/query/term.ts';
import { finish } from '#core/steps.ts';
import { UrlOrders } from '#storage/lists/url-orders.ts';
import { type UrlViews, urlViews } from '#storage/lists/url-views.ts';
import type { Store } from '#storage/store.ts';
import { addUrl, countInlinks, draft, newStore } from '../fixture.ts';

let store: Store;
let views: UrlViews;
let orders: UrlOrders;

/** Path → the other columns of its row. Everything is on http://a.test unless the key is a whole URL. */
function fill(): void {
  const b = { key: 'https://sub.b.test:8443', scheme: 'https', host: 'sub.b.test', port: 8443 };
  const other = store.transaction(() => store.origins.insert(b)).id;
  const home = addUrl(store, 'http://a.test/', { via: 'seed', depth: 0, state: 'done' }, 'seed');
  const page = addUrl(store, 'http://a.test/docs/Page', { state: 'done' });
  const gone = addUrl(store, 'http://a.test/gone_x', { state: 'done', depth: 2 });
  const blocked = addUrl(store, 'http://a.test/private', { state: 'disregarded' });
  const moved = addUrl(store, 'http://a.test/moved', { state: 'done' });
  const far = addUrl(store, 'https://sub.b.test:8443/docs/x?q=1', { originId: other, state: 'queued', depth: 3 });
  addUrl(store, 'mailto:a@b.test', { originId: null, state: 'disregarded', depth: 4 }, 'scheme-not-fetched');
  const at = (id: number) => store.urls.byId(id) ?? expect.fail();
  store.transaction(() => {
    store.urls.change(at(home), {
      status: 200,
      contentType: 'text/html',
      bytes: 1_000,
      totalMs: 50,
      outlinks: 2,
      title: 'École à Paris',
      titleLength: 13,
      description: 'Winter Sale',
      descriptionLength: 11,
      h1: 'Ça va',
      h1Length: 5,
      lang: 'en-GB',
      words: 210,
      mayFetch: 'yes',
      mayList: 'yes',
      linksFollowed: 'yes',
      canonicalId: home,
    });
    store.urls.change(at(page), {
      status: 200,
      contentType: 'application/pdf',
      bytes: 5_000,
      totalMs: 900,
      outlinks: 0,
      title: 'The 100% Guide',
      mayFetch: 'yes',
      mayList: 'no',
      canonicalId: home,
    });
    store.urls.decide(page, draft('header-noindex', 'listing'), 2, 1);
    store.urls.change(at(gone), {
      status: 404,
      contentType: 'text/html',
      bytes: 10,
      totalMs: 5,
      reason: 'not-found',
      mayFetch: 'yes',
      mayList: 'no',
    });
    store.urls.change(at(blocked), {
      reason: 'robots-disallow',
      mayFetch: 'no',
      mayList: 'url-only',
      robotsId: 1,
      robotsLine: 7,
    });
    store.urls.change(at(moved), {
      status: 301,
      reason: 'redirected',
      redirectId: page,
      mayFetch: 'yes',
      robotsId: 1,
      robotsLine: 0,
      linksFollowed: 'none',
    });
    store.urls.decide(moved, draft('meta-noindex', 'listing'), 2, 1);
    store.db.prepare('UPDATE url SET in_sitemaps = in_sitemaps + 1 WHERE id = ?').run(far);
    store.fetches.links(home, [
      { to: page, kind: 'a', rel: '', text: '', start: 0, end: 1 },
      { to: far, kind: 'image', rel: '', text: '', start: 1, end: 2 },
    ]);
    store.fetches.links(moved, [{ to: gone, kind: 'redirect', rel: '', text: '', start: 0, end: 0 }]);
    store.inlinks.settle(1, 'end');
    countInlinks(store.db, 1, page);
  });
}

const names: Record<string, string> = {
  'http://a.test/': 'home',
  'http://a.test/docs/Page': 'page',
  'http://a.test/gone_x': 'gone',
  'http://a.test/private': 'blocked',
  'http://a.test/moved': 'moved',
  'https://sub.b.test:8443/docs/x?q=1': 'far',
  'mailto:a@b.test': 'mail',
};
const all = Object.values(names);

/**
 * The names of the URLs that match a term. Compares streaming with the columns in memory, before and after the
 * columns on use are loaded.
 */
function kept(...terms: readonly Term[]): string[] {
  const streamed = [...views.stream(terms, 100)].map(row => names[row.url] ?? row.url);
  finish(orders.update());
  const shown = () => views.rows(finish(orders.select(terms, () => undefined))).map(row => names[row.url] ?? row.url);
  expect(shown()).toEqual(streamed);
  finish(orders.use(terms, 'url'));
  expect(shown()).toEqual(streamed);
  return streamed;
}

beforeEach(() => {
  ({ store } = newStore());
  fill();
  views = urlViews(store.db);
  orders = new UrlOrders(store.db);
});

type Positive<T> = T extends unknown ? Omit<T, 'negated'> : never;
const cases: readonly (readonly [string, Positive<Term>, readonly string[]])[] = [
  ['text in URL or title, letter case ignored', { kind: 'text', field: 'any', value: 'GUIDE' }, ['page']],
  ['text in the URL', { kind: 'text', field: 'url', value: 'docs/p' }, ['page']],
  ['text with characters LIKE would read as wildcards', { kind: 'text', field: 'any', value: '100%' }, ['page']],
  ['an underscore stands for itself', { kind: 'text', field: 'url', value: 'e_x' }, ['gone']],
  ['text in the title', { kind: 'text', field: 'title', value: 'paris' }, ['home']],
  ['text in the meta description', { kind: 'text', field: 'description', value: 'winter s' }, ['home']],
  ['text in the first h1', { kind: 'text', field: 'h1', value: 'ÇA' }, ['home']],
  ['letter case of accented letters too', { kind: 'text', field: 'title', value: 'école À' }, ['home']],
  ['text in the redirect target', { kind: 'text', field: 'redirectTo', value: '/docs/' }, ['moved']],
  ['a number', { kind: 'number', field: 'status', ranges: [{ from: 404, to: 404 }], missing: false }, ['gone']],
  ['a range', { kind: 'number', field: 'status', ranges: [{ from: 200, to: 399 }], missing: false }, ['home', 'page', 'moved']],
  ['an open range', { kind: 'number', field: 'depth', ranges: [{ from: 3, to: null }], missing: false }, ['far', 'mail']],
  ['a range open below', { kind: 'number', field: 'bytes', ranges: [{ from: null, to: 999 }], missing: false }, ['gone']],
  ['a missing number', { kind: 'number', field: 'status', ranges: [], missing: true }, ['blocked', 'far', 'mail']],
  ['inlinks', { kind: 'number', field: 'inlinks', ranges: [{ from: 2, to: null }], missing: false }, ['page']],
  ['outlinks', { kind: 'number', field: 'outlinks', ranges: [{ from: 0, to: 0 }], missing: false }, ['page']],
  ['time', { kind: 'number', field: 'totalMs', ranges: [{ from: 100, to: null }], missing: false }, ['page']],
  ['sitemaps', { kind: 'number', field: 'inSitemaps', ranges: [{ from: 1, to: null }], missing: false }, ['far']],
  ['robots line', { kind: 'number', field: 'robotsLine', ranges: [{ from: 7, to: 7 }], missing: false }, ['blocked']],
  [
    'no robots line',
    { kind: 'number', field: 'robotsLine', ranges: [], missing: true },
    ['home', 'page', 'gone', 'moved', 'far', 'mail'],
  ],
  ['state', { kind: 'words', field: 'state', values: ['queued', 'disregarded'] }, ['blocked', 'far', 'mail']],
  ['may fetch', { kind: 'words', field: 'mayFetch', values: ['no'] }, ['blocked']],
  ['may list', { kind: 'words', field: 'mayList', values: ['url-only'] }, ['blocked']],
  ['links followed', { kind: 'words', field: 'linksFollowed', values: ['none'] }, ['moved']],
  ['reason', { kind: 'words', field: 'reason', values: ['not-found', 'redirected'] }, ['gone', 'moved']],
  ['language, with its regions', { kind: 'words', field: 'lang', values: ['en'] }, ['home']],
  ['no part of a language', { kind: 'words', field: 'lang', values: ['e'] }, []],
  ['no language, of pages', { kind: 'words', field: 'lang', values: [''] }, ['page']],
  ['a language, or none', { kind: 'words', field: 'lang', values: ['en', ''] }, ['home', 'page']],
  [
    'a number that is loaded on use',
    { kind: 'number', field: 'words', ranges: [{ from: 200, to: null }], missing: false },
    ['home'],
  ],
  [
    'what keeps it out of an index',
    { kind: 'words', field: 'indexability', values: ['indexable', 'redirect'] },
    ['home', 'moved'],
  ],
  ['no title, of pages', { kind: 'text-state', field: 'h1', state: 'none' }, ['page']],
  [
    'host',
    { kind: 'site', sites: [{ scheme: '', host: 'a.test', port: '', path: '' }] },
    ['home', 'page', 'gone', 'blocked', 'moved'],
  ],
  ['host with its subdomains', { kind: 'site', sites: [{ scheme: '', host: 'b.test', port: '', path: '' }] }, ['far']],
  ['no host that only ends alike', { kind: 'site', sites: [{ scheme: '', host: '.test', port: '', path: '' }] }, []],
  [
    'scheme, port and path',
    { kind: 'site', sites: [{ scheme: 'https', host: 'sub.b.test', port: '8443', path: '/docs/x?' }] },
    ['far'],
  ],
  ['another port', { kind: 'site', sites: [{ scheme: '', host: 'sub.b.test', port: '443', path: '' }] }, []],
  ['path', { kind: 'site', sites: [{ scheme: '', host: 'a.test', port: '', path: '/docs' }] }, ['page']],
  ['type', { kind: 'type', patterns: [{ match: 'exact', value: 'text/html' }], missing: false }, ['home', 'gone']],
  ['type family', { kind: 'type', patterns: [{ match: 'prefix', value: 'application/' }], missing: false }, ['page']],
  ['part of a type', { kind: 'type', patterns: [{ match: 'contains', value: 'pdf' }], missing: false }, ['page']],
  ['no type', { kind: 'type', patterns: [], missing: true }, ['blocked', 'moved', 'far', 'mail']],
  ['robots verdict', { kind: 'robots', verdicts: ['blocked', 'unknown'] }, ['blocked', 'far', 'mail']],
  ['pages that link to a URL', { kind: 'link', url: 'http://a.test/docs/Page' }, ['home']],
  ['noindex anywhere', { kind: 'noindex', where: 'any' }, ['page', 'moved']],
  ['noindex in a header', { kind: 'noindex', where: 'header' }, ['page']],
  ['noindex in a tag', { kind: 'noindex', where: 'meta' }, ['moved']],
  ['canonical to itself', { kind: 'canonical', value: 'self' }, ['home']],
  ['canonical elsewhere', { kind: 'canonical', value: 'other' }, ['page']],
  ['no canonical', { kind: 'canonical', value: 'none' }, ['gone', 'blocked', 'moved', 'far', 'mail']],
  ['canonical to a URL', { kind: 'canonical', value: 'url', url: 'http://a.test/' }, ['home', 'page']],
  ['in a sitemap', { kind: 'sitemap' }, ['far']],
];

describe('a filter', () => {
  for (const [name, term, wanted] of cases)
    it(`keeps by ${name}, and its negation keeps the rest`, () => {
      expect(kept({ ...term, negated: false } as Term)).toEqual(wanted);
      expect(kept({ ...term, negated: true } as Term)).toEqual(all.filter(item => !wanted.includes(item)));
    });

  it('of several terms keeps what all of them keep; none keeps everything', () => {
    expect(kept(...parseQuery('status:200 -type:pdf').terms)).toEqual(['home']);
    expect(kept()).toEqual(all);
  });
});

describe('alternatives', () => {
  it.each<[string, readonly string[]]>([
    ['status:404 OR depth:0', ['home', 'gone']],
    ['status:404 OR intitle:guide', ['page', 'gone']],
    ['-(status:404 OR intitle:guide)', all.filter(name => !['page', 'gone'].includes(name))],
    ['intitle:guide OR (site:a.test -status:200,301)', ['page', 'gone', 'blocked']],
    ['-(status:200 intitle:guide)', all.filter(name => name !== 'page')],
    ['link:http://a.test/docs/Page OR status:404', ['home', 'gone']],
    ['link:http://a.test/docs/Page OR intitle:guide', ['home', 'page']],
    ['-(link:http://a.test/docs/Page OR intitle:guide)', all.filter(name => !['home', 'page'].includes(name))],
    ['canonical:http://a.test/ OR in:sitemap', ['home', 'page', 'far']],
    ['words:>=200 OR reason:redirected', ['home', 'moved']],
    ['(noindex:meta OR h1:none) -depth:0', ['page', 'moved']],
    ['(status:200 | status:404) (type:pdf OR intitle:paris) NOT inurl:docs', ['home']],
  ])('%s', (text, wanted) => {
    const { terms, problem } = parseQuery(text);
    expect(problem).toBe('');
    expect(kept(...terms)).toEqual(wanted);
  });

  it('of columns in memory need no read of the file', () => {
    finish(orders.update());
    expect(orders.isQuick(parseQuery('status:404 OR -(depth:0 in:sitemap)').terms)).toBe(true);
    expect(orders.isQuick(parseQuery('status:404 OR intitle:guide').terms)).toBe(false);
    expect(orders.needsMore(parseQuery('status:404 OR (depth:0 words:>3)').terms, 'url')).toBe(true);
  });
});

/** The URLs that a filter without a problem keeps. */
const found = (text: string): string[] => {
  const { terms, problem } = parseQuery(text);
  expect(problem).toBe('');
  return kept(...terms);
};

/** Stores a URL whose last response had these headers. */
const answer = (
  name: string,
  headers: unknown,
  { address = null, fetchedAt = 1 }: { readonly address?: string | null; readonly fetchedAt?: number } = {},
): void => {
  const id = addUrl(store, `http://a.test/${name}`, { state: 'done' });
  names[`http://a.test/${name}`] = name;
  store.transaction(() => {
    const begun = {
      urlId: id,
      originId: 1,
      purpose: 'page',
      target: 'x',
      attempt: 1,
      startedAt: 1,
      requestHeaders: [],
    } as const;
    const fetch = store.fetches.begin(begun);
    store.db
      .prepare('UPDATE fetch_row SET remote_address = ?, response_headers = ? WHERE id = ?')
      .run(address, JSON.stringify(headers), fetch);
    store.urls.change(store.urls.byId(id) ?? expect.fail(), { fetchId: fetch, fetchedAt });
  });
};

describe('the last response', () => {
  it('is found by its IP address and its header Server', () => {
    answer('one', [['Server', 'nginx/1.27']], { address: '192.0.2.1' });
    answer('ten', [['server', 'Apache (NGINX behind)']], { address: '192.0.2.10' });
    answer('six', [['X-Server', 'nginx']], { address: '2001:db8::1' });
    answer('odd', { server: 5 });
    answer('sign', [['SERVER', '100%_\u0130']], { address: '203.0.113.9' });
    expect(found('ip:192.0.2.1')).toEqual(['one']);
    expect(found('ip:192.0.2.1*')).toEqual(['one', 'ten']);
    expect(found('ip:192.0.2.10,2001:DB8:0::1')).toEqual(['ten', 'six']);
    expect(found('-ip:none')).toEqual(['one', 'ten', 'six', 'sign']);
    expect(found('ip:none state:done inurl:odd')).toEqual(['odd']);
    expect(found('server:nginx')).toEqual(['one', 'ten']);
    expect(found('server:NGINX/ OR server:"apache (nginx"')).toEqual(['one', 'ten']);
    expect(found('server:%_')).toEqual(['sign']);
    expect(found('-server:none')).toEqual(['one', 'ten', 'sign']);
    expect(found('server:none -ip:none')).toEqual(['six']);
    expect(found('-server:nginx ip:192.0.2.*')).toEqual([]);
    expect(orders.isQuick(parseQuery('ip:192.0.2.1').terms)).toBe(false);
  });
});

describe('dates', () => {
  it('of the last attempt and of the header Last-Modified, in UTC', () => {
    answer('new', [['Last-Modified', 'Mon, 23 Nov 2026 23:59:59 GMT']], { fetchedAt: 1_795_392_000_000 });
    answer('old', [['last-modified', 'Sunday, 06-Nov-94 08:49:37 GMT']], { fetchedAt: 1_795_391_999_999 });
    answer('bad', [['last-modified', 'yesterday']], { fetchedAt: 1_795_392_000_001 });
    answer('odd', { 'last-modified': 5 }, { fetchedAt: 1_795_392_000_001 });
    expect(found('modified:2026-11-23')).toEqual(['new']);
    expect(found('modified:<2000 OR modified:2026')).toEqual(['new', 'old']);
    expect(found('modified:none inurl:a.test fetched:>=2000')).toEqual(['bad', 'odd']);
    expect(found('fetched:2026-11-22')).toEqual(['old']);
    expect(found('fetched>=2026-11-23 -modified:none')).toEqual(['new']);
    expect(found('fetched:none')).toEqual(all);
    expect(orders.isQuick(parseQuery('fetched:2026').terms)).toBe(true);
  });
});

describe('text', () => {
  const found = (text: string): string[] => kept(...parseQuery(text).terms);
  beforeEach(() => {
    for (const path of ['caf%C3%A9/%C3%89t%C3%A9', 'two%20words', 'caf%E9']) names[`http://a.test/${path}`] = path;
    addUrl(store, 'http://a.test/caf%C3%A9/%C3%89t%C3%A9');
    addUrl(store, 'http://a.test/two%20words');
    addUrl(store, 'http://a.test/caf%E9');
  });

  it('in a host in Unicode finds the host as it is encoded', () => {
    names['http://xn--bcher-kva.test/caf%C3%A9'] = 'idn';
    addUrl(store, 'http://xn--bcher-kva.test/caf%C3%A9');
    expect(found('inurl:BÜCHER.test/café')).toEqual(['idn']);
    expect(found('bücher OR xn--zzz')).toEqual(['idn']);
    expect(found('xn--bcher')).toEqual(['idn']);
  });

  it.each([
    ['café', ['caf%C3%A9/%C3%89t%C3%A9']],
    ['CAFÉ', ['caf%C3%A9/%C3%89t%C3%A9']],
    ['inurl:café/été', ['caf%C3%A9/%C3%89t%C3%A9']],
    ['caf%c3%a9', ['caf%C3%A9/%C3%89t%C3%A9']],
    ['caf%E9', ['caf%E9']],
    ['"two words"', ['two%20words']],
    ['two%20words', ['two%20words']],
    ['intitle:%C3%A9cole', ['home']],
  ])('%s is found as it is encoded in a URL and as it is written on a page', (text, wanted) => {
    expect(found(text)).toEqual(wanted);
    expect(found(`-${text}`)).toEqual(
      [...all, 'caf%C3%A9/%C3%89t%C3%A9', 'two%20words', 'caf%E9'].filter(item => !wanted.includes(item)),
    );
  });
});

describe('noindex for a crawler that a directive names', () => {
  /** A response with these headers; an HTML page where meta elements are given. */
  const answer = (name: string, headers: readonly (readonly [string, string])[], metas: string | null, tags: string | null) => {
    const id = addUrl(store, `http://a.test/${name}`, { state: 'done' });
    names[`http://a.test/${name}`] = name;
    store.transaction(() => {
      const fetch = store.fetches.begin({
        urlId: id,
        originId: 1,
        purpose: 'page',
        target: 'x',
        attempt: 1,
        startedAt: 1,
        requestHeaders: [],
      });
      store.db.prepare('UPDATE fetch_row SET response_headers = ? WHERE id = ?').run(JSON.stringify(headers), fetch);
      store.urls.change(store.urls.byId(id) ?? expect.fail(), {
        fetchId: fetch,
        status: 200,
        outlinks: metas === null && tags === null ? null : 0,
      });
      if (metas === null && tags === null) return;
      store.db
        .prepare(
          "INSERT INTO page_row (url_id, fetch_id, own, lang, h1_count, words, links, links_dropped, meta_robots, x_robots_tag) VALUES (?, ?, 63, '', 0, 0, 0, 0, ?, ?)",
        )
        .run(id, fetch, metas, tags);
    });
  };

  it('is found in headers and pages, and by the chip', () => {
    answer('pdf', [['X-Robots-Tag', 'googlebot: noindex']], null, null);
    answer('pdf-none', [['x-robots-tag', 'bingbot: none, otherbot: noarchive']], null, null);
    answer('header', [['x-robots-tag', 'nofollow']], null, 'nofollow; googlebot: nofollow, noindex');
    answer('meta', [], 'robots: follow; googlebot-news: noindex', null);
    answer('all', [['x-robots-tag', 'noindex']], null, null);
    answer(
      'snippet',
      [['x-robots-tag', 'max-snippet: 20, unavailable_after: 25 Jun 2010 15:00:00 PST']],
      'robots: max-snippet: 20',
      null,
    );
    answer('broken', [], 'noindex', '');
    const named = ['pdf', 'pdf-none', 'header', 'meta'];
    const urls = (text: string): string[] => kept(...parseQuery(text).terms);
    expect(urls('noindex:named')).toEqual(named);
    // Two URLs of the file have a noindex for the crawl's own crawler.
    expect(urls('noindex:yes')).toEqual(['page', 'moved', ...named]);
    expect(urls('-noindex:named')).toEqual([...all, 'all', 'snippet', 'broken']);
  });
});
