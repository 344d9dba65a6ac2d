import { expect, test } from 'vitest';
import { noSitemapCounts } from '#shared/explain/sitemap-counts.ts';
import type { SitemapRow } from '#shared/model/explanation.ts';
import { dateWords, sitemapState, sitemapWords } from '../../../../renderer/features/sitemaps/words.ts';

const row: SitemapRow = {
  id: 1,
  parent: null,
  url: 'https://a.example/s.xml',
  source: 'robots.txt line 3',
  kind: 'urlset',
  state: 'done',
  entries: 1,
  urls: 0,
  ...noSitemapCounts,
  problems: [],
  detail: '',
};

test('a sitemap says how it was read and who named it', () => {
  expect(sitemapWords(row)).toBe('list of URLs · read · named in robots.txt line 3');
  expect(sitemapWords({ ...row, state: 'refused', detail: 'Too many.' })).toBe(
    'refused · named in robots.txt line 3 · Too many.',
  );
});
test('a guessed address where nothing was is not a failure', () => {
  const guessed = { ...row, source: 'well-known', state: 'failed', detail: 'There is none (404).' };
  expect(sitemapWords(guessed)).toBe('no sitemap found at /sitemap.xml (404)');
  expect(sitemapState(guessed)).toBe('not found (404)');
  expect(sitemapState({ ...guessed, source: 'index' })).toBe('failed');
});
test('words of another version are shown as they are', () => {
  expect(sitemapWords({ ...row, kind: 'new-kind', state: 'odd', source: 'somewhere' })).toBe('odd · somewhere');
});

test('dates are counted among what was compared', () => {
  const none = { url: '', compared: 0, changed: 0, onlyDate: 0, onlyText: 0, sameDate: '' };
  const counts = { ...none, entries: 50, dated: 40, bad: 1, future: 3, withHeader: 30, olderThanHeader: 5 };
  expect(dateWords(counts)).toBe(
    '40 of 50 entries have one; 1 of 40 are no dates; 3 of 40 are in the future; 5 of 30 are older than Last-Modified of their page',
  );
  expect(dateWords({ ...counts, dated: 50, sameDate: '2024-01-01', withHeader: 0 })).toContain(
    'all have 2024-01-01; 1 of 50 are no dates; 3 of 50 are in the future; no page has a Last-Modified to compare',
  );
  expect(dateWords({ ...counts, dated: 0 })).toBe('0 of 50 entries have one');
});
