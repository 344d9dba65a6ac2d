import { describe, expect, test } from 'vitest';
import { type CrawlRow, compareTruth, comparisonTable, parseTruth } from '../support/truth.ts';

const header =
  'url\tstatus\tcontent_type\tbytes\tdepth\tdiscovered_by\tredirect_to\tinlinks_a\tinlink_pages\tinlink_pages_excl_self\t' +
  'nofollow_inlinks\tframe_refs\trefresh_refs\tredirect_refs\trobots_allowed_star\toutlinks_internal_a\toutlinks_external_a';

const line = (path: string, status: number, more: { nofollow?: number; refresh?: number; allowed?: number } = {}): string =>
  [
    `http://a${path}`,
    status,
    'text/html',
    1,
    1,
    'a',
    '',
    2,
    2,
    2,
    more.nofollow ?? 0,
    0,
    more.refresh ?? 0,
    0,
    more.allowed ?? 1,
    0,
    0,
  ].join('\t');
const truthOf = (...lines: string[]) => parseTruth(`${[header, ...lines].join('\n')}\n`);
const row = (path: string, status: number | null, more: Partial<CrawlRow> = {}): CrawlRow => ({
  url: `http://a${path}`,
  status,
  content_type: 'text/html; charset=utf-8',
  state: status === null ? 'disregarded' : 'done',
  reason: 'fetched',
  ...more,
});
const found = (truth: ReturnType<typeof truthOf>, crawl: readonly CrawlRow[]) =>
  compareTruth(truth, crawl).differences.map(item => [item.kind, item.cause, item.explained]);

test('the same on both sides is no difference; other hosts and charset parameters do not matter', () => {
  const crawl = [row('/', 200), row('/gone', 404), { ...row('/', null), url: 'http://b/', reason: 'scope-host' }];
  const comparison = compareTruth(truthOf(line('/', 200), line('/gone', 404)), crawl);
  expect(comparison).toMatchObject({ truth: 2, truthPages: 1, fetched: 2, fetchedPages: 1, same: 2, differences: [] });
});

describe('missing', () => {
  test('only nofollow links explain it', () => {
    expect(found(truthOf(line('/x', 200, { nofollow: 2 })), [row('/x', null, { reason: 'link-nofollow' })])).toEqual([
      ['missing', 'only nofollow links', true],
    ]);
  });

  test('a nofollow reason is no excuse when another link is followed', () => {
    const crawl = [row('/x', null, { reason: 'link-nofollow' })];
    expect(found(truthOf(line('/x', 200, { nofollow: 1 })), crawl)).toEqual([
      ['missing', 'not fetched: disregarded link-nofollow', false],
    ]);
    expect(found(truthOf(line('/x', 200, { nofollow: 2, refresh: 1 })), crawl)[0]?.[2]).toBe(false);
  });

  test('robots.txt explains it only where the truth agrees', () => {
    const crawl = [row('/x', null, { reason: 'robots-disallow' })];
    expect(found(truthOf(line('/x', 200, { allowed: 0 })), crawl)[0]?.[2]).toBe(true);
    expect(found(truthOf(line('/x', 200)), crawl)[0]?.[2]).toBe(false);
  });

  test('a URL the crawl never heard of is not explained, even with nofollow links', () => {
    expect(found(truthOf(line('/x', 200, { nofollow: 2 })), [])).toEqual([['missing', 'unknown to the crawl', false]]);
  });

  test('the same page under another percent-encoding is explained', () => {
    expect(found(truthOf(line('/%7Eann', 200)), [row('/~ann', 200)])).toEqual([['missing', 'other spelling', true]]);
  });
});

test('extra URLs are not explained, robots.txt is', () => {
  expect(found(truthOf(line('/', 200)), [row('/', 200), row('/new', 200), row('/robots.txt', 404)])).toEqual([
    ['extra', 'unknown to the truth', false],
    ['extra', 'robots.txt', true],
  ]);
});

test('another status or another type is a difference', () => {
  expect(found(truthOf(line('/', 200)), [row('/', 404)])).toEqual([['different', 'status', false]]);
  expect(found(truthOf(line('/', 200)), [row('/', 200, { content_type: 'text/plain' })])).toEqual([['different', 'type', false]]);
});

test('an unfinished crawl is a difference', () => {
  expect(found(truthOf(line('/', 200)), [row('/', 200), row('/next', null, { state: 'queued' })])).toEqual([
    ['unfinished', 'queued', false],
  ]);
});

test('a table without a needed column is refused', () => {
  expect(() => parseTruth('url\tstatus\nhttp://a/\t200\n')).toThrow('no column content_type');
});

test('the table groups by cause and shows at most the wanted number of examples', () => {
  const truth = truthOf(...Array.from({ length: 25 }, (_, index) => line(`/${index}`, 200)));
  const table = comparisonTable('site', compareTruth(truth, []), 20);
  expect(table).toContain('missing (unknown to the crawl): 25');
  expect(table).toContain('… and 5 more');
  expect(table).toContain('unexplained: 25');
});
