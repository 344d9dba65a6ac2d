import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { languages, regions, scripts, shorterCodes } from '#core/text/language-codes.ts';
import { hreflangFault, langFault, parseLanguageTag } from '#core/text/language-tag.ts';

const names = (type: 'language' | 'region' | 'script') => new Intl.DisplayNames('en', { type, fallback: 'none' });

describe('the tables', () => {
  test.each([
    ['language', languages, 188, 3],
    ['region', regions, 249, 0],
    ['script', scripts, 205, 70],
  ] as const)('every %s has a name in the platform, but for a few that CLDR leaves out', (type, codes, least, unnamed) => {
    expect(codes.size).toBeGreaterThanOrEqual(least - 5);
    expect([...codes].filter(code => names(type).of(code) === undefined).length).toBeLessThanOrEqual(unnamed);
  });

  test('the platform turns each code of three letters into the one of two', () => {
    const bibliographic = new Set('alb arm baq bur chi cze dut fre geo ger gre ice mac mao may per rum slo tib wel'.split(' '));
    // CLDR's aliases go further than the lists: it takes these languages together.
    const same: Record<string, string[]> = { no: ['nb'], tl: ['fil'], sh: ['sr-Latn'], tw: ['ak'] };
    for (const [three, two] of shorterCodes) {
      if (bibliographic.has(three)) continue;
      const [canonical = ''] = Intl.getCanonicalLocales(three);
      expect([two, ...(same[two] ?? [])], three).toContain(canonical);
    }
  });
});

test.each<[string, [string, string, string] | null]>([
  ['en', ['en', '', '']],
  ['EN-gb', ['en', '', 'GB']],
  ['zh-hant-tw', ['zh', 'Hant', 'TW']],
  ['es-419', ['es', '', '419']],
  ['sl-rozaj-biske-1994', ['sl', '', '']],
  ['de-CH-1901', ['de', '', 'CH']],
  ['zh-yue-HK', ['zh', '', 'HK']],
  ['en-a-bbb-x-a-ccc', ['en', '', '']],
  ['x-house', ['', '', '']],
  ['i-klingon', ['i', '', '']],
  ['', null],
  ['e', null],
  ['en_US', null],
  ['en-', null],
  ['en us', null],
  ['a-DE', null],
  ['ar-a-aaa-b-bbb-a-ccc', null],
  ['de-1901-1901', null],
  ['en-a', null],
  ['english-language-x', null],
])('%j is read as %j', (tag, expected) => {
  const parsed = parseLanguageTag(tag);
  expect(parsed === null ? null : [parsed.language, parsed.script, parsed.region]).toEqual(expected);
});

test('well-formed is what the platform takes as well-formed', () => {
  const part = fc.string({ unit: fc.constantFrom(...'abuxi19-'), minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), parts => {
      const tag = parts.join('-');
      let accepted = true;
      try {
        Intl.getCanonicalLocales(tag);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        accepted = false;
      }
      // The platform refuses some that RFC 5646 permits (private tags, languages of four letters, three-letter extensions), never the other way.
      if (accepted) expect(parseLanguageTag(tag), tag).not.toBeNull();
    }),
    { numRuns: 5_000 },
  );
});

test.each<[string, string | null, string]>([
  ['en', null, ''],
  ['en-GB', null, ''],
  ['x-default', null, ''],
  ['X-Default', null, ''],
  ['zh-Hant', null, ''],
  ['zh-Hans-CN', null, ''],
  ['sr-Latn-RS', null, ''],
  ['en-UK', 'region', 'GB'],
  ['jp', 'language', 'ja'],
  ['en_US', 'form', 'en-US'],
  ['eng', 'language', 'en'],
  ['es-419', 'region', ''],
  ['de-XX', 'region', ''],
  ['zh-Abcd', 'script', ''],
  ['de-CH-1901', 'form', 'de-CH'],
  ['default', 'language', ''],
  ['x-house', 'language', ''],
  ['', 'empty', ''],
])('hreflang %j: %j', (value, problem, suggestion) => {
  expect(hreflangFault(value)?.problem ?? null).toBe(problem);
  expect(hreflangFault(value)?.suggestion ?? '').toBe(suggestion);
});

test.each<[string, string | null]>([
  ['de-CH-1901', null],
  ['es-419', null],
  ['gsw', null],
  ['en-UK', 'region'],
  ['cz', 'language'],
  [' ', 'empty'],
  ['de_DE', 'form'],
])('lang %j: %j', (value, problem) => {
  expect(langFault(value)?.problem ?? null).toBe(problem);
});
