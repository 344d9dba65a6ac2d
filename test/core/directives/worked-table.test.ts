import { describe, expect, it } from 'vitest';
import { engineById } from '#core/directives/engines.ts';
import { pageVerdict } from '#core/directives/page-verdict.ts';
import { type PageInputs, readDirectives } from '#core/directives/read.ts';
import type { RobotsFacts, StoredPage, VerdictFacts } from '#core/directives/verdict-facts.ts';
import type { PageVerdict } from '#shared/model/directives.ts';
import type { MetaRobots } from '#shared/model/page.ts';

/** Table 4.1 of our reference of page directives, a test a row: each engine's verdict from what a page and its headers say. */

const robotNames: Readonly<Record<string, readonly string[]>> = {
  google: ['googlebot'],
  bing: ['bingbot', 'msnbot'],
  yandex: ['yandex', 'yandexbot'],
  'meta-1997': [],
};
const now = 1_800_000_000_000;

const m = (content: string, name = 'robots'): MetaRobots => ({ name, content, at: { start: 5, end: 40 }, inHead: true });
const h = (value: string) => ['X-Robots-Tag', value] as const;
const inputs = (...given: (MetaRobots | readonly [string, string])[]): PageInputs => ({
  metas: given.filter((each): each is MetaRobots => 'name' in each),
  headers: given.filter((each): each is readonly [string, string] => !('name' in each)),
});

const open: RobotsFacts = { known: true, allowed: true, reason: 'no-match', line: 0, rule: '' };
const stored = (given: PageInputs, change: Partial<StoredPage> = {}): StoredPage => ({
  url: 'https://e.com/a',
  status: 200,
  redirectTo: '',
  contentType: 'text/html',
  isHtml: true,
  whole: true,
  inputs: given,
  rendered: null,
  canonicals: [],
  baseUrl: 'https://e.com/a',
  refresh: null,
  headEndedBy: null,
  links: { total: 3, nofollow: 0 },
  ...change,
});
const verdict = (engine: string, page: StoredPage, change: Partial<VerdictFacts> = {}): PageVerdict =>
  pageVerdict(
    engineById(engine),
    robotNames[engine] ?? [],
    { robots: open, page, readable: page, linked: true, ...change },
    { now },
  );
const short = (engine: string, page: StoredPage): string => {
  const { index, follow } = verdict(engine, page);
  return `${index}/${follow}`;
};
const ids = ({ reasons }: PageVerdict): string[] => reasons.map(reason => reason.id);
const reading = (engine: string, given: PageInputs) =>
  readDirectives(engineById(engine), given, robotNames[engine] ?? [], { now });

describe('indexed / links followed', () => {
  it.each<[number, PageInputs, google: string, bing: string, yandex: string, text1997: string]>([
    [1, inputs(m('noindex, follow')), 'no/yes', 'no/yes', 'no/yes', 'no/yes'],
    [2, inputs(m('noindex')), 'no/yes', 'no/yes', 'no/yes', 'no/no'],
    [3, inputs(m('index, noindex')), 'no/yes', 'no/yes', 'yes/yes', 'choice/choice'],
    [4, inputs(m('all, noindex, nofollow')), 'no/no', 'no/no', 'yes/yes', 'yes/yes'],
    [5, inputs(m('index'), h('noindex')), 'no/yes', 'no/yes', 'no/yes', 'yes/yes'],
    [6, inputs(m('noindex'), m('index', 'googlebot')), 'no/yes', 'no/yes', 'no/yes', 'no/no'],
    [7, inputs(m('index'), m('noindex', 'googlebot')), 'no/yes', 'yes/yes', 'yes/yes', 'yes/yes'],
    [8, inputs(m('nofollow'), m('follow', 'yandex')), 'yes/no', 'yes/no', 'yes/yes', 'yes/no'],
    [9, inputs(m('noindex'), m('all', 'yandex')), 'no/yes', 'no/yes', 'yes/yes', 'no/no'],
    [10, inputs(h('googlebot: noindex')), 'no/yes', 'yes/yes', 'yes/yes', 'yes/yes'],
    [11, inputs(h('otherbot: noindex, nofollow'), h('googlebot: nofollow')), 'yes/no', 'yes/yes', 'yes/yes', 'yes/yes'],
    [12, inputs(h('unavailable_after: 25 Jun 2020 15:00:00 GMT')), 'no/yes', 'yes/yes', 'yes/yes', 'yes/yes'],
    [13, inputs(m('max-snippet:20, nosnippet')), 'yes/yes', 'yes/yes', 'yes/yes', 'yes/yes'],
    [16, inputs(m('noindex, indexifembedded')), 'no/yes', 'no/yes', 'no/yes', 'no/no'],
    [17, inputs(m('indexifembedded')), 'yes/yes', 'yes/yes', 'yes/yes', 'yes/yes'],
    [18, inputs(m('NOINDEX;NOFOLLOW')), 'yes/yes', 'yes/yes', 'yes/yes', 'yes/yes'],
    [19, inputs(m('noindex', 'robot')), 'yes/yes', 'yes/yes', 'yes/yes', 'yes/yes'],
  ])('row %i', (_row, given, google, bing, yandex, text1997) => {
    const page = stored(given);
    expect(['google', 'bing', 'yandex', 'meta-1997'].map(id => short(id, page))).toEqual([google, bing, yandex, text1997]);
  });
});

