import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeCall, maxDepth, maxValues, measure, replyId } from '#main/calls.ts';
import { procedures } from '#shared/contract.ts';
import { defaultSettings } from '#shared/model/crawl.ts';
import { controlNames } from '#shared/rpc/control.ts';
import { portableOf } from '#shared/settings-file.ts';

const call = (name: string, input: unknown, id: unknown = 1) => ({ kind: 'call', id, name, input });
const settings = { ...defaultSettings, seeds: ['https://example.com/'] };
const scopeChange = {
  scope: 'host',
  follow: 'links',
  internalHosts: ['www'],
  rewrites: [],
  parameters: ['drop-tracking'],
  cleanParam: false,
  include: [],
  exclude: ['glob:/tag/**'],
};
const profile = {
  id: 'mine',
  name: 'Mine',
  productToken: 'MyBot',
  fallsBackTo: [],
  userAgent: 'MyBot/1.0',
  dialect: 'rfc9309',
  directives: 'unknown',
  directiveAgents: ['mybot'],
  namedByHeader: false,
  ignoresStar: false,
  listsNothing: false,
  ignoresFrames: false,
  followsRedirectsUnseen: false,
  source: 'a test',
  asOf: '2026-11-21',
};
/** One acceptable input per procedure; a new procedure must be added here. */
const good: Record<string, unknown> = {
  'credentials.give': { secrets: [{ kind: 'basic', origin: 'https://example.com', value: 'a:b' }], keep: false },
  'credentials.forget': { kind: 'basic', origin: 'https://example.com' },
  'crawl.continue': { maxPages: 1_000 },
  'crawl.siteRules': { siteRules: [{ pattern: 'example.com', robots: 'never' }], robotsDefault: 'inherit' },
  'crawl.changeScope': {
    ...scopeChange,
    maxDepth: 4,
    nofollowLinks: 'follow',
    ugcLinks: 'follow',
    sponsoredLinks: 'record',
    crawlCanonicals: false,
    crawlHreflang: true,
    crawlAmp: false,
    profile: 'googlebot',
    profiles: [profile],
    userAgent: 'Mine/1.0',
  },
  'scope.try': { settings: scopeChange, typed: ['https://example.com/'] },
  'crawl.releaseTrap': { pattern: 'https://example.com/cal/…' },
  'crawl.askAgain': { urls: ['https://example.com/'] },
  'urls.groups': { filter: '', by: 'status' },
  'search.start': { text: 'a', place: 'text', isPattern: false, matchCase: false },
  'repair.start': {},
  'repair.read': {},
  'repair.cancel': {},
  'repair.open': {},
  'conversion.cancel': {},
  'bodies.count': { before: null, filter: 'status:404' },
  'bodies.drop': { before: 1_700_000_000_000, filter: null, keep: { newest: 100 } },
  'trend.choose': { from: 'folder' },
  'bodies.read': {},
  'bodies.cancel': {},
  'search.state': {},
  'search.stop': {},
  'search.hits': { id: 1, from: 0, limit: 10 },
  'views.save': { crawlscope: 'views', version: 1, views: [], columnSets: [] },
  'views.open': {},
  'settings.open': {},
  'settings.save': { suggestedName: 'a', settings: portableOf(defaultSettings) },
  'url.findInSource': { url: 'https://example.com/', text: 'a' },
  'filter.read': { text: 'status:404 OR a' },
  'lookup.interpret': { text: 'status:404' },
  'urls.view': { filter: '', sort: 'url', descending: false },
  'urls.complete': { view: 1 },
  'urls.classes': { filter: 'status:404' },
  'urls.rows': { view: 1, from: 0, limit: 100 },
  'urls.position': { view: 1, url: 'https://example.com/' },
  'url.explain': { url: 'https://example.com/' },
  'url.relatives': { url: 'https://example.com/' },
  'url.matrix': { url: 'https://example.com/', profiles: ['googlebot'] },
  'url.links': { url: 'https://example.com/', direction: 'in', from: 0, limit: 10 },
  'url.link': { url: 'https://example.com/', seq: 3 },
  'url.foundThrough': { url: 'https://example.com/' },
  'url.headers': { url: 'https://example.com/' },
  'rules.save': { rules: [{ kind: 'segment', name: 'blog', by: 'filter', expression: 'inurl:blog' }] },
  'rules.test': { rule: { kind: 'search', name: 'gtm', find: 'gtm.js' }, url: 'https://example.com/' },
  'rules.ofUrl': { url: 'https://example.com/' },
  'url.preview': { url: 'https://example.com/' },
  'url.source': { url: 'https://example.com/', start: 0, end: 10 },
  'rendering.ofUrl': { url: 'https://example.com/' },
  'rendering.requests': { rendering: 1, only: 'lost', from: 0, limit: 100 },
  'rendering.start': { urls: ['https://example.com/'], free: ['https://example.com'], allow: true },
  'rendering.cost': { url: 'https://example.com/' },
  'rendering.log': { rendering: 1 },
  'rendering.source': { rendering: 1, start: 0, end: 0 },
  'rendering.difference': { rendering: 1 },
  'rendering.screenshot': { rendering: 1, kind: 'viewport' },
  'robots.file': { origin: 'https://example.com' },
  'graph.start': { again: true },
  'graph.list': { list: 'tree', sort: 'urls', descending: true, from: 0, limit: 100, open: ['https://example.com/'] },
  'graph.making': { list: 'anchors' },
  'graph.stopList': { list: 'anchors' },
  'graph.path': { url: 'https://example.com/' },
  'graph.bars': { picture: 'sections', verdict: 'mayList' },
  'graph.nodes': { places: [0, 1] },
  'graph.around': { place: 0 },
  'graph.matching': { filter: 'status:200' },
  'graph.map': { folder: '' },
  'graph.behind': { url: 'https://example.com/', from: 0, limit: 100 },
  'replay.compare': {
    origin: 'https://example.com',
    before: { version: null, text: null, profile: '' },
    after: { version: null, text: 'User-agent: *', profile: 'googlebot' },
  },
  'replay.urls': { handle: 1, change: 'newlyBlocked', cause: null, section: null, from: 0, limit: 10 },
  'replay.coverage': { origin: 'https://example.com', side: { version: 3, text: null, profile: '' } },
  'replay.judged': {
    origin: 'https://example.com',
    side: { version: 3, text: null, profile: '' },
    verdict: 'blocked',
    from: 0,
    limit: 10,
  },
  'replay.covered': {
    origin: 'https://example.com',
    side: { version: 3, text: null, profile: '' },
    line: 4,
    matches: false,
    from: 0,
    limit: 10,
  },
  'report.site': {
    format: 'pdf',
    sections: ['summary', 'findings'],
    title: 'For ACME',
    author: '',
    notes: '',
    segment: null,
    logo: null,
    baseline: null,
  },
  'report.line': { origin: 'https://example.com', line: 4, profile: '' },
  'report.politeness': { origin: 'https://example.com' },
  'replay.discovery': { handle: 1, from: 0, limit: 10 },
  'replay.sections': { origin: 'https://example.com' },
  'drafts.open': { origin: 'https://example.com', version: 3 },
  'drafts.read': { id: 1 },
  'drafts.save': { origin: 'https://example.com', name: 'Spring', text: 'User-agent: *', base: 3 },
  'drafts.rename': { id: 1, name: 'Summer' },
  'drafts.delete': { id: 1 },
  'drafts.keep': { origin: 'http://a.test', text: 'User-agent: *', base: null },
  'assertions.keep': { origin: 'http://a.test', text: null },
  'draft.export': { suggestedName: 'robots.txt', text: 'User-agent: *' },
  'robots.fix': {
    origin: '',
    goal: 'free',
    urls: ['https://example.com/'],
    side: { version: null, text: null, profile: '' },
  },
  'disagreements.open': { profiles: ['crawlscope', 'googlebot'] },
  'disagreements.read': { list: 1 },
  'disagreements.urls': { list: 1, group: 0, from: 0, limit: 10 },
  'disagreements.cancel': { list: 1 },
  'robots.interpretation': { origin: 'https://example.com', interpreter: { dialect: 'google' }, against: { profile: 'bingbot' } },
  'robots.history': { origin: 'https://example.com', profile: '' },
  'robots.cancelHistory': { origin: 'https://example.com', profile: '' },
  'robots.blame': { url: 'https://example.com/', profile: 'googlebot', version: 3 },
  'robots.diff': { origin: 'https://example.com', before: null, after: 3 },
  'robots.checkEvery': { hours: 6 },
  'robots.import': { origin: 'https://example.com', from: 'folder' },
  'robots.lint': { text: 'User-agent: *' },
  'assertions.get': { origin: 'https://example.com' },
  'assertions.save': { origin: '', text: 'deny * /cart' },
  'assertions.run': { origin: '', text: 'deny * /cart', draft: 'User-agent: *' },
  'assertions.merge': { origin: 'https://example.com', text: 'deny * /cart', more: 'deny * /basket' },
  'assertions.create': { crawler: 'Googlebot', urls: ['https://example.com/'] },
  'signals.open': { profiles: ['googlebot'] },
  'signals.read': { list: 1, choice: { where: [{ signal: 'robots', values: ['blocked'], profile: null }], conflict: '' } },
  'signals.urls': { list: 1, cell: 0, choice: { where: [], conflict: null }, from: 0, limit: 10 },
  'signals.cancel': { list: 1 },
  'issues.change': { do: 'remove', ids: [1] },
  'issues.read': { known: 0 },
  'issues.urls': { check: 'title.missing', show: 'all', group: null, sort: 'url', descending: false, from: 0, limit: 10 },
  'issues.finding': { check: 'title.missing', url: 'https://example.com/' },
  'issues.ofUrl': { url: 'https://example.com/' },
  'issues.pair': { left: 'https://example.com/', right: 'https://example.com/b' },
  'issues.groups': { check: 'title.duplicate', from: 0, limit: 10 },
  'export.save': {
    list: { kind: 'links', url: 'https://example.com/', direction: 'in' },
    format: 'csv',
    separator: ',',
    bom: false,
    columns: null,
  },
  'export.unpack': {},
  'export.graphml': {},
  'export.har': { filter: 'status:404' },
  'requests.ofUrl': { url: 'https://example.com/' },
  'requests.ofHost': { request: 3, towards: 'later' },
  'export.snapshot': {},
  'export.read': { id: 1 },
  'export.cancel': { id: 1 },
  'export.show': { grant: 'x' },
  'sql.run': { statement: 'select 1', seconds: 30, rows: 1_000 },
  'sql.rows': { id: 1, from: 0, limit: 100 },
  'sql.save': { id: 1, format: 'csv' },
  'queries.save': { crawlscope: 'queries', version: 1, queries: [{ name: 'All', sql: 'select 1' }] },
  'comparison.urls': { run: 1, group: 0, from: 0, limit: 10 },
  'comparison.pair': { run: 1, url: 'https://example.com/' },
  'comparison.fields': { run: 1, more: ['links', 'header:etag'] },
  'comparison.cancelFields': { run: 1 },
  'comparison.fieldUrls': { run: 1, field: 'title', way: 'changed', contains: '', from: 0, limit: 10 },
  'comparison.sitemaps': { run: 1 },
  'comparison.cancelSitemaps': { run: 1 },
  'comparison.sitemapChanges': { run: 1, kind: null, contains: 'a', from: 0, limit: 10 },
  'comparison.page': { run: 1, url: 'https://example.com/' },
  'comparison.setMapping': { rules: [{ kind: 'host', from: 'a.example', to: 'b.example' }], keepPairs: true },
  'comparison.testMapping': { run: 1, rules: [], keepPairs: false },
  'comparison.recent': { id: 'x' },
  'comparison.save': { run: 1, format: 'csv' },
  'sitemaps.coverage': {},
  'sitemaps.dates': { sitemap: 1 },
  'export.sitemap': {
    filter: '',
    base: null,
    images: true,
    hreflang: true,
    lastmod: 'header',
    gzip: false,
    maxUrls: 50_000,
    maxBytes: 52_428_800,
  },
  'sitemaps.entries': { sitemap: 1, from: 0, limit: 10, profile: 'googlebot' },
  'crawl.check': settings,
  'crawl.start': { settings, destination: null },
  'profiles.save': { profile, replaces: null },
  'profiles.remove': { id: 'mine' },
  'file.openRecent': { id: 'x' },
  'file.forgetRecent': { id: 'x' },
  'file.chooseNew': { suggestedName: 'x' },
  'report.save': { kind: 'url', url: 'https://example.com/' },
  'shell.openExternal': { url: 'https://example.com/' },
};

