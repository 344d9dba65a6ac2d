import { describe, expect, it } from 'vitest';
import { asUserProfile, crawlerProfile, profileSet } from '#core/crawlers/profile-set.ts';
import { profiles } from '#core/crawlers/profiles.ts';
import { profileProblems, profilesProblem } from '#core/crawlers/user-profiles.ts';
import type { UserProfile } from '#shared/model/profile.ts';
import { profilesFileText, readProfilesFile } from '#shared/profiles-file.ts';

const mine: UserProfile = {
  id: 'mine',
  name: 'Mine',
  productToken: 'MyBot',
  fallsBackTo: ['Googlebot'],
  userAgent: 'MyBot/1.0',
  dialect: 'google',
  directives: 'unknown',
  directiveAgents: ['mybot'],
  namedByHeader: false,
  ignoresStar: false,
  listsNothing: false,
  ignoresFrames: false,
  followsRedirectsUnseen: false,
  source: 'its manual',
  asOf: '2024-02-29',
};

describe('a profile of the user', () => {
  it('has no problem when it is complete', () => expect(profileProblems(mine)).toEqual({}));

  it.each<[string, Partial<UserProfile>, keyof UserProfile, string]>([
    ['an unknown dialect, with the nearest', { dialect: 'gogle' }, 'dialect', '“google”'],
    ['the id of a built-in profile', { id: 'googlebot' }, 'id', 'built-in'],
    ['an id with capitals', { id: 'Mine' }, 'id', 'lower-case'],
    ['a token with a space', { productToken: 'My Bot' }, 'productToken', 'RFC 9309 §2.2.1'],
    ['a token with a version', { productToken: 'MyBot/1.0' }, 'productToken', 'letters, digits'],
    ['a bad fall-back name', { fallsBackTo: ['a b'] }, 'fallsBackTo', '“a b”'],
    ['a user agent that is not ASCII', { userAgent: 'Bücher/1' }, 'userAgent', 'ASCII'],
    ['no user agent where it is named by it', { userAgent: '', namedByHeader: true }, 'userAgent', 'needs one'],
    ['a directive name with capitals', { directiveAgents: ['MyBot'] }, 'directiveAgents', 'lower-case'],
    ['no source', { source: ' ' }, 'source', 'where the facts come from'],
    ['a day that does not exist', { asOf: '2023-02-29' }, 'asOf', 'YYYY-MM-DD'],
    ['a name of two lines', { name: 'a\nb' }, 'name', 'one line'],
  ])('is refused for %s', (_what, change, field, words) => {
    const problems = profileProblems({ ...mine, ...change });
    expect(Object.keys(problems)).toEqual([field]);
    expect(problems[field]).toContain(words);
  });

  it('is refused beside another of its id', () => {
    expect(profileProblems(mine, [mine])['id']).toContain('already');
    expect(profilesProblem([mine, mine])).toContain('Crawler profile “mine”');
    expect(profilesProblem([mine, { ...mine, id: 'second' }])).toBe('');
  });

  it('is found in the set made of it, never in place of a built-in one', () => {
    const set = profileSet([mine, { ...mine, id: 'googlebot', productToken: 'Evil' }]);
    expect(set.byId('mine')).toMatchObject({ productToken: 'MyBot', fallsBackTo: ['Googlebot'] });
    expect(set.isOwn('mine')).toBe(true);
    expect(set.byId('googlebot')?.productToken).toBe('Googlebot');
    expect(set.isOwn('googlebot')).toBe(false);
    expect(set.all).toHaveLength(profiles().length + 1);
    expect(profileSet().byId('mine')).toBeNull();
  });

  it('every built-in profile survives being copied; a copy has one source for all it says', () => {
    for (const profile of profiles())
      expect(crawlerProfile(asUserProfile(profile))).toEqual({ ...profile, directivesSource: profile.source });
  });
});

describe('the profiles file', () => {
  it('gives back what was written', () => expect(readProfilesFile(profilesFileText([mine]))).toEqual({ profiles: [mine] }));

  it('may be one profile or an array; what is left out is empty', () => {
    const least = { id: 'a', name: 'A', product_token: 'A', dialect: 'rfc9309', source: 's', as_of: '2026-01-01' };
    expect(readProfilesFile(JSON.stringify(least))).toMatchObject({ profiles: [{ id: 'a', userAgent: '', fallsBackTo: [] }] });
    expect(readProfilesFile(JSON.stringify([least, least]))).toMatchObject({ profiles: [{}, {}] });
    expect(readProfilesFile(JSON.stringify({ ...least, own: false, dialect: { id: 'google', knobs: {} } }))).toMatchObject({
      profiles: [{ dialect: 'google', directives: 'unknown' }],
    });
    expect(readProfilesFile(JSON.stringify({ ...least, directives: { id: 'yandex', knobs: {} } }))).toMatchObject({
      profiles: [{ directives: 'yandex' }],
    });
  });

  it.each([
    ['{', 'not JSON'],
    ['7', 'must be a JSON object'],
    ['[{"id": "a"}]', 'Profile 1: “name”'],
    ['{"version": 2, "profiles": []}', 'of version 2'],
    [`${'['.repeat(50)}${']'.repeat(50)}`, 'Profile 1'],
    [JSON.stringify(Array.from({ length: 101 }, () => ({}))), 'at most 100'],
    ['{"id":"a","name":"A","product_token":"A","dialect":"rfc9309","source":"s","as_of":"2026-01-01","token":"x"}', '“token”'],
  ])('%s is refused in words', (json, words) => {
    const read = readProfilesFile(json);
    expect('problem' in read && read.problem).toContain(words);
  });
});
