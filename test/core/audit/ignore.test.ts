import { expect, test } from 'vitest';
import { ignoreRuleProblem, judgeRules } from '#core/audit/ignore.ts';
import type { IgnoredUrls, StoredIgnoreRule } from '#shared/model/audit-settings.ts';

const rule = (part: Partial<StoredIgnoreRule> = {}): StoredIgnoreRule => ({
  id: 1,
  check: 'title.missing',
  where: { kind: 'all' },
  note: '',
  until: '',
  addedAt: 0,
  addedBy: '',
  ...part,
});
const judging = { today: '2026-11-22', isCheck: (id: string) => id === 'title.missing' };
const stateOf = (part: Partial<StoredIgnoreRule>) => judgeRules([rule(part)], judging).rules[0];

test.each<[Partial<StoredIgnoreRule>, string]>([
  [{ check: '' }, 'needs a check, or URLs'],
  [{ where: { kind: 'urls', urls: [] } }, 'Name at least one URL.'],
  [{ where: { kind: 'prefix', prefix: '' } }, 'The beginning of the URLs is missing.'],
  [{ where: { kind: 'pattern', pattern: '' } }, 'The pattern is missing.'],
  [{ where: { kind: 'pattern', pattern: '(?=x)' } }, 'look-ahead'],
  [{ until: '2026-02-29' }, 'is not a date'],
  [{ until: 'soon' }, 'is not a date'],
  [{ note: 'x'.repeat(1_001) }, 'The note has 1001 characters'],
])('refuses %j', (part, problem) => {
  expect(ignoreRuleProblem(rule(part))).toContain(problem);
  expect(stateOf(part)).toMatchObject({ state: 'unusable' });
});

test('a rule applies through its last day', () => {
  expect(stateOf({ until: '2026-11-22' })).toMatchObject({ state: 'active' });
  expect(stateOf({ until: '2026-11-21' })).toMatchObject({ state: 'expired', problem: '' });
  expect(judgeRules([rule({ until: '2026-11-21' })], judging).applied).toEqual([]);
});

test('a rule for a check that there is not is named, and does not apply', () => {
  expect(stateOf({ check: 'no.such' })).toMatchObject({ state: 'unknown-check', problem: 'There is no check “no.such”.' });
});

test.each<[IgnoredUrls, string, boolean]>([
  [{ kind: 'urls', urls: ['http://a.test/x'] }, 'http://a.test/x', true],
  [{ kind: 'urls', urls: ['http://a.test/x'] }, 'http://a.test/x/y', false],
  [{ kind: 'prefix', prefix: 'http://a.test/x' }, 'http://a.test/x/y', true],
  [{ kind: 'prefix', prefix: 'http://a.test/x' }, 'http://b.test/x', false],
  [{ kind: 'pattern', pattern: '/x$' }, 'http://a.test/x', true],
  [{ kind: 'pattern', pattern: '/x$' }, 'http://a.test/xy', false],
])('%j covers %s: %s', (where, url, covers) => {
  const [applied] = judgeRules([rule({ where })], judging).applied;
  expect(applied?.test?.(url)).toBe(covers);
});

test('patterns that are too large together are not used', () => {
  const large: IgnoredUrls = { kind: 'pattern', pattern: '[a-z]{400}x{300}' };
  const { rules, applied } = judgeRules([rule({ where: large }), rule({ id: 2, where: large })], judging);
  expect(rules.map(({ state }) => state)).toEqual(['active', 'unusable']);
  expect(rules[1]?.problem).toContain('too large');
  expect(applied).toHaveLength(1);
});