describe('a call from the window', () => {
  test.each(Object.keys(procedures))('%s passes with an acceptable input and goes to its host', name => {
    const judged = judgeCall(call(name, good[name] ?? {}));
    expect(judged).toMatchObject({ kind: 'call', id: 1, name, host: procedures[name as keyof typeof procedures].host });
  });

  test.each(Object.keys(procedures))('%s refuses an extra key, a missing input and other types', name => {
    const input = good[name] ?? {};
    for (const bad of [{ ...(input as object), extra: 1 }, undefined, null, [], 'x', 7, true]) {
      expect(judgeCall(call(name, bad))).toMatchObject({ kind: 'refused', id: 1, error: { code: 'bad_request' } });
    }
  });

  test.each([...controlNames, 'toString', '__proto__', 'constructor', 'hasOwnProperty', '', 'URLS.VIEW', 'urls.view '])(
    'the name %j is unknown to the window',
    name => {
      expect(judgeCall(call(name, {}))).toMatchObject({ kind: 'refused', error: { code: 'bad_request' } });
    },
  );

  test('what is forwarded is the output of the schema, not the sender’s object', () => {
    const input = { url: 'https://example.com/' };
    const judged = judgeCall(call('url.explain', input));
    expect(judged.kind === 'call' && judged.input).toEqual(input);
    expect(judged.kind === 'call' && judged.input).not.toBe(input);
  });

  test('the envelope has exactly four keys', () => {
    expect(judgeCall({ ...call('file.recent', {}), extra: 1 })).toMatchObject({ kind: 'refused' });
    expect(judgeCall({ kind: 'call', id: 1, name: 'file.recent' })).toMatchObject({ kind: 'refused' });
    expect(judgeCall({ ...call('file.recent', {}), kind: 'topic' })).toMatchObject({ kind: 'refused' });
  });

  test.each([[0], [-1], [1.5], [Number.NaN], ['1'], [null], [undefined], [2 ** 53], [{}]])('id %j cannot be answered', id => {
    expect(judgeCall(call('file.recent', {}, id === undefined ? 'none' : id))).toEqual({ kind: 'noise' });
  });

  test('own __proto__ keys are refused wherever they are', () => {
    const input = JSON.parse('{"__proto__":{"url":"https://example.com/"}}') as unknown;
    expect(judgeCall(call('url.explain', input))).toMatchObject({ kind: 'refused' });
    const envelope = JSON.parse('{"kind":"call","id":1,"name":"file.recent","input":{},"__proto__":{}}') as unknown;
    expect(judgeCall(envelope)).toMatchObject({ kind: 'refused' });
    expect(({} as Record<string, unknown>)['url']).toBeUndefined();
  });

  test('strings longer than the contract allows are refused', () => {
    expect(judgeCall(call('url.explain', { url: 'x'.repeat(8_192) }))).toMatchObject({ kind: 'call' });
    expect(judgeCall(call('url.explain', { url: 'x'.repeat(8_193) }))).toMatchObject({ kind: 'refused' });
    expect(judgeCall(call('urls.rows', { view: 1, from: 0, limit: 1_001 }))).toMatchObject({ kind: 'refused' });
  });

  test('a refusal is short and carries no value from the request', () => {
    const judged = judgeCall(call('url.explain', { url: 'secret'.repeat(9_000) }));
    expect(judged.kind === 'refused' && judged.error.message.length).toBeLessThanOrEqual(300);
    expect(JSON.stringify(judged)).not.toContain('secretsecret');
  });
});

