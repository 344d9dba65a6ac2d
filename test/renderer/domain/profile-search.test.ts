import { describe, expect, it } from 'vitest';
import type { ProfileEntry } from '#shared/model/profile.ts';
import { copyOf, matchingProfiles, plainProfile, userAgentFor, userAgentHint } from '../../../renderer/domain/profile-search.ts';
import { consentOf, needsConsent, shownRules, writtenRules } from '../../../renderer/features/crawl-form/site-rules-value.ts';

const entry = (id: string, change: Partial<ProfileEntry> = {}): ProfileEntry => ({
  id,
  name: `The ${id}`,
  productToken: id,
  fallsBackTo: [],
  userAgent: `${id}/1.0`,
  dialect: 'google',
  directives: 'unknown',
  directiveAgents: [],
  namedByHeader: false,
  ignoresStar: false,
  listsNothing: false,
  ignoresFrames: false,
  followsRedirectsUnseen: false,
  source: 'a test',
  asOf: '2026-11-21',
  own: false,
  dialectName: 'Google',
  ...change,
});
const ours = 'Crawlscope/0.1';

describe('searching profiles', () => {
  const all = [entry('bingbot', { dialect: 'bing', dialectName: 'Bing' }), entry('googlebot'), entry('mine', { own: true })];
  it.each([
    ['', ['bingbot', 'googlebot', 'mine']],
    ['GOOGLE', ['googlebot', 'mine']],
    ['own', ['mine']],
    ['bot/1.0 bing', ['bingbot']],
    ['nothing', []],
  ])('%j finds %j', (typed, ids) => expect(matchingProfiles(all, typed).map(({ id }) => id)).toEqual(ids));
});

describe('copying a profile', () => {
  it('takes a free id, says what it is a copy of, and the day', () => {
    const copy = copyOf(entry('googlebot'), new Set(['googlebot', 'googlebot-own']), '2026-12-01');
    expect(copy).toMatchObject({ id: 'googlebot-own2', asOf: '2026-12-01', source: 'my copy of “googlebot” (a test)' });
    expect(copy).not.toHaveProperty('own');
    expect(plainProfile(entry('a'))).not.toHaveProperty('dialectName');
  });
});

describe('the user agent in the form', () => {
  it('follows the profile until the user writes their own', () => {
    expect(userAgentFor(ours, undefined, entry('a'), ours)).toBe('a/1.0');
    expect(userAgentFor('a/1.0', entry('a'), entry('b'), ours)).toBe('b/1.0');
    expect(userAgentFor('typed', entry('a'), entry('b'), ours)).toBe('typed');
    expect(userAgentFor('a/1.0', entry('a'), entry('b', { userAgent: '' }), ours)).toBe(ours);
  });
  it('is explained: the crawler’s own, another, or none of its own', () => {
    expect(userAgentHint('a/1.0', entry('a'))).toContain('Sent as the User-Agent header');
    expect(userAgentHint('b', entry('a'))).toContain('still chosen by the name a');
    expect(userAgentHint('b', entry('a', { userAgent: '' }))).toContain('no known user agent');
    expect(userAgentHint('b', entry('a', { namedByHeader: true }))).toContain('by its own user agent');
  });
});

describe('site rules in a form', () => {
  it('need consent as soon as one site is never obeyed; begun rules count for nothing', () => {
    const rules = [{ pattern: ' example.com ', robots: 'never' as const }];
    expect(needsConsent({ rules, others: 'inherit', consent: false })).toBe(true);
    expect(needsConsent({ rules, others: 'inherit', consent: true })).toBe(false);
    expect(needsConsent({ rules: [{ pattern: ' ', robots: 'never' }], others: 'inherit', consent: false })).toBe(false);
    expect(writtenRules({ rules, others: 'always' })).toEqual({
      siteRules: [{ pattern: 'example.com', robots: 'never' }],
      robotsDefault: 'always',
    });
  });

  it('never obeyed on any host is one rule more, with a consent for all of them', () => {
    const all = { pattern: '*', robots: 'never' as const };
    expect(writtenRules({ rules: [], others: 'never' })).toEqual({ siteRules: [all], robotsDefault: 'inherit' });
    expect(shownRules({ siteRules: [all], robotsDefault: 'inherit' })).toEqual({ rules: [], others: 'never' });
    expect(consentOf({ rules: [], others: 'never' })).toContain('every site of this crawl');
    expect(needsConsent({ rules: [], others: 'never', consent: false })).toBe(true);
    expect(consentOf({ rules: [], others: 'always' })).toBe('');
  });
});
