import { expect, test } from 'vitest';
import { defaultSettings, type HostLimit } from '#shared/model/crawl.ts';
import { readArguments } from '../../electron/cli/arguments.ts';
import { resume } from '../../electron/cli/commands/resume.ts';
import { readSettings } from '../../electron/cli/crawl-settings.ts';

const seeds = ['https://example.com/'];
const stored = {
  ...defaultSettings,
  hostLimits: [
    { host: 'example.com', delayMs: 5_000, pages: 10 },
    { host: 'shop.example.com', connections: 1 },
    { host: '*', rate: '1/s', pages: 100 },
  ],
  prefixLimits: [
    { prefix: '/blog/', pages: 10 },
    { prefix: '/news/', pages: 20 },
  ],
};
const read = (words: readonly string[], isNew = false) =>
  readSettings(readArguments(resume, ['x.crawl', ...words]), seeds, stored, isNew);
const hosts = (...lines: readonly string[]): readonly HostLimit[] => read(lines.flatMap(line => ['--host', line])).hostLimits;
const [own, shop, all] = stored.hostLimits;

test('a limit given on resume keeps the other limits of the host and the other hosts', () => {
  expect(hosts('example.com pages=50')).toEqual([{ host: 'example.com', delayMs: 5_000, pages: 50 }, shop, all]);
  expect(hosts('EXAMPLE.com delay=9', '* pages=200')).toEqual([
    { host: 'example.com', delayMs: 9_000, pages: 10 },
    shop,
    { host: '*', rate: '1/s', pages: 200 },
  ]);
});

test('a further host keeps what a pattern limited, and comes before the pattern', () => {
  const wide = { host: '*.example.org', rate: '1/s', pages: 100, delayMs: 2_000 };
  expect(hosts('*.example.org delay=2', 'a.example.org:8080 pages=7')).toEqual([
    own,
    shop,
    { ...wide, host: 'a.example.org:8080', pages: 7 },
    wide,
    all,
  ]);
});

test('an empty value clears, a host named twice is refused, a new crawl has only what is given', () => {
  expect(hosts('')).toEqual([]);
  expect(hosts('', 'example.com pages=50')).toEqual([{ host: 'example.com', pages: 50 }]);
  expect(() => hosts('example.com pages=50', 'example.com pages=60')).toThrow('“example.com” is named twice');
  expect(read(['--host', 'example.com pages=50'], true).hostLimits).toEqual([{ host: 'example.com', pages: 50 }]);
});

test('the limit of another path stays', () => {
  const paths = (...words: readonly string[]) => read(words).prefixLimits;
  const [blog, news] = stored.prefixLimits;
  expect(paths('--prefix-limit', '/shop/ 5')).toEqual([blog, news, { prefix: '/shop/', pages: 5 }]);
  expect(paths('--prefix-limit', '/blog/ 50')).toEqual([news, { prefix: '/blog/', pages: 50 }]);
  expect(paths('--prefix-limit', '')).toEqual([]);
});
