import { expect, test } from 'vitest';
import type { CheckGroup } from '#shared/model/audit.ts';
import { Counted } from '../../../../renderer/domain/counted.tsx';
import type { CheckFound } from '../../../../renderer/domain/use-issues.ts';
import { type CheckFilter, shownGroups, startFilter } from '../../../../renderer/features/issues/shown-checks.ts';

const check = (id: string, group: CheckGroup, hits: number, more: Partial<CheckFound> = {}): CheckFound => ({
  id,
  name: `Name of ${id}`,
  group,
  type: 'issue',
  priority: 'M',
  population: 'pages',
  trigger: '',
  why: '',
  fix: '',
  sources: [],
  thresholds: {},
  counted: new Counted({ hits, checked: 10, notCheckable: {} }),
  trend: null,
  ...more,
});

const all = [
  check('title.missing', 'title', 1, { priority: 'H' }),
  check('title.long', 'title', 9, { type: 'opportunity' }),
  check('title.short', 'title', 5),
  check('title.fine', 'title', 0),
  check('resp.4xx', 'resp', 2, { priority: 'H', type: 'warning' }),
];
const ids = (change: Partial<CheckFilter>) =>
  shownGroups(all, { ...startFilter, ...change }).map(({ group, checks }) => [group, ...checks.map(({ id }) => id)]);

test('groups stand in the order of the catalogue, in each the gravest check first', () => {
  expect(ids({})).toEqual([
    ['resp', 'resp.4xx'],
    ['title', 'title.missing', 'title.long', 'title.short'],
  ]);
  expect(ids({ only: 'all' })[1]).toEqual(['title', 'title.missing', 'title.long', 'title.short', 'title.fine']);
});

test('filters by type, priority and text leave out groups without checks', () => {
  expect(ids({ type: 'opportunity' })).toEqual([['title', 'title.long']]);
  expect(ids({ priority: 'H' })).toEqual([
    ['resp', 'resp.4xx'],
    ['title', 'title.missing'],
  ]);
  expect(ids({ text: ' NAME of title.s' })).toEqual([['title', 'title.short']]);
  expect(ids({ text: 'nothing' })).toEqual([]);
});

test('a group counts all its checks and those with hits, whatever is shown', () => {
  expect(shownGroups(all, { ...startFilter, priority: 'H' })[1]).toMatchObject({ all: 4, withHits: 3 });
});

test('checks with new hits, and those with ignored ones', () => {
  const trend = { new: 2, newIgnored: 0, persisting: 1, fixed: 0, gone: 0 };
  const checks = [
    check('title.new', 'title', 3, { trend }),
    check('title.old', 'title', 3, { trend: { ...trend, new: 0, persisting: 3 } }),
    check('title.aside', 'title', 2, {
      trend: { ...trend, newIgnored: 2 },
      counted: new Counted({ hits: 2, ignored: 2, checked: 10, notCheckable: {} }),
    }),
  ];
  const shown = (only: CheckFilter['only']) =>
    shownGroups(checks, { ...startFilter, only }).flatMap(group => group.checks.map(({ id }) => id));
  expect(shown('hits')).toEqual(['title.new', 'title.old']);
  expect(shown('new')).toEqual(['title.new']);
  expect(shown('ignored')).toEqual(['title.aside']);
  expect(shown('all')).toHaveLength(3);
});
