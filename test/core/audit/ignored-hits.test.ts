import { expect, test } from 'vitest';
import { judgeRules } from '#core/audit/ignore.ts';
import { ignoredHits } from '#core/audit/ignored-hits.ts';
import { healthScore } from '#core/audit/score.ts';
import { finish } from '#core/steps.ts';
import type { IgnoredUrls, StoredIgnoreRule } from '#shared/model/audit-settings.ts';
import { audited } from '../../support/audited.ts';

const html = (head: string, body = ''): string => `<!doctype html><html lang=en><head>${head}</head><body>${body}</body></html>`;
const links = ['/a', '/b', '/c/1', '/c/2'].map(path => `<a href=${path}>x</a>`).join('');

const crawled = () =>
  audited(
    {
      '/': html('<title>Start</title>', links),
      '/a': html(''),
      '/b': html(''),
      '/c/1': html('<title>C</title>'),
      '/c/2': html('<title>C</title>'),
    },
    ['title.missing', 'title.duplicate', 'robots.missing'],
  );

const rule = (id: number, check: string, where: IgnoredUrls, until = ''): StoredIgnoreRule => ({
  ...{ id, check, where, until },
  ...{ note: `why ${id}`, addedAt: 0, addedBy: '' },
});

async function ignoring(rules: (origin: string) => readonly StoredIgnoreRule[]) {
  const { audit, site } = await crawled();
  const { applied } = judgeRules(rules(site.origin), { today: '2026-11-22', isCheck: () => true });
  const ignored = finish(ignoredHits(audit, applied));
  const resultOf = (id: string) => {
    const result = audit.results.find(({ check }) => check.id === id);
    if (!result) throw new Error(`no result of ${id}`);
    return result;
  };
  const paths = (ids: Int32Array) => [...ids].map(id => audit.site.url(id)?.url.slice(site.origin.length));
  return { audit, site, ignored, resultOf, paths };
}

test('without rules, counts are as they were', async () => {
  const { ignored, resultOf } = await ignoring(() => []);
  expect(ignored.countOf(resultOf('title.missing'))).toEqual({ hits: 2, checked: 5, notCheckable: {} });
});

test('an ignored hit stays a hit, and the denominators stay', async () => {
  const { ignored, resultOf, paths, site } = await ignoring(origin => [
    rule(1, 'title.missing', { kind: 'urls', urls: [`${origin}/a`] }),
    rule(2, 'title.missing', { kind: 'all' }, '2026-11-21'),
  ]);
  const missing = resultOf('title.missing');
  expect(ignored.countOf(missing)).toEqual({ hits: 2, ignored: 1, checked: 5, notCheckable: {} });
  expect(ignored.countOf(resultOf('title.duplicate'))).toMatchObject({ hits: 2, ignored: 0 });
  expect(paths(ignored.idsOf(missing, 'open'))).toEqual(['/b']);
  expect(paths(ignored.idsOf(missing, 'ignored'))).toEqual(['/a']);
  expect(ignored.ruleOf('title.missing', site.url('/a'))?.note).toBe('why 1');
  expect(ignored.ruleOf('title.missing', site.url('/b'))).toBeNull();
  expect(ignored.ruleOf('title.duplicate', site.url('/a'))).toBeNull();
});

test('a whole check, every check on a prefix, and a pattern', async () => {
  const { ignored, resultOf, paths } = await ignoring(origin => [
    rule(1, '', { kind: 'prefix', prefix: `${origin}/c/` }),
    rule(2, 'title.missing', { kind: 'pattern', pattern: '/b$' }),
  ]);
  expect(ignored.countOf(resultOf('title.duplicate'))).toMatchObject({ hits: 2, ignored: 2 });
  expect(paths(ignored.idsOf(resultOf('title.missing'), 'ignored'))).toEqual(['/b']);

  const whole = await ignoring(() => [rule(1, 'title.missing', { kind: 'all' })]);
  expect(whole.ignored.countOf(whole.resultOf('title.missing'))).toMatchObject({ hits: 2, ignored: 2 });
  expect(whole.ignored.idsOf(whole.resultOf('title.missing'), 'open')).toHaveLength(0);
});

test('a finding about a host is ignored by its origin', async () => {
  const { ignored, resultOf } = await ignoring(origin => [rule(1, '', { kind: 'prefix', prefix: origin })]);
  const { count, others } = resultOf('robots.missing');
  expect(others.length).toBe(count.hits);
  expect(ignored.countOf(resultOf('robots.missing'))).toMatchObject({ hits: count.hits, ignored: count.hits });
  expect(ignored.othersOf(resultOf('robots.missing'), 'open')).toEqual([]);
  expect(ignored.othersOf(resultOf('robots.missing'), 'ignored')).toHaveLength(count.hits);
});

test('the health score leaves ignored hits out', () => {
  const check = { id: 'a', type: 'issue', priority: 'H' } as const;
  const scoreOf = (ignored?: number) =>
    healthScore([{ ...check, count: { hits: 5, checked: 10, notCheckable: {}, ...(ignored === undefined ? {} : { ignored }) } }])
      ?.value;
  expect(scoreOf()).toBeCloseTo(95);
  expect(scoreOf(0)).toBeCloseTo(95);
  expect(scoreOf(4)).toBeCloseTo(99);
  expect(scoreOf(5)).toBe(100);
});