it('row 3: in the text of 1997 both words are kept as a contradiction', () => {
  expect(reading('meta-1997', inputs(m('index, noindex'))).index).toMatchObject({
    value: 'choice',
    by: [],
    lost: [{ why: 'contradiction' }, { why: 'contradiction' }],
  });
});

it('row 5: Yandex documents no way out of header against page; both are shown', () => {
  const { index } = reading('yandex', inputs(m('index'), h('noindex')));
  expect(index.by).toMatchObject([{ word: 'noindex', source: { kind: 'header' } }]);
  expect(index.lost).toMatchObject([{ directive: { word: 'index' }, why: 'header-forbids' }]);
});

it('row 10: a header for another robot is named as such', () => {
  const page = stored(inputs(h('googlebot: noindex')));
  expect(ids(verdict('bing', page))).toContain('header-other-agent');
  // It decides nothing for this crawler: it is no reason for listing the page.
  expect(verdict('bing', page).reasons.find(({ id }) => id === 'header-other-agent')?.about).toBe('others');
  expect(ids(verdict('google', page))).toContain('header-noindex');
});

it('row 12: before its date, and without a clock, the page is indexed', () => {
  const given = inputs(h('unavailable_after: 25 Jun 2020 15:00:00 GMT'));
  const engine = engineById('google');
  expect(readDirectives(engine, given, [], { now: Date.UTC(2020, 5, 25, 14) }).index.value).toBe('yes');
  expect(readDirectives(engine, given, []).unavailableAfter.value).toBe(Date.UTC(2020, 5, 25, 15));
  expect(readDirectives(engine, given, []).index.value).toBe('yes');
  expect(ids(verdict('google', stored(given)))).toContain('unavailable-after');
});

it('row 13: nosnippet beats every max-snippet where snippets are documented', () => {
  const given = inputs(m('max-snippet:20, nosnippet'));
  expect(['google', 'bing', 'yandex', 'meta-1997'].map(id => reading(id, given).snippet.value)).toEqual([0, 0, -1, -1]);
  expect(reading('yandex', given).ignored.map(each => each.why)).toEqual(['not-documented', 'not-documented']);
});

it('row 14: the smallest max-snippet counts, header and page alike', () => {
  const given = inputs(m('max-snippet:50'), h('max-snippet:20'));
  expect(reading('google', given).snippet).toMatchObject({
    value: 20,
    by: [{ source: { kind: 'header' } }],
    lost: [{ directive: { value: '50' }, why: 'smaller-wins' }],
  });
  expect(reading('bing', given).snippet.value).toBe(20);
});

