import { expect, test } from 'vitest';
import type { CrawlerProfile } from '#core/crawlers/profile.ts';
import { profileById, profiles } from '#core/crawlers/profiles.ts';
import { robotsAccess } from '#core/robots/access.ts';
import type { Dialect } from '#core/robots/dialect.ts';
import { dialectById, dialectIds } from '#core/robots/dialects/registry.ts';
import { parseRobots } from '#core/robots/parse/parse.ts';
import { matrixRows } from '#engine/explain/matrix.ts';
import { verdictColumns } from '#engine/explain/page-verdicts.ts';
import { ParsedFiles } from '#engine/robots/parsed-files.ts';

const own = profileById('crawlscope') as CrawlerProfile;
const google = dialectById('google') as Dialect;
const bytesOf = (text: string) => new TextEncoder().encode(text);
const access = (dialect: Dialect) => robotsAccess({ kind: 'status', status: 200 }, dialect);

test('a matrix from files that were read before equals a fresh one, for every URL and version', () => {
  const parsed = new ParsedFiles();
  const files = [
    'User-agent: *\nDisallow: /a\nAllow: /a/b\n',
    'User-agent: Googlebot\nDisallow: /x$\nUser-agent: *\nDisallow:\n',
  ];
  for (const path of ['/a', '/a/b', '/x', '/a'])
    for (const [version, text] of files.entries()) {
      const url = `https://e.com${path}`;
      const columns = verdictColumns(null, url, null, 0);
      const bytes = bytesOf(text);
      const kept = { bytes, access, parse: (octets: Uint8Array, dialect: Dialect) => parsed.get(version, octets, dialect) };
      const rows = matrixRows(kept, columns, { url, links: [], isAll: true }, own, profiles(), true);
      expect(rows).toEqual(matrixRows({ bytes, access }, columns, { url, links: [], isAll: true }, own, profiles(), true));
    }
});

test('a file is read once for a version and dialect, and again only when others pushed it out', () => {
  const parsed = new ParsedFiles();
  const bytes = bytesOf('User-agent: *\nDisallow: /a\n');
  const first = parsed.get(1, bytes, google);
  expect(first).toEqual(parseRobots(bytes, google));
  for (const id of dialectIds()) parsed.get(1, bytes, dialectById(id) as Dialect);
  expect(parsed.get(1, bytes, google)).toBe(first);
  expect(parsed.get(2, bytes, google)).not.toBe(first);
  for (let version = 3; version < 60; version += 1) parsed.get(version, bytes, google);
  expect(parsed.size).toBe(32);
  expect(parsed.get(1, bytes, google)).not.toBe(first);
});

test('large files are kept up to sixteen megabytes, the last one asked for always', () => {
  const parsed = new ParsedFiles();
  const large = new Uint8Array(6 << 20).fill(0x23);
  const last = [1, 2, 3, 4].map(version => parsed.get(version, large, google)).at(-1);
  expect(parsed.size).toBe(2);
  expect(parsed.get(4, large, google)).toBe(last);
});