describe('the size of a message', () => {
  const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });
  test('nesting is limited', () => {
    expect(measure(nested(maxDepth))).not.toBeNull();
    expect(measure(nested(maxDepth + 1))).toBeNull();
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    expect(measure(cycle)).toBeNull();
  });
  test('shared references cannot make the walk explode', () => {
    let value: unknown = Array.from({ length: 1_000 }, () => 1);
    for (let level = 0; level < 4; level += 1) value = Array.from({ length: 1_000 }, () => value);
    expect(measure(value)).toBeNull();
    expect(measure(Array.from({ length: maxValues - 1 }, () => 1))).not.toBeNull();
  });
  test('only plain data counts', () => {
    for (const value of [new Map(), new Date(), () => 1, Symbol('s'), 1n, Number.NaN, new Uint8Array(1), /x/]) {
      expect(measure({ value })).toBeNull();
    }
  });
  test('a getter is never run', () => {
    let runs = 0;
    const value = {
      get trap() {
        runs += 1;
        return 1;
      },
    };
    expect(measure(value)).toBeNull();
    expect(runs).toBe(0);
  });
});

describe('fuzz', () => {
  const names = fc.oneof(fc.constantFrom(...Object.keys(procedures)), fc.constantFrom(...controlNames), fc.string());
  const keys = fc.constantFrom(
    'url',
    'view',
    'from',
    'limit',
    'filter',
    'sort',
    'descending',
    'settings',
    'seeds',
    'destination',
    'id',
    'text',
    '__proto__',
    'constructor',
  );
  const inputs = fc.oneof(
    fc.anything({ withNullPrototype: true, withMap: true, withDate: true, withBigInt: true, key: fc.oneof(keys, fc.string()) }),
    fc.dictionary(keys, fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.double())),
  );
  test('10,000 hostile messages: never throws, passes only what the schema accepts', () => {
    fc.assert(
      fc.property(names, inputs, fc.oneof(fc.nat(), fc.anything()), (name, input, id) => {
        const raw = call(name, input, id);
        const judged = judgeCall(raw);
        if (judged.kind === 'noise') expect(replyId(raw)).toBeNull();
        if (judged.kind !== 'call') return;
        expect(Object.hasOwn(procedures, judged.name)).toBe(true);
        expect(procedures[judged.name].input.safeParse(judged.input).success).toBe(true);
      }),
      { numRuns: 10_000 },
    );
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
  test('any value at all as a message is judged', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withSparseArray: true, withTypedArray: true }), raw => {
        expect(['call', 'refused', 'noise']).toContain(judgeCall(raw).kind);
      }),
      { numRuns: 2_000 },
    );
  });
});
