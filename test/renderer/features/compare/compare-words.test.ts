import { describe, expect, test } from 'vitest';
import { type ChangeGroup, type ComparisonFound, facetNames, flipNames } from '#shared/model/comparison.ts';
import { flipCounts, foundWords, shownGroups } from '../../../../renderer/features/compare/compare-words.ts';

const zeros = <K extends string>(names: readonly K[]) => Object.fromEntries(names.map(name => [name, 0])) as Record<K, number>;
const group = (id: number, change: Partial<ChangeGroup>): ChangeGroup => ({
  id,
  kind: 'status',
  origin: '',
  edit: '',
  name: '',
  before: 'status 200',
  after: 'status 404',
  oldLine: 0,
  newLine: 0,
  urls: 1,
  inlinks: 1,
  facets: zeros(facetNames),
  examples: [],
  reasons: ['fetched', 'not-found'],
  ...change,
  flips: { ...zeros(flipNames), ...change.flips },
});
const missing = (id: number, urls: number) => ({ id, urls, inlinks: urls, reason: 'fetched', examples: [] });
const flips = (some: Partial<ChangeGroup['flips']>): ChangeGroup['flips'] => ({ ...zeros(flipNames), ...some });
const found = (change: Partial<ComparisonFound>): ComparisonFound => ({
  before: 100,
  after: 100,
  both: 100,
  flipped: 0,
  retargeted: 0,
  groups: [],
  groupCount: 0,
  settings: [],
  onlyBefore: [],
  onlyAfter: [],
  ...change,
});

describe('what a comparison found, in words', () => {
  test('nothing, nothing in what both have, and how much of it', () => {
    expect(foundWords(found({}))).toBe('No differences in 100 URLs.');
    expect(foundWords(found({ onlyAfter: [missing(1, 2)] }))).toBe('No differences in the 100 URLs that both crawls have.');
    expect(foundWords(found({ flipped: 1, groupCount: 1 }))).toBe('1 of 100 URLs in both crawls (1 %) differs, by 1 change.');
    expect(foundWords(found({ flipped: 10, retargeted: 2, groupCount: 3 }))).toBe(
      '12 of 100 URLs in both crawls (12 %) differ, by 3 changes.',
    );
  });

  test('ways are counted over all groups, those that no URL takes left out', () => {
    const groups = [group(1, { flips: flips({ blocked: 2, status: 2 }) }), group(2, { flips: flips({ status: 3 }) })];
    expect(flipCounts(found({ groups }))).toEqual([
      { name: 'blocked', urls: 2 },
      { name: 'status', urls: 5 },
    ]);
  });
});

describe('the list of groups', () => {
  const groups = [
    group(1, { urls: 9, inlinks: 10, flips: flips({ status: 9 }) }),
    group(2, { urls: 3, inlinks: 500, flips: flips({ blocked: 3 }) }),
  ];
  const all = found({ groups, onlyBefore: [missing(3, 1), missing(4, 7)], onlyAfter: [missing(5, 50)] });
  const ids = (order: 'urls' | 'inlinks', flip: 'blocked' | null) => shownGroups(all, order, flip).map(({ id }) => id);

  test('changes come first, then what is gone, then what is new, the largest of each first', () => {
    expect(ids('urls', null)).toEqual([1, 2, 4, 3, 5]);
    expect(ids('inlinks', null)).toEqual([2, 1, 4, 3, 5]);
  });
  test('narrowed to a way, only changes with URLs that took it are left', () => expect(ids('urls', 'blocked')).toEqual([2]));

  test('a row says what changed without repeating its kind', () => {
    const rows = shownGroups(
      found({
        groups: [
          group(1, {
            kind: 'robots',
            origin: 'https://a.example',
            edit: 'added',
            before: '',
            after: 'Disallow: /x',
            newLine: 3,
            urls: 9,
          }),
          group(2, { kind: 'header', before: '', after: 'noindex', urls: 8 }),
          group(3, {
            kind: 'redirect-target',
            edit: 'target',
            before: 'https://a.example/x',
            after: 'https://a.example/y',
            urls: 7,
          }),
          group(4, {
            kind: 'canonical-target',
            edit: 'slash-added',
            before: 'https://a.example',
            after: 'https://a.example',
            urls: 6,
          }),
        ],
      }),
      'urls',
      null,
    );
    expect(rows.map(({ kind, text }) => [kind, text])).toEqual([
      ['robots.txt of a.example', 'line 3 “Disallow: /x” added'],
      ['X-Robots-Tag', 'none → “noindex”'],
      ['Redirect target changed', '/x → /y'],
      ['Canonical target changed', 'a slash added at the end, on https://a.example'],
    ]);
  });
});
