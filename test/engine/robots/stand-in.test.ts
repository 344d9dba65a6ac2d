import { describe, expect, test } from 'vitest';
import { dialectById } from '#core/robots/dialects/registry.ts';
import { standIns } from '#engine/robots/stand-in.ts';
import type { RobotsVersion } from '#storage/tables/robots-versions.ts';

const day = 86_400_000;
const version = (id: number, changes: Partial<RobotsVersion>): RobotsVersion => ({
  id,
  originId: 1,
  firstSeenAt: id * day,
  lastSeenAt: id * day,
  access: 'rules',
  status: 200,
  cause: null,
  detail: '',
  bodyHash: null,
  size: 0,
  finalUrl: 'https://example.com/robots.txt',
  redirects: '[]',
  contentType: null,
  etag: null,
  lastModified: null,
  fetchId: null,
  source: 'crawl',
  sourceName: '',
  ...changes,
});
const refused: Partial<RobotsVersion> = { access: 'disallow-all', status: null, cause: 'connect' };
const missing: Partial<RobotsVersion> = { access: 'allow-all', status: 404 };
const places = (dialectId: string, ...answers: readonly Partial<RobotsVersion>[]): number[] => {
  const dialect = dialectById(dialectId);
  if (!dialect) throw new Error(dialectId);
  return standIns(
    answers.map((answer, at) => version(at + 1, answer)),
    dialect,
  );
};

describe('what counts while robots.txt is unreachable', () => {
  test('the last copy a crawl read stands in (RFC 9309 §2.4)', () => {
    expect(places('crawlscope', {}, refused, {})).toEqual([0, 0, 2]);
    expect(places('crawlscope', {}, missing, refused)).toEqual([0, 1, 0]);
  });

  test('without a copy the host is closed (RFC 9309 §2.3.1.4)', () => {
    expect(places('crawlscope', refused)).toEqual([0]);
    expect(places('crawlscope', missing, refused)).toEqual([0, 1]);
  });

  test('a copy that is too old for the dialect stands in no more', () => {
    // Google keeps a copy for 30 days.
    expect(places('google', {}, { ...refused, firstSeenAt: 2 * day, lastSeenAt: 3 * day })).toEqual([0, 0]);
    expect(places('google', {}, { ...refused, firstSeenAt: 90 * day, lastSeenAt: 90 * day })).toEqual([0, 1]);
  });

  test('a check leaves in force what was, even the answer that there is no file', () => {
    const check = { ...refused, source: 'check' } as const;
    expect(places('crawlscope', {}, check, check)).toEqual([0, 0, 0]);
    expect(places('crawlscope', missing, check)).toEqual([0, 0]);
    expect(places('crawlscope', check)).toEqual([0]);
    expect(places('crawlscope', {}, { source: 'check' }, check)).toEqual([0, 1, 1]);
  });

  test('imports of the past neither stand in nor are stood in for', () => {
    expect(places('crawlscope', { source: 'import' }, refused)).toEqual([0, 1]);
    expect(places('crawlscope', {}, { ...refused, source: 'import' })).toEqual([0, 1]);
  });
});
