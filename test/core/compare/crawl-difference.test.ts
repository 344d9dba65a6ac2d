import { describe, expect, test } from 'vitest';
import type { ChangeSource, UrlDetails, UrlState } from '#core/compare/change.ts';
import { CrawlDifference } from '#core/compare/crawl-difference.ts';
import type { CrawlChange } from '#shared/model/comparison.ts';

let ids = 0;
const state = (change: Partial<UrlState> = {}): UrlState => ({
  id: ++ids,
  url: `https://a.example/${ids}`,
  origin: 'https://a.example',
  reason: 'fetched',
  mayFetch: 'yes',
  mayList: 'yes',
  linksFollowed: 'yes',
  status: 200,
  robots: 1,
  line: 0,
  inlinks: 2,
  canonical: null,
  redirect: null,
  canonicalUrl: null,
  redirectUrl: null,
  ...change,
});
interface Said extends Omit<UrlDetails, 'said'> {
  readonly listing: string;
  readonly follow: string;
}
const plain: Said = { listing: '', follow: '', meta: '', header: '', canonical: '' };
const line: CrawlChange = {
  kind: 'robots',
  origin: 'https://a.example',
  edit: 'added',
  name: '',
  before: '',
  after: 'Disallow: /',
  oldLine: 0,
  newLine: 2,
};

/** Where ids point, and what their pages say. */
function source(targets: Record<number, string> = {}, details: Record<number, Partial<Said>> = {}): ChangeSource {
  return {
    details: (_side, { id }) => {
      const of = { ...plain, ...details[id] };
      return { ...of, said: stage => of[stage] };
    },
    targets: (_side, { id, redirect }) => ({
      canonical: redirect === null ? (targets[id] ?? '') : '',
      redirect: redirect === null ? '' : (targets[id] ?? ''),
    }),
    robots: () => line,
    setting: name => ({ name, before: '1', after: '2' }),
    siteRule: () => ({ name: 'siteRules', before: '1', after: '2' }),
  };
}

const both = (before: Partial<UrlState>, after: Partial<UrlState>, from = source()) => {
  const found = new CrawlDifference(from);
  const old = state(before);
  found.both(old, state({ url: old.url, ...after }));
  const [group] = found.result([]).comparison.groups;
  return group && [group.kind, Object.entries(group.flips).flatMap(([name, urls = 0]) => (urls > 0 ? [name] : []))];
};

describe('the way a URL went', () => {
  test.each([
    [{}, { mayFetch: 'no' }, ['robots', ['blocked']]],
    [{ mayFetch: 'no' }, { mayFetch: 'yes' }, ['robots', ['allowed']]],
    [{}, { mayFetch: 'unknown' }, ['robots', ['fetchUnknown']]],
    [{}, { mayList: 'no' }, ['other', ['delisted']]],
    [{}, { mayList: 'url-only' }, ['other', ['addressOnly']]],
    [{ mayList: 'no' }, { mayList: 'yes' }, ['other', ['listable']]],
    [{}, { linksFollowed: 'no' }, ['other', ['linksDropped']]],
    [{}, { linksFollowed: 'unknown' }, ['other', ['linksNotRead']]],
    [{}, { status: 404 }, ['status', ['status']]],
    [{}, { status: 301 }, ['redirect', ['status']]],
    [{ reason: 'depth-limit', status: null }, {}, ['setting', ['status']]],
    // robots.txt forbids it in both crawls; a rule of the user lets one of them fetch it.
    [{ mayFetch: 'no', reason: 'robots-disallow', status: null }, { mayFetch: 'no' }, ['site-rule', ['status']]],
    [{ mayFetch: 'no' }, { mayFetch: 'no', reason: 'robots-disallow', status: null }, ['site-rule', ['status']]],
  ] as const)('%j and then %j', (before, after, wanted) => expect(both(before, after)).toEqual(wanted));

  test('another status of the same class is no flip', () => expect(both({ status: 404 }, { status: 410 })).toBeUndefined());
  test('a target that is gone because the page was not fetched is no change of the target', () => {
    expect(both({ canonical: 7 }, { status: null, mayFetch: 'no' })).toEqual(['robots', ['blocked', 'status']]);
  });
});

describe('groups of targets', () => {
  /** One pair of redirects for each pair of targets. */
  function redirects(pairs: readonly (readonly [before: string, after: string])[]) {
    const targets: Record<number, string> = {};
    const found = new CrawlDifference(source(targets));
    const given = pairs.map(([before, after]) => {
      const old = state({ status: 301, redirect: 1 });
      const now = state({ url: old.url, status: 301, redirect: 1 });
      targets[old.id] = before;
      targets[now.id] = after;
      return found.both(old, now);
    });
    const { comparison, groupOf } = found.result([]);
    return { comparison, of: given.map(id => groupOf[id]) };
  }
  const to = (path: string): string => `https://a.example/${path}`;

  test('a target that several share is told apart from those that only one page has', () => {
    const { comparison, of } = redirects([
      [to('home'), to('start')],
      [to('home'), to('start')],
      [to('a'), to('b')],
      [to('c'), to('d')],
      [to('e?1'), to('e?2')],
    ]);
    expect(comparison.groups.map(({ edit, urls, inlinks }) => [edit, urls, inlinks])).toEqual([
      ['target', 2, 4],
      ['path', 2, 4],
      ['target', 1, 2],
    ]);
    expect(of[0]).toBe(of[1]);
    expect(of[2]).toBe(of[3]);
    expect(new Set(of).size).toBe(3);
    expect(comparison.groups.map(({ id }) => id).sort()).toEqual([...new Set(of)].sort());
    expect(comparison).toMatchObject({ flipped: 0, retargeted: 5 });
  });

  test('however many targets there are, few groups are left and no URL is lost', () => {
    const pairs = Array.from({ length: 12_000 }, (_, at) => [`https://h${at}.example/x`, `https://i${at}.example/y`] as const);
    const { comparison, of } = redirects(pairs);
    expect(comparison.groups.reduce((sum, { urls }) => sum + urls, 0)).toBe(12_000);
    expect(comparison.groups.length).toBeLessThanOrEqual(101);
    const known = new Set(comparison.groups.map(({ id }) => id));
    expect(of.every(id => id !== undefined && known.has(id))).toBe(true);
  });
});