it('row 15: nocache beside noarchive is nocache for Bing, noarchive for Yandex, nothing for Google', () => {
  const given = inputs(m('nocache, noarchive'));
  expect(reading('google', given)).toMatchObject({
    cache: { value: 'yes' },
    ignored: [{ why: 'not-supported' }, { why: 'not-supported' }],
  });
  expect(reading('bing', given).cache).toMatchObject({ value: 'nocache', lost: [{ why: 'nocache-wins' }] });
  expect(reading('yandex', given).cache).toMatchObject({ value: 'noarchive', lost: [] });
});

it('rows 16 and 17: indexifembedded means something to Google only, and only beside noindex', () => {
  const both = inputs(m('noindex, indexifembedded'));
  expect(reading('google', both).ifEmbedded.value).toBe(true);
  expect(reading('bing', both).ifEmbedded.value).toBe(false);
  expect(ids(verdict('google', stored(both)))).toContain('if-embedded');
  expect(reading('google', inputs(m('indexifembedded'))).ignored).toMatchObject([{ why: 'needs-noindex' }]);
});

it('row 18: a semicolon makes one unknown word, which is reported', () => {
  for (const id of ['google', 'bing', 'yandex', 'meta-1997'])
    expect(reading(id, inputs(m('NOINDEX;NOFOLLOW'))).ignored).toMatchObject([{ why: 'wrong-separator' }]);
});

it('row 20: what stands behind a Disallow is not read, and the bare address may be listed', () => {
  const page = stored(inputs(m('noindex')));
  const robots: RobotsFacts = { known: true, allowed: false, reason: 'rule', line: 2, rule: 'Disallow: /' };
  for (const id of ['google', 'bing', 'yandex', 'meta-1997']) {
    const found = verdict(id, page, { robots });
    expect(found).toMatchObject({ crawl: 'blocked', index: 'url-only', snippet: null, canonical: null });
    expect(ids(found)).toEqual(expect.arrayContaining(['robots-rule', 'blocked-but-listed', 'noindex-behind-block']));
    expect(ids(found)).not.toContain('meta-noindex');
  }
  expect(ids(verdict('google', page, { robots, page: null, readable: null }))).toEqual([
    'robots-rule',
    'blocked-but-listed',
    'behind-block-unknown',
  ]);
});

it('row 21: a noindex that a script removes still counts', () => {
  const page = stored(inputs(m('noindex')), { rendered: inputs(m('index')) });
  expect(['google', 'bing', 'yandex'].map(id => verdict(id, page).index)).toEqual(['no', 'no', 'no']);
  expect(ids(verdict('google', page))).toContain('script-removed');
});

it('row 22: a noindex that a script adds counts for those documented to render', () => {
  const page = stored(inputs(), { rendered: inputs(m('noindex')) });
  expect(['google', 'bing', 'yandex', 'meta-1997'].map(id => verdict(id, page).index)).toEqual([
    'no',
    'unknown',
    'unknown',
    'yes',
  ]);
  expect(ids(verdict('google', page))).toEqual(expect.arrayContaining(['script-added', 'meta-noindex-rendered']));
});

it('row 23: an error answers before any directive does', () => {
  const page = stored(inputs(m('index')), { status: 404 });
  for (const id of ['google', 'bing', 'yandex', 'meta-1997']) {
    expect(verdict(id, page)).toMatchObject({ index: 'no', follow: 'no' });
    expect(ids(verdict(id, page))).toEqual(['status-4xx']);
  }
});

it('row 24: noindex beside a canonical elsewhere: not indexed, the target not protected', () => {
  const href = 'https://e.com/b';
  const at = { start: 60, end: 90 };
  const page = stored(inputs(m('noindex')), {
    canonicals: [{ href, source: { kind: 'link-element', at, inHead: true, text: '' } }],
  });
  for (const id of ['google', 'bing', 'yandex']) {
    expect(verdict(id, page)).toMatchObject({ index: 'no', canonical: { kind: 'elsewhere', url: href } });
    expect(ids(verdict(id, page))).toContain('canonical-unprotected');
  }
});
